import { type NpzErrorPlace, refuse } from "./errors.ts";

/** Signatures of ZIP records (APPNOTE 4.3), as little-endian words. */
export const signature = {
	local: 0x04034b50,
	descriptor: 0x08074b50,
	central: 0x02014b50,
	end: 0x06054b50,
	end64: 0x06064b50,
	locator64: 0x07064b50,
} as const;

/** Sizes of the fixed parts of ZIP records, in bytes. */
export const fixedBytes = { local: 30, central: 46, end: 22, end64: 56, locator64: 20 } as const;

/** What a 16- or 32-bit field holds when its value is in the zip64 record or extra field. */
export const saturated = { u16: 0xffff, u32: 0xffffffff } as const;

/** Extra fields this package looks at: zip64 sizes, Info-ZIP's Unicode path, alignment padding (as zipalign). */
export const extraId = { zip64: 0x0001, unicodePath: 0x7075, alignment: 0xd935 } as const;

/** A 64-bit field. Refuses values that a number cannot hold exactly. */
export function readU64(view: DataView, offset: number, place: NpzErrorPlace = {}): number {
	const high = view.getUint32(offset + 4, true);
	if (high >= 2 ** 21) refuse("zip-zip64-invalid", "64-bit field of 2^53 or more", { ...place, offset });
	return high * 2 ** 32 + view.getUint32(offset, true);
}

/** Where a block of extra fields lies, and whose it is. */
export interface ExtraBlock {
	readonly start: number;
	readonly end: number;
	readonly entry: string;
}

/** The zip64 extra field of a block: where its payload starts and ends. */
export interface Zip64Extra {
	readonly start: number;
	readonly end: number;
}

/**
 * Walks a block of extra fields and gives the zip64 one, if any.
 *
 * Refuses malformed blocks, doubled zip64 fields, and names in a second encoding (0x7075).
 */
export function findZip64Extra(view: DataView, block: ExtraBlock): Zip64Extra | undefined {
	const { entry, end } = block;
	let zip64: Zip64Extra | undefined;
	for (let offset = block.start; offset < end; ) {
		if (offset + 4 > end) refuse("zip-extra-invalid", "extra field is cut", { entry, offset });
		const id = view.getUint16(offset, true);
		const next = offset + 4 + view.getUint16(offset + 2, true);
		if (next > end) refuse("zip-extra-invalid", "extra field runs past its block", { entry, offset });
		if (id === extraId.unicodePath)
			refuse("name-encoding", "name is stored twice (0x7075)", { entry, offset });
		if (id === extraId.zip64) {
			if (zip64) refuse("zip-zip64-invalid", "two zip64 extra fields", { entry, offset });
			zip64 = { start: offset + 4, end: next };
		}
		offset = next;
	}
	return zip64;
}
