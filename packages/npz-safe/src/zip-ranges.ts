import { viewOf } from "./bytes.ts";
import { refuse } from "./errors.ts";
import type { ZipEntry } from "./zip-directory.ts";
import {
	descriptorFlag,
	descriptorSignature,
	findZip64Extra,
	localBytes,
	localSignature,
	readU16,
	readU32,
	readU64,
	resolveWide,
	type Zip64Extra,
} from "./zip-fields.ts";

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
		end = local.dataStart + entry.compressedBytes;
		if (end > next) refuse("zip-overlap", "data runs into what follows", { entry: entry.name, offset: next });
		if (entry.flags & descriptorFlag)
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

function readLocal(bytes: Uint8Array, entry: ZipEntry, limit: number): { dataStart: number; wide: boolean } {
	const view = viewOf(bytes);
	const { name, nameBytes, offset } = entry;
	const place = { entry: name, offset };
	const nameStart = offset + localBytes;
	const nameEnd = nameStart + nameBytes.length;
	const agrees =
		nameEnd <= limit &&
		readU32(view, offset) === localSignature &&
		readU16(view, offset + 6) === entry.flags &&
		readU16(view, offset + 8) === entry.method &&
		readU16(view, offset + 26) === nameBytes.length &&
		nameBytes.every((byte, i) => byte === bytes[nameStart + i]);
	if (!agrees) refuse("zip-local-mismatch", "local header differs from the directory", place);
	const dataStart = nameEnd + readU16(view, offset + 28);
	if (dataStart > limit) refuse("zip-overlap", "local header runs into the directory", place);
	const zip64 = findZip64Extra(view, { start: nameEnd, end: dataStart, entry: name });
	checkLocalSizes(view, entry, zip64);
	return { dataStart, wide: zip64 !== undefined };
}

/** CRC and sizes: as in the directory, or zero where a descriptor follows. */
function checkLocalSizes(view: DataView, entry: ZipEntry, zip64: Zip64Extra | undefined): void {
	const { name, offset, crc, bytes, compressedBytes, flags } = entry;
	const sizes = resolveWide(view, [readU32(view, offset + 22), readU32(view, offset + 18)], zip64, name);
	const found = [...sizes, readU32(view, offset + 14)];
	for (const [index, expected] of [bytes, compressedBytes, crc].entries()) {
		if (found[index] === expected || (flags & descriptorFlag && found[index] === 0)) continue;
		refuse("zip-local-mismatch", "local size or checksum differs from the directory", {
			entry: name,
			offset,
		});
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
		wide ? readU64(view, offset, { entry: entry.name }) : readU32(view, offset);
	for (const skip of [4, 0]) {
		if (at + skip + plain > next) continue;
		if (skip === 4 && readU32(view, at) !== descriptorSignature) continue;
		const crc = readU32(view, at + skip);
		if (crc !== entry.crc || size(at + skip + 4) !== entry.compressedBytes) continue;
		if (size(at + skip + plain / 2 + 2) === entry.bytes) return skip + plain;
	}
	return refuse("zip-descriptor", "data descriptor is missing or differs from the directory", {
		entry: entry.name,
		offset: at,
	});
}
