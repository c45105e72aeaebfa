import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReplay } from "../../read.ts";
import { writeReplay } from "../../write.ts";
import type { ConvertOptions } from "../options.ts";
import { convertTelemetryFrames } from "./convert-telemetry-frames.ts";
import type { TelemetryInput } from "./read-documents.ts";

/** A frame of joints `name: position`. */
function frame(number: number, joints: Record<string, number | null | "NaN">, change: object = {}) {
	return {
		frame_id: `f-${number}`,
		robot_id: "tern",
		bridge_id: "bridge",
		captured_at_ms: String(1_782_000_000_000 + 20 * number),
		mode: "read-only",
		joints: Object.entries(joints).map(([name, position]) => ({
			name,
			index: name.charCodeAt(0),
			position,
			velocity: null,
			torque: "NaN",
		})),
		...change,
	};
}

const three = [frame(0, { a: 1, b: 2 }), frame(1, { a: 3, b: 4 }), frame(2, { a: 5, b: 6 })];

function values(array: { data: ArrayLike<unknown> } | undefined): unknown[] {
	return Array.from(array!.data, (value) => (Number.isNaN(value) ? null : value));
}

async function blockers(input: TelemetryInput, options?: ConvertOptions) {
	const { report, artifact, manifest } = await convertTelemetryFrames(input, options);
	expect([artifact, manifest].every((part) => (part === undefined) !== report.ok)).toBe(true);
	return report.diagnostics.filter(({ severity }) => severity === "blocking");
}

describe("frames that say they are simulated", () => {
	const said = (source: string) => [three[0]!, { ...three[1]!, operator_input: { source } }, three[2]!];

	it.each(["simulation", "sim", "mock", "Sim", " MOCK "])("lower the class: %j", async (source) => {
		for (const artifactClass of [undefined, "recorded", "simulated"] as const) {
			const options = artifactClass === undefined ? {} : { artifactClass };
			const { artifact, manifest } = await convertTelemetryFrames(said(source), options);
			expect([artifact!.metadata.artifact_class, manifest!.artifact_class]).toEqual([
				"simulated",
				"simulated",
			]);
			const step = {
				rule: "class-from-frames",
				frames: 1,
				first_frame_id: "f-1",
				last_frame_id: "f-1",
				from: "operator_input.source",
				to: "simulated",
			};
			expect(manifest!.converted).toContainEqual(step);
			expect(artifact!.metadata["repairs"]).toContainEqual(step);
		}
	});

	it.each(["robot", "", "simulation of nothing", "operator"])(
		"and no other word does: %j",
		async (source) => {
			const { artifact, manifest } = await convertTelemetryFrames(said(source));
			expect(artifact!.metadata.artifact_class).toBe("recorded");
			expect(manifest!.converted.map(({ rule }) => rule)).not.toContain("class-from-frames");
			const lowered = await convertTelemetryFrames(said(source), { artifactClass: "simulated" });
			expect(lowered.artifact!.metadata.artifact_class).toBe("simulated");
		},
	);
});

describe("times", () => {
	it("stay exact, gaps stay gaps, and frames are sorted once", async () => {
		const late = frame(9, { a: 9 }, { captured_at_ms: "9007199254740993123" });
		const early = frame(3, { a: 3 }, { captured_at_ms: "9007199254740990001" });
		const next = frame(4, { a: 4 }, { captured_at_ms: "9007199254740990002" });
		const { artifact, manifest } = await convertTelemetryFrames([late, early, next]);
		expect(values(artifact!.arrays.t)).toEqual([0, 0.001, 3.122]);
		expect(values(artifact!.arrays.frame_id)).toEqual(["f-3", "f-4", "f-9"]);
		expect(manifest!.repairs).toEqual([
			{ rule: "frames-sorted", frames: 3, first_frame_id: "f-3", last_frame_id: "f-9" },
		]);
		expect(manifest!.converted).toContainEqual(
			expect.objectContaining({ rule: "time-rebased", from: "captured_at_ms 9007199254740990001" }),
		);
		expect(artifact!.arrays.t.shape).toEqual([3]);
	});

	it("of two frames that are the same leave them in the order they came", async () => {
		const frames = Array.from({ length: 150 }, (_, number) => frame(number, { a: number }));
		const tied = { ...frames[40]!, frame_id: "tied" };
		const { artifact } = await convertTelemetryFrames([...frames.reverse(), tied]);
		const ids = values(artifact!.arrays.frame_id);
		expect(ids.slice(39, 43)).toEqual(["f-39", "f-40", "tied", "f-41"]);
	});

	it("are taken as text or as safe integers", async () => {
		const number = three.map((one) => ({ ...one, captured_at_ms: Number(one.captured_at_ms) }));
		const [text, safe] = [await convertTelemetryFrames(three), await convertTelemetryFrames(number)];
		expect(safe.artifact!.metadata.content_digest).toBe(text.artifact!.metadata.content_digest);
		for (const captured_at_ms of [2 ** 60, 0.5, "1e3", "9223372036854775808", null]) {
			const input = [frame(0, { a: 1 }, { captured_at_ms })];
			await expect(convertTelemetryFrames(input)).rejects.toMatchObject({
				code: "frame-malformed",
				place: "/frames/0/captured_at_ms",
			});
		}
	});
});

