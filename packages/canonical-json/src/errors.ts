/** How to repair what was refused, by code; codes never change meaning. */
const hints = {
	syntax: "Write strict JSON (RFC 8259): no comments, no trailing commas, no NaN, no byte order mark.",
	"duplicate-key": "Remove one of them, or parse with duplicateKeys: 'last'.",
	"lone-surrogate": "Remove the half of a surrogate pair: it is no character and has no UTF-8 form.",
	"limit-characters": "Split it, or raise limits.maxCharacters.",
	"limit-depth": "Make it flatter, or raise limits.maxDepth.",
	"limit-values": "Split it, or raise limits.maxValues.",
	"limit-number-length": "Write numbers of at most 4300 characters.",
	"unsupported-type": "Use null, booleans, finite numbers, strings, arrays and plain objects.",
	"hidden-property": "Remove symbol keys, non-enumerable properties and named properties of arrays.",
	"sparse-array": "Fill every element; null where there is nothing.",
	cycle: "Remove the reference of a value to one that holds it.",
	"non-finite": "Write null, or a finite number.",
	"inexact-integer": "Write it as a string: no float64 stands for this integer.",
	"ambiguous-number": "Say which: a bigint prints as an integer, JsonNumber.float(x) as a float.",
	"crypto-unavailable": "Web Crypto needs a secure context: serve the page over https or from localhost.",
} as const;

/** What was refused and why: the stable part of a {@link CanonicalJsonError}. */
export type CanonicalJsonErrorCode = keyof typeof hints;

/** Where a refusal arose: in a text, in a value, or both. */
export interface CanonicalJsonPlace {
	/** JSON Pointer (RFC 6901) of the value; `""` is the whole. */
	readonly path?: string | undefined;
	/** Offset in the text, in UTF-16 code units from 0. */
	readonly offset?: number | undefined;
	/** Line of the text, from 1. */
	readonly line?: number | undefined;
	/** Column of the line, in UTF-16 code units from 1. */
	readonly column?: number | undefined;
}

/**
 * A text that is no strict JSON, or a value that JSON cannot say exactly. Nothing was returned.
 *
 * `code` is stable; `message` is for people, may change, and never holds a value of the document.
 */
export class CanonicalJsonError extends Error {
	/** Always `CanonicalJsonError`; {@link isCanonicalJsonError} goes by it. */
	override readonly name = "CanonicalJsonError";
	/** How to repair it, in one line. */
	readonly hint: string;
	/** JSON Pointer (RFC 6901) of the value; `""` is the whole. */
	readonly path: string | undefined;
	/** Offset in the text, in UTF-16 code units from 0. */
	readonly offset: number | undefined;
	/** Line of the text, from 1. */
	readonly line: number | undefined;
	/** Column of the line, in UTF-16 code units from 1. */
	readonly column: number | undefined;

	constructor(
		/** What was refused and why. */
		readonly code: CanonicalJsonErrorCode,
		message: string,
		{ path, offset, line, column }: CanonicalJsonPlace = {},
	) {
		super(`${message}${placeText(path, line, column)} (${code})`);
		this.hint = hints[code];
		this.path = path;
		this.offset = offset;
		this.line = line;
		this.column = column;
	}
}

function placeText(path?: string, line?: number, column?: number): string {
	if (line !== undefined) return ` at line ${line}, column ${column}`;
	return path === undefined || path === "" ? "" : ` at ${path}`;
}

/**
 * Whether `error` is a {@link CanonicalJsonError}, of the given code where one is named.
 *
 * Works across copies of this package and realms, so it compares by name and not by identity.
 */
export function isCanonicalJsonError(
	error: unknown,
	code?: CanonicalJsonErrorCode,
): error is CanonicalJsonError {
	if (!(error instanceof Error) || error.name !== "CanonicalJsonError" || !("code" in error)) return false;
	return code === undefined || error.code === code;
}

/** The JSON Pointer (RFC 6901) of a place: one step for each key or index from the root. */
export function pointer(steps: readonly (string | number)[]): string {
	return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
