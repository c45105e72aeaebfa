import { describe, expect, it } from "vitest";
import { readNpzSync } from "./read-npz.ts";
import { refusalOf } from "./testing/corpus.ts";
import { Numpy, numpyAvailable } from "./testing/numpy.ts";
import { writeNpz } from "./write-npz.ts";

/** 65,535 is the most that the short end record can say; more need the zip64 one. */
describe.each([65_535, 70_000])("%d entries", { timeout: 60_000 }, (count) => {
	const file = writeNpz(Array.from({ length: count }, (_, i) => [`a${i}`, Uint8Array.of(i)] as const));
	const zip64 = Buffer.from(file.subarray(-22 - 20 - 56)).indexOf("PK\x06\x06") === 0;

	it("have a zip64 end record only when they need one", () => {
		expect(zip64).toBe(count > 65_535);
	});

	it("are read where the limit allows so many", async () => {
		expect(await refusalOf(() => readNpzSync(file))).toBe("limit-entries");
		const { arrays } = readNpzSync(file, { limits: { maxEntries: count } });
		expect(arrays.size).toBe(count);
		expect(arrays.get(`a${count - 1}`)?.data).toEqual(Uint8Array.of(count - 1));
	});

	it("are not hidden by a count that lies", async () => {
		const lying = file.slice();
		const at = zip64 ? file.length - 22 - 20 - 56 + 24 : file.length - 14;
		lying[at]--;
		lying[at + (zip64 ? 8 : 2)]--;
		expect(await refusalOf(() => readNpzSync(lying, { limits: { maxEntries: count } }))).toBe(
			"zip-count-mismatch",
		);
	});

	it.skipIf(!numpyAvailable)("are opened by NumPy", async () => {
		const numpy = new Numpy();
		const { files, arrays } = await numpy.load(file, ["a0", `a${count - 1}`]);
		numpy.close();
		expect(files).toBe(count);
		expect(arrays.map(({ bytes }) => bytes[0])).toEqual([0, (count - 1) & 0xff]);
	});
});
