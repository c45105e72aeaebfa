import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { npyBytes } from "./npy-writable.ts";
import { readNpy } from "./read-npy.ts";
import { readNpz, readNpzSync } from "./read-npz.ts";
import { anyArray, anyArrays } from "./testing/arbitrary.ts";
import { writeNpy } from "./write-npy.ts";
import { writeNpz } from "./write-npz.ts";

describe("round trips", { timeout: 30_000 }, () => {
	it("keep every array of an NPZ, bit for bit", async () => {
		const property = fc.asyncProperty(anyArrays, fc.boolean(), async (arrays, compress) => {
			const file = writeNpz(arrays, { compress });
			for (const read of [readNpzSync(file), await readNpz(file, { copy: true })]) {
				expect([...read.arrays.keys()]).toEqual(arrays.map(([key]) => key));
				for (const [key, { dtype, shape, data }] of arrays) {
					const array = read.arrays.get(key)!;
					expect(array).toMatchObject({ dtype, shape, fortranOrder: false });
					const elements = array.dtype === "float16" ? array.raw : array.data;
					if (dtype === "unicode" || dtype === "bytes") expect(elements).toEqual(data);
					expect(npyBytes(array)).toEqual(npyBytes({ dtype, shape, data }));
				}
				expect(writeNpz(read.arrays, { compress })).toEqual(file);
			}
		});
		await fc.assert(property, { seed: 4, numRuns: 100 });
	});

	it("keep an NPY", () => {
		const property = fc.property(anyArray, (array) => {
			const file = writeNpy(array);
			expect(writeNpy(readNpy(file))).toEqual(file);
			expect(file.length % 64).toBe(npyBytes(array).length % 64);
		});
		fc.assert(property, { seed: 5, numRuns: 100 });
	});

	it("start every stored entry on a multiple of 64, so that numbers are views", () => {
		const property = fc.property(anyArrays, (arrays) => {
			const { copied } = readNpzSync(writeNpz(arrays));
			const rebuilt = arrays.filter(([, { dtype }]) => dtype === "unicode" || dtype === "float16");
			expect(copied).toEqual(rebuilt.map(([key]) => key));
		});
		fc.assert(property, { seed: 6, numRuns: 50 });
	});
});
