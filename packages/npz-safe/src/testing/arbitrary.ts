import fc from "fast-check";
import type { NpyDtype } from "../limits.ts";
import type { NpyParts } from "../npy-writable.ts";

/** An array to write, with all parts given. */
export type WholeParts = Required<NpyParts>;

const views = {
	bool: Uint8Array,
	int8: Int8Array,
	int16: Int16Array,
	int32: Int32Array,
	int64: BigInt64Array,
	uint8: Uint8Array,
	uint16: Uint16Array,
	uint32: Uint32Array,
	uint64: BigUint64Array,
	float16: Uint16Array,
	float32: Float32Array,
	float64: Float64Array,
	complex64: Float32Array,
	complex128: Float64Array,
} as const;

/** Dtypes that can be written from parts. */
const writableDtypes = [...Object.keys(views), "unicode", "bytes"] as NpyDtype[];

const shape = fc.array(fc.nat(4), { maxLength: 3 });
const text = fc.string({ unit: "binary", maxLength: 6 }).filter((string) => !string.endsWith("\0"));
const byteText = fc.uint8Array({ maxLength: 6 }).filter((bytes) => bytes.at(-1) !== 0);

/** Any array of any writable dtype: arbitrary bits, NaN payloads included. */
export const anyArray: fc.Arbitrary<WholeParts> = fc
	.tuple(fc.constantFrom(...writableDtypes), shape)
	.chain(([dtype, shape]): fc.Arbitrary<WholeParts> => {
		const count = shape.reduce((product, length) => product * length, 1);
		const exactly = { minLength: count, maxLength: count };
		if (dtype === "unicode") return fc.array(text, exactly).map((data) => ({ dtype, shape, data }));
		if (dtype === "bytes") return fc.array(byteText, exactly).map((data) => ({ dtype, shape, data }));
		const View = views[dtype as keyof typeof views];
		const byteLength = count * View.BYTES_PER_ELEMENT * (dtype.startsWith("complex") ? 2 : 1);
		return fc.uint8Array({ minLength: byteLength, maxLength: byteLength }).map((bytes) => {
			const bits = dtype === "bool" ? bytes.map((byte) => byte & 1) : bytes;
			return { dtype, shape, data: new View(bits.slice().buffer) };
		});
	});

/** Any set of arrays under distinct keys. */
export const anyArrays: fc.Arbitrary<[string, WholeParts][]> = fc.uniqueArray(
	fc.tuple(fc.stringMatching(/^[a-zA-Z_имя関節][a-zA-Z0-9_имя]{0,12}$/), anyArray),
	{ maxLength: 6, selector: ([key]) => key.normalize("NFC") },
);
