import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { limits } from "./limits.ts";
import { npyBytes } from "./npy-writable.ts";
import { readNpy } from "./read-npy.ts";
import { readNpzSync } from "./read-npz.ts";
import { anyArray, anyArrays } from "./testing/arbitrary.ts";
import { Numpy, type NumpyArray, numpyAvailable } from "./testing/numpy.ts";
import { writeNpy } from "./write-npy.ts";
import { writeNpz } from "./write-npz.ts";

describe.skipIf(!numpyAvailable)("with NumPy", { timeout: 30_000 }, () => {
	const numpy = numpyAvailable ? new Numpy() : undefined;
	afterAll(() => numpy?.close());

	it("loads what we write, bit for bit", async () => {
		const property = fc.asyncProperty(anyArrays, fc.boolean(), async (arrays, compress) => {
			const { files, arrays: loaded } = await numpy!.load(writeNpz(arrays, { compress }));
			expect(files).toBe(arrays.length);
			for (const [i, [key, array]] of arrays.entries()) {
				expect(loaded[i].key).toBe(key);
				expect(loaded[i].shape).toEqual(array.shape);
				expect(loaded[i].descr).toBe(readNpy(writeNpy(array)).descr);
				expect(loaded[i].bytes).toEqual(npyBytes(array));
			}
		});
		await fc.assert(property, { seed: 20260101, numRuns: 60 });
	});

	it("writes the same NPY bytes as numpy.save", async () => {
		const property = fc.asyncProperty(anyArray, async (array) => {
			const ours = writeNpy(array);
			const { descr } = readNpy(ours);
			fc.pre(array.data.length > 0);
			expect(await numpy!.saveNpy({ descr, shape: array.shape, bytes: npyBytes(array) })).toEqual(ours);
		});
		await fc.assert(property, { seed: 20260102, numRuns: 60 });
	});

	it("writes what we read: every dtype, both byte orders, both element orders", async () => {
		const property = fc.asyncProperty(
			fc.array(stored, { maxLength: 8 }),
			fc.boolean(),
			async (specs, compressed) => {
				const arrays = specs.map((spec, i) => ({ ...spec, key: `a${i}` }));
				const file = await numpy!.save(arrays, compressed);
				const { arrays: truth } = await numpy!.load(file);
				const dtypes = [...limits.browser.dtypes, "datetime64", "timedelta64", "void"] as const;
				const read = readNpzSync(file, { limits: { dtypes } });
				for (const { key, descr, shape, bytes } of truth) {
					const array = read.arrays.get(key)!;
					expect(array.descr).toBe(descr);
					expect(array.shape).toEqual(shape);
					expect(npyBytes(array)).toEqual(littleEndian(bytes, descr));
				}
			},
		);
		await fc.assert(property, { seed: 20260103, numRuns: 80 });
	});
});

const kinds = [
	"b1",
	"i1",
	"i2",
	"i4",
	"i8",
	"u1",
	"u2",
	"u4",
	"u8",
	"f2",
	"f4",
	"f8",
	"c8",
	"c16",
	"U3",
	"S5",
	"M8[us]",
	"m8[25s]",
	"V6",
];

/** Elements of any dtype NumPy writes, as it holds them. */
const stored: fc.Arbitrary<NumpyArray> = fc
	.record({
		kind: fc.constantFrom(...kinds),
		order: fc.constantFrom("<", ">"),
		shape: fc.array(fc.nat(4), { maxLength: 4 }),
		fortran: fc.boolean(),
	})
	.chain(({ kind, order, shape, fortran }) => {
		const itemBytes = Number(/\d+/.exec(kind)![0]) * (kind.startsWith("U") ? 4 : 1);
		const length = shape.reduce((product, axis) => product * axis, 1) * itemBytes;
		const descr = "SVb".includes(kind[0]) || itemBytes === 1 ? `|${kind}` : `${order}${kind}`;
		return fc.uint8Array({ minLength: length, maxLength: length }).map((random) => {
			const bytes = random.map((byte, i) => valid(byte, i, { kind, order }));
			return { key: "", descr, shape, fortran, bytes };
		});
	});

/** Keeps booleans 0 or 1, and code points below U+D800. */
function valid(byte: number, index: number, { kind, order }: { kind: string; order: string }): number {
	if (kind === "b1") return byte & 1;
	if (!kind.startsWith("U")) return byte;
	const place = order === "<" ? index % 4 : 3 - (index % 4);
	return place === 0 ? byte : place === 1 ? byte % 0xd8 : 0;
}

function littleEndian(bytes: Uint8Array, descr: string): Uint8Array {
	if (!descr.startsWith(">")) return bytes;
	const size = descr[1] === "U" ? 4 : Number(/\d+/.exec(descr)![0]) / (descr[1] === "c" ? 2 : 1);
	return bytes.map((_, i) => bytes[i - (i % size) + (size - 1 - (i % size))]);
}
