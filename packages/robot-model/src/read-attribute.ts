import { quote } from "./checker.ts";
import { UrdfError, type UrdfErrorCode } from "./errors.ts";
import type { Vector3 } from "./model.ts";
import type { XmlElement } from "./xml.ts";

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const numberWithUnit = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*[a-zA-Z°%]+$/;
const notFinite = /^[+-]?(?:inf(?:inity)?|nan)$/i;

/** Throws about an element, with its place. */
export function failAt(element: XmlElement, code: UrdfErrorCode, message: string, hint: string): never {
	throw new UrdfError(code, { message: `<${cut(element.name)}>${message}`, hint, place: element.place });
}

/** The attribute as written, or undefined. Xacro expressions are refused. */
export function optionalText(element: XmlElement, attribute: string): string | undefined {
	const value = element.attributes[attribute];
	if (value !== undefined && /\$[{(]/.test(value)) {
		const message = `: ${attribute} holds the xacro expression ${quote(value)}`;
		failAt(
			element,
			"xacro-unexpanded",
			message,
			"Expand the file first: xacro robot.urdf.xacro > robot.urdf",
		);
	}
	return value;
}

/** The attribute as written; it must be there. */
export function text(element: XmlElement, attribute: string): string {
	const value = optionalText(element, attribute);
	if (value !== undefined) return value;
	return failAt(element, "attribute-missing", ` has no ${attribute}`, `Add the attribute ${attribute}.`);
}

/** One decimal number, or undefined where the attribute is absent. */
export function optionalNumber(element: XmlElement, attribute: string): number | undefined {
	const value = optionalText(element, attribute);
	return value === undefined ? undefined : parseNumber(value.trim(), attribute, element);
}

/** One decimal number; it must be there. */
export function number(element: XmlElement, attribute: string): number {
	return parseNumber(text(element, attribute).trim(), attribute, element);
}

/** `length` decimal numbers separated by blanks, or undefined where the attribute is absent. */
export function optionalNumbers(
	element: XmlElement,
	attribute: string,
	length: number,
): number[] | undefined {
	const value = optionalText(element, attribute);
	if (value === undefined) return undefined;
	// One part more than allowed shows an excess without keeping it.
	const parts = value.trim().split(/\s+/, length + 1);
	const numbers = parts[0] === "" ? [] : parts.map((part) => parseNumber(part, attribute, element));
	if (numbers.length === length) return numbers;
	const count = numbers.length > length ? `more than ${length}` : numbers.length;
	const message = `: ${attribute} has ${count} numbers where ${length} are needed`;
	return failAt(element, "vector-length", message, `Give ${length} numbers separated by blanks.`);
}

/** Three decimal numbers, or undefined where the attribute is absent. */
export function optionalVector(element: XmlElement, attribute: string): Vector3 | undefined {
	const numbers = optionalNumbers(element, attribute, 3);
	return numbers && [numbers[0], numbers[1], numbers[2]];
}

/** Three decimal numbers; the attribute must be there. */
export function vector(element: XmlElement, attribute: string): Vector3 {
	text(element, attribute);
	return optionalVector(element, attribute) ?? [0, 0, 0];
}

/** The only child element of that name, or undefined. */
export function optionalChild(element: XmlElement, name: string): XmlElement | undefined {
	const [first, second] = element.children.filter((child) => child.name === name);
	if (second) failAt(second, "element-duplicate", " appears twice in its parent", "Keep one of the two.");
	return first;
}

/** The only child element of that name; it must be there. */
export function child(element: XmlElement, name: string): XmlElement {
	const found = optionalChild(element, name);
	if (found) return found;
	return failAt(element, "element-missing", ` has no <${name}>`, `Add the element <${name}>.`);
}

function parseNumber(written: string, attribute: string, element: XmlElement): number {
	const value = numberPattern.test(written) ? Number(written) : Number.NaN;
	if (Number.isFinite(value)) return value;
	const what = `: ${attribute} holds ${quote(written)}`;
	if (notFinite.test(written) || numberPattern.test(written)) {
		const hint = "Write a finite decimal number; leave an unknown limit out.";
		return failAt(element, "number-not-finite", `${what}, which is not finite`, hint);
	}
	if (numberWithUnit.test(written)) {
		const hint = "Write the bare number in metres, radians, kilograms or seconds.";
		return failAt(element, "number-with-unit", `${what}, a number with a unit`, hint);
	}
	const hint = "Write decimal numbers with a point, separated by blanks.";
	return failAt(element, "number-invalid", `${what}, which is not a number`, hint);
}

function cut(name: string): string {
	return name.length > 64 ? `${name.slice(0, 63)}…` : name;
}
