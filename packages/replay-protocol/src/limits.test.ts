import { limits as presets, writeNpz } from "@hindcast/npz-safe";
import { decode, encode } from "@msgpack/msgpack";
import { describe, expect, it, vi } from "vitest";
import type { ReplayArray } from "./artifact.ts";
import { replayLimits } from "./limits.ts";
import { npzLimits } from "./npz/read-npz.ts";
import { readReplay } from "./read.ts";
import { floats, sampleReplay, texts } from "./testing/sample.ts";
import { validateReplay } from "./validate.ts";
import { writeReplay } from "./write.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const encoder = new TextEncoder();

async function sampleText(): Promise<string> {
	return new TextDecoder().decode(writeReplay(await sampleReplay(), { encoding: "json" }));
}

/** Counts the elements of every float64 array made by number while `run` runs. */
async function float64Elements(run: () => Promise<unknown>): Promise<number> {
	let elements = 0;
	const Original = Float64Array;
	const counting = new Proxy(Original, {
		construct(target, args, newTarget) {
			if (typeof args[0] === "number") elements += args[0];
			return Reflect.construct(target, args, newTarget) as object;
		},
	});
	const { storage } = await import("./judge/structure.ts");
	const kept = storage.float64;
	(storage as { float64: unknown }).float64 = counting;
	try {
		await run();
	} finally {
		(storage as { float64: unknown }).float64 = kept;
	}
	return elements;
}

