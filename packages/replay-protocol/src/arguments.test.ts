import { describe, expect, it } from "vitest";
import { createReplay } from "./create.ts";
import { contentDigest, jointOrderDigest } from "./digest.ts";
import { normalizeReplay } from "./normalize.ts";
import { readReplay } from "./read.ts";
import { floats, sampleArrays, sampleReplay, texts } from "./testing/sample.ts";
import { validateReplay } from "./validate.ts";
import { writeReplay } from "./write.ts";

const robot_id = "tern";

/** A call with arguments that its type does not allow. */
function call(run: (...given: never[]) => unknown, ...given: unknown[]): () => Promise<unknown> {
	return async () => run(...(given as never[]));
}

describe("contentDigest", () => {
	it("refuses what holds no plain object of arrays", async () => {
		const artifact = await sampleReplay();
		const bytes = writeReplay(artifact, { encoding: "npz" });
		const wrong = [
			undefined,
			null,
			"replay",
			bytes,
			{},
			{ artifact },
			await readReplay(bytes),
			{ arrays: new Map(Object.entries(artifact.arrays)) },
			{ arrays: [] },
			{ arrays: null },
			{ arrays: bytes },
		];
		for (const argument of wrong) {
			await expect(call(contentDigest, argument)()).rejects.toThrow(/^argument must have arrays/);
		}
	});

	it("takes the arrays of another realm, without prototype, and none at all", async () => {
		const { arrays } = await sampleReplay();
		const bare = Object.assign(Object.create(null), arrays);
		expect(await contentDigest({ arrays: bare })).toBe(await contentDigest({ arrays }));
		expect(await call(contentDigest, { arrays: {} })()).toMatch(/^sha256:/);
	});
});

it("jointOrderDigest refuses what is no list of strings", async () => {
	for (const names of ["ab", undefined, [1], ["a", undefined], new Array(2), new Set(["a"])]) {
		await expect(call(jointOrderDigest, names)()).rejects.toThrow(TypeError);
	}
});

describe("createReplay", () => {
	it.each([
		["/metadata/units/joint_position", { units: { time: "s", joint_position: "deg" } }],
		["/metadata/units", { units: "SI" }],
		["/metadata/quaternion_order", { quaternion_order: "xyzw" }],
		["/metadata/protocol", { protocol: "moonrobo.replay.v2" }],
		["/metadata/tick_count", { tick_count: 5 }],
		["/metadata/joint_count", { joint_count: 3 }],
		["/metadata/joint_order_digest", { joint_order_digest: "sha256:00" }],
	])("refuses a declaration that the arrays contradict: %s", async (path, said) => {
		const made = call(createReplay, { arrays: sampleArrays, metadata: { robot_id, ...said } })();
		await expect(made).rejects.toMatchObject({
			name: "ReplayError",
			code: "metadata-contradicts-arrays",
			message: expect.stringContaining(`${path}: declared`),
			hint: expect.stringContaining("convert"),
		});
	});

	it("keeps declarations that agree, and units of the producer's own", async () => {
		const { metadata } = await sampleReplay();
		expect(await call(createReplay, { arrays: sampleArrays, metadata })()).toMatchObject({ metadata });
		const units = { time: "s", torque: "N·m" };
		expect(await call(createReplay, { arrays: sampleArrays, metadata: { robot_id, units } })()).toMatchObject(
			{ metadata: { units: { ...metadata.units, ...units } } },
		);
	});

	it("keeps a declared duration, which the judge compares", async () => {
		const replay = await createReplay({ arrays: sampleArrays, metadata: { robot_id, duration_s: 1 } });
		expect(replay.metadata.duration_s).toBe(1);
		expect(validateReplay(replay).diagnostics.map(({ code }) => code)).toContain("duration-mismatch");
	});

	it("leaves times of a type that is not allowed to the judge", async () => {
		const t = { dtype: "int64", shape: [4], data: BigInt64Array.of(0n, 1n, 2n, 3n) } as never;
		const { diagnostics } = validateReplay(await sampleReplay({ t }));
		expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([["dtype-not-allowed", "/arrays/t"]]);
	});
});

