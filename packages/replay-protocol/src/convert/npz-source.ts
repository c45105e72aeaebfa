import { isNpzError, type NpyArray, readNpz } from "@hindcast/npz-safe";
import type { FloatArray, ReplayArray } from "../artifact.ts";
import { narrowed } from "../dtype.ts";
import { fieldOf } from "../fields.ts";
import { replayLimits } from "../limits.ts";
import { npzLimits } from "../npz/read-npz.ts";
import { ConvertError } from "./errors.ts";
import type { ConvertOptions } from "./options.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Entry names that an error may repeat. */
const plainEntry = /^[A-Za-z0-9_]{1,64}\.npy$/;

/**
 * The arrays of an NPZ within the limits of a replay. None shares memory with the bytes.
 *
 * @throws ConvertError `npz-refused`, `limit-exceeded`; the signal's reason when aborted
 */
export async function openNpz(
	bytes: Uint8Array,
	{ signal, onProgress }: ConvertOptions,
): Promise<ReadonlyMap<string, NpyArray>> {
	try {
		const options = {
			limits: npzLimits(replayLimits),
			copy: true,
			signal,
			onProgress: onProgress && (({ bytesDone, bytesTotal }) => onProgress({ bytesDone, bytesTotal })),
		} satisfies Parameters<typeof readNpz>[1];
		return (await readNpz(bytes, options)).arrays;
	} catch (error) {
		signal?.throwIfAborted();
		if (!isNpzError(error) || error.code === "aborted" || error.code === "backend") throw error;
		const isPlain = error.entry === undefined || plainEntry.test(error.entry);
		const code = error.stage === "limit" ? "limit-exceeded" : "npz-refused";
		throw new ConvertError(code, isPlain ? (error.entry ?? "input") : "input", {
			reason: error.code,
			...(isPlain && { cause: error }),
		});
	}
}

/**
 * The array as a replay carries it: text decoded, half floats widened, 64-bit integers narrowed where every value fits
 * what the protocol's array of this name takes, or 32 bits.
 *
 * @returns a reason where a replay cannot carry it
 */
export function carried(name: string, { dtype, shape, data }: NpyArray): ReplayArray | string {
	switch (dtype) {
		case "unicode":
			return { dtype: "string", shape, data };
		case "bytes":
			return decoded(shape, data);
		case "float16":
			return { dtype: "float32", shape, data };
		case "int64":
			return narrow(name, { dtype, shape, data });
		case "uint64":
			return data.some((value) => value > maxInt64)
				? "uint64 beyond int64"
				: narrow(name, { dtype: "int64", shape, data: BigInt64Array.from(data) });
		case "complex64":
		case "complex128":
		case "void":
		case "datetime64":
		case "timedelta64":
			return `dtype ${dtype}`;
		default:
			// The remaining types have the same names and storage on both sides.
			return { dtype, shape, data } as ReplayArray;
	}
}

const maxInt64 = 2n ** 63n - 1n;

function decoded(shape: readonly number[], data: readonly Uint8Array[]): ReplayArray | string {
	try {
		return { dtype: "string", shape, data: data.map((bytes) => utf8.decode(bytes)) };
	} catch {
		return "bytes that are not UTF-8";
	}
}

function narrow(name: string, array: ReplayArray & { readonly dtype: "int64" }): ReplayArray {
	if (fieldOf(name) !== undefined) return narrowed(name, array);
	if (array.data.some((value) => value !== BigInt.asIntN(32, value))) return array;
	return { dtype: "int32", shape: array.shape, data: Int32Array.from(array.data, Number) };
}

/** The array as floats of the same values; null where it holds no numbers, or integers that no float64 holds. */
export function asFloats(array: ReplayArray): FloatArray | null {
	const { dtype, shape, data } = array;
	if (dtype === "float32" || dtype === "float64") return array;
	if (dtype === "string" || dtype === "bool") return null;
	if (dtype !== "int64") return { dtype: "float64", shape, data: Float64Array.from(data) };
	const numbers = Float64Array.from(data, Number);
	return numbers.every((value, i) => BigInt(value) === data[i])
		? { dtype: "float64", shape, data: numbers }
		: null;
}
