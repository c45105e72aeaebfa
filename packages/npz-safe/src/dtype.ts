import { refuse } from "./errors.ts";
import { type NpyDtype, type NpzLimits, within } from "./limits.ts";

/** A parsed `descr`. */
export interface Dtype {
	readonly name: NpyDtype;
	/** Canonical spelling, as NumPy writes it: byte order `|` for one-byte elements. */
	readonly descr: string;
	readonly itemBytes: number;
	/** Bytes of what a byte order applies to: half an element for complex, a code point for unicode. */
	readonly wordBytes: number;
	readonly bigEndian: boolean;
}

/** Types that are the same everywhere. Order means nothing to one byte: NumPy writes `|`, cnpy `<`. */
const plainPattern = /^(?:[<>|]([biu]1)|[<>]([iuf][248]|c8|c16))$/;
const plainKinds: Readonly<Record<string, string>> = { i: "int", u: "uint", f: "float", c: "complex" };

const sizedPattern = /^(?:[<>]U|\|[SV])(0|[1-9]\d{0,14})$/;
const sizedKinds: Readonly<Record<string, NpyDtype>> = { U: "unicode", S: "bytes", V: "void" };
const timePattern = /^[<>]([Mm])8(?:\[(?:[1-9]\d*)?(?:[YMWDhms]|[munpfa]s)\])?$/;

/** Parses a `descr` string. Refuses what is no plain dtype, or not among `limits.dtypes`. */
export function parseDescr(descr: string, limits: NpzLimits): Dtype {
	const shown = `dtype ${JSON.stringify(descr.slice(0, 40))}`;
	if (/^[|<>=]?O\d*$/.test(descr)) refuse("npy-dtype-object", `${shown}: objects are pickles`);
	if (/^[<>](f1[26]|c24|c32)$/.test(descr)) refuse("npy-dtype-unsupported", `${shown}: long double`);
	const dtype = parsePlain(descr) ?? parseSized(descr) ?? parseTime(descr);
	if (!dtype) return refuse("npy-dtype-invalid", `unknown ${shown}`);
	if (!limits.dtypes.includes(dtype.name)) refuse("npy-dtype-unsupported", `${shown} is not accepted`);
	if (descr[1] in sizedKinds) within(limits.maxItemBytes, dtype.itemBytes, "limit-item-bytes");
	return dtype;
}

function parsePlain(descr: string): Dtype | undefined {
	const match = plainPattern.exec(descr);
	if (!match) return undefined;
	const code = match[1] ?? match[2];
	const itemBytes = Number(code.slice(1));
	return {
		name: (code === "b1" ? "bool" : `${plainKinds[code[0]]}${itemBytes * 8}`) as NpyDtype, // by the pattern
		descr: match[1] ? `|${code}` : descr,
		itemBytes,
		wordBytes: code[0] === "c" ? itemBytes / 2 : itemBytes,
		bigEndian: descr[0] === ">",
	};
}

function parseSized(descr: string): Dtype | undefined {
	const match = sizedPattern.exec(descr);
	const wordBytes = descr[1] === "U" ? 4 : 1;
	return match
		? {
				name: sizedKinds[descr[1]],
				descr,
				itemBytes: Number(match[1]) * wordBytes,
				wordBytes,
				bigEndian: descr[0] === ">",
			}
		: undefined;
}

function parseTime(descr: string): Dtype | undefined {
	const match = timePattern.exec(descr);
	if (!match) return undefined;
	const name = match[1] === "M" ? "datetime64" : "timedelta64";
	return { name, descr, itemBytes: 8, wordBytes: 8, bigEndian: descr[0] === ">" };
}

/** The little-endian `descr` of a dtype without a width of its own, such as `<f8`; undefined for the others. */
export function plainDescr(name: NpyDtype): string | undefined {
	if (name === "bool") return "|b1";
	const match = /^(u?int|float|complex)(\d+)$/.exec(name);
	if (!match) return undefined;
	const itemBytes = Number(match[2]) / 8;
	return `${itemBytes === 1 ? "|" : "<"}${match[1][0]}${itemBytes}`;
}
