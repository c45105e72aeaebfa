import { CanonicalJsonError } from "./errors.ts";
import type { JsonNumber } from "./json-number.ts";
import type { CanonicalizeOptions } from "./options.ts";
import { type Dialect, writeCanonical } from "./writer.ts";

const rfc8785: Dialect = {
	compareKeys: (a, b) => (a < b ? -1 : a > b ? 1 : 0), // strings compare by UTF-16 unit
	quote: (text) => JSON.stringify(text),
	number: (value) => {
		const nearest = typeof value === "object" ? value.value : Number(value);
		if (!Number.isFinite(nearest)) throw new CanonicalJsonError("non-finite", "beyond float64");
		const text = String(nearest);
		const integer = exactInteger(value);
		if (integer !== undefined && integer !== BigInt(nearest) && String(integer) !== text)
			throw new CanonicalJsonError("inexact-integer", "between two float64");
		return text;
	},
};

/** The integer that must not be rounded; undefined for floats. */
function exactInteger(value: number | bigint | JsonNumber): bigint | undefined {
	if (typeof value === "object") return value.isInteger ? BigInt(value.text) : undefined;
	return typeof value === "bigint" ? value : undefined;
}

/**
 * The canonical text of a value by RFC 8785 (JSON Canonicalization Scheme): no white space, keys in the order of their
 * UTF-16 code units, numbers as ECMAScript prints the nearest float64, only what must be escaped is.
 *
 * The canonical bytes are its UTF-8: `new TextEncoder().encode(canonicalize(value))`.
 *
 * Takes null, booleans, finite numbers, strings, arrays, plain objects, {@link JsonNumber} and bigint. Integers given
 * exactly (bigint, or a `JsonNumber` written as one) are refused where no float64 stands for them, so that two different
 * integers never share a text.
 *
 * @throws CanonicalJsonError for what JSON cannot say exactly, with its path
 */
export function canonicalize(value: unknown, options?: CanonicalizeOptions): string {
	return writeCanonical(value, rfc8785, options);
}
