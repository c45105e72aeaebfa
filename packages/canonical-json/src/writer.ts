import { CanonicalJsonError, type CanonicalJsonErrorCode, pointer } from "./errors.ts";
import { JsonNumber } from "./json-number.ts";
import { type CanonicalizeOptions, checkOptions, type JsonLimits, resolveLimits } from "./options.ts";

/** What the canonical forms do each in its own way. */
export interface Dialect {
	/** Orders keys. */
	compareKeys(a: string, b: string): number;
	/** Quotes a string that holds no lone surrogate. */
	quote(text: string): string;
	/**
	 * Prints a number.
	 *
	 * @throws CanonicalJsonError for a number that the form cannot say exactly
	 */
	number(value: number | bigint | JsonNumber): string;
}

/**
 * Writes a value in one canonical form.
 *
 * @throws CanonicalJsonError with the path of the value that JSON cannot say exactly, or that exceeds a limit
 */
export function writeCanonical(value: unknown, dialect: Dialect, options: CanonicalizeOptions = {}): string {
	checkOptions(options, ["limits"]);
	return new Writer(dialect, resolveLimits(options.limits)).write(value);
}

class Writer {
	readonly #dialect: Dialect;
	readonly #limits: Required<JsonLimits>;
	/** Keys and indices from the root to the value being written. */
	readonly #steps: (string | number)[] = [];
	/** The containers that hold the value being written. */
	readonly #holders = new Set<object>();
	#text = "";
	#values = 0;

	constructor(dialect: Dialect, limits: Required<JsonLimits>) {
		this.#dialect = dialect;
		this.#limits = limits;
	}

	write(value: unknown): string {
		this.#value(value);
		return this.#text;
	}

	#value(value: unknown): void {
		if (++this.#values > this.#limits.maxValues)
			this.#refuse("limit-values", `more than ${this.#limits.maxValues} values`);
		if (value === null || typeof value === "boolean") this.#append(String(value));
		else if (typeof value === "string") this.#append(this.#string(value));
		else if (typeof value === "number" || typeof value === "bigint" || value instanceof JsonNumber)
			this.#append(this.#number(value));
		else if (typeof value === "object") this.#container(value);
		else this.#refuse("unsupported-type", `${typeof value} is not JSON`);
	}

	#container(value: object): void {
		if (this.#holders.has(value)) this.#refuse("cycle", "a value that holds itself");
		if (this.#holders.size >= this.#limits.maxDepth)
			this.#refuse("limit-depth", `more than ${this.#limits.maxDepth} levels`);
		this.#holders.add(value);
		if (Array.isArray(value)) this.#array(value);
		else if (isPlain(value)) this.#object(value);
		else this.#refuse("unsupported-type", "an object of a class is not JSON");
		this.#holders.delete(value);
	}

	#array(items: readonly unknown[]): void {
		const named = Reflect.ownKeys(items).length - 1; // one is `length`
		if (named > items.length) this.#refuse("hidden-property", "an array with named properties");
		this.#append("[");
		for (let i = 0; i < items.length; i++) {
			if (i > 0) this.#append(",");
			this.#steps.push(i);
			if (!Object.hasOwn(items, i)) this.#refuse("sparse-array", "a missing element");
			this.#value(items[i]);
			this.#steps.pop();
		}
		this.#append("]");
	}

	#object(entries: Readonly<Record<string, unknown>>): void {
		const keys = Object.keys(entries);
		if (Reflect.ownKeys(entries).length > keys.length)
			this.#refuse("hidden-property", "an object with symbol keys or non-enumerable properties");
		this.#append("{");
		for (const [i, key] of keys.sort(this.#dialect.compareKeys).entries()) {
			if (i > 0) this.#append(",");
			this.#steps.push(key);
			this.#append(`${this.#string(key)}:`);
			this.#value(entries[key]);
			this.#steps.pop();
		}
		this.#append("}");
	}

	#string(text: string): string {
		if (/\p{Surrogate}/u.test(text)) this.#refuse("lone-surrogate", "half of a surrogate pair");
		return this.#dialect.quote(text);
	}

	#number(value: number | bigint | JsonNumber): string {
		try {
			return this.#dialect.number(value);
		} catch (error) {
			if (error instanceof CanonicalJsonError) this.#refuse(error.code, "a number that has no exact form");
			throw error;
		}
	}

	#append(piece: string): void {
		this.#text += piece;
		if (this.#text.length > this.#limits.maxCharacters)
			this.#refuse("limit-characters", `more than ${this.#limits.maxCharacters} characters`);
	}

	#refuse(code: CanonicalJsonErrorCode, message: string): never {
		throw new CanonicalJsonError(code, message, { path: pointer(this.#steps) });
	}
}

/** Whether an object is of no class: `{}` of any realm, or without a prototype. */
function isPlain(value: object): value is Readonly<Record<string, unknown>> {
	const prototype: object | null = Object.getPrototypeOf(value);
	if (prototype === null) return true;
	return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}
