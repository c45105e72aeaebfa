import type { NpzErrorCode } from "./error-codes.ts";

const refetch = "Get the file again from its source.";
const resave = "Load it with NumPy and save it again.";

const hints: { readonly [Code in NpzErrorCode]?: string } = {
	"zip-not-zip": "Check what was saved.",
	"zip-truncated": refetch,
	"zip-ambiguous-end": refetch,
	"zip-cd-bounds": refetch,
	"zip-cd-invalid": refetch,
	"zip-count-mismatch": refetch,
	"zip-multi-disk": "Join the parts.",
	"zip-local-mismatch": refetch,
	"zip-overlap": refetch,
	"zip-descriptor": refetch,
	"zip-encrypted": "Save the archive without a password.",
	"zip-inflate": refetch,
	"zip-size-mismatch": refetch,
	"zip-crc": refetch,
	"name-unsafe": "Rename the array.",
	"name-duplicate": "Rename one of them.",
	"entry-foreign": "Remove it, or read with foreign: 'skip'.",
	"npy-magic": "Write each entry with numpy.save.",
	"npy-header-truncated": refetch,
	"npy-dtype-object": "Save numbers or strings; a dict as np.array(json.dumps(d)).",
	"npy-dtype-structured": "Save each field as an array of its own.",
	"npy-dtype-unsupported": "Convert with .astype() to a plain number, bool or string type.",
	"npy-shape-overflow": refetch,
	"npy-data-truncated": refetch,
	"npy-bool-invalid": "Convert with .astype(bool).",
	"npy-string-invalid": "Remove surrogates, and NULs at the end.",
	"limit-elements": "Split the array, or raise limits.maxElements (of strings: limits.maxStrings).",
	aborted: "Read again.",
	backend: "Free memory.",
};

/** How to repair a file that was refused with `code`. */
export function hintOf(code: NpzErrorCode): string {
	const name = code.replace(/-./g, ([, letter]) => letter.toUpperCase()).replace("limit", "max");
	return hints[code] ?? (stageOf(code) === "limit" ? `Split it, or raise limits.${name}.` : resave);
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
	const prefix = code.slice(0, code.indexOf("-"));
	return prefix === "zip" || prefix === "name" || prefix === "npy" || prefix === "limit" ? prefix : "input";
}

/** Runs `work`, and names the entry in a refusal that does not yet. */
export function inEntry<T>(entry: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		const message = isNpzError(error) && error.entry === undefined && placeMessage(entry, error.message);
		throw message ? Object.assign(error as NpzError, { entry, message }) : error;
	}
}

function placeMessage(entry: string | undefined, message: string): string {
	return entry === undefined ? message : `${JSON.stringify(entry)}: ${message}`;
}

/** Refuses: throws an {@link NpzError}. */
export function refuse(code: NpzErrorCode, message: string, place?: NpzErrorPlace): never {
	throw new NpzError(code, message, place);
}
