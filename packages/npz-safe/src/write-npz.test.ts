import { describe, expect, it } from "vitest";
import { limits } from "./limits.ts";
import type { NpyWritable } from "./npy-writable.ts";
import { npyBytes } from "./npy-writable.ts";
import { readNpy } from "./read-npy.ts";
import { readNpzSync } from "./read-npz.ts";
import { refusalOf } from "./testing/corpus.ts";
import { pinned, pinnedDigest } from "./testing/pinned.ts";
import { writeNpy } from "./write-npy.ts";
import { writeNpz } from "./write-npz.ts";

describe("writeNpz", () => {
	it("gives the same bytes for the same content, whatever form it comes in", () => {
		const arrays: [string, NpyWritable][] = [
			["t", new Float64Array([1])],
			["name", "k1"],
		];
		const file = writeNpz(arrays);
		expect(writeNpz(new Map(arrays))).toEqual(file);
		expect(writeNpz(Object.fromEntries(arrays))).toEqual(file);
		expect(writeNpz(readNpzSync(file).arrays)).toEqual(file);
	});

	it("writes the ZIP fields that every reader agrees on", () => {
		const view = new DataView(writeNpz({ a: new Uint8Array(3) }).buffer);
		expect(view.getUint32(0, true)).toBe(0x04034b50);
		expect(view.getUint16(6, true)).toBe(0); // no descriptor, no UTF-8 flag
		expect(view.getUint32(10, true)).toBe(0x00210000); // 1980-01-01 00:00
		expect([view.getUint32(18, true), view.getUint32(22, true)]).toEqual([131, 131]);
		expect(view.getUint16(26, true)).toBe(5);
		expect(view.getUint16(35, true)).toBe(0xd935);
		expect(view.getUint8(64)).toBe(0x93); // the data, on a multiple of 64
	});

	it("deflates what gets smaller by it, the same on every machine", () => {
		const compressed = writeNpz({ zeros: new Uint8Array(5000) }, { compress: true });
		expect(compressed.length).toBeLessThan(400);
		expect(new DataView(compressed.buffer).getUint16(8, true)).toBe(8);
	});

	it("writes the bytes it always wrote", async () => {
		expect(await pinnedDigest()).toBe(pinned);
	});

	it("writes no arrays as the 22 bytes NumPy writes", () => {
		expect([...writeNpz({})]).toEqual([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]);
	});

	it.each(["", "..", "a/../b", "/a", "a//b", "a\\b", "a\n", "C:x", "a.", "\ud800"])(
		"refuses the key %j",
		async (key) => {
			expect(await refusalOf(() => writeNpz({ [key]: new Uint8Array(1) }))).toBe("name-unsafe");
		},
	);

	it("refuses keys that are equal to a reader, or too long for one", async () => {
		const one = new Uint8Array(1);
		expect(
			await refusalOf(() =>
				writeNpz([
					["a", one],
					["a", one],
				]),
			),
		).toBe("name-duplicate");
		expect(await refusalOf(() => writeNpz({ "\u00e9": one, "e\u0301": one }))).toBe("name-duplicate");
		expect(await refusalOf(() => writeNpz({ ["n".repeat(252)]: one }))).toBe("limit-name-bytes");
		expect(readNpzSync(writeNpz({ ["n".repeat(251)]: one, имя: one, __proto__x: one })).arrays.size).toBe(3);
	});

	it("refuses keys that NumPy could take for each other, and options that mean nothing", async () => {
		const one = new Uint8Array(1);
		expect(await refusalOf(() => writeNpz({ a: one, "a.npy": one }))).toBe("name-duplicate");
		expect(readNpzSync(writeNpz({ "a.npy": one })).arrays.has("a.npy")).toBe(true);
		for (const wrong of [
			{ compress: "no" },
			{ compress: 1 },
			{ compres: true },
			{ limits: {} },
			null,
			1,
			"compress",
		]) {
			expect(() => writeNpz({ one }, wrong as never)).toThrow(TypeError);
		}
	});

	it("names the entry that cannot be written", async () => {
		expect(() => writeNpz({ ok: "x", bad: ["\ud800"] })).toThrow(/^"bad\.npy": /);
		for (const bad of [[1, 2, 3], [[1], [2]], [true, false], { data: [1] }]) {
			const message = 'array "bad": cannot write Array: use a typed array, such as Float64Array';
			expect(() => writeNpz({ ok: "x", bad: bad as never })).toThrow(new TypeError(message));
		}
		const ragged = { data: new Float64Array(3), shape: [2] };
		expect(() => writeNpz({ ragged })).toThrow(/^array "ragged": shape \[2\] needs 2 elements/);
	});

	it.each<[unknown, string]>([
		[null, "Null"],
		[undefined, "Undefined"],
		[5, "Number"],
		["abc", "String"],
		[new Float64Array(2), "Float64Array"],
		[
			[
				["a", "x"],
				[7, "y"],
			],
			"Array",
		],
	])("says what content is where %j is none", (content, kind) => {
		const message = `cannot write ${kind}: use { name: array }`;
		expect(() => writeNpz(content as never)).toThrow(new TypeError(message));
	});

	it("takes arrays that say all, whatever else they carry", () => {
		const array = { data: new Float64Array(4), shape: [2, 2], dtype: "float64", unit: "rad" } as const;
		expect(readNpzSync(writeNpz({ array })).arrays.get("array")?.shape).toEqual([2, 2]);
	});
});

