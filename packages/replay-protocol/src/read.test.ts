import { writeNpz } from "@hindcast/npz-safe";
import { describe, expect, it, vi } from "vitest";
import type { ReplayArray, ReplayArtifact } from "./artifact.ts";
import { createReplay } from "./create.ts";
import { isReplayError, ReplayError } from "./errors.ts";
import { fieldNames, fields } from "./fields.ts";
import { wireReportSchema } from "./http/common.ts";
import { replayMetadataSchema } from "./metadata.ts";
import { normalizeReplay } from "./normalize.ts";
import { type ReadOptions, readReplay } from "./read.ts";
import { validationReportSchema } from "./report/diagnostic.ts";
import { toWireReport } from "./report/wire-report.ts";
import { floats, fullArrays, sampleArrays, sampleReplay, texts, unlinked } from "./testing/sample.ts";
import { validateReplay } from "./validate.ts";
import { writeReplay } from "./write.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const utf8 = new TextEncoder();
const unsound = expect.objectContaining({ name: "ReplayError", code: "artifact-unsound" });

/** A replay whose encodings take more than one step to read. */
async function longReplay(): Promise<ReplayArtifact> {
	const count = 60_000;
	return sampleReplay({
		t: floats(
			[count],
			Float64Array.from({ length: count }, (_, i) => i / 50),
		),
		qj: floats(
			[count, 2],
			Float64Array.from({ length: 2 * count }, (_, i) => (i % 7) / 3),
		),
		dqj: floats([count, 2], new Float64Array(2 * count)),
		mode: texts(Array<string>(count).fill("high")),
		frame_id: texts(Array.from({ length: count }, (_, i) => `f-${i}`)),
	});
}

