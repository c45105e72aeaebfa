import { decodeUtf8, textOf, viewOf } from "./bytes.ts";
import type { NpzErrorCode } from "./error-codes.ts";
import { refuse } from "./errors.ts";
import { type NpzLimits, within } from "./limits.ts";
import { readU16, readU32 } from "./zip-fields.ts";

/** What an NPY header says, syntax checked, meaning not. */
export interface NpyHeader {
	readonly descr: string;
	readonly fortranOrder: boolean;
	/** Infinity where a dimension exceeds 2^53 - 1. */
	readonly shape: readonly number[];
	/** Offset of the data in the NPY bytes. */
	readonly dataOffset: number;
}

/** "\x93NUMPY" */
export const magic = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59);

/** Reads magic, version and header text (NEP 1 and numpy/lib/_format_impl.py). */
export function readNpyHeader(bytes: Uint8Array, limits: NpzLimits): NpyHeader {
	if (!magic.every((byte, i) => bytes[i] === byte)) refuse("npy-magic", "not an NPY array", { offset: 0 });
	const cut = (): never => refuse("npy-header-truncated", "header is cut", { actual: bytes.length });
	if (bytes.length < 8) cut();
	const [major, minor] = [bytes[6], bytes[7]];
	if (major < 1 || major > 3 || minor !== 0) {
		refuse("npy-version", `NPY format ${major}.${minor} is unknown`, { offset: 6 });
	}
	const start = major === 1 ? 10 : 12;
	if (bytes.length < start) cut();
	const length = major === 1 ? readU16(viewOf(bytes), 8) : readU32(viewOf(bytes), 8);
	if (start + length > bytes.length) cut();
	within(limits.maxHeaderBytes, length, "limit-header-bytes");
	const decode = major < 3 ? textOf : decodeUtf8;
	const text =
		decode(bytes.subarray(start, start + length)) ??
		refuse("npy-header-encoding", "header is not valid UTF-8");
	const fail: Fail = (code, message, at) => refuse(code, message, { offset: start + at });
	return { ...parseHeader(text, fail), dataOffset: start + length };
}

type Fail = (code: NpzErrorCode, message: string, at: number) => never;

const space = "[ \\t\\r\\n]*";
const text = "(['\"])([^'\"\\\\\\p{Cc}]*)\\1";
const integer = `${space}(?:0|[1-9]\\d*)L?`;

/** A pattern that matches where the cursor is, white space first. */
const token = (pattern: string): RegExp => new RegExp(space + pattern, "suy");

const tokens = {
	open: token("\\{"),
	close: token("\\}"),
	comma: token(","),
	key: token(`${text}${space}:`),
	string: token(text),
	fields: token("\\[.*"),
	boolean: token("(?:(True)|False)(?![\\w'\"])"),
	/** Plain decimals, with the `L` of Python 2. `(3)` is a number in Python, `(3,)` a tuple. */
	shape: token(`\\((?:${integer}${space},(?:${integer}(?:${space},${integer})*(?:${space},)?)?)?${space}\\)`),
	end: token("$"),
};

type Fields = { descr?: string; fortran_order?: boolean; shape?: readonly number[] };

/**
 * The header's grammar, far smaller than Python's literals: one dict of the three keys, each once, in any order.
 *
 * It does not nest: what does is refused where it starts.
 */
function parseHeader(source: string, fail: Fail): Omit<NpyHeader, "dataOffset"> {
	let at = 0;
	const take = (pattern: RegExp): RegExpExecArray | null => {
		pattern.lastIndex = at;
		const match = pattern.exec(source);
		if (match) at = pattern.lastIndex;
		return match;
	};
	const need = (pattern: RegExp, code: NpzErrorCode, message: string): RegExpExecArray =>
		take(pattern) ?? fail(code, message, at);
	const cursor: Cursor = { take, need };
	const fields: Fields = {};
	need(tokens.open, "npy-header-syntax", "header is not a dict");
	for (let more = true; more && !take(tokens.close); ) {
		const key = need(tokens.key, "npy-header-syntax", "expected a key")[2];
		if (Object.hasOwn(fields, key)) fail("npy-header-duplicate-key", `key ${key} is repeated`, at);
		if (key === "descr") fields.descr = readDescr(cursor);
		else if (key === "fortran_order") fields.fortran_order = readBoolean(cursor);
		else if (key === "shape") fields.shape = readShape(cursor);
		else fail("npy-header-keys", "unknown key", at);
		more = take(tokens.comma) !== null;
		if (!more) need(tokens.close, "npy-header-syntax", "header is not closed");
	}
	need(tokens.end, "npy-header-syntax", "text follows the header");
	const { descr, fortran_order: fortranOrder, shape } = fields;
	if (descr === undefined || fortranOrder === undefined || shape === undefined) {
		return fail("npy-header-keys", "a key is missing", at);
	}
	return { descr, fortranOrder, shape };
}

/** Moves a cursor over the header: past a token if it comes next, or past one that must. */
interface Cursor {
	take(pattern: RegExp): RegExpExecArray | null;
	need(pattern: RegExp, code: NpzErrorCode, message: string): RegExpExecArray;
}

/** A string; a list of fields is refused by what it holds. */
function readDescr({ take, need }: Cursor): string {
	const [fields] = take(tokens.fields) ?? [];
	const hasObject = fields && /,[ \t\r\n]*['"][|<>=]?O\d*['"]/.test(fields);
	const code = hasObject ? "npy-dtype-object" : fields ? "npy-dtype-structured" : "npy-dtype-invalid";
	return need(tokens.string, code, fields ? "structured array" : "descr is not a plain string")[2];
}

function readBoolean({ need }: Cursor): boolean {
	return need(tokens.boolean, "npy-header-type", "fortran_order is not a boolean")[1] === "True";
}

function readShape({ need }: Cursor): number[] {
	const [tuple] = need(tokens.shape, "npy-shape-invalid", "shape is not a tuple of plain integers");
	return (tuple.match(/\d+/g) ?? []).map(Number).map((n) => (Number.isSafeInteger(n) ? n : Infinity));
}
