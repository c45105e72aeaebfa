import type { IntegerArray, ReplayArray, ReplayDtype } from "./artifact.ts";
import { fieldOf } from "./fields.ts";
import { elementCount, storage } from "./judge/structure.ts";

const numpyNames: Readonly<Record<string, ReplayDtype>> = {
	f8: "float64",
	f4: "float32",
	i1: "int8",
	i2: "int16",
	i4: "int32",
	i8: "int64",
	u1: "uint8",
	u2: "uint16",
	u4: "uint32",
	b1: "bool",
};

/** An element type by our name, or as NumPy spells it (`f8`, `<f8`, `|b1`, `<U12`); null for any other. */
export function parseDtype(text: string): ReplayDtype | null {
	if (Object.hasOwn(storage, text)) return text as ReplayDtype;
	const name = text.replace(/^[<>=|]/, "");
	if (/^U\d*$/.test(name) || name === "str") return "string";
	return Object.hasOwn(numpyNames, name) ? numpyNames[name] : null;
}

/** Whether the type is one of structures, objects, times or raw bytes, which no replay carries. */
export function isObjectDtype(text: string): boolean {
	return /^([<>=|]?[OVMm]|object|void|datetime|timedelta|\[)/.test(text);
}

/**
 * Narrows a 64-bit integer array, NumPy's default, to the widest integer type its field allows, if every value fits.
 * The content digest does not change: it counts integers as int64.
 */
export function narrowed(name: string, array: ReplayArray): ReplayArray {
	const allowed = fieldOf(name)?.dtypes ?? ["int64"];
	if (array.dtype !== "int64" || allowed.includes("int64")) return array;
	const dtype = (["int32", "int16", "int8"] as const).find((width) => allowed.includes(width));
	if (dtype === undefined) return array;
	const data = new storage[dtype](elementCount(array.shape));
	for (let i = 0; i < data.length; i++) {
		data[i] = Number(array.data[i]);
		if (BigInt(data[i]) !== array.data[i]) return array;
	}
	return { dtype, shape: array.shape, data } as IntegerArray;
}
