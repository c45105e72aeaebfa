import { CanonicalJsonError, type CanonicalJsonErrorCode, pointer } from "./errors.ts";
import { JsonNumber, longestNumber, numberGrammar } from "./json-number.ts";
import { checkOptions, type JsonLimits, resolveLimits } from "./options.ts";

/** What {@link parsePreservingNumbers} gives: JSON with every number as written, and objects without a prototype. */
export type ParsedJson = null | boolean | string | JsonNumber | ParsedJson[] | { [key: string]: ParsedJson };

/** Options of {@link parsePreservingNumbers}. */
export interface ParseOptions {
	/** Bounds of the document. */
	readonly limits?: JsonLimits;
	/** A key that an object has twice: refused where not given; `last` keeps the last value, as Python and JavaScript do. */
	readonly duplicateKeys?: "refuse" | "last";
}

/**
 * Parses strict JSON (RFC 8259) and keeps every number as written: `1` and `1.0` stay different, big integers stay whole.
 *
 * Objects have no prototype, so that no key (`__proto__`, `constructor`) means anything but itself. Memory is bounded by
 * `limits`; the text's length is checked first.
 *
 * @throws CanonicalJsonError with offset, line and column for text that is no strict JSON, that repeats a key, holds
 * half a surrogate pair, or exceeds a limit
 */
export function parsePreservingNumbers(text: string, options: ParseOptions = {}): ParsedJson {
	if (typeof text !== "string") throw new TypeError(`text must be a string: got ${typeof text}`);
	checkOptions(options, ["limits", "duplicateKeys"]);
	const { duplicateKeys = "refuse" } = options;
	if (duplicateKeys !== "refuse" && duplicateKeys !== "last")
		throw new TypeError(`duplicateKeys must be "refuse" or "last": got ${String(duplicateKeys)}`);
	return new Parser(text, resolveLimits(options.limits), duplicateKeys === "last").parse();
}

const escapes: { readonly [letter: string]: string } = {
	'"': '"',
	"\\": "\\",
	"/": "/",
	b: "\b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "\t",
};

class Parser {
	readonly #text: string;
	readonly #limits: Required<JsonLimits>;
	readonly #lastWins: boolean;
	/** Keys and indices from the root to the value being read. */
	readonly #steps: (string | number)[] = [];
	#at = 0;
	#values = 0;

	constructor(text: string, limits: Required<JsonLimits>, lastWins: boolean) {
		this.#text = text;
		this.#limits = limits;
		this.#lastWins = lastWins;
	}

	parse(): ParsedJson {
		const { maxCharacters } = this.#limits;
		if (this.#text.length > maxCharacters)
			this.#refuse("limit-characters", `more than ${maxCharacters} characters`, maxCharacters);
		const value = this.#value();
		if (this.#peek() !== "") this.#unexpected();
		return value;
	}

	#value(): ParsedJson {
		const next = this.#peek();
		if (++this.#values > this.#limits.maxValues)
			this.#refuse("limit-values", `more than ${this.#limits.maxValues} values`);
		switch (next) {
			case "{":
				return this.#object();
			case "[":
				return this.#array();
			case '"':
				return this.#string();
			case "t":
				return this.#word("true", true);
			case "f":
				return this.#word("false", false);
			case "n":
				return this.#word("null", null);
			default:
				return this.#number();
		}
	}

	#object(): ParsedJson {
		const entries: { [key: string]: ParsedJson } = Object.create(null);
		this.#open();
		if (this.#accept("}")) return entries;
		do {
			if (this.#peek() !== '"') this.#unexpected();
			const start = this.#at;
			const key = this.#string();
			this.#steps.push(key);
			if (key in entries && !this.#lastWins)
				this.#refuse("duplicate-key", "a key for the second time", start);
			if (!this.#accept(":")) this.#unexpected();
			entries[key] = this.#value();
			this.#steps.pop();
		} while (this.#accept(","));
		if (!this.#accept("}")) this.#unexpected();
		return entries;
	}

	#array(): ParsedJson {
		const items: ParsedJson[] = [];
		this.#open();
		if (this.#accept("]")) return items;
		do {
			this.#steps.push(items.length);
			items.push(this.#value());
			this.#steps.pop();
		} while (this.#accept(","));
		if (!this.#accept("]")) this.#unexpected();
		return items;
	}

	/** Takes the bracket that opens a container. Every step of the path is a container that is open. */
	#open(): void {
		if (this.#steps.length >= this.#limits.maxDepth)
			this.#refuse("limit-depth", `more than ${this.#limits.maxDepth} levels`);
		this.#at++;
	}

	#string(): string {
		const text = this.#text;
		const start = this.#at++;
		let decoded = "";
		for (let from = this.#at; ; from = this.#at) {
			while (isPlainUnit(text.charCodeAt(this.#at))) this.#at++;
			decoded += text.slice(from, this.#at);
			if (text[this.#at] === '"') break;
			if (text[this.#at] !== "\\") this.#unexpected();
			decoded += this.#escape();
		}
		this.#at++;
		if (/\p{Surrogate}/u.test(decoded))
			this.#refuse("lone-surrogate", "a string with half of a surrogate pair", start);
		return decoded;
	}

	#escape(): string {
		const letter = this.#text[this.#at + 1] ?? "";
		if (letter === "u") {
			const digits = this.#text.slice(this.#at + 2, this.#at + 6);
			if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#unexpected();
			this.#at += 6;
			return String.fromCharCode(Number.parseInt(digits, 16));
		}
		if (!Object.hasOwn(escapes, letter)) this.#unexpected();
		this.#at += 2;
		return escapes[letter];
	}

	#number(): JsonNumber {
		numberGrammar.lastIndex = this.#at;
		const [token] = numberGrammar.exec(this.#text) ?? this.#unexpected();
		if (token.length > longestNumber)
			this.#refuse("limit-number-length", `a number of ${token.length} characters`);
		this.#at += token.length;
		return JsonNumber.parse(token);
	}

	#word<T>(word: string, value: T): T {
		if (!this.#text.startsWith(word, this.#at)) this.#unexpected();
		this.#at += word.length;
		return value;
	}

	/** Skips white space and gives the next unit without taking it; `""` at the end. */
	#peek(): string {
		while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++;
		return this.#text[this.#at] ?? "";
	}

	#accept(unit: string): boolean {
		if (this.#peek() !== unit) return false;
		this.#at++;
		return true;
	}

	#unexpected(): never {
		const atEnd = this.#at >= this.#text.length;
		return this.#refuse("syntax", atEnd ? "the text ends too early" : "an unexpected character");
	}

	#refuse(code: CanonicalJsonErrorCode, message: string, offset = this.#at): never {
		const before = this.#text.slice(0, offset);
		const line = before.split(/\r\n|\r|\n/).length;
		const column = offset - Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r"));
		throw new CanonicalJsonError(code, message, { path: pointer(this.#steps), offset, line, column });
	}
}

/** Whether a UTF-16 unit stands for itself in a string; NaN, the unit behind the end, does not. */
function isPlainUnit(unit: number): boolean {
	return unit >= 0x20 && unit !== 0x22 && unit !== 0x5c;
}

function isSpace(unit: number): boolean {
	return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
