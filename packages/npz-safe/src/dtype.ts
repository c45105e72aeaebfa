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
const timePattern = /^[<>]([Mm])8(?:\[(?:[1-9]\d{0,9})?(?:[YMWDhms]|[munpfa]s)\])?$/;

/** Parses a `descr` string. Refuses what is no plain dtype, or not among `limits.dtypes`. */
export function parseDescr(descr: string, limits: NpzLimits): Dtype {
	const shown = `dtype ${JSON.stringify(descr.slice(0, 40))}`;
	if (/^[|<>=]?O\d*$/.test(descr)) refuse("npy-dtype-object", `${shown}: objects are pickles`);
	if (/^[<>](f1[26]|c24|c32)$/.test(descr)) refuse("npy-dtype-unsupported", `${shown}: long double`);
	const dtype = dtypeOf(descr);
	if (!dtype) return refuse("npy-dtype-invalid", `unknown ${shown}`);
	if (!limits.dtypes.includes(dtype.name)) refuse("npy-dtype-unsupported", `${shown} is not accepted`);
	if (descr[1] in sizedKinds) within(limits.maxItemBytes, dtype.itemBytes, "limit-item-bytes");
	return dtype;
}

/** What a `descr` in the grammar of NumPy's own files says; undefined for any other text. */
export function dtypeOf(descr: string): Dtype | undefined {
	const plain = plainPattern.exec(descr);
	const [, width] = sizedPattern.exec(descr) ?? [];
	const [, time] = timePattern.exec(descr) ?? [];
	const bigEndian = descr[0] === ">";
	if (plain) {
		const code = plain[1] ?? plain[2];
		const itemBytes = Number(code.slice(1));
		return {
			name: (code === "b1" ? "bool" : `${plainKinds[code[0]]}${itemBytes * 8}`) as NpyDtype, // by the pattern
			descr: plain[1] ? `|${code}` : descr,
			itemBytes,
			wordBytes: code[0] === "c" ? itemBytes / 2 : itemBytes,
			bigEndian,
		};
	}
	if (width) {
		const wordBytes = descr[1] === "U" ? 4 : 1;
		return { name: sizedKinds[descr[1]], descr, itemBytes: Number(width) * wordBytes, wordBytes, bigEndian };
	}
	if (!time) return undefined;
	const name = time === "M" ? "datetime64" : "timedelta64";
	return { name, descr, itemBytes: 8, wordBytes: 8, bigEndian };
}

/** The little-endian `descr` of a dtype without a width of its own, such as `<f8`; undefined for the others. */
export function plainDescr(name: NpyDtype): string | undefined {
	if (name === "bool") return "|b1";
	const match = /^(u?int|float|complex)(\d+)$/.exec(name);
	if (!match) return undefined;
	const itemBytes = Number(match[2]) / 8;
	return `${itemBytes === 1 ? "|" : "<"}${match[1][0]}${itemBytes}`;
}
