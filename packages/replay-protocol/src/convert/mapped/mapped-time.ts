import type { ConversionLog } from "../conversion-log.ts";
import type { Draft } from "../draft.ts";
import { asFloats } from "../npz-source.ts";
import { type MappedSource, oneColumn, reportCells } from "./mapped-source.ts";
import type { ReplayMapping } from "./mapping.ts";
import { expectedNumber, parseInteger, parseNumber } from "./numbers.ts";
import { recordRule } from "./quantities.ts";
import { unitOf } from "./units.ts";

/** The clock of a draft, and how many frames it has. */
type MappedTime = Pick<Draft, "seconds" | "origin"> & { readonly frames: number };

/**
 * Times in seconds from the first frame. Integers are subtracted as integers, so that nanoseconds since 1970 stay exact,
 * and converted after.
 */
export function mappedTime(
	{ time }: ReplayMapping,
	source: MappedSource,
	log: ConversionLog,
): MappedTime | null {
	const { unit = "s", rebase = true } = time;
	const ticks = ticksOf(time, source, log);
	if (ticks === null) return null;
	const { times, per } = unitOf(unit) ?? { times: 1, per: 1 };
	recordRule({ unit }, { arrays: ["t"] }, log);
	const since = (frame: number, first: number) => {
		if (!rebase) return Number(ticks[frame]);
		return ticks instanceof BigInt64Array ? Number(ticks[frame] - ticks[first]) : ticks[frame] - ticks[first];
	};
	return {
		frames: ticks.length,
		seconds: (frames) => Float64Array.from(frames, (frame) => (since(frame, frames[0]) * times) / per),
		origin: (frame) => (rebase && Number(ticks[frame]) !== 0 ? `${ticks[frame]} ${unit}` : null),
	};
}

function ticksOf(
	ref: ReplayMapping["time"],
	source: MappedSource,
	log: ConversionLog,
): BigInt64Array | Float64Array | Float32Array | null {
	const array = source.column(ref);
	if (array === null) return null;
	if (array.shape.length === 1 && array.dtype === "int64") return array.data;
	if (array.shape.length === 1 && array.dtype === "string") return ticksOfCells(ref.source, array.data, log);
	const floats = asFloats(array);
	if (array.shape.length === 1 && floats !== null) return floats.data;
	const params = {
		array: ref.source,
		expected: array.shape.length === 2 ? oneColumn("numbers (T)", array.shape[1]) : "numbers (T)",
		found: `${array.dtype} (${array.shape.join(", ")})`,
	};
	log.find("source-array-mismatch", { path: "/arrays/t", params });
	return null;
}

function ticksOfCells(
	column: string,
	cells: readonly string[],
	log: ConversionLog,
): BigInt64Array | Float64Array | null {
	const integers = cells.map(parseInteger);
	if (integers.every((value) => value !== null)) return BigInt64Array.from(integers);
	const numbers = cells.map(parseNumber);
	const invalid = numbers.flatMap((value, row) =>
		value === null || Number.isNaN(value) ? [{ row, expected: expectedNumber("a time", cells[row]) }] : [],
	);
	reportCells(column, invalid, log);
	return invalid.length === 0 ? Float64Array.from(numbers, Number) : null;
}
