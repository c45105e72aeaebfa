import type { ReplayArray, ReplayArtifact } from "@hindcast/replay-protocol";

/** What `inspect` says of one array. */
export interface ArraySummary {
	readonly name: string;
	readonly dtype: string;
	readonly shape: readonly number[];
	/** Smallest and largest value that is a number; null where there is none. int64 beyond 2^53 as decimal text. */
	readonly min: number | string | null;
	readonly max: number | string | null;
	/** Share of NaN among the elements, 0 to 1; null for arrays that cannot hold it. */
	readonly nan_share: number | null;
}

/** Summaries of a replay's arrays in the order of their names. */
export function summarizeArrays({ arrays }: ReplayArtifact): ArraySummary[] {
	return Object.entries<ReplayArray | undefined>({ ...arrays })
		.filter((entry): entry is [string, ReplayArray] => entry[1] !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, array]) => ({ name, dtype: array.dtype, shape: array.shape, ...range(array) }));
}

function range(array: ReplayArray): Pick<ArraySummary, "min" | "max" | "nan_share"> {
	if (array.dtype === "string") return { min: null, max: null, nan_share: null };
	const isFloat = array.dtype === "float32" || array.dtype === "float64";
	if (array.dtype === "int64") return { ...bounds<bigint>(array.data, exactNumber), nan_share: null };
	let missing = 0;
	if (isFloat) for (const value of array.data) if (Number.isNaN(value)) missing++;
	const share = array.data.length === 0 ? 0 : missing / array.data.length;
	return { ...bounds<number>(array.data, (value) => value), nan_share: isFloat ? share : null };
}

function bounds<Value extends number | bigint>(
	data: Iterable<Value>,
	wire: (value: Value) => number | string,
): { min: number | string | null; max: number | string | null } {
	let min: Value | undefined;
	let max: Value | undefined;
	for (const value of data) {
		// NaN is neither below nor above anything, and is not taken first.
		if (min === undefined || max === undefined) {
			if (Number.isNaN(value)) continue;
			min = max = value;
		} else if (value < min) min = value;
		else if (value > max) max = value;
	}
	return { min: min === undefined ? null : wire(min), max: max === undefined ? null : wire(max) };
}

function exactNumber(value: bigint): number | string {
	const number = Number(value);
	return Number.isSafeInteger(number) ? number : String(value);
}
