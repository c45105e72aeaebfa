import { CanonicalJsonError } from "./errors.ts";
import { longestNumber, pythonFloat } from "./json-number.ts";
import type { CanonicalizeOptions } from "./options.ts";
import { type Dialect, writeCanonical } from "./writer.ts";

const python: Dialect = {
	compareKeys: compareCodePoints,
	quote: (text) => JSON.stringify(text).replace(/[^ -~]/g, escapeUnit),
	number: (value) => {
		if (typeof value === "bigint") return integer(String(value));
		if (typeof value === "object") return value.isInteger ? integer(value.text) : pythonFloat(value.value);
		if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
		if (Number.isInteger(value) && value !== 0)
			throw new CanonicalJsonError("ambiguous-number", "a whole number beyond 2^53");
		return pythonFloat(value);
	},
};

function integer(text: string): string {
	if (text.length > longestNumber) throw new CanonicalJsonError("limit-number-length", "too long an integer");
	return text === "-0" ? "0" : text;
}

function escapeUnit(unit: string): string {
	return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Orders strings by code point, as Python does; UTF-16 puts U+10000 and above before U+E000. */
function compareCodePoints(a: string, b: string): number {
	const shared = Math.min(a.length, b.length);
	for (let i = 0; i < shared; i++) {
		const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
		if (left !== right) return rank(left) - rank(right);
	}
	return a.length - b.length;
}

/** The place of a UTF-16 unit in the order of code points: surrogates go last. */
function rank(unit: number): number {
	return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/**
 * The text that Python gives for the same value by
 * `json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)`: keys in the order of
 * their code points, ASCII only, integers as they are, floats by `repr` (`1.0`, `1e-05`, `1e+16`, `-0.0`).
 *
 * The text is ASCII; its bytes are `new TextEncoder().encode(canonicalizePython(value))`.
 *
 * A {@link JsonNumber} prints by how it is written, a bigint as an integer. A number of JavaScript prints as an integer
 * where it is whole and as a float where it is not; `JsonNumber.float(x)` prints as a float always, and whole numbers
 * beyond 2^53 must say what they are.
 *
 * @throws CanonicalJsonError for what JSON cannot say exactly, with its path
 */
export function canonicalizePython(value: unknown, options?: CanonicalizeOptions): string {
	return writeCanonical(value, python, options);
}
