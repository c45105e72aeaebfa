import { describe, expect, expectTypeOf, it } from "vitest";
import { Budget } from "./budget.ts";
import { isNpzError, NpzError } from "./errors.ts";
import { inflateFflate } from "./inflate-fflate.ts";
import { limits } from "./limits.ts";
import { readNpy } from "./read-npy.ts";
import { readNpz, readNpzSync, readWithBackend, readWithBackendSync } from "./read-npz.ts";
import { refusalOf } from "./testing/corpus.ts";
import { handMadeZip } from "./testing/zip.ts";
import { writeNpy } from "./write-npy.ts";
import { writeNpz } from "./write-npz.ts";

const npy = writeNpy(new Float64Array(1));
const file = writeNpz({ t: new Float64Array([0, 0.5]), mode: Uint8Array.of(1, 2), joint: ["hip", "knee"] });

describe("archives", () => {
	it("are maps in the order of the file, typed by dtype", async () => {
		const { arrays, skipped } = await readNpz(file);
		expect([...arrays.keys()]).toEqual(["t", "mode", "joint"]);
		expect(skipped).toEqual([]);
		const t = arrays.get("t")!;
		if (t.dtype !== "float64") throw new Error("wrong dtype");
		expectTypeOf(t.data).toEqualTypeOf<Float64Array<ArrayBuffer>>();
		expect(t).toEqual({
			descr: "<f8",
			dtype: "float64",
			shape: [2],
			fortranOrder: false,
			data: new Float64Array([0, 0.5]),
		});
	});

	it("view the file where they can, and say which arrays they copied", () => {
		const { arrays, copied } = readNpzSync(file);
		expect(copied).toEqual(["joint"]);
		expect((arrays.get("t")!.data as Float64Array).buffer).toBe(file.buffer);
		const shifted = new Uint8Array(file.length + 3);
		shifted.set(file, 3);
		expect(readNpzSync(shifted.subarray(3)).copied).toEqual(["t", "joint"]);
		const detached = readNpzSync(file, { copy: true });
		expect(detached.copied).toEqual(["t", "mode", "joint"]);
		expect((detached.arrays.get("t")!.data as Float64Array).buffer).not.toBe(file.buffer);
		expect(readNpzSync(writeNpz({ z: new Uint8Array(999) }, { compress: true })).copied).toEqual(["z"]);
	});

	it("cost nothing above the input when stored and aligned", async () => {
		const big = writeNpz({ a: new Float64Array(2 ** 17) });
		const budget = new Budget();
		readWithBackendSync(big, {}, { sync: inflateFflate, async: async (job) => inflateFflate(job) }, budget);
		expect(budget).toEqual({ allocatedBytes: 0, inflatedBytes: 0 });
	});

	it("are read from an ArrayBuffer, a Buffer or any view; anything else is a TypeError", async () => {
		expect(readNpzSync(file.buffer).arrays.size).toBe(3);
		expect(readNpzSync(new DataView(file.buffer)).arrays.size).toBe(3);
		for (const wrong of [
			undefined,
			null,
			"PK",
			[80, 75],
			new SharedArrayBuffer(8),
			new Uint8Array(new SharedArrayBuffer(8)),
		]) {
			expect(() => readNpzSync(wrong as never)).toThrow(TypeError);
			await expect(readNpz(wrong as never)).rejects.toThrow(TypeError);
		}
	});

	it.each<[string, unknown]>([
		["foreign", "Skip"],
		["foreign", true],
		["foreign", null],
		["copy", "false"],
		["copy", 1],
		["signal", new AbortController()],
		["signal", null],
		["onProgress", {}],
		["limits", null],
		["limits", "replay"],
		["limit", { maxDims: 5 }],
		["compress", true],
		["toString", true],
		["limits", 5],
		["limits", { maxDims: Number.NaN }],
		["limits", { maxDims: -1 }],
		["limits", { maxDims: "5" }],
		["limits", { maxDims: null }],
		["limits", { maxDims: undefined }],
		["limits", { maxDim: 5 }],
		["limits", { toString: 5 }],
		["limits", { dtypes: "float64" }],
	])("have no use for the option %s: %j", async (name, value) => {
		const options = { [name]: value };
		expect(() => readNpzSync(file, options)).toThrow(TypeError);
		await expect(readNpz(file, options)).rejects.toThrow(TypeError);
		if (name === "limits" || name === "copy") expect(() => readNpy(npy, options)).toThrow(TypeError);
	});

	it("say which option is a slip, and what limits are", () => {
		const read = (options: object) => () => readNpzSync(file, options);
		expect(read({ limits: "replay" })).toThrow(/^limits is .* wrong kind: try limits\.replay$/);
		expect(read({ limit: {} })).toThrow(/^limit is unknown/);
	});

	it("take options that are an object, each of them absent or undefined", () => {
		for (const wrong of [null, "skip", 1]) expect(() => readNpzSync(file, wrong as never)).toThrow(TypeError);
		const absent = {
			limits: undefined,
			copy: undefined,
			foreign: undefined,
			signal: undefined,
			onProgress: undefined,
		};
		expect(readNpzSync(file, absent).arrays.size).toBe(3);
	});
});

