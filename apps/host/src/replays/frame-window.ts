import type { ReplayArray, ReplayArtifact } from "@hindcast/replay-protocol";
import { HostError } from "../errors/host-error.ts";
import { countBefore } from "./count-before.ts";

/** Values that a window may hold, in all arrays together. */
const maxValues = 1_000_000;

/** The frames of a replay with `from <= t <= to`, as the JSON encoding has them. */
export interface CutFrames {
	/** Index of the first frame in the whole replay; where there are no frames, of the first one behind the window. */
	readonly firstFrame: number;
	readonly frameCount: number;
	readonly tickCount: number;
	readonly arrays: Record<string, CutArray>;
}

/** An array of a window: nested rows, NaN as null, integers beyond 2^53 as text. */
interface CutArray {
	readonly dtype: string;
	readonly shape: number[];
	readonly data: unknown[];
}

/**
 * Cuts a window out of a replay. Arrays with an entry for each frame are cut; `joint_name` and others are given whole.
 *
 * @param span seconds of `t`, both ends included
 * @throws HostError `window-too-large` before anything is made
 */
export function cutFrames(
	{ arrays }: ReplayArtifact,
	span: { readonly from: number; readonly to: number },
): CutFrames {
	const times = arrays.t.data;
	const firstFrame = countBefore(times, (t) => t < span.from);
	const end = countBefore(times, (t) => t <= span.to);
	const frameCount = Math.max(0, end - firstFrame);
	const frames = { start: firstFrame, count: frameCount };
	const all: Record<string, ReplayArray | undefined> = { ...arrays };
	const cuts = Object.entries(all).flatMap(([name, array]) => {
		if (array === undefined) return [];
		const isPerFrame = name !== "joint_name" && array.shape[0] === times.length;
		const [first = 1, ...rest] = array.shape;
		const range = isPerFrame ? frames : { start: 0, count: first };
		const shape = array.shape.length === 0 ? [] : [range.count, ...rest];
		return [{ name, array, shape, start: range.start * productOf(rest) }];
	});
	const values = cuts.reduce((sum, { shape }) => sum + productOf(shape), 0);
	if (values > maxValues) throw new HostError("window-too-large");
	return {
		firstFrame,
		frameCount,
		tickCount: times.length,
		arrays: Object.fromEntries(
			cuts.map(({ name, array, shape, start }) => [
				name,
				{ dtype: array.dtype, shape, data: rowsOf(array, shape, start) },
			]),
		),
	};
}

/** Whether a frame has this id; ids that are integers are written in decimal. */
export function hasFrame(ids: ArrayLike<string | number | bigint>, frameId: string): boolean {
	for (let at = 0; at < ids.length; at++) if (String(ids[at]) === frameId) return true;
	return false;
}

function rowsOf(array: ReplayArray, shape: readonly number[], start: number): unknown[] {
	const valueAt = valueReader(array);
	const level = (axis: number, at: number): unknown => {
		if (axis === shape.length) return valueAt(at);
		const step = productOf(shape.slice(axis + 1));
		return Array.from({ length: shape[axis] }, (_, index) => level(axis + 1, at + index * step));
	};
	const rows = level(0, start);
	return Array.isArray(rows) ? rows : [rows];
}

function valueReader(array: ReplayArray): (at: number) => unknown {
	switch (array.dtype) {
		case "string":
			return (at) => array.data[at];
		case "bool":
			return (at) => array.data[at] !== 0;
		case "int64":
			return (at) => plainInteger(array.data[at]);
		default:
			return (at) => (Number.isNaN(array.data[at]) ? null : array.data[at]);
	}
}

function plainInteger(value: bigint): number | string {
	const number = Number(value);
	return Number.isSafeInteger(number) ? number : String(value);
}

function productOf(shape: readonly number[]): number {
	return shape.reduce((product, length) => product * length, 1);
}