describe("frames that come twice", () => {
	it("are dropped where they are the same, whatever the order of their keys", async () => {
		const copy = Object.fromEntries(Object.entries(three[1]).reverse());
		const { artifact, manifest, report } = await convertTelemetryFrames([...three, copy, three[1]]);
		expect(artifact!.metadata.tick_count).toBe(3);
		expect(manifest!.dropped).toContainEqual({
			rule: "duplicate-frames-dropped",
			frames: 2,
			first_frame_id: "f-1",
			last_frame_id: "f-1",
		});
		expect(manifest!.source.frame_count).toBe(5);
		expect(report.diagnostics).toContainEqual(
			expect.objectContaining({ code: "frame-duplicate", params: { frame_id: "f-1", frames: 2 } }),
		);
		expect(artifact!.metadata.repairs).toContainEqual(
			expect.objectContaining({ rule: "duplicate-frames-dropped" }),
		);
	});

	it.each([
		{ mode: "high" },
		{ captured_at_ms: "1782000000021" },
		{ errors: ["motor 3"] },
		{ operator_input: { source: "x" } },
		{ vendor: 1 },
	])("block where they differ: %j", async (change) => {
		const found = await blockers([...three, { ...three[1], ...change }]);
		expect(found).toEqual([
			expect.objectContaining({ code: "frame-conflict", path: "/frames/3", params: { frame_id: "f-1" } }),
		]);
	});
});

