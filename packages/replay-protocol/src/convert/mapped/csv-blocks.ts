import { replayLimits } from "../../limits.ts";
import { ConvertError } from "../errors.ts";

/** Bytes of one row; far above what a replay needs, and what keeps a stray quote from swallowing the file. */
const longestRow = 1024 * 1024;
/** Columns of a table. */
const mostColumns = 16_384;
/** Lines of a table, comments and blank ones included: as many again as it may have rows. */
const mostLines = 2 * replayLimits.frames;
/** Bytes of rows that are parsed at once. */
const blockBytes = 256 * 1024;

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;

/** Rows of a table, whole. */
interface CsvBlock {
	/** The rows, each with its end of line. */
	readonly bytes: Uint8Array;
	/** Offset behind the block. */
	readonly end: number;
}

/** How rows end and cells are parted. */
interface CsvShape {
	readonly delimiter: string;
	readonly comment: string | undefined;
}

/** End of line of the table: that of its first line. */
export function lineEnd(bytes: Uint8Array): "\n" | "\r\n" {
	const first = bytes.indexOf(newline);
	return first > 0 && bytes[first - 1] === carriageReturn ? "\r\n" : "\n";
}

/**
 * Cuts a table into blocks of whole rows, before anything is parsed: in one pass that bounds the lines, and the bytes and
 * the columns of each row. A row ends at a line feed outside quotes.
 *
 * @throws ConvertError `limit-exceeded`, `csv-malformed`
 */
export function* csvBlocks(bytes: Uint8Array, shape: CsvShape): Generator<CsvBlock> {
	const delimiter = shape.delimiter.charCodeAt(0);
	const comment = shape.comment?.charCodeAt(0);
	let blockStart = 0;
	let rowStart = 0;
	let columns = 1;
	let isQuoted = false;
	let isComment = bytes[0] === comment;
	let row = 0;
	let lines = 0;
	for (let i = 0; i < bytes.length; i++) {
		const byte = bytes[i];
		if (byte === 0) refuse("csv-malformed", row, "a NUL byte");
		if (byte === quote && !isComment) isQuoted = !isQuoted;
		else if (byte === delimiter && !isQuoted && !isComment && ++columns > mostColumns) {
			refuse("limit-exceeded", row, `more than ${mostColumns} columns`);
		}
		if (i - rowStart > longestRow) refuse("limit-exceeded", row, `longer than ${longestRow} bytes`);
		if (byte !== newline || isQuoted) continue;
		if (++lines > mostLines) refuse("limit-exceeded", row, `more than ${mostLines} lines`);
		if (!isComment) row++;
		columns = 1;
		rowStart = i + 1;
		isComment = bytes[rowStart] === comment;
		if (rowStart - blockStart < blockBytes) continue;
		yield { bytes: bytes.subarray(blockStart, rowStart), end: rowStart };
		blockStart = rowStart;
	}
	if (blockStart < bytes.length) yield { bytes: bytes.subarray(blockStart), end: bytes.length };
}

function refuse(code: "csv-malformed" | "limit-exceeded", row: number, reason: string): never {
	throw new ConvertError(code, `/rows/${row}`, { reason });
}