describe("writeNpy", () => {
	it.each<[NpyWritable, string, number[]]>([
		[new Float64Array(3), "<f8", [3]],
		[new BigUint64Array(2), "<u8", [2]],
		[new Uint8ClampedArray(2), "|u1", [2]],
		["schema.v1", "<U9", []],
		[["a", "\u{1f916}"], "<U1", [2]],
		[[], "<U1", [0]],
		[{ data: [""], shape: [1, 1] }, "<U1", [1, 1]],
		[{ data: [Uint8Array.of(65, 66)], shape: [] }, "|S2", []],
		[{ data: Uint8Array.of(0, 1), dtype: "bool" }, "|b1", [2]],
		[{ data: Uint16Array.of(0x3c00), dtype: "float16" }, "<f2", [1]],
		[{ data: new Float32Array(6), dtype: "complex64" }, "<c8", [3]],
		[{ data: new Float64Array(4), dtype: "complex128", shape: [2, 1] }, "<c16", [2, 1]],
		[{ data: new Int16Array(6), shape: [2, 3] }, "<i2", [2, 3]],
	])("takes form %# as its dtype", (array, descr, shape) => {
		expect(readNpy(writeNpy(array))).toMatchObject({ descr, shape });
	});

	it.each<[unknown, RegExp]>([
		[{ data: new Float64Array(3), shape: [2] }, /needs 2 elements, data has 3/],
		[{ data: new Float64Array(3), shape: [-3] }, /lengths of axes/],
		[{ data: new Float64Array(3), shape: [1.5, 2] }, /lengths of axes/],
		[{ data: new Float64Array(3), dtype: "float32" }, /does not fit/],
		[{ data: new Float32Array(3), dtype: "float16" }, /does not fit/],
		[{ data: new Float32Array(3), dtype: "complex64" }, /lengths of axes/],
		[{ data: new Float32Array(3), dtype: "quad" }, /dtype quad/],
		[{ data: new BigInt64Array(1), dtype: "datetime64" }, /descr/],
		[{ data: new Uint8Array(4), dtype: "void" }, /descr/],
		[{ data: new BigInt64Array(1), dtype: "datetime64", descr: "<M8'}, evil" }, /descr/],
		[{ data: new BigInt64Array(1), dtype: "datetime64", descr: "<m8[ns]" }, /descr/],
		[{ data: new BigInt64Array(1), dtype: "timedelta64", descr: `<m8[${"9".repeat(70_000)}s]` }, /descr/],
		[{ data: new BigInt64Array(1), dtype: "timedelta64", descr: 8 }, /descr/],
		[{ data: new Uint8Array(4), dtype: "void", descr: "|V04" }, /descr/],
		[{ data: new Uint8Array(4), dtype: "void", descr: "|S4" }, /descr/],
		[{ data: ["a"], dtype: "unicode", descr: "<Uzz" }, /descr/],
		[{ data: ["a"], dtype: "unicode", descr: "|S4" }, /descr/],
		[{ data: [Uint8Array.of(1)], dtype: "bytes", descr: "|S-1" }, /descr/],
		[{ data: [1, 2] }, /^cannot write Array: use a typed array, such as Float64Array$/],
		[[1, 2, 3], /^cannot write Array: use a typed array/],
		[[true, false], /use a typed array/],
		[[[1], [2]], /use a typed array/],
		[[new Float32Array(1)], /use a typed array/],
		[{ data: ["a", 2] }, /must be strings/],
		[{ shape: [1] }, /cannot write Object/],
		[42, /cannot write Number/],
		[new DataView(new ArrayBuffer(8)), /^cannot write DataView: use a typed array/],
		[{ data: new Float64Array(4), shap: [2, 2] }, /^shap is unknown/],
		[{ data: new Uint8Array(4), shape: [4], dtyp: "bool" }, /^dtyp is unknown/],
		[{ data: 7 }, /^cannot write Number/],
	])("has no use for form %#", (array, message) => {
		expect(() => writeNpy(array as NpyWritable)).toThrow(TypeError);
		expect(() => writeNpy(array as NpyWritable)).toThrow(message);
	});

	it("refuses content that NPY cannot keep", async () => {
		expect(await refusalOf(() => writeNpy(["a\0"]))).toBe("npy-string-invalid");
		expect(await refusalOf(() => writeNpy(["\udc00"]))).toBe("npy-string-invalid");
		expect(await refusalOf(() => writeNpy([Uint8Array.of(1, 0)] as never))).toBe("npy-string-invalid");
		expect(await refusalOf(() => writeNpy({ data: Uint8Array.of(2), dtype: "bool" }))).toBe(
			"npy-bool-invalid",
		);
	});

	it("refuses what no reader takes: very wide strings, and more axes than NumPy has", async () => {
		const wide = (descr: string, item: unknown) =>
			refusalOf(() =>
				writeNpy({ data: [item], dtype: descr[1] === "U" ? "unicode" : "bytes", descr } as never),
			);
		expect(await wide("<U99999999999", "a")).toBe("limit-entry-bytes");
		expect(await wide("<U536870912", "a")).toBe("limit-entry-bytes");
		expect(await wide("|S99999999999", Uint8Array.of(1))).toBe("limit-entry-bytes");
		const axes = (count: number) => ({ data: new Uint8Array(1), shape: new Array(count).fill(1) });
		expect(readNpy(writeNpy(axes(64)), { limits: limits.host }).shape).toHaveLength(64);
		expect(await refusalOf(() => writeNpy(axes(65)))).toBe("limit-dims");
	});

	it("keeps the unit of times and the width of raw elements as read", () => {
		const time = { data: new BigInt64Array(2), dtype: "datetime64", descr: ">M8[25us]" };
		const raw = { data: new Uint8Array(6), shape: [2], dtype: "void", descr: "|V3" };
		const all = { limits: { dtypes: ["datetime64", "void"] } } as const;
		expect(readNpy(writeNpy(time as never), all)).toMatchObject({ descr: "<M8[25us]", shape: [2] });
		expect(readNpy(writeNpy(raw as never), all)).toMatchObject({ descr: "|V3", shape: [2] });
	});

	it("keeps the width of strings as read, and widens it for longer ones", () => {
		const read = readNpy(writeNpy(["abcdef", "x"]));
		expect(npyBytes({ ...read, data: ["a", "b"] } as NpyWritable).length).toBe(2 * 6 * 4);
		expect(npyBytes({ ...read, data: ["abcdefgh", "b"] } as NpyWritable).length).toBe(2 * 8 * 4);
	});
});

describe("npyBytes", () => {
	it("views the data of numbers, NaN payloads untouched", () => {
		const bits = Uint32Array.of(0x7fa00001, 0xffc12345, 0x80000000);
		const data = new Float32Array(bits.buffer);
		expect(npyBytes({ data }).buffer).toBe(bits.buffer);
		expect(npyBytes(readNpy(writeNpy(data), { copy: true }))).toEqual(new Uint8Array(bits.buffer));
	});
});
