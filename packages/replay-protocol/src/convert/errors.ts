const repairHints = {
	"option-missing": "Pass the named option: the source does not hold it and it is never guessed.",
	"option-invalid": "Correct the named option.",
	"mapping-invalid": "Correct the mapping document at the named place; CONVERTING.md lists its keys.",
	"json-malformed": "Write strict JSON in UTF-8: each key once, null for NaN.",
	"frame-malformed": "Pass telemetry frames as a RoboBook stores them, 64-bit integers as decimal text.",
	"npz-refused": "Load the file with NumPy and save it again with numpy.savez; the cause says what is wrong.",
	"csv-malformed":
		"Write one header row and rows of its length, numbers with a decimal point, cells quoted as RFC 4180 asks, in UTF-8; name another delimiter in csv.delimiter.",
	"limit-exceeded": "Split or thin out the recording.",
} as const;

/** What kept a source from being converted at all. Codes never change meaning. */
export type ConvertErrorCode = keyof typeof repairHints;

/**
 * A source that is not what it is passed as, or an option that cannot be followed. What is wrong with the content of a
 * well-formed source is in the report instead.
 */
export class ConvertError extends Error {
	/** Tells the class across copies of this package. */
	override readonly name = "ConvertError";
	/** Stable; `message` is for people and may change. */
	readonly code: ConvertErrorCode;
	/** Where: an option, a pointer such as `/frames/3/joints/0/position`, a row of a table. Never text of the source. */
	readonly place: string;
	/** How to repair the source or the call. */
	readonly hint: string;

	constructor(code: ConvertErrorCode, place: string, { reason, cause }: ConvertErrorDetails) {
		super(`${place}: ${reason}`, cause === undefined ? undefined : { cause });
		this.code = code;
		this.place = place;
		this.hint = repairHints[code];
	}
}

/** Why, in words without text of the source, and what was caught. */
export interface ConvertErrorDetails {
	/** What is wrong. */
	readonly reason: string;
	/** What was thrown underneath, such as an `NpzError`. */
	readonly cause?: unknown;
}

/** Whether the value is a {@link ConvertError}, of the given code where one is given. */
export function isConvertError(error: unknown, code?: ConvertErrorCode): error is ConvertError {
	const found =
		error instanceof Error && error.name === "ConvertError" && "code" in error ? error.code : undefined;
	return code === undefined ? found !== undefined : found === code;
}
