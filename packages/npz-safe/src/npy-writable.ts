import { describe, hostIsLittleEndian, swapWords } from "./bytes.ts";
import { dtypeOf, plainDescr } from "./dtype.ts";
import { type NpyDtype, within } from "./limits.ts";
import type { NpyArray } from "./npy-array.ts";
import { checkBooleans } from "./npy-data.ts";
import { writeByteStrings, writeUnicode } from "./npy-strings.ts";
import { checkFields } from "./options.ts";

/** The typed arrays whose dtype is clear without saying: `float64` of Float64Array and so on. */
export type NumericData =
	| Int8Array
	| Int16Array
	| Int32Array
	| BigInt64Array
	| Uint8Array
	| Uint8ClampedArray
	| Uint16Array
	| Uint32Array
	| BigUint64Array
	| Float32Array
	| Float64Array;

/** An array in parts. */
export interface NpyParts {
	/** Elements in row-major order. For `float16` give the bits as a Uint16Array. */
	readonly data: NumericData | readonly string[] | readonly Uint8Array[];
	/** Length of each axis; one axis where absent. */
	readonly shape?: readonly number[];
	/**
	 * Element type where `data` does not tell: `bool` (Uint8Array), `float16` (Uint16Array), `complex64` (Float32Array),
	 * `complex128` (Float64Array).
	 */
	readonly dtype?: NpyDtype;
}

/** What can be written: an array as read, its parts, bare elements (one axis), or a string (no axis, as a schema name). */
export type NpyWritable = NpyArray | NpyParts | NumericData | readonly string[] | string;

