import { nodeZlib } from "./zlib.ts";

/** The CRC-32 of `bytes` as ZIP has it, continuing from `seed` (the value of the bytes before). */
export function crc32(bytes: Uint8Array, seed = 0): number {
	return nodeZlib?.crc32 ? nodeZlib.crc32(bytes, seed) : crc32Tables(bytes, seed);
}

let tables: Uint32Array | undefined;

/** {@link crc32} in JavaScript, 16 bytes a step ("slicing-by-16"). */
export function crc32Tables(bytes: Uint8Array, seed = 0): number {
	tables ??= buildTables();
	const t = tables;
	let crc = ~seed;
	let i = 0;
	for (const end = bytes.length - 15; i < end; i += 16) {
		crc =
			t[0xf00 + ((bytes[i] ^ crc) & 0xff)] ^
			t[0xe00 + ((bytes[i + 1] ^ (crc >>> 8)) & 0xff)] ^
			t[0xd00 + ((bytes[i + 2] ^ (crc >>> 16)) & 0xff)] ^
			t[0xc00 + (bytes[i + 3] ^ (crc >>> 24))] ^
			t[0xb00 + bytes[i + 4]] ^
			t[0xa00 + bytes[i + 5]] ^
			t[0x900 + bytes[i + 6]] ^
			t[0x800 + bytes[i + 7]] ^
			t[0x700 + bytes[i + 8]] ^
			t[0x600 + bytes[i + 9]] ^
			t[0x500 + bytes[i + 10]] ^
			t[0x400 + bytes[i + 11]] ^
			t[0x300 + bytes[i + 12]] ^
			t[0x200 + bytes[i + 13]] ^
			t[0x100 + bytes[i + 14]] ^
			t[bytes[i + 15]];
	}
	for (; i < bytes.length; i++) crc = t[(crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
	return ~crc >>> 0;
}

/** 16 tables of 256: table k advances a byte by k further zero bytes. Polynomial 0xEDB88320, reflected. */
function buildTables(): Uint32Array {
	const t = new Uint32Array(16 * 256);
	for (let n = 0; n < 256; n++) {
		let c = n;
		for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
		t[n] = c;
	}
	for (let n = 256; n < t.length; n++) t[n] = t[t[n - 256] & 0xff] ^ (t[n - 256] >>> 8);
	return t;
}
