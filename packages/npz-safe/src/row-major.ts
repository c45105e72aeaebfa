import type { Budget } from "./budget.ts";

/** What to reorder. */
export interface Reordering {
	readonly shape: readonly number[];
	readonly itemBytes: number;
	readonly budget: Budget;
}

/** A copy of column-major (Fortran order) elements in row-major (C) order. Bits are moved, never interpreted. */
export function rowMajor(
	bytes: Uint8Array,
	{ shape, itemBytes, budget }: Reordering,
): Uint8Array<ArrayBuffer> {
	const out = budget.allocate(bytes.length);
	const axes = axesOf(shape, itemBytes);
	const last = axes[axes.length - 1];
	const index = new Array<number>(axes.length - 1).fill(0);
	for (let to = 0, from = 0; to < out.length; from = step(index, axes, from)) {
		for (let i = 0; i < last.length; i++) {
			const item = from + i * last.stride;
			for (let byte = 0; byte < itemBytes; byte++) out[to++] = bytes[item + byte];
		}
	}
	return out;
}

interface Axis {
	readonly length: number;
	/** Bytes from one index to the next in column-major order. */
	readonly stride: number;
}

function axesOf(shape: readonly number[], itemBytes: number): Axis[] {
	let stride = itemBytes;
	const axes: Axis[] = [];
	for (const length of shape) {
		if (length > 1) axes.push({ length, stride });
		stride *= length;
	}
	return axes;
}

/** Advances the index of all axes but the last, and gives the new position. */
function step(index: number[], axes: readonly Axis[], from: number): number {
	let position = from;
	for (let axis = index.length - 1; axis >= 0; axis--) {
		position += axes[axis].stride;
		if (++index[axis] < axes[axis].length) return position;
		index[axis] = 0;
		position -= axes[axis].stride * axes[axis].length;
	}
	return position;
}
