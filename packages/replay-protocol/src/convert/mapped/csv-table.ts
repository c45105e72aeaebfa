import Papa from "papaparse";
import { replayLimits } from "../../limits.ts";
import { Pace } from "../../pace.ts";
import { ConvertError } from "../errors.ts";
import type { ConvertOptions } from "../options.ts";
import { csvBlocks, lineEnd } from "./csv-blocks.ts";
import type { ReplayMapping } from "./mapping.ts";
import { expectedNumber, parseNumber } from "./numbers.ts";

/** UTF-16 units of a cell. */
const longestCell = 256;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Cells of text of all wanted columns; each is an object. */
const mostTexts = 16_000_000;

/** Names of the columns to keep, and what of them. */
export type WantedColumns = ReadonlyMap<string, "number" | "text">;

/** A cell that is not what its column holds. Rows count from 0, without the header. */
export interface InvalidCell {
	readonly row: number;
	/** What it should be, in words. */
	readonly expected: string;
}

/** A column of text, cell by cell. */
export class TextColumn {
	readonly cells: string[] = [];

	push(cell: string): void {
		this.cells.push(cell);
	}
}

/** A column of numbers; cells that are none are NaN here, and named in `invalid`. */
class NumberColumn {
	/** Cells that are neither a number nor empty. */
	readonly invalid: InvalidCell[] = [];
	#numbers = new Float64Array(1024);
	#length = 0;

	push(cell: string): void {
		if (this.#length === this.#numbers.length) {
			const grown = new Float64Array(2 * this.#length);
			grown.set(this.#numbers);
			this.#numbers = grown;
		}
		const value = parseNumber(cell);
		if (value === null) this.invalid.push({ row: this.#length, expected: expectedNumber("a number", cell) });
		this.#numbers[this.#length++] = value ?? Number.NaN;
	}

	get numbers(): Float64Array {
		return this.#numbers.subarray(0, this.#length);
	}
}

/** The columns of a table that a mapping asks for. */
export interface CsvTable {
	/** Names of all columns. */
	readonly header: readonly string[];
	/** Rows of data. */
	readonly rows: number;
	/** Blank lines, which are no rows. */
	readonly blanks: number;
	/** The wanted columns that are there. */
	readonly columns: ReadonlyMap<string, NumberColumn | TextColumn>;
}

/**
 * Reads a table: RFC 4180 with a header row, or names from the mapping. Only wanted columns are kept.
 *
 * Rows of other lengths than the header's are refused, and so are blank cells' look-alikes: nothing is padded. Blank
 * lines are passed over where there are several columns, and counted; they are within the bound of rows.
 *
 * @throws ConvertError `csv-malformed`, `limit-exceeded`; the signal's reason when aborted
 */
export async function readCsv(
	given: Uint8Array,
	{ csv = {}, wanted }: { readonly csv?: ReplayMapping["csv"]; readonly wanted: WantedColumns },
	options: Pick<ConvertOptions, "signal" | "onProgress">,
): Promise<CsvTable> {
	if (given.length > replayLimits.inputBytes) {
		throw new ConvertError("limit-exceeded", "input", {
			reason: `more than ${replayLimits.inputBytes} bytes`,
		});
	}
	const hasMark = given[0] === 0xef && given[1] === 0xbb && given[2] === 0xbf;
	const bytes = hasMark ? given.subarray(3) : given;
	const { delimiter = ",", comment } = csv;
	const newline = lineEnd(bytes);
	const rows = new CsvRows(wanted, csv.columns);
	const pace = new Pace(bytes.length, options);
	await pace.turn(0);
	for (const block of csvBlocks(bytes, { delimiter, comment })) {
		const whole = decode(block.bytes, rows.line);
		const text = whole.endsWith(newline) ? whole.slice(0, -newline.length) : whole;
		const { data, errors } = Papa.parse<string[]>(text, {
			delimiter,
			newline,
			quoteChar: '"',
			escapeChar: '"',
			...(comment !== undefined && { comments: comment }),
		});
		if (errors.length > 0)
			malformed(rows.line + (errors[0].row ?? 0), "a quote that does not close its cell");
		for (const cells of data) rows.add(cells);
		await pace.turn(block.end);
	}
	return rows.table();
}

function decode(bytes: Uint8Array, line: number): string {
	try {
		return decoder.decode(bytes);
	} catch {
		malformed(line, "not UTF-8 here or in the lines after");
	}
}

function malformed(line: number, reason: string): never {
	throw new ConvertError("csv-malformed", `/rows/${line}`, { reason });
}

function limit(line: number, reason: string): never {
	throw new ConvertError("limit-exceeded", `/rows/${line}`, { reason });
}

/** Takes rows as they are parsed. */
class CsvRows {
	/** Rows that came, the header and blank ones included; comments are not counted. */
	line = 0;
	readonly #wanted: WantedColumns;
	#header: readonly string[] | undefined;
	readonly #kept: { readonly index: number; readonly column: NumberColumn | TextColumn }[] = [];
	#texts = 0;
	#rows = 0;
	#blanks = 0;

	constructor(wanted: WantedColumns, names: readonly string[] | undefined) {
		this.#wanted = wanted;
		if (names !== undefined) this.#begin(names);
	}

	add(cells: readonly string[]): void {
		const line = this.line++;
		if (cells.some((cell) => cell.length > longestCell)) {
			limit(line, `a cell beyond ${longestCell} characters`);
		}
		if (/[\r\n]$/.test(cells[cells.length - 1]))
			malformed(line, "another end of line than in the first line");
		if (this.#header === undefined) {
			this.#begin(cells);
			return;
		}
		const { frames, cells: mostNumbers } = replayLimits;
		if (this.#rows + this.#blanks === frames) limit(line, `more than ${frames} rows, blank ones included`);
		const isBlank = cells.length === 1 && cells[0] === "" && this.#header.length > 1;
		if (isBlank) {
			this.#blanks++;
			return;
		}
		if (cells.length !== this.#header.length) {
			malformed(line, `${cells.length} cells where there are ${this.#header.length} columns`);
		}
		const rows = ++this.#rows;
		if (rows * this.#kept.length > mostNumbers) limit(line, `more than ${mostNumbers} cells`);
		if (rows * this.#texts > mostTexts) limit(line, `more than ${mostTexts} cells of text`);
		for (const { index, column } of this.#kept) column.push(cells[index]);
	}

	#begin(cells: readonly string[]): void {
		const header = cells.map((name) => name.trim());
		const seen = new Set<string>();
		for (const [index, name] of header.entries()) {
			if (seen.has(name)) malformed(this.line, `column ${index} repeats a name`);
			if (name !== "") seen.add(name);
			const kind = this.#wanted.get(name);
			if (kind === undefined) continue;
			this.#kept.push({ index, column: kind === "text" ? new TextColumn() : new NumberColumn() });
			if (kind === "text") this.#texts++;
		}
		this.#header = header;
	}

	table(): CsvTable {
		const header = this.#header;
		if (header === undefined) malformed(0, "no header row");
		const columns = this.#kept.map(({ index, column }) => [header[index], column] as const);
		return { header, rows: this.#rows, blanks: this.#blanks, columns: new Map(columns) };
	}
}
