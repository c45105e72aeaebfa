import { viewOf } from "./bytes.ts";
import { refuse } from "./errors.ts";
import { flagBit, type ZipEntry } from "./zip-directory.ts";
import { findZip64Extra, fixedBytes, readU64, saturated, signature, type Zip64Extra } from "./zip-fields.ts";

/** Where the (compressed) data of an entry starts in the file. */
export type DataStarts = ReadonlyMap<ZipEntry, number>;

/**
 * Checks each local header and descriptor against the directory, and that headers, data and descriptors tile the
 * file from its first byte to the directory: nothing overlaps and nothing is left over.
 */
export function readDataStarts(
	bytes: Uint8Array,
	entries: readonly ZipEntry[],
	directoryStart: number,
): DataStarts {
	const view = viewOf(bytes);
	const starts = new Map<ZipEntry, number>();
	const byOffset = [...entries].sort((a, b) => a.offset - b.offset);
	const first = byOffset[0]?.offset ?? directoryStart;
	if (first > 0 && first <= directoryStart) {
		refuse("zip-leading-data", `${first} bytes precede the first entry`, { actual: first });
	}
	let end = 0;
	for (const [index, entry] of byOffset.entries()) {
		if (entry.offset === byOffset[index - 1]?.offset) {
			refuse("zip-overlap", "two entries share one local header", {
				entry: entry.name,
				offset: entry.offset,
			});
		}
		const local = readLocal(bytes, entry, directoryStart);
		const next = byOffset[index + 1]?.offset ?? directoryStart;
		checkMeets(entry, local.dataStart + entry.compressedBytes, next, "data");
		end = local.dataStart + entry.compressedBytes;
		if (entry.flags & flagBit.descriptor)
			end += descriptorBytes(view, entry, { at: end, wide: local.wide, next });
		if (end < next) {
			refuse("zip-unclaimed-bytes", `${next - end} bytes belong to nothing`, {
				entry: entry.name,
				offset: end,
			});
		}
		starts.set(entry, local.dataStart);
	}
	return starts;
}

function checkMeets(entry: ZipEntry, end: number, next: number, what: string): void {
	if (end > next)
		refuse("zip-overlap", `${what} runs into what follows`, { entry: entry.name, offset: next });
}

function readLocal(bytes: Uint8Array, entry: ZipEntry, limit: number): { dataStart: number; wide: boolean } {
	const view = viewOf(bytes);
	const at = entry.offset;
	const differs = (what: string): never =>
		refuse("zip-local-mismatch", `local ${what} differs from the directory`, {
			entry: entry.name,
			offset: at,
		});
	if (at + fixedBytes.local > limit || view.getUint32(at, true) !== signature.local) differs("header");
	const nameStart = at + fixedBytes.local;
	const nameEnd = nameStart + view.getUint16(at + 26, true);
	const dataStart = nameEnd + view.getUint16(at + 28, true);
	if (dataStart > limit)
		refuse("zip-overlap", "local header runs into the directory", { entry: entry.name, offset: at });
	if (view.getUint16(at + 6, true) !== entry.flags) differs("flags");
	if (view.getUint16(at + 8, true) !== entry.method) differs("method");
	if (!sameBytes(bytes.subarray(nameStart, nameEnd), entry.nameBytes)) differs("name");
	const zip64 = findZip64Extra(view, { start: nameEnd, end: dataStart, entry: entry.name });
	checkLocalSizes(view, entry, zip64);
	return { dataStart, wide: zip64 !== undefined };
}

/** CRC and sizes: as in the directory, or zero where a descriptor follows. NumPy saturates both and adds zip64. */
function checkLocalSizes(view: DataView, entry: ZipEntry, zip64: Zip64Extra | undefined): void {
	const { name, offset } = entry;
	const later = (entry.flags & flagBit.descriptor) !== 0;
	const agrees = (value: number, expected: number) => value === expected || (later && value === 0);
	const check = (value: number, expected: number, what: string) => {
		if (!agrees(value, expected))
			refuse("zip-local-mismatch", `local ${what} differs from the directory`, { entry: name, offset });
	};
	check(view.getUint32(offset + 14, true), entry.crc, "checksum");
	const full = zip64 !== undefined && zip64.end - zip64.start === 16;
	let cursor = zip64?.start ?? 0;
	const sizes = [
		{ value: view.getUint32(offset + 22, true), expected: entry.bytes, what: "size" },
		{ value: view.getUint32(offset + 18, true), expected: entry.compressedBytes, what: "compressed size" },
	];
	for (const { value, expected, what } of sizes) {
		const isSaturated = value === saturated.u32;
		if (!isSaturated) check(value, expected, what);
		if (!isSaturated && !full) continue;
		if (!zip64 || cursor + 8 > zip64.end)
			refuse("zip-zip64-invalid", "local zip64 extra field is missing or short", { entry: name, offset });
		check(readU64(view, cursor, { entry: name }), expected, `zip64 ${what}`);
		cursor += 8;
	}
	if (zip64 && cursor !== zip64.end) {
		refuse("zip-zip64-invalid", "local zip64 extra field has an unknown size", { entry: name, offset });
	}
}

/** Length of the descriptor after the data: with or without signature, 8-byte sizes where the local header has zip64. */
function descriptorBytes(
	view: DataView,
	entry: ZipEntry,
	place: { at: number; wide: boolean; next: number },
): number {
	const { at, wide, next } = place;
	const plain = wide ? 20 : 12;
	const size = (offset: number) =>
		wide ? readU64(view, offset, { entry: entry.name }) : view.getUint32(offset, true);
	for (const skip of [4, 0]) {
		if (at + skip + plain > next) continue;
		if (skip === 4 && view.getUint32(at, true) !== signature.descriptor) continue;
		const crc = view.getUint32(at + skip, true);
		if (crc !== entry.crc || size(at + skip + 4) !== entry.compressedBytes) continue;
		if (size(at + skip + plain / 2 + 2) === entry.bytes) return skip + plain;
	}
	return refuse("zip-descriptor", "data descriptor is missing or differs from the directory", {
		entry: entry.name,
		offset: at,
	});
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