describe("a joint that a frame does not have", () => {
	const gap = [three[0], frame(1, { b: 4 }), frame(2, { a: 5, b: "NaN" }), frame(3, { a: 7, b: 8 })];

	it("blocks, and says which and where", async () => {
		const found = await blockers(gap);
		expect(found.map(({ code, params }) => ({ code, ...params }))).toEqual([
			{ code: "joint-missing", joint: "a", frames: 1, first_frame_id: "f-1", last_frame_id: "f-1" },
			{ code: "joint-missing", joint: "b", frames: 1, first_frame_id: "f-2", last_frame_id: "f-2" },
		]);
	});

	it("is held, never from after", async () => {
		const { artifact, manifest } = await convertTelemetryFrames(gap, { fill: "hold" });
		expect(values(artifact!.arrays.qj)).toEqual([1, 2, 1, 4, 5, 4, 7, 8]);
		expect(manifest!.filled.filter(({ rule }) => rule === "joint-position-held")).toEqual([
			{
				rule: "joint-position-held",
				arrays: ["qj"],
				joints: ["a"],
				frames: 1,
				first_frame_id: "f-1",
				last_frame_id: "f-1",
			},
			{
				rule: "joint-position-held",
				arrays: ["qj"],
				joints: ["b"],
				frames: 1,
				first_frame_id: "f-2",
				last_frame_id: "f-2",
			},
		]);
		const leading = [frame(0, { b: 2 }), ...three.slice(1)];
		const found = await blockers(leading, { fill: "hold" });
		expect(found[0]).toMatchObject({ code: "joint-missing", params: { joint: "a", frames: 1 } });
	});

	it("drops the frame, from every array, and time starts at the first that stays", async () => {
		const imu = { orientation: [1, 0, 0, 0], angular_velocity: [0, 0, 1], linear_acceleration: [] };
		const leading = [frame(-1, { b: 0 }), ...gap].map((one, row) => ({
			...one,
			imu: { ...imu, angular_velocity: [row, 0, 0] },
		}));
		const { artifact, manifest } = await convertTelemetryFrames(leading, { fill: "drop-frame" });
		const { arrays } = artifact!;
		expect(values(arrays.qj)).toEqual([1, 2, 7, 8]);
		expect(values(arrays.t)).toEqual([0, 0.06]);
		expect(values(arrays.frame_id)).toEqual(["f-0", "f-3"]);
		expect(values(arrays.imu_angular_velocity)).toEqual([1, 0, 0, 4, 0, 0]);
		expect(arrays.imu_linear_acceleration).toBeUndefined();
		expect(manifest!.dropped).toContainEqual({
			rule: "frames-dropped",
			joints: ["a", "b"],
			frames: 3,
			first_frame_id: "f--1",
			last_frame_id: "f-2",
		});
		const none = await blockers([frame(0, { a: 1 }), frame(1, { b: 1 })], { fill: "drop-frame" });
		expect(none.map(({ code }) => code)).toEqual(["joint-missing", "joint-missing"]);
	});

	it("agrees with a plain fill for random holes", async () => {
		const holes = fc.array(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), {
			minLength: 1,
			maxLength: 12,
		});
		await fc.assert(
			fc.asyncProperty(holes, async (rows) => {
				const present = [[true, true, true], ...rows];
				const frames = present.map((row, number) =>
					frame(number, {
						a: row[0] ? number : null,
						b: row[1] ? -number : null,
						c: row[2] ? number / 8 : null,
					}),
				);
				const held = await convertTelemetryFrames(frames, { fill: "hold" });
				let last = [0, 0, 0];
				const expected = present.flatMap((row, number) => {
					last = [number, -number, number / 8].map((value, joint) => (row[joint] ? value + 0 : last[joint]));
					return last;
				});
				expect(values(held.artifact!.arrays.qj).map((value) => Number(value) + 0)).toEqual(expected);
				const kept = await convertTelemetryFrames(frames, { fill: "drop-frame" });
				const whole = present.flatMap((row, number) => (row.every(Boolean) ? [`f-${number}`] : []));
				expect(values(kept.artifact!.arrays.frame_id)).toEqual(whole);
			}),
			{ seed: 4, numRuns: 25 },
		);
	});
});

describe("joints", () => {
	it("are matched by name where indices and orders change, which is said", async () => {
		const turned = frame(1, { b: 4, a: 3 });
		for (const [index, joint] of turned.joints.entries()) joint.index = index;
		const { artifact, report } = await convertTelemetryFrames([three[0], turned, three[2]]);
		expect(values(artifact!.arrays.qj)).toEqual([1, 2, 3, 4, 5, 6]);
		expect(report.diagnostics.filter(({ code }) => code === "joint-index-varies")).toHaveLength(2);
	});

	it("that the order does not name are kept apart, whole", async () => {
		const { artifact, manifest, report } = await convertTelemetryFrames(three, { jointOrder: ["b"] });
		const { arrays } = artifact!;
		expect(values(arrays.qj)).toEqual([2, 4, 6]);
		expect(values(arrays["x_unlisted_joint_name"])).toEqual(["a"]);
		expect(values(arrays["x_unlisted_qj"])).toEqual([1, 3, 5]);
		expect(arrays["x_unlisted_dqj"]!.shape).toEqual([3, 1]);
		expect(report.diagnostics).toContainEqual(
			expect.objectContaining({ code: "joint-unlisted", severity: "advisory", params: { joint: "a" } }),
		);
		expect(manifest!.converted).toContainEqual(
			expect.objectContaining({ rule: "joints-kept-apart", joints: ["a"] }),
		);
		const read = await readReplay(writeReplay(artifact!, { encoding: "json" }));
		expect(read.report.ok).toBe(true);
	});

	it("that the order names and no frame has are missing, whatever the fill", async () => {
		for (const fill of ["fail", "hold", "drop-frame"] as const) {
			const found = await blockers(three, { jointOrder: ["a", "b", "c"], fill });
			expect(found).toMatchObject([{ code: "joint-unmeasured", params: { joint: "c", frames: 3 } }]);
		}
	});

	it("that a frame names twice block", async () => {
		const twice = { ...three[1], joints: [...three[1].joints, three[1].joints[0]] };
		expect(await blockers([three[0], twice])).toMatchObject([
			{ code: "frame-joint-repeated", params: { joint: "a", frame_id: "f-1" } },
		]);
	});

	it("have torques where any is there, and no velocities is said", async () => {
		const [first] = three;
		const torque = {
			...first,
			joints: first.joints.map((joint) => ({ ...joint, torque: 2.5, velocity: 1 })),
		};
		const { artifact, manifest } = await convertTelemetryFrames([torque, three[1]]);
		expect(values(artifact!.arrays["x_tau"])).toEqual([2.5, 2.5, null, null]);
		expect(values(artifact!.arrays.dqj)).toEqual([1, 1, null, null]);
		expect(manifest!.filled).toEqual([]);
		const bare = await convertTelemetryFrames(three);
		expect(bare.artifact!.arrays["x_tau"]).toBeUndefined();
		expect(bare.manifest!.filled).toEqual([{ rule: "velocity-not-measured", arrays: ["dqj"] }]);
	});
});