describe("readReplay", () => {
	it.each(["json", "npz", "msgpack"] as const)(
		"reports progress up to the end and lets timers run: %s",
		async (encoding) => {
			const bytes = writeReplay(await longReplay(), { encoding });
			const seen: number[] = [];
			let ticks = 0;
			const timer = setInterval(() => ticks++, 0);
			const { artifact } = await readReplay(bytes, {
				onProgress: ({ bytesDone, bytesTotal }) => seen.push(bytesDone / bytesTotal),
			});
			clearInterval(timer);
			expect(artifact).toBeDefined();
			expect(seen.length).toBeGreaterThan(2);
			expect(seen).toEqual(seen.toSorted((a, b) => a - b));
			expect(seen.at(-1)).toBe(1);
			if (encoding === "json") expect(ticks).toBeGreaterThan(0);
		},
	);

	it.each(["json", "npz", "msgpack"] as const)(
		"rejects with the signal's reason when aborted: %s",
		async (encoding) => {
			const bytes = writeReplay(await longReplay(), { encoding });
			const early = AbortSignal.abort(new Error("early"));
			await expect(readReplay(bytes, { signal: early })).rejects.toThrow("early");
			const controller = new AbortController();
			const pending = readReplay(bytes, {
				signal: controller.signal,
				onProgress: () => controller.abort(new Error("midway")),
			});
			await expect(pending).rejects.toThrow("midway");
		},
	);

	it("judges against a context, given or found by the metadata", async () => {
		const bytes = writeReplay(await sampleReplay(), { encoding: "msgpack" });
		const robot = { id: "other" };
		const codes = async (options: ReadOptions) =>
			(await readReplay(bytes, options)).report.diagnostics.map(({ code }) => code);
		expect(await codes({})).not.toContain("robot-id-conflict");
		expect(await codes({ context: { robot } })).toContain("robot-id-conflict");
		const asked: unknown[] = [];
		const context = async (metadata: object) => {
			asked.push(metadata);
			await new Promise((resolve) => setTimeout(resolve, 1));
			return { robot };
		};
		expect(await codes({ context })).toContain("robot-id-conflict");
		expect(asked).toEqual([(await sampleReplay()).metadata]);
	});

	it("asks for no context where the container is refused, and with no metadata for that of another kind", async () => {
		const asked: unknown[] = [];
		const context = async (metadata: object) => {
			asked.push(metadata);
			return {};
		};
		await readReplay(utf8.encode('{"metadata":{},"metadata":{}}'), { context });
		expect(asked).toEqual([]);
		await readReplay(utf8.encode('{"arrays":{}}'), { context });
		expect(asked).toEqual([{}]);
	});

	it("rejects when aborted while the context is found, or with the finder's own error", async () => {
		const bytes = writeReplay(await sampleReplay(), { encoding: "json" });
		const controller = new AbortController();
		const context = async () => {
			controller.abort(new Error("meanwhile"));
			return {};
		};
		await expect(readReplay(bytes, { context, signal: controller.signal })).rejects.toThrow("meanwhile");
		const stuck = new AbortController();
		const never = readReplay(bytes, {
			context: () => new Promise(() => setTimeout(() => stuck.abort(new Error("stuck")), 1)),
			signal: stuck.signal,
		});
		await expect(never).rejects.toThrow("stuck");
		const failing = async () => Promise.reject(new Error("no ledger"));
		await expect(readReplay(bytes, { context: failing })).rejects.toThrow("no ledger");
	});

	it("is judged for the profile that is asked for", async () => {
		const bytes = writeReplay(await sampleReplay(), { encoding: "npz" });
		expect((await readReplay(bytes, { profile: "private" })).report.ok).toBe(true);
		const { report, artifact } = await readReplay(bytes, { profile: "public" });
		expect(artifact).toBeUndefined();
		expect(report.diagnostics.map(({ code }) => code)).toContain("private-metadata-key");
	});

	it("gives what was accepted before by its content alone, whatever stands around it now", async () => {
		const claim = await sampleReplay(
			{},
			{ artifact_class: "physical-feedback-verified", visibility: "public" },
		);
		const metadata = { ...claim.metadata, notes: "/home/ada/run" };
		const bytes = writeReplay({ ...claim, metadata }, { encoding: "npz" });
		expect((await readReplay(bytes)).artifact).toBeUndefined();
		const { artifact, report } = await readReplay(bytes, { scope: "content" });
		expect(artifact?.metadata).toEqual(metadata);
		expect(report).toEqual({ ok: true, diagnostics: [] });
		const broken = writeReplay({ ...claim, metadata: { ...metadata, tick_count: 5 } }, { encoding: "npz" });
		expect((await readReplay(broken, { scope: "content" })).report.diagnostics).toMatchObject([
			{ code: "metadata-count-mismatch" },
		]);
		await expect(readReplay(bytes, { scope: "some" } as unknown as ReadOptions)).rejects.toThrow(TypeError);
	});

	it("takes an ArrayBuffer and a view at an odd offset, and refuses anything else", async () => {
		const replay = await sampleReplay();
		for (const encoding of ["json", "npz", "msgpack"] as const) {
			const bytes = writeReplay(replay, { encoding });
			const shifted = new Uint8Array(bytes.length + 3);
			shifted.set(bytes, 3);
			expect((await readReplay(bytes.buffer)).artifact).toEqual(replay);
			expect((await readReplay(shifted.subarray(3))).artifact).toEqual(replay);
		}
		await expect(readReplay("{}" as never)).rejects.toThrow(TypeError);
	});

	it("detects the encoding from the bytes", async () => {
		const encodingOf = async (text: string) => (await readReplay(new TextEncoder().encode(text))).encoding;
		expect(await encodingOf(" \n{}")).toBe("json");
		expect(await encodingOf("PK\u0005\u0006")).toBe("npz");
		expect(await encodingOf("\ufeff{}")).toBe(null);
		expect(await encodingOf("")).toBe(null);
	});

	it("keeps hostile keys as plain data", async () => {
		const hostile = { constructor: { polluted: 1 }, toString: "x", hasOwnProperty: [true] };
		const replay = await sampleReplay({}, hostile as never);
		for (const encoding of ["json", "npz", "msgpack"] as const) {
			const { artifact } = await readReplay(writeReplay(replay, { encoding }));
			expect(artifact).toEqual(replay);
			expect(artifact?.metadata).toMatchObject(hostile);
		}
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
	});

	describe.each(["json", "npz", "msgpack"] as const)(
		"metadata that JSON cannot carry back: %s",
		(encoding) => {
			/** Reads the sample with text put at the start of its metadata. */
			async function readWith(entry: string) {
				const replay = await sampleReplay();
				const metadata = `{${entry},${JSON.stringify(replay.metadata).slice(1)}`;
				const json = new TextDecoder().decode(writeReplay(replay, { encoding: "json" }));
				const members = Object.entries<ReplayArray | undefined>({ ...replay.arrays }).map(([name, array]) => [
					name,
					array?.dtype === "string" ? { shape: array.shape, data: array.data } : array,
				]);
				const bytes =
					encoding === "json"
						? utf8.encode(json.replace(/"metadata":.*,"arrays"/, `"metadata":${metadata},"arrays"`))
						: writeNpz(Object.fromEntries([["metadata_json", utf8.encode(metadata)], ...members]));
				return readReplay(bytes);
			}

			it.each([
				['"gain":1e999', "/metadata/gain"],
				['"deep":[{"gain":-1e999}]', "/metadata/deep/0/gain"],
				['"__proto__":{"a":1}', "/metadata/__proto__"],
				['"\\u005f_proto__":1', "/metadata/__proto__"],
				['"deep":{"__proto__":null}', "/metadata/deep/__proto__"],
			])("%s is refused with its place", async (entry, path) => {
				const { artifact, report } = await readWith(entry);
				expect(artifact).toBeUndefined();
				expect(report.diagnostics.map((one) => [one.code, one.path])).toEqual([["malformed-metadata", path]]);
			});

			it("-0 is 0, so that equal content compares equal", async () => {
				const { artifact } = await readWith('"offset":-0,"deep":[-0.0,{"x":-0e5}]');
				expect(artifact?.metadata).toMatchObject({ offset: 0, deep: [0, { x: 0 }] });
				const again = await readReplay(
					writeReplay(artifact!, { encoding: encoding === "json" ? "npz" : "json" }),
				);
				expect(again.artifact).toEqual(artifact);
			});
		},
	);
});

