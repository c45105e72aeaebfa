import { decode, ExtensionCodec, encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { ReplayArtifact } from "../artifact.ts";
import { readReplay } from "../read.ts";
import { fullArrays, sampleReplay } from "../testing/sample.ts";
import { writeReplay } from "../write.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

interface WireArray {
	d?: unknown;
	s?: unknown;
	b?: unknown;
}
interface Wire {
	protocol?: unknown;
	metadata: Record<string, unknown>;
	arrays: Record<string, WireArray | unknown>;
}

async function sampleWire(): Promise<Wire> {
	return decode(writeReplay(await sampleReplay(), { encoding: "msgpack" })) as Wire;
}

/** Reads the sample after a change, written again by the peer. */
async function changed(change: (wire: Wire) => void) {
	const wire = await sampleWire();
	change(wire);
	return readReplay(encode(wire));
}

async function firstOf(change: (wire: Wire) => void) {
	const { report, artifact } = await changed(change);
	const { code, path, params } = report.diagnostics[0] ?? {};
	return { code, path, params, read: artifact !== undefined };
}

const little = (values: Iterable<number>) => new Uint8Array(Float64Array.from(values).buffer);

describe("a file", () => {
	it("is what the format says, for the peer", async () => {
		const { metadata, arrays } = await sampleReplay({
			x_flag: { dtype: "bool", shape: [2], data: Uint8Array.of(1, 0) },
			x_wide: { dtype: "int64", shape: [1, 1], data: BigInt64Array.of(-2n) },
		});
		const wire = decode(writeReplay({ metadata, arrays }, { encoding: "msgpack" })) as Wire;
		expect(Object.keys(wire)).toEqual(["protocol", "metadata", "arrays"]);
		expect(wire.protocol).toBe("moonrobo.replay.v1");
		expect(wire.metadata).toEqual(metadata);
		expect(Object.keys(wire.arrays)).toEqual(Object.keys(arrays).sort());
		expect(wire.arrays["t"]).toEqual({ d: "float64", s: [4], b: little([0, 0.02, 0.04, 0.06]) });
		expect(wire.arrays["joint_name"]).toEqual({ d: "string", s: [2], b: ["a_joint", "b_joint"] });
		expect(wire.arrays["x_flag"]).toEqual({ d: "bool", s: [2], b: Uint8Array.of(1, 0) });
		const minusTwo = Uint8Array.of(0xfe, 255, 255, 255, 255, 255, 255, 255);
		expect(wire.arrays["x_wide"]).toEqual({ d: "int64", s: [1, 1], b: minusTwo });
	});

	it("may be written by the peer, keys in any order, heads in any width", async () => {
		const replay = await sampleReplay(fullArrays as never);
		const wire = decode(writeReplay(replay, { encoding: "msgpack" })) as Wire;
		const reversed = Object.entries(wire.arrays).toReversed();
		const arrays = reversed.map(([name, array]) => [
			name,
			Object.fromEntries(Object.entries(array as WireArray).toReversed()),
		]);
		const bytes = encode({ arrays: Object.fromEntries(arrays), metadata: wire.metadata });
		const { artifact, report, encoding } = await readReplay(bytes);
		expect(report.diagnostics).toEqual([]);
		expect(encoding).toBe("msgpack");
		expect(artifact).toEqual(replay);
		const wide = Uint8Array.of(0xdf, 0, 0, 0, 2, ...bytes.subarray(1));
		expect((await readReplay(wide)).artifact).toEqual(replay);
	});

	it("may name types as NumPy does, in either byte order, and text as a bare list", async () => {
		const { artifact, report } = await changed(({ arrays }) => {
			const { b } = arrays["qj"] as { b: Uint8Array };
			const swapped = b.slice();
			for (let at = 0; at < swapped.length; at += 8) swapped.subarray(at, at + 8).reverse();
			arrays["qj"] = { d: ">f8", s: [4, 2], b: swapped };
			(arrays["t"] as WireArray).d = "<f8";
			arrays["frame_id"] = { d: ">i2", s: [4], b: Uint8Array.of(0, 1, 0, 2, 0, 3, 1, 0) };
			arrays["joint_name"] = ["a_joint", "b_joint"];
			arrays["mode"] = { d: "<U9", s: [4], b: ["read-only", "high", "high", "unknown-7"] };
		});
		const expected = await sampleReplay();
		expect(report.diagnostics.map(({ code }) => code)).toEqual(["dtype-not-allowed"]);
		expect(artifact).toBeUndefined();
		const again = await changed(({ arrays }) => {
			arrays["x_two"] = { d: ">i2", s: [4], b: Uint8Array.of(0, 1, 0, 2, 0, 3, 1, 0) };
			arrays["x_list"] = ["a", "b"];
		});
		expect(again.artifact?.arrays).toEqual({
			...expected.arrays,
			x_two: { dtype: "int16", shape: [4], data: Int16Array.of(1, 2, 3, 256) },
			x_list: { dtype: "string", shape: [2], data: ["a", "b"] },
		});
	});

	it("shares no alignment with its arrays", async () => {
		const bytes = writeReplay(await sampleReplay(), { encoding: "msgpack" });
		for (let shift = 0; shift < 8; shift++) {
			const moved = new Uint8Array(bytes.length + shift);
			moved.set(bytes, shift);
			const { artifact } = await readReplay(moved.subarray(shift));
			moved.fill(0xff);
			expect(artifact).toEqual(await sampleReplay());
		}
	});
});

describe("faults of an array", () => {
	const qj = (array: WireArray | unknown) => (wire: Wire) => {
		wire.arrays["qj"] = array;
	};
	const b = little([0, 0.5, 0.1, -0.5, 0.2, 0.25, 0.3, 0]);

	it.each<[string, unknown, string, Record<string, unknown>]>([
		[
			"too few bytes",
			{ d: "float64", s: [4, 2], b: b.subarray(1) },
			"truncated-array",
			{ expected_bytes: 64, found_bytes: 63 },
		],
		[
			"too many bytes",
			{ d: "float32", s: [4, 2], b },
			"truncated-array",
			{ expected_bytes: 32, found_bytes: 64 },
		],
		["too few texts", { d: "string", s: [3], b: ["a", "b"] }, "truncated-array", { expected: 3, found: 2 }],
		["too many frames", { d: "float64", s: [1_000_001, 2], b }, "size-limit-exceeded", { limit: "frames" }],
		[
			"a shape beyond numbers",
			{ d: "float64", s: [4, 2, 2 ** 53 - 1, 2 ** 53 - 1], b },
			"size-limit-exceeded",
			{ limit: "cells" },
		],
		[
			"nine dimensions",
			{ d: "float64", s: Array(9).fill(1), b },
			"size-limit-exceeded",
			{ limit: "dimensions", found: 9, max: 8 },
		],
		[
			"a long text",
			{ d: "string", s: [1], b: ["x".repeat(257)] },
			"size-limit-exceeded",
			{ limit: "stringBytes", found: 257, max: 256 },
		],
		["a negative size", { d: "float64", s: [-1], b }, "shape-mismatch", {}],
		["a fractional size", { d: "float64", s: [4.5], b }, "shape-mismatch", {}],
		["a size of text", { d: "float64", s: ["4"], b }, "shape-mismatch", {}],
		["no shape", { d: "float64", b }, "shape-mismatch", {}],
		["no type", { s: [4, 2], b }, "dtype-not-allowed", {}],
		["an unknown type", { d: "float16", s: [4, 2], b }, "dtype-not-allowed", { dtype: "float16" }],
		["a type of an unknown byte order", { d: "=f8", s: [4, 2], b }, "dtype-not-allowed", { dtype: "=f8" }],
		["a type that is no text", { d: 8, s: [4, 2], b }, "dtype-not-allowed", { dtype: "not a name" }],
		["objects", { d: "|O", s: [4, 2], b }, "object-payload", { dtype: "|O" }],
		["times", { d: "<M8[s]", s: [4, 2], b }, "object-payload", {}],
		["numbers in a list", { d: "float64", s: [2], b: [1, 2] }, "object-payload", { dtype: "list" }],
		["maps in a list", { d: "string", s: [1], b: [{}] }, "object-payload", { dtype: "map" }],
		[
			"numbers in a list of text",
			{ d: "string", s: [1], b: [1] },
			"dtype-not-allowed",
			{ dtype: "string", value: "integer" },
		],
		[
			"text in a binary",
			{ d: "string", s: [64], b },
			"dtype-not-allowed",
			{ dtype: "string", value: "binary" },
		],
		[
			"a text as numbers",
			{ d: "float64", s: [1], b: "12345678" },
			"dtype-not-allowed",
			{ dtype: "float64", value: "text" },
		],
		[
			"a boolean of 2",
			{ d: "bool", s: [2], b: Uint8Array.of(0, 2) },
			"dtype-not-allowed",
			{ dtype: "bool", value: 2 },
		],
		["no elements", { d: "float64", s: [4, 2] }, "object-payload", {}],
		["a further key", { d: "float64", s: [4, 2], b, e: 1 }, "object-payload", {}],
		["an empty map", {}, "object-payload", {}],
		["a number", 4, "object-payload", { dtype: "integer" }],
		["nil", null, "object-payload", { dtype: "nil" }],
	])("%s", async (_, array, code, params) => {
		const found = await firstOf(qj(array));
		expect(found).toMatchObject({
			code,
			path: "/arrays/qj",
			params: { array: "qj", ...params },
			read: false,
		});
	});

	it("a repeated key", async () => {
		const wire = await sampleWire();
		const bytes = encode({
			arrays: { x_a: { d: "int8", s: [1], b: Uint8Array.of(1) } },
			metadata: wire.metadata,
		});
		// The second of three keys becomes the first one.
		const at = bytes.findIndex((_, i) => bytes[i] === 0xa1 && bytes[i + 1] === 0x73 && bytes[i + 2] === 0x91);
		bytes[at + 1] = 0x64;
		expect((await readReplay(bytes)).report.diagnostics[0]).toMatchObject({ code: "container-corrupt" });
	});

	it("text that is no UTF-8 refuses that array alone", async () => {
		const bytes = writeReplay(await sampleReplay(), { encoding: "msgpack" });
		const at = Buffer.from(bytes).indexOf("unknown-7");
		bytes[at] = 0xff;
		const { report } = await readReplay(bytes);
		expect(report.diagnostics).toMatchObject([
			{ code: "container-corrupt", path: "/arrays/mode", params: { array: "mode", reason: "utf-8" } },
		]);
	});

	it("of an array that the protocol does not know leave it out, where only its type is foreign", async () => {
		const { report, artifact } = await changed(({ arrays }) => {
			arrays["half"] = { d: "<f2", s: [1], b: Uint8Array.of(0, 0) };
		});
		expect(report.diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
			"unknown-array /arrays/half",
			"array-ignored /arrays/half",
			"private-metadata-key /arrays/half",
		]);
		expect(artifact).toEqual(await sampleReplay());
	});
});

