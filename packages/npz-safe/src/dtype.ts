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

const plainNames: ReadonlyMap<string, NpyDtype> = new Map([
	["b1", "bool"],
	["i1", "int8"],
	["i2", "int16"],
	["i4", "int32"],
	["i8", "int64"],
	["u1", "uint8"],
	["u2", "uint16"],
	["u4", "uint32"],
	["u8", "uint64"],
	["f2", "float16"],
	["f4", "float32"],
	["f8", "float64"],
	["c8", "complex64"],
	["c16", "complex128"],
]);

const plainCodes: ReadonlyMap<NpyDtype, string> = new Map(
	[...plainNames].map(([code, name]) => [name, code]),
);
const sizedNames: ReadonlyMap<string, NpyDtype> = new Map([
	["U", "unicode"],
	["S", "bytes"],
	["V", "void"],
]);
const platformDependent = new Set(["f12", "f16", "c24", "c32"]);

/** Parses a `descr` string. Refuses what is no plain dtype, or not among `limits.dtypes`. */
export function parseDescr(descr: string, limits: NpzLimits, entry?: string): Dtype {
	const place = { entry };
	const shown = JSON.stringify(descr.slice(0, 40));
	if (/^[|<>=]?O\d*$/.test(descr)) refuse("npy-dtype-object", "object array (pickle)", place);
	const dtype = parsePlain(descr) ?? parseSized(descr) ?? parseTime(descr);
	if (!dtype) {
		if (/^[<>]/.test(descr) && platformDependent.has(descr.slice(1))) {
			refuse("npy-dtype-unsupported", `long double ${shown} is not portable`, place);
		}
		return refuse("npy-dtype-invalid", `unknown dtype ${shown}`, place);
	}
	if (!limits.dtypes.includes(dtype.name))
		refuse("npy-dtype-unsupported", `dtype ${shown} is not accepted`, place);
	if (sizedNames.has(dtype.descr[1])) {
		within(limits.maxItemBytes, dtype.itemBytes, "limit-item-bytes", { entry, what: "bytes of one element" });
	}
	return dtype;
}

function parsePlain(descr: string): Dtype | undefined {
	const order = descr[0];
	const code = descr.slice(1);
	const name = plainNames.get(code);
	const itemBytes = Number(code.slice(1));
	if (name === undefined || !"<>|".includes(order) || (order === "|" && itemBytes > 1)) return undefined;
	return {
		name,
		descr: itemBytes === 1 ? `|${code}` : descr,
		itemBytes,
		wordBytes: code.startsWith("c") ? itemBytes / 2 : itemBytes,
		bigEndian: order === ">",
	};
}

function parseSized(descr: string): Dtype | undefined {
	const match = /^(?:([<>])U|\|[SV])(0|[1-9]\d{0,14})$/.exec(descr);
	const name = sizedNames.get(descr[1]);
	if (!match || !name) return undefined;
	const wordBytes = name === "unicode" ? 4 : 1;
	return { name, descr, itemBytes: Number(match[2]) * wordBytes, wordBytes, bigEndian: match[1] === ">" };
}

function parseTime(descr: string): Dtype | undefined {
	const match = /^([<>])([Mm])8(?:\[(?:[1-9]\d*)?(?:Y|M|W|D|h|m|s|ms|us|ns|ps|fs|as)\])?$/.exec(descr);
	if (!match) return undefined;
	const name = match[2] === "M" ? "datetime64" : "timedelta64";
	return { name, descr, itemBytes: 8, wordBytes: 8, bigEndian: match[1] === ">" };
}

/** The little-endian `descr` of a dtype without a width of its own, such as `<f8`; undefined for the others. */
export function plainDescr(name: NpyDtype): string | undefined {
	const code = plainCodes.get(name);
	return code && `${code.endsWith("1") ? "|" : "<"}${code}`;
}
