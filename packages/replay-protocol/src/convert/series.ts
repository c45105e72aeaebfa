import type { FloatArray, ReplayArray } from "../artifact.ts";
import type { ConversionLog } from "./conversion-log.ts";
import type { Draft } from "./draft.ts";
import { asFloats } from "./npz-source.ts";

/** The array as floats, if it is of the shape; reported where it is not. */
export function floatsOfShape(
	name: string,
	array: ReplayArray,
	shape: readonly number[],
	log: ConversionLog,
): FloatArray | null {
	const floats = asFloats(array);
	const fits = array.shape.length === shape.length && shape.every((size, axis) => size === array.shape[axis]);
	if (fits && floats !== null) return floats;
	const params = {
		array: name,
		expected: `numbers (${shape.join(", ")})`,
		found: `${array.dtype} (${array.shape.join(", ")})`,
	};
	log.find("source-array-mismatch", { path: "/arrays", params });
	return null;
}

/** Whether every row is the first one. */
export function isStill({ shape, data }: FloatArray): boolean {
	const width = shape[1];
	return data.every((value, i) => Object.is(value, data[i % width]) || value === data[i % width]);
}

/** Times in seconds as they are given, from the first of them. */
export function relativeTime(
	seconds: ArrayLike<number>,
	nameOrigin: (first: number) => string,
): Pick<Draft, "seconds" | "origin"> {
	return {
		seconds: (frames) => Float64Array.from(frames, (frame) => seconds[frame] - seconds[frames[0]]),
		origin: (frame) => (seconds[frame] === 0 ? null : nameOrigin(seconds[frame])),
	};
}
