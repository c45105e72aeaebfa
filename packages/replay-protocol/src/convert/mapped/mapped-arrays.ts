import type { FloatArray, ReplayArray, StringArray } from "../../artifact.ts";
import { fieldOf } from "../../fields.ts";
import { storage } from "../../judge/structure.ts";
import type { ConversionLog } from "../conversion-log.ts";
import { takeColumns } from "../rows.ts";
import { isFloatArray, type MappedArray, takesText } from "./check-mapping.ts";
import { type MappedSource, oneColumn, reportCells } from "./mapped-source.ts";
import type { ReplayMapping } from "./mapping.ts";
import { parseBool, parseInteger } from "./numbers.ts";
import { beside, matrixOf } from "./quantities.ts";

/** What reading a source needs. */
interface Reading {
	readonly source: MappedSource;
	readonly frames: number;
	readonly log: ConversionLog;
}

/** The array that a mapping declares; null where something is not as it should be, which is in the log. */
export function mappedArray(name: string, array: MappedArray, reading: Reading): ReplayArray | null {
	if (array.constant !== undefined) return texts(new Array<string>(reading.frames).fill(array.constant));
	const isFloat = isFloatArray(name) || (name.startsWith("x_") && isFloatOf(array, reading));
	const found = isFloat
		? matrixOf(array, name, reading.source, reading.log)
		: plainArray(name, array, reading);
	if (found === null) return null;
	if (found.shape[0] !== reading.frames) return mismatch(name, `${reading.frames} rows`, found, reading.log);
	if (array.quaternion_order !== "xyzw") return found;
	if (found.shape.length !== 2 || found.shape[1] !== 4) return mismatch(name, "(T, 4)", found, reading.log);
	reading.log.step("converted", { rule: "quaternion-reordered", arrays: [name], from: "xyzw", to: "wxyz" });
	return takeColumns(found, [3, 0, 1, 2]);
}

/** Whether an own array is one of converted floats: what a table holds by default, and what a rule is for. */
function isFloatOf({ type, unit, scale, offset, columns }: MappedArray, { source }: Reading): boolean {
	if (type !== undefined) return type === "float";
	const isConverted = [unit, scale, offset].some((part) => part !== undefined);
	return (
		source.kind === "mapped-csv" ||
		isConverted ||
		columns?.some((column) => typeof column !== "string") === true
	);
}

/** Codes, booleans and texts: of an NPZ as they are, of a table as their type says. */
function plainArray(name: string, array: MappedArray, reading: Reading): ReplayArray | null {
	const { source, log } = reading;
	const refs = (array.columns ?? [array.source ?? ""]).map((column) =>
		typeof column === "string" ? { source: column } : column,
	);
	const parts = refs.map((ref) => {
		const part = source.column(ref);
		if (part === null) return null;
		const labelled = array.labels === undefined ? part : labelledTexts(ref.source, part, array.labels, log);
		return labelled && (typedArray(name, { ...array, column: ref.source }, labelled, log) ?? null);
	});
	if (parts.length === 1 && array.columns === undefined) return parts[0];
	return besides(name, parts, log);
}

/** The labels of the codes; a code without one is reported. */
function labelledTexts(
	column: string,
	array: ReplayArray,
	labels: Readonly<Record<string, string>>,
	log: ConversionLog,
): StringArray | null {
	const codes = Array.from(array.data as ArrayLike<unknown>, (value) => String(value).trim());
	const invalid = codes.flatMap((code, row) => (Object.hasOwn(labels, code) ? [] : [row]));
	reportCells(
		column,
		invalid.map((row) => ({ row, expected: "a code with a label" })),
		log,
	);
	return invalid.length === 0
		? { dtype: "string", shape: array.shape, data: codes.map((code) => labels[code]) }
		: null;
}

/** The array as its field or its declared type takes it. */
function typedArray(
	name: string,
	{ type, column, labels }: MappedArray & { readonly column: string },
	array: ReplayArray,
	log: ConversionLog,
): ReplayArray | null {
	const field = fieldOf(name);
	const isText =
		type === "string" || labels !== undefined || (field !== undefined && field.dtypes[0] === "string");
	if (isText) {
		return array.dtype === "string"
			? array
			: { dtype: "string", shape: array.shape, data: Array.from(array.data as ArrayLike<unknown>, String) };
	}
	if (type === "bool") return array.dtype === "string" ? boolCells(column, array, log) : array;
	if (array.dtype === "string") {
		if (field !== undefined && takesText(name) && !array.data.every(isCode)) return array;
		return integerCells(column, array, field === undefined ? "int64" : narrowest(name), log);
	}
	return field === undefined || array.dtype === "bool" ? array : codes(name, array, log);
}

/** Whether a cell is a code, or empty: unknown. */
function isCode(cell: string): boolean {
	return cell.trim() === "" || parseInteger(cell) !== null;
}

/** The widest integer type of a field of codes. */
function narrowest(name: string): "int8" | "int16" {
	return fieldOf(name)?.dtypes.includes("int16") ? "int16" : "int8";
}

function small(dtype: "int8" | "int16", values: readonly number[]): Int8Array | Int16Array {
	return dtype === "int8" ? Int8Array.from(values) : Int16Array.from(values);
}

