import { deflateSync } from "fflate";
import { viewOf } from "./bytes.ts";
import { crc32 } from "./crc32.ts";
import { claimName } from "./entry-name.ts";
import { inEntry, refuse } from "./errors.ts";
import { limits, within } from "./limits.ts";
import { cannotWrite, type NpyWritable, type Serialized, serialize } from "./npy-writable.ts";
import { checkFields } from "./options.ts";
import { npyByteLength, putNpy } from "./write-npy.ts";
import {
	alignmentExtra,
	centralBytes,
	centralSignature,
	deflateMethod,
	end64Bytes,
	end64Signature,
	endBytes,
	endSignature,
	full16,
	full32,
	localBytes,
	localSignature,
	locator64Bytes,
	locator64Signature,
	storedMethod,
	utf8Flag,
} from "./zip-fields.ts";

/** Options of {@link writeNpz}. */
export interface NpzWriteOptions {
	/** Deflate entries that get smaller by it. Default false: stored, so that readers can map arrays without a copy. */
	readonly compress?: boolean | undefined;
}

/** Arrays by key: a plain object, pairs, or the `arrays` of an archive. */
export type NpzContent = Readonly<Record<string, NpyWritable>> | Iterable<readonly [string, NpyWritable]>;

/**
 * Writes arrays as an NPZ file that `numpy.load` and {@link readNpz} read.
 *
 * The same content gives the same bytes on every machine: entries in the order given, dated 1980, sizes in the local
 * headers, no descriptors. Stored entries start on multiples of 64 bytes (extra field 0xD935). Without `compress`
 * memory is the file's size.
 *
 * @throws {@link NpzError} `name-…` for keys that a reader would refuse, `limit-total-bytes` at 4 GiB, and as
 *   {@link writeNpy} does; TypeError for wrong arguments
 */
export function writeNpz(arrays: NpzContent, options: NpzWriteOptions = {}): Uint8Array<ArrayBuffer> {
	const { compress = false } = options;
	checkFields(options, { compress: typeof compress === "boolean" });
	const pairs = pairsOf(arrays);
	const seen = new Set<string>();
	const entries: PlannedEntry[] = [];
	let offset = 0;
	for (const [key, array] of pairs) {
		const entry = planEntry(key, array, { offset, seen, compress });
		entries.push(entry);
		offset = entry.dataStart + entry.compressedBytes;
	}
	const directoryBytes = entries.reduce((sum, { name }) => sum + centralBytes + name.length, 0);
	const zip64Bytes = entries.length > full16 ? end64Bytes + locator64Bytes : 0;
	const total = offset + directoryBytes + zip64Bytes + endBytes;
	if (total >= full32) refuse("limit-total-bytes", "archive reaches 4 GiB", { limit: full32, actual: total });
	const out = new Uint8Array(total);
	const written = entries.map((entry) => putEntry(out, entry));
	putDirectory(out, written, offset);
	return out;
}

function pairsOf(arrays: NpzContent): readonly (readonly [string, NpyWritable])[] {
	const given = Object(arrays);
	const pairs = Symbol.iterator in given ? [...given] : Object.entries(given);
	if (given === arrays && pairs.every((pair) => typeof pair?.[0] === "string")) return pairs;
	return cannotWrite(arrays, "{ name: array }");
}

/** An entry whose place in the file is decided. */
interface PlannedEntry {
	readonly name: Uint8Array;
	readonly flags: number;
	/** Length of the NPY bytes. */
	readonly bytes: number;
	/** Length of the data in the file. */
	readonly compressedBytes: number;
	readonly headerStart: number;
	readonly dataStart: number;
	/** The array of a stored entry, or the data of a deflated one. */
	readonly content: Serialized | Deflated;
}

interface Deflated {
	readonly deflated: Uint8Array;
	/** Checksum of the data before it was deflated. */
	readonly crc: number;
}

const alignmentBytes = 64;
/** The extra field as zipalign has it: id, length, the alignment, zeros. */
const minimumExtraBytes = 6;

function planEntry(
	key: string,
	array: NpyWritable,
	{ offset, seen, compress }: { offset: number; seen: Set<string>; compress: boolean },
): PlannedEntry {
	const fileName = `${key}.npy`;
	const name = new TextEncoder().encode(fileName);
	const serialized = inEntry(fileName, () => {
		claimName(seen, fileName);
		within(limits.browser.maxNameBytes, name.length, "limit-name-bytes");
		return serializeNamed(key, array);
	});
	const bytes = npyByteLength(serialized);
	const flags = name.length > fileName.length ? utf8Flag : 0;
	const planned = { name, flags, bytes, headerStart: offset };
	const headerEnd = offset + localBytes + name.length;
	const content = compress ? deflateEntry(serialized, bytes) : serialized;
	if ("deflated" in content) {
		return { ...planned, content, compressedBytes: content.deflated.length, dataStart: headerEnd };
	}
	const dataStart = Math.ceil((headerEnd + minimumExtraBytes) / alignmentBytes) * alignmentBytes;
	return { ...planned, content, compressedBytes: bytes, dataStart };
}