/** An array ready to be written: little-endian, row-major. */
export interface Serialized {
	readonly descr: string;
	readonly shape: readonly number[];
	/** A view of the array's own memory where that already is in file order. */
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The bytes of an array's elements: little-endian, row-major, strings padded with NULs to their width.
 *
 * Bit for bit what NumPy gives for `a.astype(a.dtype.newbyteorder("<")).tobytes("C")`. May be a view of `array.data`.
 *
 * @throws {@link NpzError} `npy-bool-invalid`, `npy-string-invalid`, `limit-dims` above 64 axes,
 *   `limit-entry-bytes` for strings of 2 GiB; TypeError when data, dtype and shape do not fit
 */
export function npyBytes(array: NpyWritable): Uint8Array<ArrayBuffer> {
	return serialize(array).bytes;
}

/** NumPy's own limit since version 2. */
const largestRank = 64;

/** Checks an array and gives its `descr`, shape and bytes. */
export function serialize(array: NpyWritable): Serialized {
	const parts = partsOf(array);
	const { data } = parts;
	const dtype = parts.dtype ?? inferDtype(data);
	const perElement = dtype === "complex64" || dtype === "complex128" ? 2 : 1;
	const shape = [...(parts.shape ?? [data.length / perElement])];
	within(largestRank, shape.length, "limit-dims");
	const count = shape.reduce((product, length) => product * length, 1);
	if (!shape.every((length) => Number.isSafeInteger(length) && length >= 0) || !Number.isSafeInteger(count)) {
		throw new TypeError(`shape must be lengths of axes, got [${shape.join(", ")}]`);
	}
	if (dtype !== "void" && data.length !== count * perElement) {
		throw new TypeError(
			`shape [${shape.join(", ")}] needs ${count * perElement} elements, data has ${data.length}`,
		);
	}
	return { shape, ...encode({ dtype, data, count, descr: parts.descr }) };
}

interface Parts extends NpyParts {
	/** `descr` of an array as read: keeps the width of strings and the unit of times. */
	readonly descr?: string;
	readonly raw?: Uint16Array;
}

function partsOf(array: NpyWritable): Parts {
	if (typeof array === "string") return { data: [array], shape: [] };
	if (Array.isArray(array) || ArrayBuffer.isView(array)) return { data: array as NpyParts["data"] };
	const parts: Parts = Object(array);
	if (!parts.data) cannotWrite(array);
	// Where nothing is left to a default, no slip can pass for one: such an array may carry more.
	if (!parts.shape || !parts.dtype) checkFields(parts, { data: true, shape: true, dtype: true, descr: true });
	return parts.raw ? { ...parts, data: parts.raw } : parts;
}

/** Throws TypeError for what is no array, or has no dtype. */
export function cannotWrite(value: unknown, hint = "a typed array, such as Float64Array"): never {
	throw new TypeError(`cannot write ${describe(value)}: use ${hint}`);
}

/** The typed array behind each dtype that is not the one of its own name. */
const storageOf: Partial<Record<NpyDtype, NpyDtype>> = {
	bool: "uint8",
	float16: "uint16",
	complex64: "float32",
	complex128: "float64",
	datetime64: "int64",
	timedelta64: "int64",
	void: "uint8",
};

function inferDtype(data: Parts["data"]): NpyDtype {
	if (Array.isArray(data)) {
		if (typeof (data[0] ?? "") === "string") return "unicode";
		if (data[0] instanceof Uint8Array) return "bytes";
	}
	const [, name] = /^(?:Big)?(\w+\d)\w*Array$/.exec(describe(data)) ?? cannotWrite(data);
	return name.toLowerCase() as NpyDtype; // a typed array is named after its dtype
}

interface Elements {
	readonly dtype: NpyDtype;
	readonly data: Parts["data"];
	readonly count: number;
	readonly descr: string | undefined;
}

function encode({ dtype, data, count, descr }: Elements): Omit<Serialized, "shape"> {
	if (dtype === "unicode") return encodeUnicode(data, descr === undefined ? 1 : widthOf(dtype, descr) / 4);
	if (dtype === "bytes") return encodeByteStrings(data, descr === undefined ? 1 : widthOf(dtype, descr));
	if (inferDtype(data) !== (storageOf[dtype] ?? dtype)) {
		throw new TypeError(`dtype ${dtype} does not fit data in a ${describe(data)}`);
	}
	const typed = data as NumericData;
	const bytes = new Uint8Array(typed.buffer as ArrayBuffer, typed.byteOffset, typed.byteLength);
	if (dtype === "bool") checkBooleans(bytes);
	if (dtype === "void" || dtype === "datetime64" || dtype === "timedelta64") {
		if (descr === undefined || bytes.length !== count * widthOf(dtype, descr)) {
			throw new TypeError(`dtype ${dtype} needs the descr of an array as read`);
		}
		return { descr: descr.replace(">", "<"), bytes: littleEndian(bytes, typed.BYTES_PER_ELEMENT) };
	}
	const plain = plainDescr(dtype);
	if (plain === undefined) throw new TypeError(`unknown dtype ${String(dtype)}`);
	return { descr: plain, bytes: littleEndian(bytes, typed.BYTES_PER_ELEMENT) };
}

/** Bytes of one element as `descr` says, in the reader's grammar. Throws TypeError for what it would not read as `dtype`. */
function widthOf(dtype: NpyDtype, descr: string): number {
	const parsed = typeof descr === "string" ? dtypeOf(descr) : undefined;
	if (parsed?.name === dtype) return parsed.itemBytes;
	throw new TypeError(`descr ${String(descr).slice(0, 40)} is not of dtype ${dtype}`);
}

function encodeUnicode(data: Parts["data"], minimumWidth: number): Omit<Serialized, "shape"> {
	if (!Array.isArray(data) || !data.every((item) => typeof item === "string")) {
		throw new TypeError("data of dtype unicode must be strings");
	}
	const { width, bytes } = writeUnicode(data, minimumWidth);
	return { descr: `<U${width}`, bytes };
}

function encodeByteStrings(data: Parts["data"], minimumWidth: number): Omit<Serialized, "shape"> {
	if (!Array.isArray(data) || !data.every((item) => item instanceof Uint8Array)) {
		throw new TypeError("data of dtype bytes must be Uint8Arrays");
	}
	const { width, bytes } = writeByteStrings(data, minimumWidth);
	return { descr: `|S${width}`, bytes };
}

function littleEndian(bytes: Uint8Array<ArrayBuffer>, wordBytes: number): Uint8Array<ArrayBuffer> {
	if (hostIsLittleEndian || wordBytes === 1) return bytes;
	const swapped = bytes.slice();
	swapWords(swapped, wordBytes);
	return swapped;
}