describe("refusals", () => {
	it("name code, stage, entry and hint", () => {
		const broken = file.slice();
		broken[64 + 128] ^= 1;
		try {
			readNpzSync(broken);
			expect.unreachable();
		} catch (error) {
			expect(error).toBeInstanceOf(NpzError);
			expect(error).toMatchObject({ name: "NpzError", code: "zip-crc", stage: "zip", entry: "t.npy" });
			expect((error as NpzError).message).toContain('"t.npy"');
			expect(isNpzError(error, "zip-crc")).toBe(true);
			expect(isNpzError(error, "zip-inflate")).toBe(false);
		}
		expect(isNpzError(new TypeError("x"))).toBe(false);
	});

	it("of an array's content name its entry, once", async () => {
		const bad = handMadeZip([{ name: "ok.npy" }, { name: "bad.npy", data: Uint8Array.of(1, 2, 3) }]);
		await expect(readNpz(bad)).rejects.toMatchObject({
			code: "npy-magic",
			entry: "bad.npy",
			message: expect.stringMatching(/^"bad\.npy": /),
		});
	});

	it.each([
		["maxInputBytes", 10, "limit-input-bytes"],
		["maxEntries", 2, "limit-entries"],
		["maxNameBytes", 5, "limit-name-bytes"],
		["maxEntryBytes", 143, "limit-entry-bytes"],
		["maxTotalBytes", 300, "limit-total-bytes"],
		["maxHeaderBytes", 100, "limit-header-bytes"],
		["maxDims", 0, "limit-dims"],
		["maxItemBytes", 15, "limit-item-bytes"],
		["maxElements", 1, "limit-elements"],
		["maxStrings", 1, "limit-elements"],
	] as const)("hold %s at %d", async (name, value, code) => {
		expect(await refusalOf(() => readNpz(file, { limits: { [name]: value } }))).toBe(code);
	});

	it("hold the ratio above its floor only", async () => {
		const zeros = writeNpz({ mask: new Uint8Array(100_000) }, { compress: true });
		expect(readNpzSync(zeros).arrays.size).toBe(1);
		const tight = { maxRatio: 100, ratioFloorBytes: 1000 };
		expect(await refusalOf(() => readNpz(zeros, { limits: tight }))).toBe("limit-ratio");
	});

	it("hold the dtypes of a preset", async () => {
		const complex = writeNpz({ z: { data: new Float32Array(2), dtype: "complex64" } });
		expect(readNpzSync(complex).arrays.size).toBe(1);
		expect(await refusalOf(() => readNpz(complex, { limits: limits.replay }))).toBe("npy-dtype-unsupported");
	});

	it("count elements without losing track: a huge product times zero is an overflow", async () => {
		const shape = `(${"9007199254740991, ".repeat(31)}0)`;
		const text = `{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}}`;
		const npy = Uint8Array.from([
			0x93,
			...new TextEncoder().encode("NUMPY"),
			1,
			0,
			text.length & 255,
			text.length >> 8,
			...new TextEncoder().encode(text),
		]);
		expect(await refusalOf(() => readNpy(npy))).toBe("npy-shape-overflow");
	});
});

