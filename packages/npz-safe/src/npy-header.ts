import { latin1, viewOf } from "./bytes.ts";
import { refuse } from "./errors.ts";
import { type NpzLimits, within } from "./limits.ts";

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

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads magic, version and header text (NEP 1 and numpy/lib/_format_impl.py). */
export function readNpyHeader(bytes: Uint8Array, limits: NpzLimits, entry?: string): NpyHeader {
	if (!magic.every((byte, i) => bytes[i] === byte))
		refuse("npy-magic", "not an NPY array", { entry, offset: 0 });
	const cut = (): never => refuse("npy-header-truncated", "header is cut", { entry, actual: bytes.length });
	if (bytes.length < 8) cut();
	const [major, minor] = [bytes[6], bytes[7]];
	if (major < 1 || major > 3 || minor !== 0) {
		refuse("npy-version", `NPY format ${major}.${minor} is unknown`, { entry, offset: 6 });
	}
	const start = major === 1 ? 10 : 12;
	if (bytes.length < start) cut();
	const length = major === 1 ? viewOf(bytes).getUint16(8, true) : viewOf(bytes).getUint32(8, true);
	if (start + length > bytes.length) cut();
	within(limits.maxHeaderBytes, length, "limit-header-bytes", { entry, what: "bytes of the header" });
	const text = decodeText(bytes.subarray(start, start + length), major, entry);
	return { ...new HeaderParser(text, start, entry).parse(), dataOffset: start + length };
}

function decodeText(bytes: Uint8Array, major: number, entry?: string): string {
	if (major < 3) return latin1(bytes);
	try {
		return utf8.decode(bytes);
	} catch {
		return refuse("npy-header-encoding", "header is not valid UTF-8", { entry });
	}
}

/**
 * The header's grammar, far smaller than Python's literals: one dict of the three keys, each once, in any order.
 *
 * No recursion: what nests is refused where it starts.
 */
class HeaderParser {
	private at = 0;
	private descr: string | undefined;
	private fortranOrder: boolean | undefined;
	private shape: number[] | undefined;

	constructor(
		private readonly text: string,
		private readonly start: number,
		private readonly entry: string | undefined,
	) {}

	parse(): Omit<NpyHeader, "dataOffset"> {
		this.expect("{");
		while (!this.takes("}")) {
			this.readPair();
			if (this.takes(",")) continue;
			this.expect("}");
			break;
		}
		this.skipSpace();
		if (this.at < this.text.length) this.fail("npy-header-syntax", "text follows the header");
		const { descr, fortranOrder, shape } = this;
		if (descr === undefined || fortranOrder === undefined || shape === undefined) {
			return this.fail("npy-header-keys", "header lacks descr, fortran_order or shape");
		}
		return { descr, fortranOrder, shape };
	}

	private readPair(): void {
		const key = this.string() ?? this.fail("npy-header-syntax", "expected a key");
		this.expect(":");
		this.skipSpace();
		if (key === "descr") {
			if (this.descr !== undefined) this.repeated(key);
			this.descr = this.readDescr();
		} else if (key === "fortran_order") {
			if (this.fortranOrder !== undefined) this.repeated(key);
			const word = this.match(/(?:True|False)(?![\w'"])/y);
			if (word === undefined) this.fail("npy-header-type", "fortran_order is neither True nor False");
			this.fortranOrder = word === "True";
		} else if (key === "shape") {
			if (this.shape !== undefined) this.repeated(key);
			this.shape = this.readShape();
		} else {
			this.fail("npy-header-keys", `unknown key ${JSON.stringify(key.slice(0, 40))}`);
		}
	}

	private readDescr(): string {
		const descr = this.string();
		if (descr !== undefined) return descr;
		if (this.text[this.at] !== "[") return this.fail("npy-dtype-invalid", "descr is not a string");
		const hasObject = /,[ \t\r\n]*['"][|<>=]?O\d*['"]/.test(this.text.slice(this.at));
		return hasObject
			? this.fail("npy-dtype-object", "structured array with an object field (pickle)")
			: this.fail("npy-dtype-structured", "structured array");
	}

	private readShape(): number[] {
		const shape: number[] = [];
		const invalid = (): never => this.fail("npy-shape-invalid", "shape is not a tuple of plain integers");
		if (!this.takes("(")) invalid();
		for (let comma = true; !this.takes(")"); ) {
			if (!comma) invalid();
			const digits = this.match(/(?:0|[1-9][0-9]*)(?=L?[ \t\r\n,)])L?/y);
			if (digits === undefined) return invalid();
			const value = Number(digits.replace("L", ""));
			shape.push(Number.isSafeInteger(value) ? value : Infinity);
			comma = this.takes(",");
			if (!comma && shape.length === 1) invalid(); // (3) is a number in Python, not a tuple
		}
		return shape;
	}

	/** A string without escapes, or undefined where none starts. */
	private string(): string | undefined {
		this.skipSpace();
		const quote = this.text[this.at];
		if (quote !== "'" && quote !== '"') return undefined;
		const body = this.match(quote === "'" ? /'[^'\\\p{Cc}]*'/uy : /"[^"\\\p{Cc}]*"/uy);
		return body?.slice(1, -1) ?? this.fail("npy-header-syntax", "unfinished string, or one with escapes");
	}

	private match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.at;
		const found = pattern.exec(this.text)?.[0];
		if (found !== undefined) this.at += found.length;
		return found;
	}

	private takes(token: string): boolean {
		this.skipSpace();
		if (this.text[this.at] !== token) return false;
		this.at++;
		return true;
	}

	private expect(token: string): void {
		if (!this.takes(token)) this.fail("npy-header-syntax", `expected ${token}`);
	}

	private skipSpace(): void {
		this.match(/[ \t\r\n]*/y);
	}

	private repeated(key: string): never {
		return this.fail("npy-header-duplicate-key", `key ${key} is repeated`);
	}

	private fail(code: Parameters<typeof refuse>[0], message: string): never {
		return refuse(code, message, { entry: this.entry, offset: this.start + this.at });
	}
}