describe("faults of the document", () => {
	const extensionCodec = new ExtensionCodec();
	extensionCodec.register({
		type: 7,
		encode: (value) => (value instanceof Set ? Uint8Array.of(1) : null),
		decode: () => null,
	});

	it.each<[string, string, (wire: Wire) => void]>([
		["an array", "/arrays/qj", ({ arrays }) => (arrays["qj"] = new Set())],
		["the elements of an array", "/arrays/qj", ({ arrays }) => ((arrays["qj"] as WireArray).b = new Set())],
		["a text", "/arrays/mode", ({ arrays }) => ((arrays["mode"] as { b: unknown[] }).b[0] = new Set())],
		["the metadata", "/metadata", ({ metadata }) => (metadata["notes"] = new Set())],
		["a key that is ignored", "/other", (wire) => ((wire as { other?: unknown }).other = [new Set()])],
	])("an extension in %s is an object payload", async (_, path, change) => {
		const wire = await sampleWire();
		change(wire);
		const { report } = await readReplay(encode(wire, { extensionCodec }));
		const found = report.diagnostics.find(({ code }) => code === "object-payload");
		expect(found).toMatchObject({ path, params: { dtype: "extension 7" } });
	});

	it("a date is one too", async () => {
		const found = await firstOf(({ metadata }) => (metadata["exported_at"] = new Date(0)));
		expect(found).toMatchObject({ code: "object-payload", params: { dtype: "extension -1" } });
	});

	it("another protocol", async () => {
		expect(await firstOf((wire) => (wire.protocol = "moonrobo.replay.v2"))).toMatchObject({
			code: "unknown-protocol",
			path: "/protocol",
			params: { found: "moonrobo.replay.v2" },
		});
		expect(await firstOf((wire) => (wire.protocol = 1))).toMatchObject({ code: "unknown-protocol" });
		expect((await changed((wire) => delete wire.protocol)).artifact).toBeDefined();
	});

	it.each<[string, (wire: Wire) => void, string]>([
		["a number that is not finite", ({ metadata }) => (metadata["x"] = Number.NaN), "/metadata/x"],
		["binary", ({ metadata }) => (metadata["x"] = Uint8Array.of(1)), "/metadata/x"],
		["depth", ({ metadata }) => (metadata["x"] = [[[[[[[[1]]]]]]]]), "/metadata/x/0/0/0/0/0/0/0"],
		["size", ({ metadata }) => (metadata["x"] = "x".repeat(65536)), "/metadata"],
		["a list", (wire) => (wire.metadata = [] as never), "/metadata"],
	])("metadata: %s", async (_, change, path) => {
		expect(await firstOf(change)).toMatchObject({ code: "malformed-metadata", path, read: false });
	});

	it("arrays of one name, or of one normal form", async () => {
		const wire = await sampleWire();
		const one = { d: "int8", s: [0], b: new Uint8Array() };
		const { report } = await readReplay(
			encode({ ...wire, arrays: { ...wire.arrays, "x_\u00e9": one, "x_e\u0301": one } }),
		);
		expect(report.diagnostics).toMatchObject([{ code: "duplicate-array", path: "/arrays/x_e\u0301" }]);
		// Neither of the two is judged: the first would not fit.
		const wide = { d: "float64", s: [4, 1], b: little([0, 0, 0, 0]) };
		const { qj, ...others } = wire.arrays;
		const pair = encode({ ...wire, arrays: { qj: wide, ...others, qk: qj } });
		pair[Buffer.from(pair).indexOf("qk") + 1] = 0x6a;
		const blocking = (await readReplay(pair)).report.diagnostics.filter((one) => one.severity === "blocking");
		expect(blocking.map(({ code }) => code)).toEqual(["duplicate-array"]);
		const bytes = encode({ ...wire, arrays: { x_a: one, x_b: one } });
		bytes[Buffer.from(bytes).indexOf("x_b") + 2] = 0x61;
		const twice = await readReplay(bytes);
		expect(twice.report.diagnostics[0]).toMatchObject({ code: "duplicate-array", path: "/arrays/x_a" });
	});

	it("keys: repeated, no text, too long, too many", async () => {
		const reasonOf = async (...bytes: number[]) => {
			const { code, params, path } = (await readReplay(Uint8Array.from(bytes))).report.diagnostics[0];
			return `${code} ${params["reason"] ?? params["limit"]} ${path}`;
		};
		const key = [0xa1, 0x61, 0xc0];
		const again = (await readReplay(Uint8Array.of(0x82, ...key, ...key))).report.diagnostics.at(-1);
		expect(again).toMatchObject({
			code: "container-corrupt",
			path: "/a",
			params: { reason: "repeated key" },
		});
		expect(await reasonOf(0x81, 0x01, 0xc0)).toBe("container-corrupt key-not-text ");
		const long = [0xda, 0x10, 0x01, ...Array<number>(4097).fill(0x61), 0xc0];
		expect(await reasonOf(0x81, ...long)).toBe("container-corrupt key-too-long ");
		expect(await reasonOf(0xde, 0, 65, ...Array(65).fill(key).flat())).toBe("size-limit-exceeded members ");
		expect(await reasonOf(0x81, 0xa6, ...Buffer.from("arrays"), 0x90)).toBe(
			"container-corrupt not a map /arrays",
		);
		expect(await reasonOf(0x80, 0xc0)).toBe("container-corrupt trailing-bytes ");
	});

	it("a pickle is named, and no file of ours", async () => {
		const { report, encoding } = await readReplay(Uint8Array.of(0x80, 0x04, 0x95, 0, 0));
		expect(encoding).toBeNull();
		expect(report.diagnostics).toMatchObject([{ code: "object-payload", params: { dtype: "pickle" } }]);
	});
});

