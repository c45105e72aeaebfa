/**
 * Every refusal code with its repair hint. Codes are API: they are never renamed and never change meaning.
 */
export const repairHints = {
	"zip-not-zip": "This is no .npz file; check what was downloaded or saved (an error page? a bare .npy?).",
	"zip-truncated": "The file is cut; copy or download it again.",
	"zip-ambiguous-end": "Two end records fit this file; load it with NumPy and save it again.",
	"zip-trailing-data": "Remove what follows the archive, or load it with NumPy and save it again.",
	"zip-leading-data": "Remove what precedes the archive, or load it with NumPy and save it again.",
	"zip-unclaimed-bytes":
		"The archive hides bytes that belong to nothing; load it with NumPy and save it again.",
	"zip-cd-bounds": "The directory is not where the end record says; copy the file again.",
	"zip-cd-invalid": "The directory is damaged; copy the file again or save it again with NumPy.",
	"zip-count-mismatch": "The directory does not hold the number of entries it declares; save the file again.",
	"zip-multi-disk": "Join the parts into one archive first.",
	"zip-zip64-invalid": "The zip64 fields are inconsistent; save the file again with NumPy.",
	"zip-extra-invalid": "An extra field is malformed; save the file again with NumPy.",
	"zip-local-mismatch":
		"Directory and entry disagree, so readers see different files; save it again with NumPy.",
	"zip-overlap": "Entries share bytes; do not trust this file.",
	"zip-descriptor": "The data descriptor disagrees with the directory; save the file again with NumPy.",
	"zip-encrypted": "Decrypt the archive and save it without a password.",
	"zip-flag-unsupported": "Save the file again with numpy.savez.",
	"zip-method-unsupported": "Save the file again with numpy.savez or numpy.savez_compressed.",
	"zip-inflate": "The compressed data is damaged; copy the file again.",
	"zip-size-mismatch": "The entry does not have the size it declares; do not trust this file.",
	"zip-crc": "The checksum is wrong: the data changed after it was saved; copy the file again.",
	"name-unsafe": "Rename the array (plain letters, digits, '_', '-', inner '/') and save the file again.",
	"name-encoding": "Save the file again with NumPy, which marks non-ASCII names as UTF-8.",
	"name-duplicate": "Give each array a name of its own and save the file again.",
	"entry-foreign": "Remove entries that are not arrays, or read with { foreign: 'skip' }.",
	"npy-magic": "The entry is not in NPY format; write it with numpy.save or numpy.savez.",
	"npy-version": "Write the array with numpy.save, which uses format 1.0, 2.0 or 3.0.",
	"npy-header-truncated": "The array's header is cut; copy or save the file again.",
	"npy-header-encoding": "Save the array again with NumPy.",
	"npy-header-syntax": "Save the array again with NumPy.",
	"npy-header-keys": "A header has exactly descr, fortran_order and shape; save the array again with NumPy.",
	"npy-header-duplicate-key": "Readers disagree on repeated keys; save the array again with NumPy.",
	"npy-header-type": "fortran_order must be True or False; save the array again with NumPy.",
	"npy-dtype-object":
		"Object arrays hold pickles, which run code; store numbers or fixed-width strings, and a dict as np.array(json.dumps(d)).",
	"npy-dtype-structured": "Save each field of a structured array as an array of its own.",
	"npy-dtype-unsupported": "Convert with .astype() to a plain number, bool or string type before saving.",
	"npy-dtype-invalid": "Save the array again with numpy.save, which spells dtypes like '<f8'.",
	"npy-shape-invalid": "A shape is a tuple of plain integers, such as (3,); save the array again with NumPy.",
	"npy-shape-overflow": "The shape counts more than 2^53 - 1; save the array again with NumPy.",
	"npy-data-truncated": "The array holds less data than its shape needs; copy or save the file again.",
	"npy-data-trailing":
		"The array holds more data than its shape needs; load it with NumPy and save it again.",
	"npy-bool-invalid": "Booleans are bytes 0 or 1; apply .astype(bool) to the integers and save again.",
	"npy-string-invalid": "Strings hold Unicode code points, without surrogates or trailing NULs.",
	"limit-input-bytes": "Split the file, or raise limits.maxInputBytes.",
	"limit-entries": "Split the archive, or raise limits.maxEntries.",
	"limit-name-bytes": "Shorten the name, or raise limits.maxNameBytes.",
	"limit-entry-bytes": "Split the array, or raise limits.maxEntryBytes.",
	"limit-total-bytes": "Split the archive, or raise limits.maxTotalBytes.",
	"limit-ratio": "Save without compression, or raise limits.maxRatio.",
	"limit-header-bytes": "Save the array again with NumPy, or raise limits.maxHeaderBytes.",
	"limit-dims": "Reshape to fewer dimensions, or raise limits.maxDims.",
	"limit-item-bytes": "Use shorter strings, or raise limits.maxItemBytes.",
	"limit-elements": "Split the array, or raise limits.maxElements or limits.maxStrings.",
	aborted: "The caller cancelled the read; read again if that was not meant.",
	backend: "The runtime could not allocate or inflate; free memory or use a current browser.",
} as const;

/** A stable refusal code, such as `npy-dtype-object`. */
export type NpzErrorCode = keyof typeof repairHints;

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
	override readonly name = "NpzError";
	readonly code: NpzErrorCode;
	readonly stage: NpzErrorStage;
	readonly hint: string;
	readonly entry: string | undefined;
	readonly offset: number | undefined;
	readonly limit: number | undefined;
	readonly actual: number | undefined;

	constructor(code: NpzErrorCode, message: string, place: NpzErrorPlace = {}) {
		const where = place.entry === undefined ? "" : `${JSON.stringify(place.entry)}: `;
		super(`${where}${message} (${code})`, place.cause === undefined ? undefined : { cause: place.cause });
		this.code = code;
		this.stage = stageOf(code);
		this.hint = repairHints[code];
		this.entry = place.entry;
		this.offset = place.offset;
		this.limit = place.limit;
		this.actual = place.actual;
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

/** Refuses: throws an {@link NpzError}. */
export function refuse(code: NpzErrorCode, message: string, place?: NpzErrorPlace): never {
	throw new NpzError(code, message, place);
}
