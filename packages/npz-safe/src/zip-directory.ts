import { textOf, viewOf } from "./bytes.ts";
import { inEntry, refuse } from "./errors.ts";
import { type NpzLimits, within } from "./limits.ts";
import type { ZipEnd } from "./zip-end.ts";
import {
	centralBytes,
	centralSignature,
	deflateMethod,
	descriptorFlag,
	encryptedFlag,
	findZip64Extra,
	readU16,
	readU32,
	resolveWide,
	storedMethod,
	strongEncryptionFlag,
	utf8Flag,
} from "./zip-fields.ts";

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
	/** Unix file type and permissions; 0 where the archive was made without. */
	readonly unixMode: number;
}

/** Bits 1 and 2 hint at a level, bit 7 is unused: all harmless. */
const acceptedFlags = (1 << 1) | (1 << 2) | descriptorFlag | (1 << 7) | utf8Flag;

/** Reads every record of the directory; then checks flags and methods. */
export function readZipDirectory(bytes: Uint8Array, end: ZipEnd, limits: NpzLimits): ZipEntry[] {
	within(limits.maxEntries, end.count, "limit-entries");
	const view = viewOf(bytes);
	const entries: ZipEntry[] = [];
	let offset = end.directoryStart;
	while (offset < end.directoryEnd && entries.length <= end.count) {
		const next = recordEnd(view, offset, end.directoryEnd);
		entries.push(readRecord(bytes, offset, limits));
		offset = next;
	}
	if (entries.length !== end.count) {
		refuse("zip-count-mismatch", "not as many entries as declared", { limit: end.count });
	}
	for (const entry of entries) inEntry(entry.name, () => checkFlagsAndMethod(entry));
	return entries;
}

function recordEnd(view: DataView, offset: number, limit: number): number {
	let end = offset + centralBytes;
	if (end <= limit && readU32(view, offset) === centralSignature) {
		for (const field of [28, 30, 32]) end += readU16(view, offset + field);
		if (end <= limit) return end;
	}
	return refuse("zip-cd-invalid", "directory record is missing or cut", { offset });
}

function readRecord(bytes: Uint8Array, at: number, limits: NpzLimits): ZipEntry {
	const view = viewOf(bytes);
	const nameStart = at + centralBytes;
	const nameEnd = nameStart + readU16(view, at + 28);
	const nameBytes = bytes.subarray(nameStart, nameEnd);
	const name = textOf(nameBytes.subarray(0, limits.maxNameBytes));
	return inEntry(name, () => {
		const zip64 = findZip64Extra(view, { start: nameEnd, end: nameEnd + readU16(view, at + 30) });
		const fields = [readU32(view, at + 24), readU32(view, at + 20), readU32(view, at + 42)];
		const [size, compressedBytes, offset] = resolveWide(view, fields, zip64);
		if (readU16(view, at + 34) !== 0) refuse("zip-multi-disk", "entry lies on another disk", { offset: at });
		return {
			name,
			nameBytes,
			flags: readU16(view, at + 8),
			method: readU16(view, at + 10),
			crc: readU32(view, at + 16),
			compressedBytes,
			bytes: size,
			offset,
			unixMode: readU16(view, at + 40),
		};
	});
}

function checkFlagsAndMethod({ flags, method }: ZipEntry): void {
	if (flags & (encryptedFlag | strongEncryptionFlag)) refuse("zip-encrypted", "entry is encrypted");
	if (flags & ~acceptedFlags) refuse("zip-flag-unsupported", "unknown flag bits", { actual: flags });
	if (method !== storedMethod && method !== deflateMethod) {
		refuse("zip-method-unsupported", `compression method ${method}`, { actual: method });
	}
}