describe("containers", () => {
	const descriptor = (sizes: number[]) => new Uint8Array(Uint32Array.from(sizes).buffer);

	it("may not hide bytes between entries or in a descriptor's place", async () => {
		expect(readNpzSync(handMadeZip([{ name: "a.npy" }, { name: "b.npy" }])).arrays.size).toBe(2);
		const hidden = [{ name: "a.npy", after: Uint8Array.of(1) }, { name: "b.npy" }];
		expect(await refusalOf(() => readNpzSync(handMadeZip(hidden)))).toBe("zip-unclaimed-bytes");
		const undescribed = [{ name: "a.npy", flags: 8, after: descriptor([1, 2, 3]) }];
		expect(await refusalOf(() => readNpzSync(handMadeZip(undescribed)))).toBe("zip-descriptor");
	});

	it("may not have two ends", async () => {
		const plain = handMadeZip([{ name: "a.npy" }]);
		const inner = Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]);
		const twice = Uint8Array.from([...plain, ...inner]);
		twice[plain.length - 2] = inner.length;
		expect(await refusalOf(() => readNpzSync(twice))).toBe("zip-ambiguous-end");
	});

	it("may not have extra fields that are cut, double or of a second name", async () => {
		const extra = (...localExtra: number[]) =>
			handMadeZip([{ name: "a.npy", localExtra: Uint8Array.from(localExtra) }]);
		expect(readNpzSync(extra(0x34, 0x12, 1, 0, 7)).arrays.size).toBe(1);
		expect(await refusalOf(() => readNpzSync(extra(1, 2, 3)))).toBe("zip-extra-invalid");
		expect(await refusalOf(() => readNpzSync(extra(0x75, 0x70, 0, 0)))).toBe("name-encoding");
		expect(await refusalOf(() => readNpzSync(extra(1, 0, 0, 0)))).toBe("zip-zip64-invalid");
	});

	it("may repeat their sizes in a zip64 field, as old NumPy does, but not differently", async () => {
		const size = writeNpy(new Float64Array([1, 2])).length;
		const zip64 = (...sizes: number[]) => {
			const fields = new DataView(new ArrayBuffer(20));
			fields.setUint32(0, 0x00100001, true);
			for (const [i, value] of sizes.entries()) fields.setUint32(4 + 8 * i, value, true);
			return handMadeZip([{ name: "a.npy", localExtra: new Uint8Array(fields.buffer) }]);
		};
		expect(readNpzSync(zip64(size, size)).arrays.size).toBe(1);
		expect(await refusalOf(() => readNpzSync(zip64(size, size + 1)))).toBe("zip-zip64-invalid");
	});

	it("may not declare what no stream of their length can hold, and cost nothing then", async () => {
		const file = writeNpz({ a: new Uint8Array(1000) }, { compress: true });
		const view = new DataView(file.buffer);
		const central = view.getUint32(file.length - 6, true);
		for (const at of [22, central + 24]) view.setUint32(at, 60e6, true);
		const budget = new Budget();
		const backend = { sync: inflateFflate, async: async () => expect.unreachable() };
		expect(await refusalOf(() => readWithBackendSync(file, {}, backend, budget))).toBe("zip-size-mismatch");
		expect(budget).toEqual({ allocatedBytes: 0, inflatedBytes: 0 });
	});

	it("may not hold foreign entries, unless those are to be skipped", async () => {
		const npy = writeNpy(Uint8Array.of(1));
		const mixed = handMadeZip([
			{ name: "a.npy", data: npy },
			{ name: "docs/", data: new Uint8Array() },
			{ name: "readme.txt" },
			{ name: "__MACOSX/._a.npy" },
			{ name: "link.npy", externalAttributes: 0o120777 * 0x10000 },
			{ name: "file.npy", data: npy, externalAttributes: 0o100644 * 0x10000 },
		]);
		expect(await refusalOf(() => readNpzSync(mixed))).toBe("entry-foreign");
		const { arrays, skipped } = readNpzSync(mixed, { foreign: "skip" });
		expect([...arrays.keys()]).toEqual(["a", "file"]);
		expect(skipped).toEqual(["docs/", "readme.txt", "__MACOSX/._a.npy", "link.npy"]);
	});

	it.each([
		"a..npy",
		"x./a.npy",
		"x /a.npy",
		"a .npy",
		"x/.npy",
		"C:a.npy",
		"/a.npy",
		"a\u200b.npy",
		"\ufeffa.npy",
		"..\uff0fa.npy",
		"\u2025/a.npy",
		"a\uff0e.npy",
		"a\u2028.npy",
		"/",
	])("may not use the name %j", async (name) => {
		const flags = 0x800;
		expect(await refusalOf(() => readNpzSync(handMadeZip([{ name, flags }]), { foreign: "skip" }))).toBe(
			"name-unsafe",
		);
	});

	it.each([
		["a.npy", "a.npy/"],
		["a.npy", "a"],
		["a.npy", "a.npy.npy"],
		["a.npy.npy", "a.npy"],
		["\u00e9.npy", "e\u0301.npy.npy"],
		["\u00e9.npy", "e\u0301.npy"],
	])("may not use the names %j and %j together", async (first, second) => {
		const flags = 0x800;
		const zip = handMadeZip([
			{ name: first, flags },
			{ name: second, flags, data: new Uint8Array() },
		]);
		expect(await refusalOf(() => readNpzSync(zip, { foreign: "skip" }))).toBe("name-duplicate");
	});
});

