/** Bytes to read: an ArrayBuffer or a view of one, such as a Node Buffer. */
export type ByteSource = ArrayBuffer | ArrayBufferView;

/** Whether this machine stores the low byte first, as NPY data almost always does. */
export const hostIsLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** `source` as bytes, without a copy. Throws TypeError for anything else, shared memory included. */
export function asBytes(source: ByteSource): Uint8Array<ArrayBuffer> {
	const buffer: unknown = ArrayBuffer.isView(source) ? source.buffer : source;
	if (!(buffer instanceof ArrayBuffer)) {
		throw new TypeError(`bytes must be a Uint8Array or an ArrayBuffer (not shared), got ${describe(source)}`);
	}
	return ArrayBuffer.isView(source)
		? new Uint8Array(buffer, source.byteOffset, source.byteLength)
		: new Uint8Array(buffer);
}

/** What a wrong argument is, for messages. */
export function describe(value: unknown): string {
	return Object.prototype.toString.call(value).slice(8, -1);
}

/** Reverses each word of `wordBytes` (2, 4 or 8) bytes in place. `bytes` starts on a word. */
export function swapWords(bytes: Uint8Array, wordBytes: number): void {
	if (wordBytes === 2) {
		const words = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
		for (let i = 0; i < words.length; i++) words[i] = (words[i] << 8) | (words[i] >>> 8);
		return;
	}
	const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
	for (let i = 0; i < words.length; i++) {
		const word = words[i];
		words[i] = (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
	}
	if (wordBytes !== 8) return;
	for (let i = 0; i < words.length; i += 2) {
		const low = words[i];
		words[i] = words[i + 1];
		words[i + 1] = low;
	}
}

/** Bytes as text, one character a byte (ISO 8859-1). */
export function latin1(bytes: Uint8Array): string {
	let text = "";
	for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096));
	return text;
}

/** A view for reading little-endian fields by file offset. */
export function viewOf(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
