import { hostIsLittleEndian } from "../byte-order.ts";

/** Bytes of numbers as they lie in memory, or are to lie there. */
type Elements = ArrayBufferView & { readonly BYTES_PER_ELEMENT: number };

/**
 * Copies stored numbers into storage of the same size, whatever their alignment.
 *
 * @param bigEndian whether the most significant byte comes first in `bytes`
 */
export function copyElements(bytes: Uint8Array, data: Elements, bigEndian: boolean): void {
	const target = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
	target.set(bytes);
	if (bigEndian === hostIsLittleEndian) reverseElements(target, data.BYTES_PER_ELEMENT);
}

/** The bytes of numbers, least significant first: a view where the machine has them so. */
export function littleEndianBytes(data: Elements): Uint8Array {
	const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
	if (hostIsLittleEndian) return bytes;
	const copy = bytes.slice();
	reverseElements(copy, data.BYTES_PER_ELEMENT);
	return copy;
}

function reverseElements(bytes: Uint8Array, width: number): void {
	if (width === 1) return;
	for (let at = 0; at < bytes.length; at += width) bytes.subarray(at, at + width).reverse();
}