describe("what frames say besides", () => {
	it("is counted, carried or named as left out", async () => {
		const [first, second] = three;
		const frames = [
			{
				...first,
				errors: ["x", "y"],
				operator_input: { command_intent_id: "intent-1", command_receipt_id: "r-1" },
			},
			{ ...second, joints: second.joints.map((joint) => ({ ...joint, error: "hot", temperature: 80 })) },
		];
		const { artifact, manifest } = await convertTelemetryFrames(frames);
		expect(values(artifact!.arrays["x_error_count"])).toEqual([2, 2]);
		expect(values(artifact!.arrays.command_intent_id)).toEqual(["intent-1", ""]);
		expect(artifact!.arrays.command_capability).toBeUndefined();
		expect(artifact!.metadata.receipt_ids).toEqual(["r-1"]);
		expect(manifest!.dropped.map(({ rule, frames: count }) => [rule, count])).toEqual([
			["operator-input-left-out", 1],
			["error-texts-left-out", 2],
			["unknown-keys-left-out", 1],
		]);
	});

	it("blocks where an IMU vector has another width, or its frame is dropped", async () => {
		const imu = { orientation: [1, 0, 0], angular_velocity: [0, 0, 0], linear_acceleration: [0, 0, 9.8] };
		const frames = [three[0], { ...three[1], imu }];
		expect(await blockers(frames)).toMatchObject([
			{ code: "frame-vector-malformed", params: { array: "imu_orientation", expected: 4, found: 3 } },
		]);
		const { artifact } = await convertTelemetryFrames(frames, { fill: "drop-frame" });
		expect(artifact!.metadata.tick_count).toBe(1);
	});

	it("blocks where it is of several robots or bridges", async () => {
		const other = frame(3, { a: 1, b: 1 }, { robot_id: "gull", bridge_id: "b2" });
		expect((await blockers([...three, other])).map(({ params }) => params)).toEqual([
			{ key: "robot_id", expected: "tern", found: "gull", frames: 1 },
			{ key: "bridge_id", expected: "bridge", found: "b2", frames: 1 },
		]);
		expect(await blockers(three, { robotId: "gull" })).toMatchObject([
			{ code: "frames-mixed", params: { key: "robot_id", expected: "gull", found: "tern", frames: 3 } },
		]);
	});
});

describe("the class", () => {
	it("is what the caller says of how the source was made, and recorded where nothing is said", async () => {
		const classOf = async (options?: ConvertOptions) =>
			(await convertTelemetryFrames(three, options)).artifact?.metadata.artifact_class;
		expect(await classOf()).toBe("recorded");
		expect(await classOf({ artifactClass: "simulated" })).toBe("simulated");
		const verified = { artifactClass: "physical-feedback-verified" } as unknown as ConvertOptions;
		await expect(classOf(verified)).rejects.toMatchObject({ code: "option-invalid" });
	});
});