describe("limits", () => {
	it("are the protocol's figures", () => {
		expect(replayLimits).toEqual({
			inputBytes: 512 * 2 ** 20,
			expandedBytes: 2 ** 30,
			members: 64,
			frames: 1e6,
			joints: 512,
			contacts: 64,
			dimensions: 8,
			cells: 64e6,
			strings: 1e6,
			stringBytes: 256,
			metadataBytes: 65536,
			metadataDepth: 8,
		});
	});

	it("agree with npz-safe's replay preset", () => {
		const { maxInputBytes, maxEntries, maxTotalBytes, maxEntryBytes, maxStrings } = presets.replay;
		expect({ maxInputBytes, maxEntries, maxTotalBytes, maxStrings }).toEqual({
			maxInputBytes: replayLimits.inputBytes,
			maxEntries: replayLimits.members,
			maxTotalBytes: replayLimits.expandedBytes,
			maxStrings: replayLimits.strings,
		});
		expect(npzLimits({ ...replayLimits, strings: 5 }).maxStrings).toBe(5);
		expect(npzLimits(replayLimits)).toMatchObject({
			maxInputBytes,
			maxEntries,
			maxTotalBytes,
			maxEntryBytes,
		});
	});

	it("let a declared size allocate nothing when the file cannot hold it", async () => {
		const text = await sampleText();
		const huge = [
			text.replace('"shape":[4,2],"data":[[0,0.5]', '"shape":[900000,64],"data":[[0,0.5]'),
			text.replace('"shape":[4,2],"data":[[0,0.5]', '"shape":[9007199254740991,2],"data":[[0,0.5]'),
			text.replace('"shape":[4],"data":[0,0.02', '"shape":[1000000],"data":[0,0.02'),
		];
		const honest = await float64Elements(() => readReplay(encoder.encode(text)));
		expect(honest).toBe(4 + 8 + 8 + 12);
		for (const changed of huge) {
			expect(changed).not.toBe(text);
			const elements = await float64Elements(async () => {
				const { report } = await readReplay(encoder.encode(changed));
				expect(report.ok).toBe(false);
			});
			expect(elements).toBeLessThan(honest);
		}
	});

	it("let a declared size of msgpack allocate nothing when its bytes are fewer or more", async () => {
		const bytes = writeReplay(await sampleReplay(), { encoding: "msgpack" });
		const wire = decode(bytes) as { arrays: Record<string, { s: number[] }> };
		const honest = await float64Elements(() => readReplay(bytes));
		for (const shape of [[900_000, 64], [2 ** 52, 2], [0, 2], [], [3, 2], [4, 3]]) {
			wire.arrays["qj"]!.s = shape;
			const elements = await float64Elements(async () => {
				const { report } = await readReplay(encode(wire));
				expect(report.ok).toBe(false);
			});
			expect(elements, String(shape)).toBeLessThan(honest);
		}
	});

	it("count the decoded bytes of msgpack to the last, and give back those of a refused array", async () => {
		const { metadata, arrays } = await sampleReplay();
		const bytes = writeReplay({ metadata, arrays }, { encoding: "msgpack" });
		const bytesOf = (array: ReplayArray) =>
			array.dtype === "string"
				? array.data.reduce((sum, text) => sum + 32 + encoder.encode(text).length, 0)
				: array.data.byteLength;
		const total = Object.values(arrays).reduce((sum, array) => sum + bytesOf(array as ReplayArray), 0);
		const limitsHit = async (content: Uint8Array, expandedBytes: number) => {
			const { report } = await readReplay(content, { limits: { expandedBytes } });
			return report.diagnostics.filter(({ severity }) => severity === "blocking").map(({ code }) => code);
		};
		expect(await limitsHit(bytes, total)).toEqual([]);
		expect(await limitsHit(bytes, total - 1)).toContain("size-limit-exceeded");
		for (const name of ["qj", "mode"]) {
			const alone = encode({
				arrays: { [name]: (decode(bytes) as { arrays: Record<string, unknown> }).arrays[name] },
			});
			const needed = bytesOf(arrays[name as "qj"]);
			expect(await limitsHit(alone, needed)).not.toContain("size-limit-exceeded");
			expect(await limitsHit(alone, needed - 1)).toContain("size-limit-exceeded");
		}
		const wire = decode(bytes) as { arrays: Record<string, unknown> };
		const odd = { d: "bool", s: [50], b: new Uint8Array(50).fill(2) };
		const first = encode({ ...wire, arrays: { x_odd: odd, ...wire.arrays } });
		expect(await limitsHit(first, total)).toEqual(["dtype-not-allowed"]);
	});

	it("need no memory for what is left out: a list of millions in a key that is ignored", async () => {
		const count = 8_000_000;
		const head = Uint8Array.of(0x81, 0xa1, 0x61, 0xdd, 0, count >>> 16, (count >>> 8) & 255, count & 255);
		const bytes = new Uint8Array(head.length + count).fill(0xc0);
		bytes.set(head);
		let ticks = 0;
		const timer = setInterval(() => ticks++, 0);
		const before = process.memoryUsage().heapTotal;
		const { report } = await readReplay(bytes);
		expect(process.memoryUsage().heapTotal - before).toBeLessThan(4 * count);
		clearInterval(timer);
		expect(ticks).toBeGreaterThan(0);
		expect(report.diagnostics[0]?.code).toBe("array-ignored");
	});

	it("hold for the file, its expansion and its members", async () => {
		const json = writeReplay(await sampleReplay(), { encoding: "json" });
		const npz = writeReplay(await sampleReplay(), { encoding: "npz" });
		const msgpack = writeReplay(await sampleReplay(), { encoding: "msgpack" });
		for (const bytes of [json, npz, msgpack]) {
			const codes = async (limits: Parameters<typeof readReplay>[1]) => {
				const { report, artifact } = await readReplay(bytes, limits);
				expect(artifact).toBeUndefined();
				return report.diagnostics.map(({ code, params }) => `${code} ${params["limit"]}`);
			};
			expect(await codes({ limits: { inputBytes: 100 } })).toEqual(["size-limit-exceeded inputBytes"]);
			const expanded = await codes({ limits: { expandedBytes: 150 } });
			expect(new Set(expanded.map((one) => one.split(" ")[0]))).toEqual(new Set(["size-limit-exceeded"]));
			expect(await codes({ limits: { members: 5 } })).toEqual(["size-limit-exceeded members"]);
			expect(await codes({ limits: { frames: 3 } })).toContain("size-limit-exceeded frames");
			expect(await codes({ limits: { joints: 1 } })).toContain("size-limit-exceeded joints");
			expect(await codes({ limits: { cells: 7 } })).toContain("size-limit-exceeded cells");
		}
	});

	it("stop bare lists without a shape too", async () => {
		const rows = `{"arrays":{"t":[${"0,".repeat(5000)}0]}}`;
		const { report } = await readReplay(encoder.encode(rows), { limits: { frames: 4000 } });
		expect(report.diagnostics).toContainEqual(
			expect.objectContaining({
				code: "size-limit-exceeded",
				path: "/arrays/t",
				params: { array: "t", limit: "frames", found: 4001, max: 4000 },
			}),
		);
	});

	it.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, "8", null, undefined])(
		"are counts: %s is a mistake of the caller",
		async (value) => {
			for (const name of Object.keys(replayLimits)) {
				const reading = readReplay(encoder.encode("{}"), { limits: { [name]: value } as never });
				await expect(reading, name).rejects.toThrow(TypeError);
			}
		},
	);

	it("bound what readers nest, whatever is asked for", async () => {
		for (const limits of [{ metadataDepth: 65 }, { dimensions: 33 }]) {
			await expect(readReplay(encoder.encode("{}"), { limits })).rejects.toThrow(TypeError);
		}
	});

	it("stop at the first key too many, at the top and in arrays, even where keys repeat", async () => {
		const keys = (entry: (index: number) => string) =>
			Array.from({ length: 200_000 }, (_, i) => entry(i)).join();
		for (const [text, path] of [
			[`{${keys((i) => `"${i}":0`)},`, ""],
			[`{"arrays":{${keys((i) => `"x_${i}":[0]`)},`, "/arrays"],
			[`{"arrays":{${keys(() => '"t":[0]')},`, "/arrays"],
		]) {
			const { report } = await readReplay(encoder.encode(text));
			expect(report.diagnostics.at(-1)).toMatchObject({
				code: "size-limit-exceeded",
				path,
				params: { limit: "members", found: 65, max: 64 },
			});
			// The text has no end: whoever went on would see that it is no JSON.
			expect(report.diagnostics.map(({ code }) => code)).not.toContain("container-corrupt");
		}
	});

	it("hold for dimensions and strings, alike in every encoding and in memory", async () => {
		const deep = { dtype: "int8", shape: Array<number>(8).fill(1), data: Int8Array.of(7) } as const;
		const replay = await sampleReplay({ x_deep: deep, annotation_id: texts(["", "", "", ""]) });
		expect(validateReplay(replay).ok).toBe(true);
		for (const encoding of ["json", "npz", "msgpack"] as const) {
			const bytes = writeReplay(replay, { encoding });
			expect((await readReplay(bytes)).artifact).toEqual(replay);
			for (const [limits, path] of [
				[{ dimensions: 7 }, "/arrays/x_deep"],
				[{ strings: 3 }, "/arrays/annotation_id"],
			] as const) {
				const { report } = await readReplay(bytes, { limits });
				const fault = report.diagnostics.find(({ path: found }) => found === path);
				expect(fault?.code, `${encoding} ${JSON.stringify(limits)}`).toBe("size-limit-exceeded");
			}
		}
		const ones = Array<number>(50).fill(1);
		for (const rows of [
			"[".repeat(50),
			`{"dtype":"int8","shape":[${ones}],"data":${"[".repeat(50)}0${"]".repeat(50)}}}}`,
		]) {
			const { report } = await readReplay(encoder.encode(`{"arrays":{"x_a":${rows}`));
			const params = { array: "x_a", limit: "dimensions", found: 9, max: 8 };
			expect(report.diagnostics[0]?.params).toEqual(params);
		}
		const bare = encoder.encode('{"arrays":{"x_a":["a","b","c"]}}');
		const { report } = await readReplay(bare, { limits: { strings: 2 } });
		expect(report.diagnostics[0]?.params).toEqual({ array: "x_a", limit: "strings", found: 3, max: 2 });
	});

	it("are checked for an archive before its arrays are inflated", async () => {
		const bytes = writeNpz({ qj: new Float64Array(100_000) }, { compress: true });
		expect(bytes.length).toBeLessThan(2000);
		const { report } = await readReplay(bytes, { limits: { expandedBytes: 1000 } });
		expect(report.diagnostics[0]).toMatchObject({ code: "size-limit-exceeded" });
	});
});

describe("reports", () => {
	it("list twenty hits of a code and count the rest, blocking ones apart", async () => {
		const count = 100;
		const rows = Array.from({ length: count }, (_, i) => [i === 99 ? 2 : 1.005, 0, 0, 0]).flat();
		const replay = await sampleReplay({
			t: floats(
				[count],
				Array.from({ length: count }, (_, i) => i / 50),
			),
			qj: floats([count, 2], new Float64Array(200).fill(Number.NaN)),
			dqj: floats([count, 2], new Float64Array(200)),
			mode: texts(Array<string>(count).fill("high")),
			frame_id: texts(Array.from({ length: count }, (_, i) => `f-${i}`)),
			base_quat: floats([count, 4], rows),
		});
		const { diagnostics } = validateReplay(replay);
		const tally = (code: string, severity: string) => {
			const hits = diagnostics.filter((one) => one.code === code && one.severity === severity);
			return [hits.length, hits.at(-1)?.params["suppressed"]];
		};
		expect(tally("non-finite-required", "blocking")).toEqual([20, 180]);
		expect(tally("quaternion-not-unit", "advisory")).toEqual([20, 79]);
		expect(tally("quaternion-not-unit", "blocking")).toEqual([1, undefined]);
	});
});
