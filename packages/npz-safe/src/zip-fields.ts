import { refuse } from "./errors.ts";

/** Signatures of ZIP records (APPNOTE 4.3), as little-endian words. */
export const localSignature = 0x04034b50;
export const descriptorSignature = 0x08074b50;
export const centralSignature = 0x02014b50;
export const endSignature = 0x06054b50;
export const end64Signature = 0x06064b50;
export const locator64Signature = 0x07064b50;

/** Sizes of the fixed parts of ZIP records. */
export const localBytes = 30;
export const centralBytes = 46;
export const endBytes = 22;
export const end64Bytes = 56;
export const locator64Bytes = 20;

/** General purpose flag bits. */
export const encryptedFlag = 1 << 0;
export const descriptorFlag = 1 << 3;
export const strongEncryptionFlag = 1 << 6;
export const utf8Flag = 1 << 11;

/** Compression methods. */
export const storedMethod = 0;
export const deflateMethod = 8;

/** What a 16- or 32-bit field holds when its value is in the zip64 record or extra field. */
export const full16 = 0xffff;
export const full32 = 0xffffffff;

/** Extra fields this package looks at: zip64 sizes, Info-ZIP's Unicode path, alignment padding (as zipalign). */
const zip64Extra = 0x0001;
const unicodePathExtra = 0x7075;
export const alignmentExtra = 0xd935;

/** A little-endian 16-bit field. */
export function readU16(view: DataView, offset: number): number {
	return view.getUint16(offset, true);
}

/** A little-endian 32-bit field. */
export function readU32(view: DataView, offset: number): number {
	return view.getUint32(offset, true);
}

/** A 64-bit field. Refuses values that a number cannot hold exactly. */
export function readU64(view: DataView, offset: number): number {
	const high = readU32(view, offset + 4);
	if (high >= 2 ** 21) refuse("zip-zip64-invalid", "2^53 or more", { offset });
	return high * 2 ** 32 + readU32(view, offset);
}

/** Where a block of extra fields, or the payload of one, starts and ends. */
export interface Extra {
	readonly start: number;
	readonly end: number;
}

/**
 * Walks a block of extra fields and gives the zip64 one, if any.
 *
 * Refuses malformed blocks, doubled zip64 fields, and names in a second encoding (0x7075).
 */
export function findZip64Extra(view: DataView, { start, end }: Extra): Extra | undefined {
	let zip64: Extra | undefined;
	for (let offset = start; offset < end; ) {
		const next = offset + 4 <= end ? offset + 4 + readU16(view, offset + 2) : Infinity;
		if (next > end) refuse("zip-extra-invalid", "extra field runs past its block", { offset });
		const id = readU16(view, offset);
		if (id === unicodePathExtra) refuse("name-encoding", "name is stored twice (0x7075)", { offset });
		if (id === zip64Extra) {
			if (zip64) refuse("zip-zip64-invalid", "two zip64 extra fields", { offset });
			zip64 = { start: offset + 4, end: next };
		}
		offset = next;
	}
	return zip64;
}

/**
 * 32-bit fields with the zip64 extra field's values, in its order, for saturated ones.
 *
 * A zip64 field that holds values for all of them, as old NumPy writes it, must agree with those not saturated.
 */
export function resolveWide(view: DataView, fields: readonly number[], zip64: Extra | undefined): number[] {
	const invalid = (): never => refuse("zip-zip64-invalid", "zip64 extra field does not fit");
	let at = zip64?.start ?? 0;
	const end = zip64?.end ?? 0;
	const holdsAll = end - at === fields.length * 8;
	const values = fields.map((field) => {
		if (field !== full32 && !holdsAll) return field;
		at += 8;
		if (at > end) invalid();
		const value = readU64(view, at - 8);
		if (field !== full32 && field !== value) invalid();
		return value;
	});
	if (zip64 && (at !== end || at === zip64.start)) invalid();
	return values;
}
