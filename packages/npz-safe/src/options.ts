import type { NpzReadOptions } from "./read-npz.ts";
import type { NpzWriteOptions } from "./write-npz.ts";

/** Throws TypeError for an option that means nothing, which must not pass for a permission or a default. */
export function checkOptions(options: NpzReadOptions & NpzWriteOptions): void {
	const { limits = {}, copy = false, compress = false, foreign = "skip", signal, onProgress } = options;
	const valid = {
		options: isObject(options),
		limits: isObject(limits),
		copy: typeof copy === "boolean",
		compress: typeof compress === "boolean",
		foreign: foreign === "refuse" || foreign === "skip",
		signal: signal === undefined || typeof signal?.aborted === "boolean",
		onProgress: onProgress === undefined || typeof onProgress === "function",
	};
	for (const [name, isValid] of Object.entries(valid)) {
		if (!isValid) throw new TypeError(`${name} is of the wrong kind`);
	}
}

function isObject(value: unknown): boolean {
	return Object(value) === value;
}
