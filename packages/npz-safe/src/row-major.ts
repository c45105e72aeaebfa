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
	const wordBytes = [4, 2].find((size) => itemBytes % size === 0 && bytes.byteOffset % size === 0) ?? 1;
	const source = wordsOf(bytes, wordBytes);
	const target = wordsOf(out, wordBytes);
	const itemWords = itemBytes / wordBytes;
	const axes = axesOf(shape, itemWords);
	const last = axes[axes.length - 1];
	const index = new Array<number>(axes.length - 1).fill(0);
	for (let to = 0, from = 0; to < target.length; ) {
		for (let i = 0; i < last.length; i++) {
			const item = from + i * last.stride;
			for (let word = 0; word < itemWords; word++) target[to++] = source[item + word];
		}
		from = step(index, axes, from);
	}
	return out;
}

interface Axis {
	readonly length: number;
	/** Words from one index to the next in column-major order. */
	readonly stride: number;
}

function axesOf(shape: readonly number[], itemWords: number): Axis[] {
	let stride = itemWords;
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

function wordsOf(bytes: Uint8Array, wordBytes: number): Uint8Array | Uint16Array | Uint32Array {
	const { buffer, byteOffset, length } = bytes;
	if (wordBytes === 4) return new Uint32Array(buffer, byteOffset, length / 4);
	if (wordBytes === 2) return new Uint16Array(buffer, byteOffset, length / 2);
	return bytes;
}
