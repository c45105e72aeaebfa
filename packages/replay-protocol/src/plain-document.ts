import { isPlainObject } from "./arguments.ts";
import { DocumentFault } from "./json/json-document.ts";
import type { ReplayLimits } from "./limits.ts";
import { pointer } from "./report/findings.ts";

const encoder = new TextEncoder();

/**
 * A copy of the metadata as plain JSON data: what every encoding carries and gives back. Its objects are plain, its
 * numbers finite, -0 is 0, and keys without a value are absent.
 *
 * @throws DocumentFault for what is no such data, or beyond the limits
 */
export function plainDocument(metadata: unknown, limits: ReplayLimits): Record<string, unknown> {
	if (metadata === undefined) throw new DocumentFault("absent", "");
	if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) {
		throw new DocumentFault("not an object", "");
	}
	const copy = new PlainCopy(limits).take(metadata, limits.metadataDepth, []) as Record<string, unknown>;
	if (encoder.encode(sortedJson(copy)).length > limits.metadataBytes) throw tooLarge(limits);
	return copy;
}

/** JSON text of plain data whose objects have their keys in code unit order, so that equal data gives equal bytes. */
export function sortedJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${sortedJson(part)}`).join(",")}}`;
}

type Path = readonly (string | number)[];

/** Copies one document; each value is read once. */
class PlainCopy {
	readonly #limits: ReplayLimits;
	#values = 0;

	constructor(limits: ReplayLimits) {
		this.#limits = limits;
	}

	take(value: unknown, depth: number, path: Path): unknown {
		// A value takes a byte at least; counted here because parts that are shared in memory are written again.
		if (++this.#values > this.#limits.metadataBytes) throw tooLarge(this.#limits);
		if (value === null || typeof value === "boolean") return value;
		if (typeof value === "string") return wellFormed(value, path);
		if (typeof value === "number") {
			if (!Number.isFinite(value)) throw fault("a number without a finite value", path);
			return value + 0;
		}
		if (typeof value !== "object") throw fault(`${typeof value} is not JSON`, path);
		if (depth === 0) throw fault(`deeper than ${this.#limits.metadataDepth}`, path);
		if (Array.isArray(value)) {
			return Array.from(value.entries(), ([index, part]) => this.take(part, depth - 1, [...path, index]));
		}
		return this.#object(value, depth, path);
	}

	#object(value: object, depth: number, path: Path): Record<string, unknown> {
		if (!isPlainObject(value)) throw fault("not plain data", path);
		const entries: [string, unknown][] = [];
		for (const [key, part] of Object.entries(value)) {
			// Assignment of this key sets a prototype: code that copies objects would lose it.
			if (key === "__proto__") throw fault("the key __proto__", [...path, key]);
			const place = [...path, wellFormed(key, path)];
			if (part !== undefined) entries.push([key, this.take(part, depth - 1, place)]);
		}
		return Object.fromEntries(entries);
	}
}

/** The text, if UTF-8 carries it: an encoder would write a lone surrogate as another character. */
function wellFormed(text: string, path: Path): string {
	if (/\p{Surrogate}/u.test(text)) throw fault("text that is not well-formed Unicode", path);
	return text;
}

function fault(reason: string, path: Path): DocumentFault {
	return new DocumentFault(reason, pointer(...path));
}

function tooLarge({ metadataBytes }: ReplayLimits): DocumentFault {
	return new DocumentFault(`larger than ${metadataBytes} bytes`, "");
}
