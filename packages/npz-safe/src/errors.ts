import type { NpzErrorCode } from "./error-codes.ts";

const refetch = "Get the file again from its source.";
const resave = "Load it with NumPy and save it again.";

/** What happens to files on their way, or is done to them: no tool writes it. */
const damage = /truncated|mismatch|ambiguous|-cd-|overlap|descriptor|inflate|-crc|overflow/;

const hints: { readonly [Code in NpzErrorCode]?: string } = {
	"zip-not-zip": "Check what was saved.",
	"zip-multi-disk": "Join the parts.",
	"zip-encrypted": "Save it without a password.",
	"name-unsafe": "Rename the array.",
	"name-duplicate": "Rename one of them.",
	"entry-foreign": "Remove it, or read with foreign: 'skip'.",
	"npy-magic": "Write each entry with numpy.save.",
	"npy-dtype-object": "Save numbers or strings; a dict as np.array(json.dumps(d)).",
	"npy-dtype-structured": "Save one array for each field.",
	"npy-dtype-unsupported": "Convert with .astype() to a plain type.",
	"npy-bool-invalid": "Convert with .astype(bool).",
	"npy-string-invalid": "Remove surrogates, and NULs at the end.",
	"limit-elements": "Split it, or raise limits.maxElements (strings: limits.maxStrings).",
	aborted: "Read again.",
	backend: "Free memory.",
};

/** How to repair a file that was refused with `code`. */
export function hintOf(code: NpzErrorCode): string {
	const name = code.replace(/-./g, ([, letter]) => letter.toUpperCase()).replace("limit", "max");
	const usual = damage.test(code) ? refetch : resave;
	return hints[code] ?? (stageOf(code) === "limit" ? `Split it, or raise limits.${name}.` : usual);
}

/** Where in reading a refusal arose. */
export type NpzErrorStage = "input" | "zip" | "name" | "npy" | "value" | "limit";

/** The place and the figures of a refusal. */
export interface NpzErrorPlace {
	/** Entry name as stored, such as `qj.npy`. */
	readonly entry?: string | undefined;
	/** Byte offset in the file (container) or in the entry (NPY). */
	readonly offset?: number | undefined;
	/** The limit that was exceeded. */
	readonly limit?: number | undefined;
	/** The value found. */
	readonly actual?: number | undefined;
	/** What the runtime threw, where there was something. */
	readonly cause?: unknown;
}

/**
 * A file that is not what it claims to be, or that exceeds a limit. Nothing was returned.
 *
 * `code` is stable; `message` is for people and may change; `hint` says how to repair the file.
 */
export class NpzError extends Error {
	/** Always `NpzError`; {@link isNpzError} goes by it. */
	override readonly name = "NpzError";
	/** The part of reading that refused. */
	declare readonly stage: NpzErrorStage;
	/** How to repair the file, in one line. */
	declare readonly hint: string;
	/** Entry name as stored, where one is to blame. */
	declare readonly entry: string | undefined;
	/** Byte offset in the file (container) or in the entry (NPY). */
	declare readonly offset: number | undefined;
	/** The limit that was exceeded. */
	declare readonly limit: number | undefined;
	/** The value found. */
	declare readonly actual: number | undefined;

	constructor(
		readonly code: NpzErrorCode,
		message: string,
		{ entry, offset, limit, actual, cause }: NpzErrorPlace = {},
	) {
		super(placeMessage(entry, `${message} (${code})`), cause === undefined ? undefined : { cause });
		Object.assign(this, { stage: stageOf(code), hint: hintOf(code), entry, offset, limit, actual });
	}
}

/**
 * Whether `error` is an {@link NpzError}, of the given code where one is named.
 *
 * Works across copies of this package and realms, so it compares by name and not by identity.
 */
export function isNpzError(error: unknown, code?: NpzErrorCode): error is NpzError {
	const found =
		error instanceof Error && error.name === "NpzError" && "code" in error ? error.code : undefined;
	return code === undefined ? found !== undefined : found === code;
}

function stageOf(code: NpzErrorCode): NpzErrorStage {
	if (code === "npy-bool-invalid" || code === "npy-string-invalid") return "value";
	if (code === "entry-foreign") return "name";
	const [stage] = /^(?:zip|name|npy|limit)/.exec(code) ?? ["input"];
	return stage as NpzErrorStage; // by the pattern
}

/** Runs `work`, and names the entry in a refusal that does not yet. */
export function inEntry<T>(entry: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw placed(error, entry);
	}
}

/** `error`, with the entry named where it is a refusal that names none. */
export function placed(error: unknown, entry: string): unknown {
	if (!isNpzError(error) || error.entry !== undefined) return error;
	return Object.assign(error, { entry, message: placeMessage(entry, error.message) });
}

function placeMessage(entry: string | undefined, message: string): string {
	return entry === undefined ? message : `${JSON.stringify(entry)}: ${message}`;
}

/** Refuses with `aborted` when `signal` was. */
export function checkSignal(signal: AbortSignal | undefined): void {
	if (signal?.aborted) refuse("aborted", "read was cancelled", { cause: signal.reason });
}

/** Refuses: throws an {@link NpzError}. */
export function refuse(code: NpzErrorCode, message: string, place?: NpzErrorPlace): never {
	throw new NpzError(code, message, place);
}
