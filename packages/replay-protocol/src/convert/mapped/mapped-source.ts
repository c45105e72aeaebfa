import type { NpyArray } from "@hindcast/npz-safe";
import type { FloatArray, ReplayArray } from "../../artifact.ts";
import type { ConversionLog } from "../conversion-log.ts";
import { asFloats, carried } from "../npz-source.ts";
import { takeColumns } from "../rows.ts";
import { type CsvTable, type InvalidCell, TextColumn } from "./csv-table.ts";
import { expectedNumber, parseNumber } from "./numbers.ts";

/** One column of a source. */
export interface ColumnRef {
	readonly source: string;
	readonly index?: number | undefined;
}

/** What a mapping is applied to. What it asks for and cannot have is in the log, and null here. */
export interface MappedSource {
	readonly kind: "mapped-npz" | "mapped-csv";
	/** Names of all arrays or columns. */
	readonly names: readonly string[];
	/** The array or column as it is; of an array with several columns, the one of the index. A table's are text. */
	column(ref: ColumnRef): ReplayArray | null;
	/** Its numbers, (T,) or (T, n); NaN where a cell is empty. */
	floats(ref: ColumnRef): FloatArray | null;
}

/** The arrays of an NPZ. */
export function npzSource(members: ReadonlyMap<string, NpyArray>, log: ConversionLog): MappedSource {
	function column({ source, index }: ColumnRef): ReplayArray | null {
		const member = members.get(source);
		if (member === undefined) return missing(source, log);
		const array = carried("", member);
		if (typeof array === "string") return mismatch(source, "numbers, booleans or text", array, log);
		if (index === undefined) return array;
		const { shape } = array;
		if (shape.length !== 2 || index >= shape[1]) {
			return mismatch(source, `a column ${index}`, `(${shape.join(", ")})`, log);
		}
		return { ...takeColumns(array, [index]), shape: [shape[0]] } as ReplayArray;
	}
	function floats(ref: ColumnRef): FloatArray | null {
		const array = column(ref);
		return array && (asFloats(array) ?? mismatch(ref.source, "numbers", array.dtype, log));
	}
	return { kind: "mapped-npz", names: [...members.keys()], column, floats };
}

/** The columns of a table. */
export function csvSource({ header, rows, blanks, columns }: CsvTable, log: ConversionLog): MappedSource {
	if (blanks > 0) log.step("dropped", { rule: "blank-lines-left-out", note: `${blanks} of the table` });
	function column({ source, index }: ColumnRef): ReplayArray | null {
		const found = columns.get(source);
		if (found === undefined) return missing(source, log);
		if (index !== undefined) return mismatch(source, `a column ${index}`, "a column of a table", log);
		if (!(found instanceof TextColumn)) return { dtype: "float64", shape: [rows], data: found.numbers };
		return { dtype: "string", shape: [rows], data: found.cells };
	}
	function floats(ref: ColumnRef): FloatArray | null {
		const found = columns.get(ref.source);
		if (found === undefined || ref.index !== undefined) {
			column(ref);
			return null;
		}
		if (found instanceof TextColumn) {
			const numbers = found.cells.map(parseNumber);
			const invalid = numbers.flatMap((value, row) =>
				value === null ? [{ row, expected: expectedNumber("a number", found.cells[row]) }] : [],
			);
			reportCells(ref.source, invalid, log);
			return {
				dtype: "float64",
				shape: [rows],
				data: Float64Array.from(numbers, (value) => value ?? Number.NaN),
			};
		}
		reportCells(ref.source, found.invalid, log);
		return { dtype: "float64", shape: [rows], data: found.numbers };
	}
	return { kind: "mapped-csv", names: header, column, floats };
}

/** What is expected where an array of several columns is named without `index`. */
export function oneColumn(expected: string, columns: number): string {
	return `${expected}: one of the ${columns} columns, named by index`;
}

/** Reports cells that are not what their column holds. */
export function reportCells(column: string, cells: readonly InvalidCell[], log: ConversionLog): void {
	for (const { row, expected } of cells)
		log.find("source-value-invalid", { path: "/arrays", params: { column, row, expected } });
}

function missing(array: string, log: ConversionLog): null {
	log.find("source-array-missing", { path: "/arrays", params: { array } });
	return null;
}

function mismatch(array: string, expected: string, found: string, log: ConversionLog): null {
	log.find("source-array-mismatch", { path: "/arrays", params: { array, expected, found } });
	return null;
}