describe("damaged files", () => {
	const damaged = async (bytes: Uint8Array): Promise<ReplayArtifact | undefined> => {
		const { artifact, report } = await readReplay(bytes);
		expect(artifact === undefined).toBe(!report.ok);
		return artifact;
	};

	it("are blocked when cut at any byte", async () => {
		const bytes = writeReplay(await sampleReplay(fullArrays as never), { encoding: "msgpack" });
		for (let end = 0; end < bytes.length; end++) {
			const { report } = await readReplay(bytes.subarray(0, end));
			expect(report.diagnostics.at(-1)?.code, String(end)).toBe("container-corrupt");
		}
	});

	it("are judged, never thrown at", async () => {
		const bytes = writeReplay(await sampleReplay(fullArrays as never), { encoding: "msgpack" });
		const flips = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
		await fc.assert(
			fc.asyncProperty(flips, async (changes) => {
				const copy = bytes.slice();
				for (const [at, value] of changes) copy[at] = value;
				await damaged(copy);
			}),
			{ seed: 21, numRuns: 500 },
		);
	});

	it("of any bytes behind a map's head too", async () => {
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (rest) => {
				expect(await damaged(Uint8Array.of(0x81, 0xa6, ...Buffer.from("arrays"), ...rest))).toBeUndefined();
			}),
			{ seed: 22, numRuns: 500 },
		);
	});
});
