import { viewOf } from "./bytes.ts";
import { refuse } from "./errors.ts";
import { fixedBytes, readU64, saturated, signature } from "./zip-fields.ts";

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

/** Finds the one end record that reaches the end of the file, follows zip64, and bounds the directory. */
export function readZipEnd(bytes: Uint8Array): ZipEnd {
	const view = viewOf(bytes);
	const at = findEndRecord(view);
	const fields = {
		disk: view.getUint16(at + 4, true),
		directoryDisk: view.getUint16(at + 6, true),
		countHere: view.getUint16(at + 8, true),
		count: view.getUint16(at + 10, true),
		size: view.getUint32(at + 12, true),
		start: view.getUint32(at + 16, true),
	};
	const locator = at - fixedBytes.locator64;
	const hasLocator = locator >= 0 && view.getUint32(locator, true) === signature.locator64;
	if (!hasLocator && (fields.size === saturated.u32 || fields.start === saturated.u32)) {
		refuse("zip-zip64-invalid", "end record refers to a zip64 record that is missing", { offset: at });
	}
	const wide = hasLocator ? readEnd64(view, locator) : { ...fields, at };
	if (hasLocator) checkAgreement(fields, wide);
	if (wide.disk !== 0 || wide.directoryDisk !== 0 || wide.countHere !== wide.count) {
		refuse("zip-multi-disk", "archive spans several disks", { offset: at });
	}
	checkDirectoryBounds(view, wide);
	return { count: wide.count, directoryStart: wide.start, directoryEnd: wide.at };
}

interface EndFields {
	readonly disk: number;
	readonly directoryDisk: number;
	readonly countHere: number;
	readonly count: number;
	readonly size: number;
	readonly start: number;
}

function findEndRecord(view: DataView): number {
	const length = view.byteLength;
	const found: number[] = [];
	let problem: "zip-truncated" | "zip-trailing-data" | undefined;
	for (let at = length - 4; at >= 0 && at >= length - fixedBytes.end - maxCommentBytes; at--) {
		if (view.getUint32(at, true) !== signature.end) continue;
		const end =
			at + fixedBytes.end <= length ? at + fixedBytes.end + view.getUint16(at + 20, true) : Infinity;
		if (end === length) found.push(at);
		else problem ??= end > length ? "zip-truncated" : "zip-trailing-data";
	}
	if (found.length === 1) return found[0];
	if (found.length > 1) return refuse("zip-ambiguous-end", "several end records fit", { offset: found[0] });
	const first = length >= 4 ? view.getUint32(0, true) : 0;
	if (first !== signature.local && first !== signature.end) return refuse("zip-not-zip", "not a ZIP archive");
	return refuse(
		problem ?? "zip-truncated",
		problem === "zip-trailing-data" ? "bytes follow the end record" : "end record is missing or cut",
	);
}

function readEnd64(view: DataView, locator: number): EndFields & { at: number } {
	const invalid = (message: string): never => refuse("zip-zip64-invalid", message, { offset: locator });
	if (view.getUint32(locator + 4, true) !== 0 || view.getUint32(locator + 16, true) !== 1) {
		refuse("zip-multi-disk", "archive spans several disks", { offset: locator });
	}
	const at = readU64(view, locator + 8);
	if (at + fixedBytes.end64 !== locator) invalid("zip64 end record is not right before its locator");
	if (view.getUint32(at, true) !== signature.end64) invalid("zip64 end record is missing");
	if (readU64(view, at + 4) !== fixedBytes.end64 - 12) invalid("zip64 end record has an unknown size");
	return {
		at,
		disk: view.getUint32(at + 16, true),
		directoryDisk: view.getUint32(at + 20, true),
		countHere: readU64(view, at + 24),
		count: readU64(view, at + 32),
		size: readU64(view, at + 40),
		start: readU64(view, at + 48),
	};
}

/** Each field of the short record is saturated or equal to the zip64 one, so that all readers see one archive. */
function checkAgreement(short: EndFields, wide: EndFields): void {
	const wideLimit = {
		disk: saturated.u16,
		directoryDisk: saturated.u16,
		countHere: saturated.u16,
		count: saturated.u16,
	};
	for (const key of ["disk", "directoryDisk", "countHere", "count", "size", "start"] as const) {
		const full = key === "size" || key === "start" ? saturated.u32 : wideLimit[key];
		if (short[key] !== full && short[key] !== wide[key]) {
			refuse("zip-zip64-invalid", `end records disagree on ${key}`, { actual: short[key] });
		}
	}
}

function checkDirectoryBounds(view: DataView, end: EndFields & { at: number }): void {
	const slack = end.at - (end.start + end.size);
	if (slack === 0) return;
	const place = { offset: end.start, actual: end.size };
	const startsThere = slack > 0 && end.size > 0 && view.getUint32(end.start, true) === signature.central;
	if (slack < 0 || startsThere)
		refuse("zip-cd-bounds", "directory does not end where the end record starts", place);
	refuse("zip-leading-data", `${slack} bytes precede the archive`, place);
}
