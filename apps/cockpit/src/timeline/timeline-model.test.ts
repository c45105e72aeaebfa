import type { ReplayArrays, ReplayArtifact } from "@hindcast/replay-protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Spans, spanAt } from "./spans.ts";
import { buildTimelineModel } from "./timeline-model.ts";

const floats = (data: ArrayLike<number>, ...shape: number[]) => ({
	dtype: "float64" as const,
	shape,
	data: Float64Array.from(data),
});
const strings = (data: string[]) => ({ dtype: "string" as const, shape: [data.length], data });
const bytes = (data: number[], ...shape: number[]) => ({
	dtype: "int8" as const,
	shape,
	data: Int8Array.from(data),
});

function replay(seconds: number[], arrays: Partial<ReplayArrays> = {}): ReplayArtifact {
	const frames = seconds.length;
	return {
		metadata: {
			protocol: "moonrobo.replay.v1",
			robot_id: "heron",
			units: {},
			quaternion_order: "wxyz",
			joint_order_digest: "",
		},
		arrays: {
			t: floats(seconds, frames),
			joint_name: strings(["a", "b"]),
			qj: floats(new Float64Array(frames * 2), frames, 2),
			dqj: floats(new Float64Array(frames * 2), frames, 2),
			mode: strings(seconds.map(() => "idle")),
			frame_id: strings(seconds.map((_, k) => `f-${k}`)),
			...arrays,
		},
	};
}

const listed = (spans: Spans) =>
	Array.from({ length: spans.length }, (_, i) => [
		spans.firstFrame[i],
		spans.lastFrame[i],
		spans.startNs[i] / 1e9,
		spans.endNs[i] / 1e9,
		spans.labels[spans.label[i]],
	]);

