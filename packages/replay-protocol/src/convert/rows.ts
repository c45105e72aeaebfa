import type { ReplayArray } from "../artifact.ts";
import { elementCount, storage } from "../judge/structure.ts";

/** Rows of the array, in the order given. */
export function takeRows(array: ReplayArray, rows: readonly number[]): ReplayArray {
	const inner = array.shape.slice(1);
	const width = elementCount(inner);
	return gather(array, [rows.length, ...inner], (put) => {
		for (const [to, from] of rows.entries()) {
			for (let i = 0; i < width; i++) put(to * width + i, from * width + i);
		}
	});
}

/** Columns of an array of two axes, in the order given; -1 is a column of what was not measured: NaN, -1, "". */
export function takeColumns(array: ReplayArray, columns: readonly number[]): ReplayArray {
	const [rows, width] = array.shape;
	return gather(array, [rows, columns.length], (put) => {
		for (let row = 0; row < rows; row++) {
			for (const [to, from] of columns.entries()) {
				if (from >= 0) put(row * columns.length + to, row * width + from);
			}
		}
	});
}

/** An array of the same type, filled with "not measured" and then by `move(to, from)`. */
function gather(
	array: ReplayArray,
	shape: readonly number[],
	fill: (move: (to: number, from: number) => void) => void,
): ReplayArray {
	const length = elementCount(shape);
	if (array.dtype === "string") {
		const data = new Array<string>(length).fill("");
		fill((to, from) => {
			data[to] = array.data[from];
		});
		return { dtype: "string", shape, data };
	}
	const data = new storage[array.dtype](length);
	const source = array.data as ArrayLike<number | bigint>;
	if (data instanceof BigInt64Array) data.fill(-1n);
	else data.fill(array.dtype.startsWith("float") ? Number.NaN : array.dtype === "bool" ? 0 : -1);
	fill((to, from) => {
		data[to] = source[from] as never;
	});
	return { dtype: array.dtype, shape, data } as ReplayArray;
}
