/** Bounds of a document. Exceeding one refuses; nothing is cut. */
export interface JsonLimits {
	/** Length of the text in UTF-16 code units: 16 Mi where not given. */
	readonly maxCharacters?: number;
	/** Nesting of arrays and objects: 256 where not given, 2048 at most (both directions recurse). */
	readonly maxDepth?: number;
	/** Values of any kind, containers included: a million where not given. */
	readonly maxValues?: number;
}

/** Options of both canonical forms. */
export interface CanonicalizeOptions {
	/** Bounds of the value and of the text it becomes. */
	readonly limits?: JsonLimits;
}

const defaults: Required<JsonLimits> = { maxCharacters: 2 ** 24, maxDepth: 256, maxValues: 1_000_000 };
const ceilings: Required<JsonLimits> = { maxCharacters: 2 ** 29, maxDepth: 2048, maxValues: 2 ** 31 };

/**
 * Fills in the bounds that were not given.
 *
 * @throws TypeError for an unknown name, and for a bound that is no whole number or beyond its ceiling
 */
export function resolveLimits(limits: JsonLimits = {}): Required<JsonLimits> {
	for (const [name, value] of Object.entries(limits)) {
		const most = ceilings[name as keyof JsonLimits];
		if (!Object.hasOwn(ceilings, name)) throw new TypeError(`limits.${name} is not a limit`);
		if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0 && value <= most))
			throw new TypeError(`limits.${name} must be a whole number from 0 to ${most}: got ${String(value)}`);
	}
	return {
		maxCharacters: limits.maxCharacters ?? defaults.maxCharacters,
		maxDepth: limits.maxDepth ?? defaults.maxDepth,
		maxValues: limits.maxValues ?? defaults.maxValues,
	};
}

/**
 * Checks that options are an object of known names.
 *
 * @throws TypeError
 */
export function checkOptions(options: object, names: readonly string[]): void {
	if (typeof options !== "object" || options === null) throw new TypeError("options must be an object");
	const unknown = Object.keys(options).find((name) => !names.includes(name));
	if (unknown !== undefined) throw new TypeError(`${unknown} is not an option`);
}