describe("buildTimelineModel", () => {
	it("merges modes, and ends them at gaps and changes", () => {
		const mode = strings(["idle", "idle", "walk", "walk", "walk", "idle"]);
		const model = buildTimelineModel(replay([0, 1, 2, 3, 9, 10], { mode }), { gapSeconds: 2 });
		expect(listed(model.modes)).toEqual([
			[0, 1, 0, 2, "idle"],
			[2, 3, 2, 3, "walk"],
			[4, 4, 9, 10, "walk"],
			[5, 5, 10, 10, "idle"],
		]);
		expect(listed(model.gaps)).toEqual([[3, 4, 3, 9, ""]]);
		expect(model.durationNs).toBe(10e9);
	});

	it("takes ten median steps for a gap, and never less than a quarter of a second", () => {
		expect(buildTimelineModel(replay([0, 0.01, 0.02, 0.26])).gapNs).toBe(250e6);
		expect(buildTimelineModel(replay([0, 0.1, 0.2, 0.3, 0.4])).gapNs).toBeCloseTo(1e9, -1);
		expect(buildTimelineModel(replay([0, 1, 4])).gapNs).toBe(20e9);
		expect(buildTimelineModel(replay([0])).gaps.length).toBe(0);
		expect(buildTimelineModel(replay([])).durationNs).toBe(0);
	});

	it("finds joints beyond their limits by name, with the report's tolerance", () => {
		const qj = floats([0, 0, 1.0000005, 0, 1.1, 0, 1.1, -2, 0, -2], 5, 2);
		const positionLimits = new Map([
			["b", { lower: -1, upper: 9 }],
			["a", { lower: Number.NEGATIVE_INFINITY, upper: 1 }],
			["other", { lower: 0, upper: 0 }],
		]);
		const { limits } = buildTimelineModel(replay([0, 0.1, 0.2, 0.3, 0.4], { qj }), { positionLimits });
		expect(listed(limits).map(([first, last, , , label]) => [first, last, label])).toEqual([
			[2, 2, "a"],
			[3, 3, "a, b"],
			[4, 4, "b"],
		]);
	});

	it("reads commands, targets, contacts, verification and notes", () => {
		const model = buildTimelineModel(
			replay([0, 0.1, 0.2], {
				command_intent_id: strings(["", "pick", ""]),
				command_capability: strings(["", "arm", "arm"]),
				target_pos: floats([Number.NaN, Number.NaN, Number.NaN, 1, 2, 3, 1, Number.NaN, 3], 3, 3),
				actual_contact: bytes([1, -1, 1, 0, 0, 1], 3, 2),
				verification_state: bytes([-1, 4, 5], 3),
				annotation_id: strings(["", "", "n1"]),
			}),
		);
		expect(listed(model.commands).map((one) => one[4])).toEqual(["pick", "arm"]);
		expect(listed(model.targets).map(([first, last]) => [first, last])).toEqual([[1, 1]]);
		expect(model.contacts.map((spans) => listed(spans).map(([first, last]) => [first, last]))).toEqual([
			[[0, 1]],
			[[2, 2]],
		]);
		expect(listed(model.verification).map((one) => one[4])).toEqual(["unknown", "verified", "failed"]);
		expect(listed(model.notes).map(([first]) => first)).toEqual([2]);
	});

	it("agrees with a frame-by-frame twin", () => {
		const frame = fc.record({
			step: fc.constantFrom(0, 0.1, 0.1, 0.1, 3),
			mode: fc.constantFrom("a", "b"),
			q: fc.tuple(fc.constantFrom(0, 2), fc.constantFrom(0, -2)),
		});
		fc.assert(
			fc.property(fc.array(frame, { minLength: 1, maxLength: 30 }), (frames) => {
				const seconds: number[] = [];
				for (const { step } of frames)
					seconds.push(seconds.length === 0 ? 0 : seconds[seconds.length - 1] + step);
				const modes = frames.map(({ mode }) => mode);
				const q = frames.flatMap((one) => one.q);
				const positionLimits = new Map([
					["a", { lower: -1, upper: 1 }],
					["b", { lower: -1, upper: 1 }],
				]);
				const model = buildTimelineModel(
					replay(seconds, { mode: strings(modes), qj: floats(q, seconds.length, 2) }),
					{ positionLimits, gapSeconds: 1 },
				);
				const labels = seconds.map((_, k) =>
					[q[2 * k] > 1 && "a", q[2 * k + 1] < -1 && "b"].filter(Boolean).join(", "),
				);
				expect(perFrame(model.modes, seconds.length)).toEqual(modes);
				expect(perFrame(model.limits, seconds.length)).toEqual(labels);
				for (const spans of [model.modes, model.limits]) {
					for (let i = 0; i < spans.length; i++) {
						const [first, last] = [spans.firstFrame[i], spans.lastFrame[i]];
						for (let k = first; k < last; k++) expect(seconds[k + 1] - seconds[k]).toBeLessThan(1);
						const follows = last + 1 < seconds.length && seconds[last + 1] - seconds[last] < 1;
						expect(spans.endNs[i]).toBe(model.timesNs[follows ? last + 1 : last]);
						const joins =
							i > 0 && spans.lastFrame[i - 1] + 1 === first && spans.label[i - 1] === spans.label[i];
						if (joins) expect(seconds[first] - seconds[first - 1]).toBeGreaterThan(1);
					}
				}
			}),
			{ seed: 5, numRuns: 200 },
		);
	});

	it("copes with a million frames", () => {
		const frames = 1_000_000;
		const t = floats(
			Float64Array.from({ length: frames }, (_, k) => k / 100),
			frames,
		);
		const mode = {
			dtype: "uint8" as const,
			shape: [frames],
			data: Uint8Array.from({ length: frames }, (_, k) => k >> 18),
		};
		const qj = floats(new Float64Array(frames * 2), frames, 2);
		const model = buildTimelineModel(replay([], { t, mode, qj }), {
			positionLimits: new Map([["a", { lower: -1, upper: 1 }]]),
		});
		expect(model.modes.length).toBe(4);
		expect(model.durationNs).toBe(9_999_990_000_000);
	});
});

function perFrame(spans: Spans, frames: number): string[] {
	const labels = new Array<string>(frames).fill("");
	for (let i = 0; i < spans.length; i++)
		labels.fill(spans.labels[spans.label[i]], spans.firstFrame[i], spans.lastFrame[i] + 1);
	return labels;
}

describe("spanAt", () => {
	it("finds the span at a time, or the nearest within reach", () => {
		const { modes } = buildTimelineModel(replay([0, 1, 9, 10], { mode: strings(["a", "b", "c", "d"]) }), {
			gapSeconds: 2,
		});
		expect([0, 0.5e9, 1e9, 5e9, 9.5e9, 10e9, 11e9].map((time) => spanAt(modes, time))).toEqual([
			0, 0, 1, -1, 2, 3, -1,
		]);
		expect(spanAt(modes, 1.2e9, 0.3e9)).toBe(1);
		expect(spanAt(modes, 8.8e9, 0.3e9)).toBe(2);
		expect(spanAt(modes, 8.5e9, 0.3e9)).toBe(-1);
	});
});
