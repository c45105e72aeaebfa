import { crc32 } from "../crc32.ts";
import { writeNpy } from "../write-npy.ts";

/** An entry of a ZIP file made by hand: every field of interest may lie. */
export interface HandMadeEntry {
	readonly name: string;
	readonly data?: Uint8Array;
	readonly flags?: number;
	/** Bytes between the local header and the data. */
	readonly localExtra?: Uint8Array;
	/** Written after the data, as a descriptor is. */
	readonly after?: Uint8Array;
	readonly externalAttributes?: number;
	readonly crc?: number;
}

/** A ZIP file of stored entries, byte by byte. */
export function handMadeZip(entries: readonly HandMadeEntry[]): Uint8Array<ArrayBuffer> {
	const parts: number[] = [];
	const directory: number[] = [];
	for (const entry of entries) {
		const data = entry.data ?? writeNpy(new Float64Array([1, 2]));
		const name = new TextEncoder().encode(entry.name);
		const extra = entry.localExtra ?? new Uint8Array();
		const sizes = [entry.crc ?? crc32(data), data.length, data.length];
		const common = [
			...u16(20),
			...u16(entry.flags ?? 0),
			...u16(0),
			...u32(0x210000),
			...sizes.flatMap(u32),
			...u16(name.length),
		];
		const offset = parts.length;
		parts.push(
			...u32(0x04034b50),
			...common,
			...u16(extra.length),
			...name,
			...extra,
			...data,
			...(entry.after ?? []),
		);
		const attributes = [...u16(0), ...u16(0), ...u16(0), ...u16(0), ...u32(entry.externalAttributes ?? 0)];
		directory.push(...u32(0x02014b50), ...u16(0x314), ...common, ...attributes, ...u32(offset), ...name);
	}
	const counts = [...u16(entries.length), ...u16(entries.length)];
	const end = [
		...u32(0x06054b50),
		...u32(0),
		...counts,
		...u32(directory.length),
		...u32(parts.length),
		...u16(0),
	];
	return Uint8Array.from([...parts, ...directory, ...end]);
}

function u16(value: number): number[] {
	return [value & 0xff, value >>> 8];
}

function u32(value: number): number[] {
	return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
}
