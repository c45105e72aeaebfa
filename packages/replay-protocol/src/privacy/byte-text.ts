const windowBytes = 65536;
const overlapBytes = 4096;
const fewestBytes = 4;

/**
 * The texts in an array of bytes, as some recorders store their metadata: UTF-8 without control characters, NUL aside.
 * Each is a window of the array; windows overlap. An array that is not text gives none, at little cost.
 */
export function* bytesAsText(data: Uint8Array | Int8Array): Generator<string> {
	const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
	const decoder = new TextDecoder();
	for (let from = 0; from === 0 || from + overlapBytes < bytes.length; from += windowBytes - overlapBytes) {
		const window = bytes.subarray(from, from + windowBytes);
		if (isText(window)) yield decoder.decode(window).replaceAll("\0", " ").trim();
	}
}

/** Whether there are enough characters that show, and no control character besides NUL, tab and the ends of lines. */
function isText(bytes: Uint8Array): boolean {
	let visible = 0;
	for (const byte of bytes) {
		if (byte > 0x20) visible++;
		else if (byte !== 0x20 && byte !== 0 && byte !== 9 && byte !== 10 && byte !== 13) return false;
	}
	return visible >= fewestBytes;
}