/** {@link serialize}, with the array named in a TypeError. */
function serializeNamed(key: string, array: NpyWritable): Serialized {
	try {
		return serialize(array);
	} catch (error) {
		if (error instanceof TypeError) error.message = `array "${key}": ${error.message}`;
		throw error;
	}
}

/** The entry deflated by fflate, whose output is the same on every machine; as it was where that gains nothing. */
function deflateEntry(serialized: Serialized, byteLength: number): Serialized | Deflated {
	const npy = new Uint8Array(byteLength);
	putNpy(npy, serialized);
	const deflated = deflateSync(npy);
	return deflated.length < byteLength ? { deflated, crc: crc32(npy) } : serialized;
}

function putEntry(out: Uint8Array<ArrayBuffer>, entry: PlannedEntry): WrittenEntry {
	const { content, headerStart, dataStart } = entry;
	const data = out.subarray(dataStart, dataStart + entry.compressedBytes);
	if ("deflated" in content) data.set(content.deflated);
	else putNpy(data, content);
	const written = { ...entry, crc: "deflated" in content ? content.crc : crc32(data) };
	const view = viewOf(out);
	const nameEnd = headerStart + localBytes + entry.name.length;
	view.setUint32(headerStart, localSignature, true);
	putCommonFields(view, headerStart + 4, written);
	view.setUint16(headerStart + 28, dataStart - nameEnd, true);
	out.set(entry.name, headerStart + localBytes);
	if (dataStart > nameEnd) {
		view.setUint16(nameEnd, alignmentExtra, true);
		view.setUint16(nameEnd + 2, dataStart - nameEnd - 4, true);
		view.setUint16(nameEnd + 4, alignmentBytes, true);
	}
	return written;
}

interface WrittenEntry extends PlannedEntry {
	readonly crc: number;
}

const versionNeeded = 20;
/** 1980-01-01, the first date ZIP knows; the time is midnight, zero. */
const date1980 = (1 << 5) | 1;

/** The fields that local and central headers share, from "version needed" to the name's length. */
function putCommonFields(view: DataView, at: number, entry: WrittenEntry): void {
	view.setUint16(at, versionNeeded, true);
	view.setUint16(at + 2, entry.flags, true);
	view.setUint16(at + 4, "deflated" in entry.content ? deflateMethod : storedMethod, true);
	view.setUint16(at + 8, date1980, true);
	view.setUint32(at + 10, entry.crc, true);
	view.setUint32(at + 14, entry.compressedBytes, true);
	view.setUint32(at + 18, entry.bytes, true);
	view.setUint16(at + 22, entry.name.length, true);
}

/** Made by a Unix program of version 2.0, files readable by their owner: as Python's zipfile writes them. */
const madeBy = 0x0314;
const externalAttributes = 0x01800000;

function putDirectory(out: Uint8Array<ArrayBuffer>, entries: readonly WrittenEntry[], start: number): void {
	const view = viewOf(out);
	let at = start;
	for (const entry of entries) {
		view.setUint32(at, centralSignature, true);
		view.setUint16(at + 4, madeBy, true);
		putCommonFields(view, at + 6, entry);
		view.setUint32(at + 38, externalAttributes, true);
		view.setUint32(at + 42, entry.headerStart, true);
		out.set(entry.name, at + centralBytes);
		at += centralBytes + entry.name.length;
	}
	const size = at - start;
	const isWide = entries.length > full16;
	if (isWide) at = putEnd64(view, at, { count: entries.length, size, start });
	const count = isWide ? full16 : entries.length;
	view.setUint32(at, endSignature, true);
	view.setUint16(at + 8, count, true);
	view.setUint16(at + 10, count, true);
	view.setUint32(at + 12, size, true);
	view.setUint32(at + 16, start, true);
}

/** The zip64 end record and its locator, for more than 65,535 entries. Gives the offset after them. */
function putEnd64(
	view: DataView,
	at: number,
	directory: { count: number; size: number; start: number },
): number {
	const locator = at + end64Bytes;
	view.setUint32(at, end64Signature, true);
	view.setUint32(at + 4, end64Bytes - 12, true);
	view.setUint16(at + 12, 45, true);
	view.setUint16(at + 14, 45, true);
	view.setUint32(at + 24, directory.count, true);
	view.setUint32(at + 32, directory.count, true);
	view.setUint32(at + 40, directory.size, true);
	view.setUint32(at + 48, directory.start, true);
	view.setUint32(locator, locator64Signature, true);
	view.setUint32(locator + 8, at, true);
	view.setUint32(locator + 16, 1, true);
	return locator + locator64Bytes;
}
