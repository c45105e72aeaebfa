import { latin1, viewOf } from "./bytes.ts";
import { refuse } from "./errors.ts";
import { type NpzLimits, within } from "./limits.ts";
import type { ZipEnd } from "./zip-end.ts";
import { findZip64Extra, fixedBytes, readU64, saturated, signature } from "./zip-fields.ts";

/** One record of the directory, 64-bit fields resolved. */
export interface ZipEntry {
	/** Name for messages; {@link nameBytes} is what the file says. */
	readonly name: string;
	readonly nameBytes: Uint8Array;
	readonly flags: number;
	readonly method: number;
	readonly crc: number;
	readonly compressedBytes: number;
	readonly bytes: number;
	/** Offset of the local header. */
	readonly offset: number;
	/** Unix mode where the archive was made on a system that has one, else 0. */
	readonly unixMode: number;
}

/** General purpose flag bits. */
export const flagBit = {
	encrypted: 1 << 0,
	descriptor: 1 << 3,
	strongEncryption: 1 << 6,
	utf8: 1 << 11,
} as const;

/** Compression methods. */
export const method = { stored: 0, deflated: 8 } as const;

/** Bits 1 and 2 hint at a level, bit 7 is unused: all harmless. */
const acceptedFlags = (1 << 1) | (1 << 2) | flagBit.descriptor | (1 << 7) | flagBit.utf8;
const unixHosts = new Set([3, 19]);

/** Reads every record of the directory; then checks flags and methods. */
export function readZipDirectory(bytes: Uint8Array, end: ZipEnd, limits: NpzLimits): ZipEntry[] {
	within(limits.maxEntries, end.count, "limit-entries", { what: "number of entries" });
	const view = viewOf(bytes);
	const entries: ZipEntry[] = [];
	let offset = end.directoryStart;
	while (offset < end.directoryEnd) {
		if (entries.length === end.count) {
			refuse("zip-count-mismatch", `directory holds more than the ${end.count} entries declared`, { offset });
		}
		const next = recordEnd(view, offset, end.directoryEnd);
		entries.push(readRecord(bytes, offset, limits));
		offset = next;
	}
	if (entries.length !== end.count) {
		refuse("zip-count-mismatch", `directory holds ${entries.length} of ${end.count} entries declared`, {
			offset,
		});
	}
	for (const entry of entries) checkFlagsAndMethod(entry);
	return entries;
}

function recordEnd(view: DataView, offset: number, limit: number): number {
	if (offset + fixedBytes.central > limit || view.getUint32(offset, true) !== signature.central) {
		return refuse("zip-cd-invalid", "no directory record where one should start", { offset });
	}
	const end =
		offset +
		fixedBytes.central +
		view.getUint16(offset + 28, true) +
		view.getUint16(offset + 30, true) +
		view.getUint16(offset + 32, true);
	if (end > limit) refuse("zip-cd-invalid", "directory record runs past the directory", { offset });
	return end;
}

function readRecord(bytes: Uint8Array, at: number, limits: NpzLimits): ZipEntry {
	const view = viewOf(bytes);
	const nameStart = at + fixedBytes.central;
	const nameEnd = nameStart + view.getUint16(at + 28, true);
	const nameBytes = bytes.subarray(nameStart, nameEnd);
	const flags = view.getUint16(at + 8, true);
	const name = latin1(nameBytes.subarray(0, limits.maxNameBytes));
	const extra = { start: nameEnd, end: nameEnd + view.getUint16(at + 30, true), entry: name };
	const wide = readWideFields(view, at, extra);
	if (wide.disk !== 0) refuse("zip-multi-disk", "entry lies on another disk", { entry: name, offset: at });
	const madeOnUnix = unixHosts.has(view.getUint8(at + 5));
	return {
		name,
		nameBytes,
		flags,
		method: view.getUint16(at + 10, true),
		crc: view.getUint32(at + 16, true),
		compressedBytes: wide.compressedBytes,
		bytes: wide.bytes,
		offset: wide.offset,
		unixMode: madeOnUnix ? view.getUint16(at + 40, true) : 0,
	};
}

/** Sizes, offset and disk: 32-bit fields, or the zip64 extra field's values in this order for saturated ones. */
function readWideFields(view: DataView, at: number, extra: { start: number; end: number; entry: string }) {
	const { entry } = extra;
	const zip64 = findZip64Extra(view, extra);
	let cursor = zip64?.start ?? 0;
	const take = (value: number, full: number, width: 4 | 8): number => {
		if (value !== full) return value;
		if (!zip64) return refuse("zip-zip64-invalid", "zip64 extra field is missing", { entry, offset: at });
		if (cursor + width > zip64.end) {
			return refuse("zip-zip64-invalid", "zip64 extra field is too short", { entry, offset: cursor });
		}
		cursor += width;
		return width === 8 ? readU64(view, cursor - 8, { entry }) : view.getUint32(cursor - 4, true);
	};
	const bytes = take(view.getUint32(at + 24, true), saturated.u32, 8);
	const compressedBytes = take(view.getUint32(at + 20, true), saturated.u32, 8);
	const offset = take(view.getUint32(at + 42, true), saturated.u32, 8);
	const disk = take(view.getUint16(at + 34, true), saturated.u16, 4);
	if (zip64 && cursor !== zip64.end) {
		refuse("zip-zip64-invalid", "zip64 extra field holds values that nothing refers to", {
			entry,
			offset: cursor,
		});
	}
	return { bytes, compressedBytes, offset, disk };
}

function checkFlagsAndMethod({ name: entry, flags, method: found }: ZipEntry): void {
	if (flags & (flagBit.encrypted | flagBit.strongEncryption))
		refuse("zip-encrypted", "entry is encrypted", { entry });
	if (flags & ~acceptedFlags) refuse("zip-flag-unsupported", "unknown flag bits", { entry, actual: flags });
	if (found !== method.stored && found !== method.deflated) {
		refuse("zip-method-unsupported", `compression method ${found}`, { entry, actual: found });
	}
}
