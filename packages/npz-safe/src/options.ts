import type { NpzReadOptions } from "./read-npz.ts";

/** Throws TypeError for an option of reading that means nothing. */
export function checkOptions(options: NpzReadOptions): void {
	const { limits = {}, copy = false, foreign = "skip", signal, onProgress } = options;
	checkFields(options, {
		limits: isObject(limits),
		copy: typeof copy === "boolean",
		foreign: foreign === "refuse" || foreign === "skip",
		signal: signal === undefined || typeof signal?.aborted === "boolean",
		onProgress: onProgress === undefined || typeof onProgress === "function",
	});
}

/**
 * Throws TypeError for a field that is not valid, and for one of no known name: a slip must not pass for a permission or
 * a default.
 *
 * @param valid whether each known field is valid
 */
export function checkFields(given: object, valid: Readonly<Record<string, boolean>>): void {
	if (!isObject(given)) throw new TypeError("options must be an object");
	for (const name of [...Object.keys(valid), ...Object.keys(given)]) {
		const hint = name === "limits" ? ": try limits.replay" : "";
		if (valid[name] !== true) throw new TypeError(`${name} is unknown or of the wrong kind${hint}`);
	}
}

function isObject(value: unknown): boolean {
	return Object(value) === value;
}