/** Codes in the field's integer type. */
function codes(name: string, array: ReplayArray, log: ConversionLog): ReplayArray | null {
	const dtype = narrowest(name);
	if (fieldOf(name)?.dtypes.includes(array.dtype)) return array;
	const data = small(dtype, Array.from(array.data as ArrayLike<unknown>, Number));
	const isSame = data.every((value, i) => value === Number(array.data[i]));
	return isSame ? ({ dtype, shape: array.shape, data } as ReplayArray) : mismatch(name, dtype, array, log);
}

function boolCells(column: string, { shape, data }: StringArray, log: ConversionLog): ReplayArray | null {
	const values = data.map(parseBool);
	const invalid = values.flatMap((value, row) => (value === null ? [row] : []));
	reportCells(
		column,
		invalid.map((row) => ({ row, expected: "true or false" })),
		log,
	);
	return invalid.length > 0 ? null : { dtype: "bool", shape, data: Uint8Array.from(values, Number) };
}

/** Integers of cells; an empty cell of a code is unknown, -1. */
function integerCells(
	column: string,
	{ shape, data }: StringArray,
	dtype: "int8" | "int16" | "int64",
	log: ConversionLog,
): ReplayArray | null {
	const values = data.map((cell) => (dtype !== "int64" && cell.trim() === "" ? -1n : parseInteger(cell)));
	const width = { int8: 8, int16: 16, int64: 64 }[dtype];
	const fits = (value: bigint | null) => value !== null && value === BigInt.asIntN(width, value);
	const invalid = values.flatMap((value, row) => (fits(value) ? [] : [row]));
	reportCells(
		column,
		invalid.map((row) => ({ row, expected: `an integer of ${width} bits` })),
		log,
	);
	if (invalid.length > 0) return null;
	if (dtype === "int64") return { dtype, shape, data: BigInt64Array.from(values, (value) => value ?? 0n) };
	return { dtype, shape, data: small(dtype, values.map(Number)) } as ReplayArray;
}

/** Columns of one type side by side. */
function besides(
	name: string,
	parts: readonly (ReplayArray | null)[],
	log: ConversionLog,
): ReplayArray | null {
	const found = parts.filter((part) => part !== null);
	if (found.length < parts.length) return null;
	const [first] = found;
	const odd = found.find(
		({ dtype, shape }) => dtype !== first.dtype || shape.length !== 1 || shape[0] !== first.shape[0],
	);
	if (odd !== undefined) return mismatch(name, `columns of ${first.dtype} (${first.shape[0]})`, odd, log);
	const shape = [first.shape[0], found.length];
	if (first.dtype === "float64" || first.dtype === "float32") return beside(name, found as FloatArray[], log);
	const cells = Array.from(
		{ length: shape[0] * shape[1] },
		(_, i) => found[i % shape[1]].data[Math.floor(i / shape[1])],
	);
	if (first.dtype === "string") return { dtype: "string", shape, data: cells as string[] };
	const data = new storage[first.dtype](cells.length);
	for (const [i, cell] of cells.entries()) data[i] = cell as never;
	return { dtype: first.dtype, shape, data } as ReplayArray;
}

function mismatch(array: string, expected: string, found: ReplayArray, log: ConversionLog): null {
	const params = { array, expected, found: `${found.dtype} (${found.shape.join(", ")})` };
	log.find("source-array-mismatch", { path: "/arrays", params });
	return null;
}

/** What is expected of one column, where an array may have several. */
function columnOf(expected: string, { shape }: ReplayArray): string {
	return shape.length === 2 ? oneColumn(expected, shape[1]) : expected;
}

function texts(data: readonly string[]): StringArray {
	return { dtype: "string", shape: [data.length], data };
}

/** The mode of each frame, as text. */
export function mappedMode({ mode }: ReplayMapping, { source, frames, log }: Reading): ReplayArray | null {
	if (mode.constant !== undefined) return texts(new Array<string>(frames).fill(mode.constant));
	const ref = { source: mode.source ?? "", index: mode.index };
	const array = source.column(ref);
	if (array === null) return null;
	if (array.shape.length !== 1 || array.shape[0] !== frames)
		return mismatch("mode", columnOf(`(${frames})`, array), array, log);
	if (mode.labels !== undefined) return labelledTexts(ref.source, array, mode.labels, log);
	return texts(Array.from(array.data as ArrayLike<unknown>, String));
}

/** Ids of the frames: text or integers of the source, or their numbers. */
export function mappedFrameIds(
	{ frame_id }: ReplayMapping,
	{ source, frames, log }: Reading,
): ReplayArray | null {
	if (frame_id === undefined) {
		log.step("filled", { rule: "frame-ids-numbered", arrays: ["frame_id"] });
		return {
			dtype: "int32",
			shape: [frames],
			data: Int32Array.from({ length: frames }, (_, frame) => frame),
		};
	}
	const array = source.column(frame_id);
	if (array === null) return null;
	const fits = array.shape.length === 1 && array.shape[0] === frames;
	const isNumber = array.dtype === "float32" || array.dtype === "float64" || array.dtype === "bool";
	if (!fits || isNumber)
		return mismatch("frame_id", columnOf(`text or integers (${frames})`, array), array, log);
	if (fieldOf("frame_id")?.dtypes.includes(array.dtype)) return array;
	return {
		dtype: "int32",
		shape: array.shape,
		data: Int32Array.from(array.data as ArrayLike<number>, Number),
	};
}