describe("validateReplay", () => {
	it.each([
		null,
		undefined,
		5,
		{},
		{ metadata: [], arrays: [] },
		{ metadata: {}, arrays: { t: null, qj: 3 } },
	])("judges %j without throwing", (value) => {
		expect(validateReplay(value as never).ok).toBe(false);
	});

	const shared = Array<unknown>(3000).fill(0);
	const forbidden = () => {
		throw new Error("called");
	};
	it.each([
		["a bigint", { x: 1n }],
		["a function", { x: () => 1 }],
		["a symbol", { x: Symbol("x") }],
		["undefined in a list", { x: [undefined] }],
		["a hole", { x: new Array(2 ** 32 - 1) }],
		["an infinity", { x: { y: [Number.NEGATIVE_INFINITY] } }],
		["a date", { x: new Date(0) }],
		["a map", { x: new Map() }],
		["an own __proto__", { x: JSON.parse('{"__proto__":1}') }],
		["a toJSON that throws", { x: { toJSON: () => forbidden() } }],
		["an inherited toJSON", { x: Object.create({ toJSON: () => forbidden() }) }],
		["parts that are shared a billion times", { x: shared.map(() => shared.map(() => shared)) }],
	] as [string, object][])("blocks metadata with %s, and nobody writes it", async (_, extra) => {
		const replay = await sampleReplay();
		const odd = { ...replay, metadata: { ...replay.metadata, ...extra } } as ReplayArtifact;
		const { diagnostics } = validateReplay(odd);
		expect(diagnostics.map(({ code }) => code)).toEqual(["malformed-metadata"]);
		for (const encoding of ["json", "npz", "msgpack"] as const) {
			expect(() => writeReplay(odd, { encoding })).toThrow(unsound);
		}
	});

	it("blocks cyclic metadata", async () => {
		const replay = await sampleReplay();
		const cycle: Record<string, unknown> = { ...replay.metadata };
		cycle["self"] = cycle;
		expect(validateReplay({ ...replay, metadata: cycle as never }).ok).toBe(false);
		expect(() => writeReplay({ ...replay, metadata: cycle as never }, { encoding: "json" })).toThrow(unsound);
	});

	const cyclic: unknown[] = [];
	cyclic.push(cyclic);
	const one = { dtype: "float64", shape: [1], data: Float64Array.of(0) };
	it.each([
		["a shape of bigints", { ...one, shape: [1n] }],
		["a cyclic shape", { ...one, shape: cyclic }],
		["a shape with holes", { ...one, shape: new Array(3) }],
		["a typed shape", { ...one, shape: Float64Array.of(1) }],
		[
			"a shape beyond numbers",
			{ ...one, shape: [...Array(30).fill(2 ** 53 - 1), 0], data: new Float64Array(0) },
		],
		["an empty shape without bound", { ...one, shape: [2 ** 53 - 1, 0], data: new Float64Array(0) }],
		["a type without prototype", { ...one, dtype: Object.create(null) }],
		["a symbol for a type", { ...one, dtype: Symbol("x") }],
		["less data than its shape", { ...one, shape: [2] }],
		["another type than its data", { ...one, dtype: "int64" }],
		["no parts", 7],
	] as [string, unknown][])("blocks an array with %s, and nobody writes it", async (_, x_odd) => {
		const replay = await sampleReplay();
		const odd = { ...replay, arrays: { ...replay.arrays, x_odd } } as unknown as ReplayArtifact;
		const report = validateReplay(odd);
		expect(report.ok).toBe(false);
		expect(report.diagnostics.map(({ path }) => path)).toEqual(["/arrays/x_odd"]);
		expect(JSON.stringify(report)).not.toMatch(/NaN|Infinity|null/);
		for (const encoding of ["json", "npz", "msgpack"] as const) {
			expect(() => writeReplay(odd, { encoding })).toThrow(unsound);
		}
	});

	it("falls back to the default freshness where a profile has none that is a time", async () => {
		const replay = await sampleReplay({ t: floats([4], [0, 0.02, 0.04, 1]) });
		const limits = { telemetry_freshness_ms: Number.NaN };
		const { diagnostics } = validateReplay(replay, { robot: { limits } });
		expect(diagnostics.map(({ code }) => code)).toEqual(["time-gap", "telemetry-stale-span"]);
	});
});

