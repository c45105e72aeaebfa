import type { FloatArray } from "../../artifact.ts";
import type { ConversionLog } from "../conversion-log.ts";
import type { ColumnRef, MappedSource } from "./mapped-source.ts";
import { replayUnits, unitOf } from "./units.ts";

/** How numbers of a source become those of a replay. */
export interface Rule {
	readonly unit?: string | undefined;
	readonly scale?: number | undefined;
	readonly offset?: number | undefined;
}

/** An array, or columns side by side. */
interface MatrixRef extends Rule {
	readonly source?: string | undefined;
	readonly columns?: readonly (string | (ColumnRef & Rule))[] | undefined;
}

/** The numbers by a rule: to the SI unit, × scale, + offset. Shares the data where the rule changes nothing. */
export function applyRule(array: FloatArray, { unit, scale = 1, offset = 0 }: Rule): FloatArray {
	const { times, per } = (unit === undefined ? null : unitOf(unit)) ?? { times: 1, per: 1 };
	if (times === 1 && per === 1 && scale === 1 && offset === 0) return array;
	const data = Float64Array.from(array.data, (value) => ((value * times) / per) * scale + offset);
	return { dtype: "float64", shape: array.shape, data };
}

/** Records a rule that changes numbers. */
export function recordRule(
	rule: Rule,
	step: { arrays: string[]; joints?: string[] },
	log: ConversionLog,
): void {
	const { unit, scale = 1, offset = 0 } = rule;
	const quantity = unit === undefined ? undefined : unitOf(unit)?.quantity;
	const to = quantity && replayUnits[quantity];
	if (unit !== undefined && to !== undefined && unit !== to) {
		log.step("converted", { rule: "unit-converted", ...step, from: unit, to });
	}
	if (scale !== 1 || offset !== 0) {
		log.step("converted", { rule: "values-scaled", ...step, note: `× ${scale} + ${offset}` });
	}
}

/** The numbers of a matrix, (T,) or (T, n), by its rules; null where something is not there, which is in the log. */
export function matrixOf(
	ref: MatrixRef,
	name: string,
	source: MappedSource,
	log: ConversionLog,
): FloatArray | null {
	const { columns } = ref;
	if (columns === undefined) {
		const array = source.floats({ source: ref.source ?? "" });
		recordRule(ref, { arrays: [name] }, log);
		return array && applyRule(array, ref);
	}
	const parts = columns.map((column) => {
		const own = typeof column === "string" ? { source: column } : column;
		const rule = { ...ref, ...own };
		const part = source.floats(own);
		return { rule, array: part && applyRule(part, rule) };
	});
	for (const rule of distinct(parts.map(({ rule }) => rule))) recordRule(rule, { arrays: [name] }, log);
	return beside(
		name,
		parts.map(({ array }) => array),
		log,
	);
}

function distinct(rules: readonly Rule[]): Rule[] {
	const keyed = rules.map(({ unit, scale, offset }) => [
		JSON.stringify([unit, scale, offset]),
		{ unit, scale, offset },
	]);
	return [...new Map(keyed as [string, Rule][]).values()];
}

/** Columns side by side: (T, n). Each has to be of one axis and of one length. */
export function beside(
	name: string,
	columns: readonly (FloatArray | null)[],
	log: ConversionLog,
): FloatArray | null {
	const found = columns.filter((column) => column !== null);
	if (found.length < columns.length) return null;
	const rows = found[0].shape[0];
	const odd = found.find(({ shape }) => shape.length !== 1 || shape[0] !== rows);
	if (odd !== undefined) {
		const params = { array: name, expected: `columns of ${rows} rows`, found: `(${odd.shape.join(", ")})` };
		log.find("source-array-mismatch", { path: "/arrays", params });
		return null;
	}
	const width = found.length;
	const data = new Float64Array(rows * width);
	for (const [column, { data: values }] of found.entries()) {
		for (let row = 0; row < rows; row++) data[row * width + column] = values[row];
	}
	return { dtype: "float64", shape: [rows, width], data };
}
