import { Budget } from "./budget.ts";
import { textOf } from "./bytes.ts";
import { refuse } from "./errors.ts";
import { within } from "./limits.ts";

/** Code points of `count` fixed-width strings as strings, trailing NULs removed. Refuses what is no scalar value. */
export function readUnicode(codePoints: Uint32Array, count: number, budget: Budget): string[] {
	const width = count > 0 ? codePoints.length / count : 0;
	budget.allocatedBytes += codePoints.byteLength;
	const strings = new Array<string>(count);
	for (let item = 0; item < count; item++) {
		const text = withoutTrailingZeros(codePoints.subarray(item * width, (item + 1) * width));
		const bad = text.find((code) => code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff));
		if (bad !== undefined) {
			refuse("npy-string-invalid", `element ${item} holds 0x${bad.toString(16)}`, { actual: bad });
		}
		strings[item] = textOf(text);
	}
	return strings;
}

/** `count` fixed-width byte strings as views, trailing NULs removed. */
export function readByteStrings(
	bytes: Uint8Array<ArrayBuffer>,
	count: number,
	budget: Budget,
): Uint8Array<ArrayBuffer>[] {
	const width = count > 0 ? bytes.length / count : 0;
	budget.allocatedBytes += count * 8;
	return Array.from({ length: count }, (_, item) =>
		withoutTrailingZeros(bytes.subarray(item * width, (item + 1) * width)),
	);
}

/** Strings as code points, `width` each, padded with NULs. Refuses lone surrogates and strings that end in NUL. */
export function writeUnicode(
	strings: readonly string[],
	minimumWidth: number,
): { width: number; bytes: Uint8Array<ArrayBuffer> } {
	const points = strings.map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0));
	const width = points.reduce((widest, { length }) => Math.max(widest, length), minimumWidth);
	const bytes = allocate(strings.length * width * 4);
	const view = new DataView(bytes.buffer);
	for (const [item, codes] of points.entries()) {
		if (codes.at(-1) === 0) refuseTrailingNul(item);
		for (const [i, code] of codes.entries()) {
			if (code >= 0xd800 && code <= 0xdfff) {
				refuse("npy-string-invalid", `element ${item} holds a lone surrogate`, { actual: code });
			}
			view.setUint32((item * width + i) * 4, code, true);
		}
	}
	return { width, bytes };
}

/** Byte strings side by side, `width` each, padded with NULs. Refuses those that end in NUL. */
export function writeByteStrings(
	items: readonly Uint8Array[],
	minimumWidth: number,
): { width: number; bytes: Uint8Array<ArrayBuffer> } {
	const width = items.reduce((widest, { length }) => Math.max(widest, length), minimumWidth);
	const bytes = allocate(items.length * width);
	for (const [item, text] of items.entries()) {
		if (text.at(-1) === 0) refuseTrailingNul(item);
		bytes.set(text, item * width);
	}
	return { width, bytes };
}

/** No preset reads an array of 2 GiB: one very long string among many is refused rather than padded out. */
const largestBytes = 2 ** 31 - 1;

function allocate(byteLength: number): Uint8Array<ArrayBuffer> {
	within(largestBytes, byteLength, "limit-entry-bytes");
	return new Budget().allocate(byteLength);
}

function refuseTrailingNul(item: number): never {
	return refuse("npy-string-invalid", `element ${item} ends in NUL, which NPY cannot keep`);
}

function withoutTrailingZeros<T extends Uint8Array | Uint32Array>(codes: T): T {
	let end = codes.length;
	while (end > 0 && codes[end - 1] === 0) end--;
	return codes.subarray(0, end) as T;
}
