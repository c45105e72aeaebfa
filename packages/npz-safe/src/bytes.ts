/** Bytes to read: an ArrayBuffer or a view of one, such as a Node Buffer. */
export type ByteSource = ArrayBuffer | ArrayBufferView;

/** Whether this machine stores the low byte first, as NPY data almost always does. */
export const hostIsLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** `source` as bytes, without a copy. Throws TypeError for anything else, shared memory included. */
export function asBytes(source: ByteSource): Uint8Array<ArrayBuffer> {
	const buffer: unknown = ArrayBuffer.isView(source) ? source.buffer : source;
	if (!(buffer instanceof ArrayBuffer)) {
		throw new TypeError("bytes must be an ArrayBuffer or a view of one");
	}
	return ArrayBuffer.isView(source)
		? new Uint8Array(buffer, source.byteOffset, source.byteLength)
		: new Uint8Array(buffer);
}

/** What a wrong argument is, for messages. */
export function describe(value: unknown): string {
	return Object.prototype.toString.call(value).slice(8, -1);
}

/** Reverses each word of `wordBytes` bytes in place. */
export function swapWords(bytes: Uint8Array, wordBytes: number): void {
	for (let start = 0; start < bytes.length; start += wordBytes) {
		for (let low = start, high = start + wordBytes - 1; low < high; low++, high--) {
			const byte = bytes[low];
			bytes[low] = bytes[high];
			bytes[high] = byte;
		}
	}
}

/** Code points as text; of bytes, ISO 8859-1. */
export function textOf(codes: Uint8Array | Uint32Array): string {
	let text = "";
	for (let i = 0; i < codes.length; i += 4096) text += String.fromCodePoint(...codes.subarray(i, i + 4096));
	return text;
}

/** A view for reading little-endian fields by file offset. */
export function viewOf(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes as UTF-8 text, byte order mark kept; undefined where they are none. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
	try {
		return utf8.decode(bytes);
	} catch {
		return undefined;
	}
}