describe.each([
	["createReplay", createReplay],
	["normalizeReplay", normalizeReplay],
] as const)("%s", (_, run) => {
	const metadata = { robot_id };

	it.each([
		["nothing", undefined, /arrays/],
		["no arrays", { metadata }, /arrays/],
		["a Map", { metadata, arrays: new Map() }, /arrays.*Map/],
		["no metadata", { arrays: sampleArrays }, /metadata.*undefined/],
		["null", { arrays: sampleArrays, metadata: null }, /metadata.*Null/],
	])("names an argument that is wrong: %s", async (_name, argument, message) => {
		const made = call(run, argument)();
		await expect(made).rejects.toThrow(message);
		await expect(made).rejects.toBeInstanceOf(TypeError);
	});

	it.each([
		["/arrays/t: the array is absent", { t: undefined }],
		["/arrays/joint_name: the array is absent", { joint_name: undefined }],
		["/arrays/t: must be { dtype, shape, data }, got Float64Array", { t: new Float64Array(4) }],
		["/arrays/joint_name: must be { dtype, shape, data }, got Array", { joint_name: ["a", "b"] }],
		["/arrays/qj: must be { dtype, shape, data }, got Array", { qj: [[0, 1]] }],
		["/arrays/planned_contact: must be { dtype, shape, data }, got Object", { planned_contact: {} }],
		["/arrays/t: truncated-array, shape (5) and 2 values", { t: floats([5], [0, 1]) }],
		["/arrays/qj: truncated-array, shape (4, 3) and 8 values", { qj: floats([4, 3], Array(8).fill(0)) }],
		["/arrays/joint_name: object-payload", { joint_name: texts([{} as never, "b"]) }],
	])("names the array: %s", async (message, arrays) => {
		const made = call(run, { metadata, arrays: { ...sampleArrays, ...arrays } })();
		await expect(made).rejects.toMatchObject({ name: "ReplayError", code: "artifact-unsound", message });
	});
});

describe("writeReplay", () => {
	it("names an argument that is wrong", async () => {
		const replay = await sampleReplay();
		await expect(call(writeReplay, replay)()).rejects.toThrow(/^options must be .* got undefined/);
		await expect(call(writeReplay, replay, "npz")()).rejects.toThrow(/^options must be .* got string/);
		await expect(call(writeReplay, replay, {})()).rejects.toMatchObject({ code: "encoding-unknown" });
		for (const wrong of [undefined, {}, { metadata: replay.metadata }, { ...replay, arrays: new Map() }]) {
			await expect(call(writeReplay, wrong, { encoding: "npz" })()).rejects.toThrow(TypeError);
		}
	});

	it.each([new Float64Array(8), [[0, 1]], 5])("names an array that is wrong: %o", async (qj) => {
		const replay = await sampleReplay();
		const arrays = { ...replay.arrays, qj };
		await expect(call(writeReplay, { ...replay, arrays }, { encoding: "json" })()).rejects.toMatchObject({
			code: "artifact-unsound",
			message: expect.stringMatching(/^\/arrays\/qj: /),
		});
	});
});

describe("data in memory", () => {
	it.each([
		["Float64Array", new Float64Array(8)],
		["Array", Array<number>(8).fill(0)],
		["undefined", undefined],
	])("of another type than its dtype is named: %s", async (data, values) => {
		const replay = await sampleReplay();
		const qj = { dtype: "float32", shape: [4, 2], data: values };
		const { diagnostics } = validateReplay({ ...replay, arrays: { ...replay.arrays, qj } as never });
		expect(diagnostics).toMatchObject([
			{ code: "dtype-not-allowed", path: "/arrays/qj", params: { dtype: "float32", data } },
		]);
	});
});
