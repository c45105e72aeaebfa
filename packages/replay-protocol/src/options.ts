import { isPlainObject } from "./arguments.ts";
import { kindOf } from "./text.ts";

/** What a value must be, in words, and whether it is. */
export interface Kind {
	readonly words: string;
	readonly fits: (value: unknown) => boolean;
}

/** Kinds of options. */
export const kinds = {
	text: { words: "text", fits: (value) => typeof value === "string" },
	object: { words: "an object", fits: isPlainObject },
	list: { words: "a list", fits: Array.isArray },
	function: { words: "a function", fits: (value) => typeof value === "function" },
	boolean: { words: "true or false", fits: (value) => typeof value === "boolean" },
	signal: {
		words: "an AbortSignal",
		fits: (value) =>
			typeof value === "object" && value !== null && "aborted" in value && "addEventListener" in value,
	},
} as const satisfies Readonly<Record<string, Kind>>;

/** One of some words. */
export function oneOf(...choices: readonly string[]): Kind {
	return {
		words: choices.map((word) => `"${word}"`).join(" or "),
		fits: (value) => choices.some((choice) => choice === value),
	};
}

/**
 * Checks what a caller passed, so that a slip of the pen never means another rule than the one that was asked for.
 * A key without a value is as good as absent.
 *
 * @param name what is checked, as messages call it, such as `options`
 * @throws TypeError where `given` is no object, has a key that is not known, or a value of another kind
 */
export function checkKeys(name: string, given: unknown, known: Readonly<Record<string, Kind>>): void {
	if (typeof given !== "object" || given === null || Array.isArray(given)) {
		throw new TypeError(`${name} must be an object, got ${kindOf(given)}`);
	}
	for (const [key, value] of Object.entries(given)) {
		if (!Object.hasOwn(known, key)) {
			throw new TypeError(`unknown ${name}.${key}; known are ${Object.keys(known).join(", ")}`);
		}
		const { words, fits } = known[key];
		if (value !== undefined && !fits(value)) {
			throw new TypeError(`${name}.${key} must be ${words}, got ${described(value)}`);
		}
	}
}

/**
 * Checks some keys of each item of a list, like {@link checkKeys}; items may have others.
 *
 * @throws TypeError
 */
export function checkItems(
	name: string,
	items: readonly unknown[],
	known: Readonly<Record<string, Kind>>,
): void {
	for (const [index, item] of items.entries()) {
		const place = `${name}[${index}]`;
		if (typeof item !== "object" || item === null) {
			throw new TypeError(`${place} must be an object, got ${kindOf(item)}`);
		}
		const values = item as Readonly<Record<string, unknown>>;
		checkKeys(place, Object.fromEntries(Object.keys(known).map((key) => [key, values[key]])), known);
	}
}

function described(value: unknown): string {
	return typeof value === "string" && value.length <= 32 ? `"${value}"` : kindOf(value);
}
