import { viewOf } from "./bytes.ts";
import { inEntry, refuse } from "./errors.ts";
import type { ZipEntry } from "./zip-directory.ts";
import {
	descriptorFlag,
	descriptorSignature,
	type Extra,
	findZip64Extra,
	localBytes,
	localSignature,
	readU16,
	readU32,
	readU64,
	resolveWide,
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
		const next = byOffset[index + 1]?.offset ?? directoryStart;
		inEntry(entry.name, () => {
			if (entry.offset === byOffset[index - 1]?.offset) {
				refuse("zip-overlap", "two entries share one local header", { offset: entry.offset });
			}
			const local = readLocal(bytes, entry, directoryStart);
			starts.set(entry, local.dataStart);
			end = local.dataStart + entry.compressedBytes;
			if (end > next) refuse("zip-overlap", "data runs into what follows", { offset: next });
			if (entry.flags & descriptorFlag) {
				end += descriptorBytes(view, entry, { at: end, wide: local.wide, next });
			}
			if (end < next) {
				refuse("zip-unclaimed-bytes", `${next - end} bytes belong to nothing`, { offset: end });
			}
		});
	}
	return starts;
}

function readLocal(bytes: Uint8Array, entry: ZipEntry, limit: number): { dataStart: number; wide: boolean } {
	const view = viewOf(bytes);
	const { nameBytes, offset } = entry;
	const nameStart = offset + localBytes;
	const nameEnd = nameStart + nameBytes.length;
	const agrees =
		nameEnd <= limit &&
		readU32(view, offset) === localSignature &&
		readU16(view, offset + 6) === entry.flags &&
		readU16(view, offset + 8) === entry.method &&
		readU16(view, offset + 26) === nameBytes.length &&
		nameBytes.every((byte, i) => byte === bytes[nameStart + i]);
	if (!agrees) refuseLocal(offset);
	const dataStart = nameEnd + readU16(view, offset + 28);
	if (dataStart > limit) refuse("zip-overlap", "local header runs into the directory", { offset });
	const zip64 = findZip64Extra(view, { start: nameEnd, end: dataStart });
	checkLocalSizes(view, entry, zip64);
	return { dataStart, wide: zip64 !== undefined };
}

/** CRC and sizes: as in the directory, or zero where a descriptor follows. */
function checkLocalSizes(view: DataView, entry: ZipEntry, zip64: Extra | undefined): void {
	const { offset, crc, bytes, compressedBytes, flags } = entry;
	const sizes = resolveWide(view, [readU32(view, offset + 22), readU32(view, offset + 18)], zip64);
	const found = [...sizes, readU32(view, offset + 14)];
	for (const [index, expected] of [bytes, compressedBytes, crc].entries()) {
		if (found[index] === expected || (flags & descriptorFlag && found[index] === 0)) continue;
		refuseLocal(offset);
	}
}

function refuseLocal(offset: number): never {
	return refuse("zip-local-mismatch", "local header differs", { offset });
}

/** Length of the descriptor after the data: with or without signature, 8-byte sizes where the local header has zip64. */
function descriptorBytes(
	view: DataView,
	entry: ZipEntry,
	{ at, wide, next }: { at: number; wide: boolean; next: number },
): number {
	const plain = wide ? 20 : 12;
	const size = (offset: number) => (wide ? readU64(view, offset) : readU32(view, offset));
	for (const skip of [4, 0]) {
		if (at + skip + plain > next) continue;
		if (skip === 4 && readU32(view, at) !== descriptorSignature) continue;
		const crc = readU32(view, at + skip);
		if (crc !== entry.crc || size(at + skip + 4) !== entry.compressedBytes) continue;
		if (size(at + skip + plain / 2 + 2) === entry.bytes) return skip + plain;
	}
	return refuse("zip-descriptor", "data descriptor is missing or differs", { offset: at });
}
