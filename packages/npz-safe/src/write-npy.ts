import { magic } from "./npy-header.ts";
import { type NpyWritable, type Serialized, serialize } from "./npy-writable.ts";

/**
 * Writes one array as NPY format 1.0: the very bytes `numpy.save` gives for it in C order and little-endian.
 *
 * @throws {@link NpzError} `npy-bool-invalid`, `npy-string-invalid`, `limit-dims` above 64 axes,
 *   `limit-entry-bytes` for strings of 2 GiB; TypeError when data, dtype and shape do not fit
 */
export function writeNpy(array: NpyWritable): Uint8Array<ArrayBuffer> {
	const serialized = serialize(array);
	const out = new Uint8Array(npyByteLength(serialized));
	putNpy(out, serialized);
	return out;
}

/** Length of an array's NPY bytes. */
export function npyByteLength({ descr, shape, bytes }: Serialized): number {
	return headerText(descr, shape.map(String)).length + prefixBytes + bytes.length;
}

/** Writes an array's NPY bytes at the start of `out`. */
export function putNpy(out: Uint8Array, { descr, shape, bytes }: Serialized): void {
	const header = encodeHeader({ descr, fortranOrder: false, shape: shape.map(String) });
	out.set(header);
	out.set(bytes, header.length);
}

/** What a header says, dimensions as decimal digits. */
export interface HeaderFields {
	readonly descr: string;
	readonly fortranOrder: boolean;
	readonly shape: readonly string[];
}

const prefixBytes = 10;
const alignment = 64;
/** NumPy leaves room to grow the first axis (last for Fortran order) to this many digits. */
const growthDigits = 21;

/** A whole NPY 1.0 header: magic, version, length, text, byte for byte as NumPy writes it. */
export function encodeHeader({ descr, fortranOrder, shape }: HeaderFields): Uint8Array<ArrayBuffer> {
	const text = headerText(descr, shape, fortranOrder);
	const out = new Uint8Array(prefixBytes + text.length);
	out.set(magic);
	out.set([1, 0, text.length & 0xff, text.length >>> 8], magic.length);
	for (let i = 0; i < text.length; i++) out[prefixBytes + i] = text.charCodeAt(i);
	return out;
}

function headerText(descr: string, shape: readonly string[], fortranOrder = false): string {
	const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
	const dict = `{'descr': '${descr}', 'fortran_order': ${fortranOrder ? "True" : "False"}, 'shape': ${tuple}, }`;
	const growing = fortranOrder ? shape.at(-1) : shape[0];
	const text = growing === undefined ? dict : dict + " ".repeat(growthDigits - growing.length);
	const padding = alignment - ((prefixBytes + text.length + 1) % alignment);
	return `${text}${" ".repeat(padding)}\n`;
}