describe("input", () => {
	it("may come one by one, from an async source, as bytes or documents", async () => {
		const encoder = new TextEncoder();
		async function* source() {
			yield three[0];
			yield JSON.stringify(three[1]);
			yield encoder.encode(JSON.stringify(three[2]));
		}
		const { artifact } = await convertTelemetryFrames(source());
		const whole = await convertTelemetryFrames(encoder.encode(JSON.stringify(three)));
		expect(artifact!.metadata.content_digest).toBe(whole.artifact!.metadata.content_digest);
		expect(whole.manifest!.source.sha256).toMatch(/^sha256:[0-9a-f]{64}$/);
	});

	it("of no frames blocks", async () => {
		for (const none of ["[]", []]) {
			const { diagnostics } = (await convertTelemetryFrames(none)).report;
			expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
				["source-empty", "The source has no frames."],
			]);
		}
	});

	it("is refused in words of our own, at its place", async () => {
		const refused = (change: object) => convertTelemetryFrames([three[0]!, { ...three[1]!, ...change }]);
		await expect(refused({ mode: 3 })).rejects.toThrow("/frames/1/mode: must be text, found a number");
		await expect(refused({ frame_id: undefined })).rejects.toThrow(
			"/frames/1/frame_id: is absent; must be text",
		);
		await expect(refused({ captured_at_ms: 0.5 })).rejects.toThrow(
			"/frames/1/captured_at_ms: must be text or a whole number, found a number with a fraction",
		);
		await expect(refused({ joints: [{ ...three[1]!.joints[0]!, position: "1.5" }] })).rejects.toThrow(
			'/frames/1/joints/0/position: must be a number or NaN or null or "NaN", found other text',
		);
	});

	it.each([
		["", "json-malformed", "input"],
		["nothing", "json-malformed", "input"],
		["[1,]", "frame-malformed", "/frames/0"],
		[`[${JSON.stringify(three[0])},]`, "json-malformed", "input"],
		["[] []", "json-malformed", "input"],
		["\ufeff[]", "json-malformed", "input"],
		['[{"a":1,"a":2}]', "json-malformed", "/frames/0"],
		[`[${"[".repeat(40)}${"]".repeat(40)}]`, "json-malformed", "/frames/0"],
		["[".repeat(100_000), "json-malformed", "input"],
		["[NaN]", "json-malformed", "input"],
		["[1]", "frame-malformed", "/frames/0"],
		['["x"]', "frame-malformed", "/frames/0"],
		[JSON.stringify([{ ...three[0], mode: 1 }]), "frame-malformed", "/frames/0/mode"],
		[
			JSON.stringify(three).replace('"position":3', '"position":1e999'),
			"frame-malformed",
			"/frames/1/joints/0/position",
		],
		[
			JSON.stringify(three).replace('"position":3', '"position":"Infinity"'),
			"frame-malformed",
			"/frames/1/joints/0/position",
		],
		[
			JSON.stringify([{ ...three[0], operator_input: { "/home/me/secret": 1 } }]),
			"frame-malformed",
			"/frames/0/operator_input/*",
		],
	])("is refused with its place: %#", async (input, code, place) => {
		const refusal = await convertTelemetryFrames(input).catch((error: unknown) => error);
		expect(refusal).toMatchObject({ name: "ConvertError", code, place });
		expect(String(refusal)).not.toContain("/home/me");
	});

	it("of another kind is a mistake of the caller", async () => {
		for (const input of [null, 1, {}]) {
			await expect(convertTelemetryFrames(input as never)).rejects.toThrow(TypeError);
		}
		await expect(convertTelemetryFrames(three, null as never)).rejects.toThrow(TypeError);
	});

	it("stops being read when it is told to, and progress is told", async () => {
		const text = JSON.stringify(
			Array.from({ length: 3000 }, (_, number) => frame(number, { a: number, b: 1 })),
		);
		const seen: number[] = [];
		await convertTelemetryFrames(text, { onProgress: ({ bytesDone }) => seen.push(bytesDone) });
		expect(seen.length).toBeGreaterThan(5);
		expect(seen.at(-1)).toBe(text.length);
		const controller = new AbortController();
		const stop = () => controller.abort(new Error("enough"));
		const stopped = convertTelemetryFrames(text, { signal: controller.signal, onProgress: stop });
		await expect(stopped).rejects.toThrow("enough");
		let taken = 0;
		function* endless() {
			for (;;) yield frame(taken++, { a: 1 });
		}
		const other = new AbortController();
		const onProgress = () => other.abort(new Error("enough"));
		await expect(convertTelemetryFrames(endless(), { signal: other.signal, onProgress })).rejects.toThrow(
			"enough",
		);
		expect(taken).toBeLessThan(2000);
	});
});
