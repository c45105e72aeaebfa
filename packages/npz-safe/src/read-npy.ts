import { Budget } from "./budget.ts";
import { asBytes, type ByteSource } from "./bytes.ts";
import { parseDescr } from "./dtype.ts";
import { refuse } from "./errors.ts";
import { type NpzLimits, resolveLimits, within } from "./limits.ts";
import type { NpyArray } from "./npy-array.ts";
import { decodeElements } from "./npy-data.ts";
import { readNpyHeader } from "./npy-header.ts";
import { checkOptions } from "./options.ts";

/** Options of {@link readNpy}. */
export interface NpyReadOptions {
	/** Limits that differ from `limits.browser`; a preset, or some of them. */
	readonly limits?: Partial<NpzLimits> | undefined;
	/** Copy all data, so that no array shares memory with the input. Default false. */
	readonly copy?: boolean | undefined;
}

/** What {@link decodeNpy} needs besides bytes. */
export interface NpyContext {
	readonly limits: NpzLimits;
	readonly budget: Budget;
	/** Whether the bytes are nobody else's. */
	readonly owned: boolean;
}

/**
 * Reads one NPY array, format 1.0 to 3.0.
 *
 * `data` is a view of `bytes` where byte order, element order and alignment allow, else a copy; it is always in native
 * byte order and row-major. Memory: at most twice the array's bytes, and strings.
 *
 * @throws {@link NpzError} `npy-…` or `limit-…`; TypeError for wrong arguments
 */
export function readNpy(bytes: ByteSource, options: NpyReadOptions = {}): NpyArray {
	checkOptions(options);
	const limits = resolveLimits(options.limits);
	const input = asBytes(bytes);
	within(limits.maxInputBytes, input.length, "limit-input-bytes");
	const budget = new Budget();
	const owned = options.copy ?? false;
	return decodeNpy(owned ? budget.copy(input) : input, { limits, budget, owned }).array;
}

/** Reads the NPY bytes of one array: header, dtype, shape, length of the data, values, in this order. */
export function decodeNpy(
	bytes: Uint8Array<ArrayBuffer>,
	context: NpyContext,
): { array: NpyArray; copied: boolean } {
	const { limits } = context;
	const header = readNpyHeader(bytes, limits);
	const dtype = parseDescr(header.descr, limits);
	const { shape, fortranOrder } = header;
	const isString = dtype.name === "unicode" || dtype.name === "bytes";
	within(limits.maxDims, shape.length, "limit-dims");
	const count = shape.reduce((product, length) => product * length, 1);
	const byteLength = count * dtype.itemBytes;
	const fits = Math.max(...shape, count, byteLength) <= Number.MAX_SAFE_INTEGER;
	if (!fits) {
		refuse("npy-shape-overflow", "shape counts too many elements");
	}
	within(limits.maxEntryBytes, byteLength, "limit-entry-bytes");
	within(
		isString ? Math.min(limits.maxStrings, limits.maxElements) : limits.maxElements,
		count,
		"limit-elements",
	);
	const data = bytes.subarray(header.dataOffset);
	const place = { offset: header.dataOffset, limit: byteLength, actual: data.length };
	if (data.length < byteLength) refuse("npy-data-truncated", `${data.length} of ${byteLength} bytes`, place);
	if (data.length > byteLength)
		refuse("npy-data-trailing", `${data.length - byteLength} bytes too many`, place);
	return decodeElements({ dtype, shape, count, fortranOrder, bytes: data }, context);
}
