import { isPlainObject } from "./arguments.ts";
import { DocumentFault, within } from "./json/json-document.ts";
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
	const { metadataDepth: depth, metadataBytes } = limits;
	// A value takes a byte at least.
	const copy = plainValue(metadata, { depth, values: metadataBytes, numberOf: finiteNumber });
	if (typeof copy !== "object" || copy === null || Array.isArray(copy)) {
		throw new DocumentFault("not an object", "");
	}
	if (encoder.encode(sortedJson(copy)).length > metadataBytes) {
		throw new DocumentFault(`larger than ${metadataBytes} bytes`, "");
	}
	return copy as Record<string, unknown>;
}

function finiteNumber(value: number): number | null {
	return Number.isFinite(value) ? value + 0 : null;
}

/** What a copy may hold. */
export interface PlainBounds {
	/** Nested objects and lists, the outermost one included. */
	readonly depth: number;
	/** Values in all; parts that are shared in memory are counted each time. */
	readonly values: number;
	/** The number to write for a number; null where it is refused. */
	readonly numberOf: (value: number) => number | null;
}

/**
 * A copy of data of which each part is read once, whatever it is: a value that throws when it is read is a fault, as are
 * cycles and everything that is neither JSON data nor absent.
 *
 * @throws DocumentFault with the place
 */
export function plainValue(value: unknown, bounds: PlainBounds): unknown {
	try {
		return new PlainCopy(bounds).take(value, bounds.depth);
	} catch (error) {
		throw asFault(error);
	}
}

/** What a getter or a proxy throws is no fault of ours, and may be anything. */
function asFault(error: unknown): DocumentFault {
	return error instanceof DocumentFault ? error : new DocumentFault("a value that cannot be read", "");
}

/** JSON text of plain data whose objects have their keys in code unit order, so that equal data gives equal bytes. */
export function sortedJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${sortedJson(part)}`).join(",")}}`;
}

/** Copies one value. */
class PlainCopy {
	readonly #bounds: PlainBounds;
	#values = 0;

	constructor(bounds: PlainBounds) {
		this.#bounds = bounds;
	}

	take(value: unknown, depth: number): unknown {
		const { values, numberOf } = this.#bounds;
		if (++this.#values > values) throw new DocumentFault(`more than ${values} values`, "");
		if (value === null || value === undefined || typeof value === "boolean") return value;
		if (typeof value === "string") return wellFormed(value);
		if (typeof value === "number") {
			const number = numberOf(value);
			if (number === null) throw new DocumentFault("a number without a finite value", "");
			return number;
		}
		if (typeof value !== "object") throw new DocumentFault(`${typeof value} is not JSON`, "");
		if (depth === 0) throw new DocumentFault(`deeper than ${this.#bounds.depth}`, "");
		return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
	}

	#list(list: readonly unknown[], depth: number): unknown[] {
		const copy: unknown[] = [];
		for (let index = 0; index < list.length; index++) {
			const part = this.#part(list as unknown as Parts, index, depth);
			if (part === undefined) throw new DocumentFault("undefined is not JSON", pointer(index));
			copy.push(part);
		}
		return copy;
	}

	#object(object: object, depth: number): Record<string, unknown> {
		if (!isPlainObject(object)) throw new DocumentFault("not plain data", "");
		const entries: [string, unknown][] = [];
		for (const key of Object.keys(object)) {
			// Assignment of this key sets a prototype: code that copies objects would lose it.
			if (key === "__proto__") throw new DocumentFault("the key __proto__", pointer(key));
			const part = this.#part(object, wellFormed(key), depth);
			if (part !== undefined) entries.push([key, part]);
		}
		return Object.fromEntries(entries);
	}

	#part(parts: Parts, key: string | number, depth: number): unknown {
		try {
			return this.take(parts[key], depth - 1);
		} catch (error) {
			throw within(key, asFault(error));
		}
	}
}

/** An object or a list, by its keys. */
type Parts = Readonly<Record<string | number, unknown>>;

/** The text, if UTF-8 carries it: an encoder would write a lone surrogate as another character. */
function wellFormed(text: string): string {
	if (/\p{Surrogate}/u.test(text)) throw new DocumentFault("text that is not well-formed Unicode", "");
	return text;
}
