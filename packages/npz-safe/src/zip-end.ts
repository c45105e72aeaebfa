import { viewOf } from "./bytes.ts";
import { refuse } from "./errors.ts";
import {
	centralSignature,
	end64Bytes,
	end64Signature,
	endBytes,
	endSignature,
	full16,
	full32,
	localSignature,
	locator64Bytes,
	locator64Signature,
	readU16,
	readU32,
	readU64,
} from "./zip-fields.ts";

/** What the end of the archive says about its directory. */
export interface ZipEnd {
	/** Entries in the directory. */
	readonly count: number;
	/** First byte of the directory. */
	readonly directoryStart: number;
	/** First byte after the directory. */
	readonly directoryEnd: number;
}

const maxCommentBytes = 0xffff;

/** Disk, disk of the directory, entries on this disk, entries, size and start of the directory. */
type EndFields = readonly [number, number, number, number, number, number];

/** Finds the one end record that reaches the end of the file, follows zip64, and bounds the directory. */
export function readZipEnd(bytes: Uint8Array): ZipEnd {
	const view = viewOf(bytes);
	const at = findEndRecord(view);
	const locator = at - locator64Bytes;
	const isWide = locator >= 0 && readU32(view, locator) === locator64Signature;
	const directoryEnd = isWide ? locator - end64Bytes : at;
	const fields = resolveEnd(readEnd(view, at), isWide ? readEnd64(view, locator) : undefined);
	const [disk, directoryDisk, countHere, count, size, directoryStart] = fields;
	if (disk !== 0 || directoryDisk !== 0 || countHere !== count) refuseDisks(at);
	checkDirectoryBounds(view, directoryStart, { size, end: directoryEnd });
	return { count, directoryStart, directoryEnd };
}

function refuseDisks(offset: number): never {
	return refuse("zip-multi-disk", "archive spans several disks", { offset });
}

function findEndRecord(view: DataView): number {
	const length = view.byteLength;
	const found: number[] = [];
	let problem: "zip-truncated" | "zip-trailing-data" | undefined;
	for (let at = length - 4; at >= 0 && at >= length - endBytes - maxCommentBytes; at--) {
		if (readU32(view, at) !== endSignature) continue;
		const end = at + endBytes <= length ? at + endBytes + readU16(view, at + 20) : Infinity;
		if (end === length) found.push(at);
		else problem ??= end > length ? "zip-truncated" : "zip-trailing-data";
	}
	if (found.length === 1) return found[0];
	if (found.length > 1) return refuse("zip-ambiguous-end", "several end records fit", { offset: found[0] });
	const first = length >= 4 ? readU32(view, 0) : 0;
	if (first !== localSignature && first !== endSignature) return refuse("zip-not-zip", "not a ZIP archive");
	return refuse(problem ?? "zip-truncated", "no end record at the end");
}

function readEnd(view: DataView, at: number): EndFields {
	const short = (offset: number) => readU16(view, at + offset);
	return [short(4), short(6), short(8), short(10), readU32(view, at + 12), readU32(view, at + 16)];
}

/** The zip64 end record, which must lie right before its locator and have no extensions. */
function readEnd64(view: DataView, locator: number): EndFields {
	if (readU32(view, locator + 4) !== 0 || readU32(view, locator + 16) !== 1) refuseDisks(locator);
	const at = locator - end64Bytes;
	const wide = (offset: number) => readU64(view, at + offset);
	const found = readU64(view, locator + 8) === at && at >= 0 && readU32(view, at) === end64Signature;
	if (!found || wide(4) !== end64Bytes - 12) {
		refuse("zip-zip64-invalid", "zip64 end record is missing or unknown", { offset: locator });
	}
	return [readU32(view, at + 16), readU32(view, at + 20), wide(24), wide(32), wide(40), wide(48)];
}

const endLimits: EndFields = [full16, full16, full16, full16, full32, full32];

/**
 * The zip64 fields where there are some: each short one must be saturated or the same, so that all readers see one
 * archive. Without them, 65,535 entries are just that many.
 */
function resolveEnd(short: EndFields, wide: EndFields | undefined): EndFields {
	const agrees = wide
		? short.every((value, i) => value === endLimits[i] || value === wide[i])
		: short[4] !== full32 && short[5] !== full32;
	return agrees ? (wide ?? short) : refuse("zip-zip64-invalid", "end records disagree");
}

/** The directory must end where the end records start. */
function checkDirectoryBounds(
	view: DataView,
	start: number,
	{ size, end }: { size: number; end: number },
): void {
	const slack = end - (start + size);
	const place = { offset: start, actual: size };
	const startsThere = slack > 0 && size > 0 && readU32(view, start) === centralSignature;
	if (slack < 0 || startsThere) refuse("zip-cd-bounds", "directory ends elsewhere than declared", place);
	if (slack > 0) refuse("zip-leading-data", `${slack} bytes precede the archive`, place);
}
