import { describe, expect, it, vi } from "vitest";
import type { ReplayArtifact } from "./artifact.ts";
import { createReplay } from "./create.ts";
import { validationReportSchema } from "./diagnostic.ts";
import { isReplayError, ReplayError } from "./errors.ts";
import { fieldNames, fields } from "./fields.ts";
import { wireReportSchema } from "./http/common.ts";
import { replayMetadataSchema } from "./metadata.ts";
import { normalizeReplay } from "./normalize.ts";
import { readReplay } from "./read.ts";
import { floats, fullArrays, sampleArrays, sampleReplay, texts } from "./testing/sample.ts";
import { validateReplay } from "./validate.ts";
import { toWireReport } from "./wire-report.ts";
import { writeReplay } from "./write.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

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
	it.each(["json", "npz"] as const)(
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

	it.each(["json", "npz"] as const)("rejects with the signal's reason when aborted: %s", async (encoding) => {
		const bytes = writeReplay(await longReplay(), { encoding });
		const early = AbortSignal.abort(new Error("early"));
		await expect(readReplay(bytes, { signal: early })).rejects.toThrow("early");
		const controller = new AbortController();
		const pending = readReplay(bytes, {
			signal: controller.signal,
			onProgress: () => controller.abort(new Error("midway")),
		});
		await expect(pending).rejects.toThrow("midway");
	});

	it("takes an ArrayBuffer and a view at an odd offset, and refuses anything else", async () => {
		const replay = await sampleReplay();
		for (const encoding of ["json", "npz"] as const) {
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
		const text = new TextDecoder().decode(writeReplay(await sampleReplay(), { encoding: "json" }));
		const hostile = text.replace(/^\{"metadata":\{/, '{"metadata":{"__proto__":{"polluted":1},');
		const { artifact } = await readReplay(new TextEncoder().encode(hostile));
		expect(artifact).toBeDefined();
		expect(Object.keys(artifact!.metadata)).toContain("__proto__");
		expect(({} as { polluted?: number }).polluted).toBeUndefined();
		expect((artifact!.metadata as { polluted?: number }).polluted).toBeUndefined();
		const again = await readReplay(writeReplay(artifact!, { encoding: "npz" }));
		expect(again.artifact).toEqual(artifact);
	});
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
});

describe("normalizeReplay", () => {
	it("fills exactly the absent optional arrays with neutral values of the right shape", async () => {
		const replay = await sampleReplay({ actual_contact: fullArrays.planned_contact! });
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
		expect(filled.diagnostics).toEqual([]);
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