describe("long reads", () => {
	const big = writeNpz({ a: new Uint8Array(20 * 1024 ** 2), b: new Float32Array(4) });

	it("report progress after each array", async () => {
		const seen: unknown[] = [];
		await readNpz(big, { onProgress: (progress) => seen.push(progress) });
		const bytesTotal = 20 * 1024 ** 2 + 128 + 128 + 16;
		expect(seen).toEqual([
			{ entry: "a.npy", entriesDone: 1, entriesTotal: 2, bytesDone: bytesTotal - 144, bytesTotal },
			{ entry: "b.npy", entriesDone: 2, entriesTotal: 2, bytesDone: bytesTotal, bytesTotal },
		]);
	});

	it("stop when aborted: before, and in the middle of an entry", async () => {
		const reason = new Error("operator left");
		await expect(readNpz(big, { signal: AbortSignal.abort(reason) })).rejects.toMatchObject({
			code: "aborted",
			stage: "input",
			cause: reason,
		});
		const controller = new AbortController();
		setTimeout(() => controller.abort(reason));
		const onProgress = () => expect.unreachable("an entry was finished");
		await expect(readNpz(big, { signal: controller.signal, onProgress })).rejects.toMatchObject({
			code: "aborted",
		});
	});

	it("checksum the very bytes that they copy, whatever the caller writes meanwhile", async () => {
		const written = writeNpz({ a: new Uint8Array(9 * 1024 ** 2).fill(7) });
		const reading = readNpz(written, { copy: true });
		written.fill(0); // the copy was made, and 8 MiB of it checked
		const a = (await reading).arrays.get("a");
		if (a?.dtype !== "uint8") throw new Error("wrong dtype");
		expect(a.data.every((byte) => byte === 7)).toBe(true);
	});

	it.each([
		["while a stored entry is checked", { a: new Uint8Array(9 * 1024 ** 2) }, {}],
		["while a deflated entry is inflated", { a: new Uint8Array(9 * 1024 ** 2) }, { compress: true }],
	])("refuse when their bytes are detached %s", async (_, arrays, options) => {
		const detached = writeNpz(arrays, options);
		const reading = refusalOf(() => readNpz(detached));
		structuredClone(detached, { transfer: [detached.buffer] });
		expect(await reading).toBe("aborted");
	});

	it("refuse when their bytes are detached after an array was read", async () => {
		for (const read of [readNpz, readNpzSync]) {
			const detached = writeNpz({ a: new Uint8Array(4), b: new Uint8Array(4) });
			const onProgress = () => {
				if (detached.length > 0) structuredClone(detached, { transfer: [detached.buffer] });
			};
			expect(await refusalOf(() => read(detached, { onProgress }))).toBe("aborted");
		}
	});

	it("stop between entries when synchronous", async () => {
		const controller = new AbortController();
		const onProgress = () => controller.abort();
		expect(await refusalOf(() => readNpzSync(big, { signal: controller.signal, onProgress }))).toBe(
			"aborted",
		);
	});

	it("fail as a back end does", async () => {
		const packed = writeNpz({ a: new Uint8Array(999) }, { compress: true });
		const failing = { sync: inflateFflate, async: () => Promise.reject(new NpzError("backend", "gone")) };
		expect(await refusalOf(() => readWithBackend(packed, {}, failing))).toBe("backend");
	});
});
