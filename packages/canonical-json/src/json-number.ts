import { CanonicalJsonError } from "./errors.ts";

/** Characters of a number at most; Python reads and prints no longer integers either (`sys.set_int_max_str_digits`). */
export const longestNumber = 4300;

/** The grammar of JSON's numbers (RFC 8259, section 6), from `lastIndex` on. */
export const numberGrammar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * A JSON number as it is written: `1`, `1.0` and `1e0` are three different ones. Immutable.
 *
 * An integer is a number written without fraction and exponent, of any size; every other one is a float64. That is how
 * Python's `json` tells them apart.
 */
export class JsonNumber {
	/** The number as written, by JSON's grammar. */
	readonly text: string;

	private constructor(text: string) {
		this.text = text;
		Object.freeze(this);
	}

	/**
	 * A number from its JSON text, such as `1.0`.
	 *
	 * @throws CanonicalJsonError `syntax` for text that is no JSON number, `limit-number-length` beyond 4300 characters
	 */
	static parse(text: string): JsonNumber {
		if (typeof text !== "string") throw new TypeError(`a number's text must be a string: got ${typeof text}`);
		if (text.length > longestNumber)
			throw new CanonicalJsonError("limit-number-length", `a number of ${text.length} characters`);
		numberGrammar.lastIndex = 0;
		if (numberGrammar.exec(text)?.[0] !== text) throw new CanonicalJsonError("syntax", "not a JSON number");
		return new JsonNumber(text);
	}

	/**
	 * A float, also where it is whole: `JsonNumber.float(1)` is `1.0`.
	 *
	 * @throws CanonicalJsonError `non-finite`
	 */
	static float(value: number): JsonNumber {
		return new JsonNumber(pythonFloat(value));
	}

	/** Whether it is written as an integer: without fraction and exponent. */
	get isInteger(): boolean {
		return !/[.eE]/.test(this.text);
	}

	/** The float64 nearest to it; infinite beyond the range of float64. */
	get value(): number {
		return Number(this.text);
	}

	/** The number as written. */
	toString(): string {
		return this.text;
	}

	/**
	 * The number for `JSON.stringify`, which prints it as ECMAScript does: `1.50` as `1.5`, and `1.0` as `1`.
	 * `canonicalizePython` keeps the difference.
	 *
	 * @throws CanonicalJsonError `inexact-integer` for an integer that no float64 stands for, `non-finite` beyond float64
	 */
	toJSON(): number {
		const { value } = this;
		if (!Number.isFinite(value)) throw new CanonicalJsonError("non-finite", "a number beyond float64");
		if (this.isInteger && BigInt(this.text) !== BigInt(value))
			throw new CanonicalJsonError("inexact-integer", "an integer that no float64 stands for");
		return value;
	}
}

/**
 * A float64 as Python's `repr` prints it: the fewest digits that read back the same, a `.0` where it is whole, and an
 * exponent of two digits or more below 1e-4 and from 1e16 on (CPython, `float_repr_style` short).
 *
 * @throws CanonicalJsonError `non-finite`
 */
export function pythonFloat(value: number): string {
	if (!Number.isFinite(value)) throw new CanonicalJsonError("non-finite", "a number that is not finite");
	if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
	const sign = value < 0 ? "-" : "";
	const [mantissa, power] = Math.abs(value).toExponential().split("e");
	const exponent = Number(power);
	if (exponent < -4 || exponent >= 16) {
		const size = String(Math.abs(exponent)).padStart(2, "0");
		return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${size}`;
	}
	const digits = mantissa.replace(".", "");
	if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
	const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
	return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}
