import { type DecimalParts, parseDecimal } from "../decimal.ts";

/** Text that is not strict JSON, with the place. */
export class JsonFault extends Error {
	override readonly name = "JsonFault";
	readonly reason:
		| `${"NaN" | "Infinity" | "-Infinity"} is not JSON; write null`
		| "json-syntax"
		| "utf-8"
		| "too-deep"
		| "key-too-long"
		| "number-too-long";
	readonly offset: number;

	constructor(reason: JsonFault["reason"], offset: number) {
		super(`${reason} at byte ${offset}`);
		this.reason = reason;
		this.offset = offset;
	}
}

/** Bytes of JSON's grammar. */
export const byte = {
	quote: 0x22,
	comma: 0x2c,
	minus: 0x2d,
	colon: 0x3a,
	openList: 0x5b,
	backslash: 0x5c,
	closeList: 0x5d,
	lowerF: 0x66,
	lowerN: 0x6e,
	lowerT: 0x74,
	openObject: 0x7b,
	closeObject: 0x7d,
} as const;

/** Bytes of a number; every float64, written out in full, has fewer than 1100. */
const longestNumber = 4096;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads tokens of strict JSON (RFC 8259) from UTF-8 bytes, forward, with no allocation but the strings asked for. */
export class JsonScanner {
	readonly bytes: Uint8Array;
	/** Offset of the next byte. */
	position: number;
	/** Offset behind the last byte. */
	readonly end: number;
	readonly #parts: DecimalParts = { start: 0, fractionDigits: 0, digitsEnd: 0, end: 0 };

	constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
		this.bytes = bytes;
		this.position = start;
		this.end = end;
	}

	/** Gives up at the next byte. */
	fault(reason: JsonFault["reason"] = "json-syntax", offset = this.position): never {
		const token = reason === "json-syntax" ? this.#foreignNumber(offset) : undefined;
		throw new JsonFault(token === undefined ? reason : `${token} is not JSON; write null`, offset);
	}

	/** The bare token at the offset that encoders such as Python's write for a number that is not finite. */
	#foreignNumber(offset: number): "NaN" | "Infinity" | "-Infinity" | undefined {
		const startsWith = (word: string) =>
			offset + word.length <= this.end &&
			[...word].every((letter, i) => this.bytes[offset + i] === letter.charCodeAt(0));
		if (startsWith("NaN")) return "NaN";
		if (!startsWith("Infinity")) return undefined;
		return offset > 0 && this.bytes[offset - 1] === byte.minus ? "-Infinity" : "Infinity";
	}

	/** Skips white space and gives the next byte without taking it; -1 at the end. */
	peek(): number {
		const { bytes, end } = this;
		let at = this.position;
		while (at < end) {
			const next = bytes[at];
			if (next !== 0x20 && next !== 0x0a && next !== 0x0d && next !== 0x09) break;
			at++;
		}
		this.position = at;
		return at < end ? bytes[at] : -1;
	}

	/** Takes the byte after white space, which must be this one. */
	expect(wanted: number): void {
		if (this.peek() !== wanted) this.fault();
		this.position++;
	}

	/** Takes the byte after white space if it is this one. */
	accept(wanted: number): boolean {
		if (this.peek() !== wanted) return false;
		this.position++;
		return true;
	}

	/** Takes `true`, `false` or `null`. */
	literal(text: "true" | "false" | "null"): void {
		for (let i = 0; i < text.length; i++) {
			if (this.position >= this.end || this.bytes[this.position] !== text.charCodeAt(i)) this.fault();
			this.position++;
		}
	}

	/** Takes a string without decoding it; gives the bytes between its quotes as stored. */
	skipString(): number {
		const { bytes, end } = this;
		if (this.position >= end || bytes[this.position] !== byte.quote) this.fault();
		const start = this.position + 1;
		let at = start;
		while (at < end) {
			const next = bytes[at];
			if (next === byte.quote) {
				this.position = at + 1;
				return at - start;
			}
			if (next < 0x20) this.fault("json-syntax", at);
			else if (next === byte.backslash) at = this.#escape(at);
			else if (next < 0x80) at++;
			else at = this.#multibyte(at);
		}
		return this.fault("json-syntax", end);
	}

	/** Takes a string and decodes it. */
	string(): string {
		const start = this.position + 1;
		const length = this.skipString();
		return decodeString(this.bytes.subarray(start, start + length));
	}

	/** Takes a number of at most {@link longestNumber} bytes: the float64 nearest to it, infinite beyond the range. */
	number(): number {
		const { bytes, end } = this;
		let at = this.position;
		const negative = at < end && bytes[at] === byte.minus;
		if (negative) at++;
		const whole = this.#digits(at);
		if (whole - at > 1 && bytes[at] === 0x30) this.fault("json-syntax", at);
		let after = whole;
		let fraction = whole;
		if (after < end && bytes[after] === 0x2e) {
			fraction = after + 1;
			after = this.#digits(fraction);
		}
		const digitsEnd = after;
		if (after < end && (bytes[after] | 0x20) === 0x65) {
			const sign = after + 1 < end ? bytes[after + 1] : 0;
			after = this.#digits(sign === 0x2b || sign === byte.minus ? after + 2 : after + 1);
		}
		if (after - at > longestNumber) this.fault("number-too-long");
		this.position = after;
		const parts = this.#parts;
		parts.start = at;
		parts.fractionDigits = digitsEnd - fraction;
		parts.digitsEnd = digitsEnd;
		parts.end = after;
		const value = parseDecimal(bytes, parts);
		return negative ? -value : value;
	}

	/** Offset behind a run of at least one digit. */
	#digits(start: number): number {
		const { bytes, end } = this;
		let at = start;
		while (at < end && bytes[at] >= 0x30 && bytes[at] <= 0x39) at++;
		if (at === start) this.fault("json-syntax", at);
		return at;
	}

	#escape(at: number): number {
		const kind = at + 1 < this.end ? this.bytes[at + 1] : 0;
		if (kind === 0x75) {
			for (let i = at + 2; i < at + 6; i++) {
				if (i >= this.end || hexDigit(this.bytes[i]) < 0) this.fault("json-syntax", i);
			}
			return at + 6;
		}
		if (kind === 0 || !'"\\/bfnrt'.includes(String.fromCharCode(kind))) this.fault("json-syntax", at);
		return at + 2;
	}

	/** Offset behind a well-formed sequence of two to four bytes (Unicode 15, table 3-7). */
	#multibyte(at: number): number {
		const { bytes } = this;
		const lead = bytes[at];
		const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
		if (lead < 0xc2 || lead > 0xf4 || at + length > this.end) this.fault("utf-8", at);
		for (let i = at + 1; i < at + length; i++) if ((bytes[i] & 0xc0) !== 0x80) this.fault("utf-8", at);
		const second = bytes[at + 1];
		const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
		const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
		if (second < low || second > high) this.fault("utf-8", at);
		return at + length;
	}
}

function hexDigit(code: number): number {
	if (code >= 0x30 && code <= 0x39) return code - 0x30;
	const lower = code | 0x20;
	return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** Decodes the inside of a checked string. */
function decodeString(inside: Uint8Array): string {
	if (!inside.includes(byte.backslash)) return decoder.decode(inside);
	// JSON.parse only ever sees a string here, checked and bounded by the caller.
	return JSON.parse(`"${decoder.decode(inside)}"`) as string;
}