describe("normalizeReplay", () => {
	it("fills exactly the absent optional arrays with neutral values of the right shape", async () => {
		const replay = await sampleReplay({ actual_contact: fullArrays.planned_contact!, ...unlinked });
		const { arrays } = normalizeReplay(replay);
		expect(Object.keys(arrays).sort()).toEqual([...fieldNames].sort());
		expect(arrays.planned_contact).toEqual({ dtype: "int8", shape: [4, 2], data: new Int8Array(8).fill(-1) });
		expect(arrays.actual_contact).toBe(replay.arrays.actual_contact);
		expect(arrays.base_quat.shape).toEqual([4, 4]);
		expect(arrays.base_quat.data.every(Number.isNaN)).toBe(true);
		expect(arrays.limit_state).toEqual({ dtype: "int8", shape: [4, 2], data: new Int8Array(8).fill(-1) });
		expect(arrays.command_intent_id).toEqual({ dtype: "string", shape: [4], data: ["", "", "", ""] });
		expect(arrays.planner_status.data).toEqual(new Int8Array(4).fill(-1));
		expect(replay.arrays.base_pos).toBeUndefined();
		const filled = validateReplay({ ...replay, arrays });
		expect(filled.diagnostics.map(({ code }) => code)).toEqual(["imu-missing", "command-link-missing"]);
	});

	it("has a neutral value for every optional array and none for a required one", () => {
		for (const name of fieldNames) expect(fields[name].neutral === null, name).toBe(fields[name].required);
	});
});

describe("createReplay", () => {
	it("completes the metadata from the arrays and joint types", async () => {
		const made = async (joint_type?: ("revolute" | "prismatic")[]) =>
			(
				await createReplay({
					arrays: sampleArrays,
					metadata: { robot_id: "tern", ...(joint_type && { joint_type }) },
				})
			).metadata;
		expect(await made()).toMatchObject({
			protocol: "moonrobo.replay.v1",
			robot_id: "tern",
			duration_s: 0.06,
			tick_count: 4,
			joint_count: 2,
			quaternion_order: "wxyz",
			units: { time: "s", joint_position: "rad", joint_velocity: "rad/s" },
		});
		expect((await made(["prismatic", "prismatic"])).units).toMatchObject({ joint_position: "m" });
		expect((await made(["prismatic", "revolute"])).units).toMatchObject({
			joint_position: "rad|m by joint type",
		});
		expect(replayMetadataSchema.safeParse(await made()).success).toBe(true);
	});

	it.each([
		[-1.7e308, -1, 1, 1.7e308],
		[0, 1, 2, Number.NaN],
	])("leaves out a duration that is no number: %j", async (...times) => {
		const arrays = { ...sampleArrays, t: floats([4], times) };
		const replay = await createReplay({ arrays, metadata: { robot_id: "tern" } });
		expect(replay.metadata).not.toHaveProperty("duration_s");
		const { ok, diagnostics } = validateReplay({
			...replay,
			metadata: { ...replay.metadata, duration_s: 5 },
		});
		expect(ok).toBe(false);
		expect(diagnostics.map(({ code }) => code)).not.toContain("duration-mismatch");
	});

	it("gives a duration of -0 as 0", async () => {
		const arrays = { ...sampleArrays, t: floats([4], [0, 0, 0, -0]) };
		expect((await createReplay({ arrays, metadata: { robot_id: "tern" } })).metadata.duration_s).toBe(0);
	});
});

describe("reports", () => {
	it("become the host's wire form, and both forms match their schemas", async () => {
		const clean = validateReplay(await sampleReplay());
		expect(toWireReport(clean)).toEqual({
			valid: true,
			status: "valid",
			blocking_count: 0,
			advisory_count: 0,
			issues: [],
		});
		const advised = validateReplay(await sampleReplay({ mode: texts(["dance", "high", "high", "high"]) }));
		expect(toWireReport(advised)).toMatchObject({
			valid: true,
			status: "valid-with-advisories",
			advisory_count: 1,
		});
		const blocked = validateReplay(await sampleReplay({ mode: texts(["dance", "", "high", "high"]) }));
		expect(toWireReport(blocked)).toMatchObject({ status: "blocked", blocking_count: 1, advisory_count: 1 });
		expect(wireReportSchema.parse(toWireReport(blocked)).issues).toEqual(blocked.diagnostics);
		expect(validationReportSchema.parse(blocked)).toEqual(blocked);
	});

	it("hold plain JSON, whatever the content was", async () => {
		const odd = { dtype: "int64", shape: [4], data: BigInt64Array.of(1n, 1n, -5n, 9n) } as const;
		const report = validateReplay(
			await sampleReplay({ frame_id: odd, mode: texts(["\ud800", "x".repeat(250), "", ""]) }),
		);
		expect(JSON.parse(JSON.stringify(report))).toEqual(report);
	});
});

describe("ReplayError", () => {
	it("is told by its guard", () => {
		const error = new ReplayError("encoding-unknown", "no");
		expect([isReplayError(error), isReplayError(error, "encoding-unknown")]).toEqual([true, true]);
		expect([isReplayError(error, "artifact-unsound"), isReplayError(new Error("no"))]).toEqual([
			false,
			false,
		]);
		expect(error.hint).toContain("npz");
	});
});
