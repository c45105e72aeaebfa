import { goldenAvailable, readGoldenJson } from "@hindcast/tooling/golden";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FloatArray } from "../artifact.ts";
import type { TelemetryFrame } from "../evidence/ledger.ts";
import { floats } from "../testing/sample.ts";
import { inconsistentJoints } from "./consistent-velocity.ts";

/** One joint at these times. */
interface Track {
	readonly t: readonly number[];
	readonly q: readonly number[];
	readonly dq: readonly number[];
}

function isInconsistent({ t, q, dq }: Track, pack = column): boolean {
	return inconsistentJoints(floats([t.length], t), pack(q), pack(dq)).length > 0;
}

function column(values: readonly number[]): FloatArray {
	return floats([values.length, 1], values);
}

function narrow(values: readonly number[]): FloatArray {
	return { dtype: "float32", shape: [values.length, 1], data: Float32Array.from(values) };
}

/** What the rule says, written as it reads: sorted medians, one joint. */
function twin({ t, q, dq }: Track): boolean {
	const steps = t.flatMap((_, k) => (k > 0 && t[k] > t[k - 1] ? [k] : []));
	const differenced = steps.map((k) => (q[k] - q[k - 1]) / (t[k] - t[k - 1]));
	const means = steps.map((k) => (dq[k] + dq[k - 1]) / 2);
	const known = means.filter((mean) => !Number.isNaN(mean));
	const range = Math.max(0, ...differenced, ...known) - Math.min(0, ...differenced, ...known);
	const turns = differenced.slice(1).map((value, k) => Math.abs(value - differenced[k]));
	const noise = turns.length === 0 ? 0 : turns.reduce((sum, turn) => sum + turn, 0) / turns.length;
	const distances = differenced.map((value, k) => Math.abs(value - means[k])).filter((one) => one >= 0);
	// More than half are above the bound exactly where the lower median is.
	const median = distances.sort((a, b) => a - b)[Math.floor((distances.length - 1) / 2)];
	return distances.length >= 3 && median > Math.max(range / 4, noise, 0.01);
}

const seed = 11;
/** A smooth motion of up to three tones, sampled at least a dozen times in the shortest period, at uneven times. */
const motion = fc.record({
	tones: fc.array(
		fc.record({
			amplitude: fc.double({ min: 0.02, max: 1.5, noNaN: true }),
			rate: fc.double({ min: 0.2, max: 12, noNaN: true }),
			phase: fc.double({ min: 0, max: 6, noNaN: true }),
		}),
		{ minLength: 1, maxLength: 3 },
	),
	steps: fc.array(fc.double({ min: 0.002, max: 0.04, noNaN: true }), { minLength: 20, maxLength: 200 }),
	offset: fc.double({ min: -3, max: 3, noNaN: true }),
});
type Motion = typeof motion extends fc.Arbitrary<infer Value> ? Value : never;

function trackOf({ tones, steps, offset }: Motion, units = 1): Track {
	let time = 0;
	const t = [0, ...steps.map((step) => (time += step))];
	const sum = (of: (tone: Motion["tones"][number], time: number) => number) =>
		t.map((time) => tones.reduce((total, tone) => total + of(tone, time), 0));
	return {
		t,
		q: sum((tone, time) => tone.amplitude * Math.sin(tone.rate * time + tone.phase)).map((q) => q + offset),
		dq: sum((tone, time) => units * tone.amplitude * tone.rate * Math.cos(tone.rate * time + tone.phase)),
	};
}

/** Repeatable numbers in [-1, 1). */
function noise(): () => number {
	let state = 1;
	return () => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return state / 2 ** 31 - 1;
	};
}

describe("velocities that fit", () => {
	it("of smooth motions at uneven times, in float64 and float32", () => {
		fc.assert(
			fc.property(motion, (given) => {
				const track = trackOf(given);
				expect(isInconsistent(track)).toBe(false);
				expect(isInconsistent(track, narrow)).toBe(false);
			}),
			{ seed, numRuns: 100 },
		);
	});

	it("with encoder noise, late clocks and a filter's lag", () => {
		fc.assert(
			fc.property(motion, fc.double({ min: 1e-6, max: 1e-2, noNaN: true }), (given, size) => {
				const random = noise();
				const { t, q, dq } = trackOf(given);
				const noisy = q.map((value) => value + size * random());
				const late = t.map((time, k) => (k === 0 ? 0 : time + 0.0005 * random()));
				const lagging = dq.map((_, k) => (dq[k] + dq[Math.max(0, k - 1)]) / 2);
				expect(isInconsistent({ t: late, q: noisy, dq: lagging })).toBe(false);
			}),
			{ seed, numRuns: 100 },
		);
	});

	const t = Array.from({ length: 200 }, (_, k) => k / 50);
	const still = (of: (random: () => number, k: number) => number) => {
		const random = noise();
		return t.map((_, k) => of(random, k));
	};
	it.each([
		["at rest", still(() => 1.5), still(() => 0)],
		["at rest, with a sensor's bias", still(() => 1.5), still(() => 0.008)],
		["at rest, between two steps of the encoder", still((_, k) => 1e-3 * (k % 2)), still(() => 0)],
		["at rest, now at one step and now at another", still((r) => (r() > 0 ? 1e-3 : 0)), still(() => 0)],
		["at rest, both noisy", still((r) => 1e-4 * r()), still((r) => 0.05 * r())],
		["steady", t.map((time) => 2 * time), still(() => 2)],
		["steady, noisy", t.map((time, k) => 2 * time + 1e-3 * Math.sin(50 * k)), still(() => 2)],
		["never measured", t.map((time) => 2 * time), still(() => Number.NaN)],
		["measured once", t.map((time) => 2 * time), still((_, k) => (k === 7 ? 99 : Number.NaN))],
	])("%s", (_, q, dq) => {
		expect(isInconsistent({ t, q, dq })).toBe(false);
	});

	it("with too few steps to tell", () => {
		expect(isInconsistent({ t: [0, 1, 2], q: [0, 1, 2], dq: [9, 9, 9] })).toBe(false);
		expect(isInconsistent({ t: [], q: [], dq: [] })).toBe(false);
		expect(isInconsistent({ t: [0, 1, 1, 0, 2], q: [0, 1, 2, 3, 4], dq: [9, 9, 9, 9, 9] })).toBe(false);
	});
});

describe("velocities that do not fit", () => {
	it.each([
		["in degrees", 180 / Math.PI],
		["of the other sign", -1],
	])("%s", (_, units) => {
		fc.assert(
			fc.property(motion, (given) => {
				// Where the motion is only as quick as what is never worth a word, there is none.
				const { q, t } = trackOf(given);
				const speeds = q.slice(1).map((value, k) => Math.abs(value - q[k]) / (t[k + 1] - t[k]));
				fc.pre(speeds.filter((speed) => speed > 0.3 * Math.max(...speeds)).length > speeds.length / 2);
				fc.pre(Math.max(...speeds) > 0.1);
				expect(isInconsistent(trackOf(given, units))).toBe(true);
			}),
			{ seed, numRuns: 50 },
		);
	});

	it("as the twin says, of any numbers", () => {
		const number = fc.integer({ min: -50, max: 1000 }).map((thousandths) => thousandths / 1000);
		const odd = fc.oneof(
			{ weight: 40, arbitrary: fc.constant(1) },
			{ weight: 1, arbitrary: fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY) },
		);
		const frame = fc.record({ step: number, push: number, odd });
		let hits = 0;
		fc.assert(
			fc.property(fc.array(frame, { maxLength: 12 }), fc.constantFrom(1, -1, 1.3, 3, 57), (frames, units) => {
				const track: { t: number[]; q: number[]; dq: number[] } = { t: [], q: [], dq: [] };
				let [time, speed, position] = [0, 1, 0];
				for (const { step, push, odd } of frames) {
					time += step;
					speed += push * step;
					position += speed * step;
					track.t.push(time);
					track.q.push(position);
					track.dq.push(units * odd * speed);
				}
				const expected = twin(track);
				hits += Number(expected);
				expect(isInconsistent(track)).toBe(expected);
			}),
			{ seed, numRuns: 500 },
		);
		expect(hits).toBeGreaterThan(50);
	});

	it("are more than half of the steps, and not half of them", () => {
		const t = [0, 1, 2, 3, 4, 5];
		const q = Array<number>(6).fill(0);
		expect(isInconsistent({ t, q, dq: [0, 0, 0, 1, 1, Number.NaN] })).toBe(false);
		expect(isInconsistent({ t, q, dq: [0, 0, 0, 1, 1, 1] })).toBe(true);
	});

	it("are found where most of them are only just too far apart", () => {
		const dq = [...Array<number>(30).fill(0), ...Array<number>(33).fill(1), 3.9, 3.9];
		const track = { t: dq.map((_, k) => k), q: dq.map(() => 0), dq };
		expect(twin(track)).toBe(true);
		expect(isInconsistent(track)).toBe(true);
	});

	it("names the joints, each judged by itself", () => {
		const t = Array.from({ length: 50 }, (_, k) => k / 50);
		const rows = (of: (time: number) => readonly number[]) => floats([50, 3], t.flatMap(of));
		const q = rows((time) => [Math.sin(5 * time), Math.sin(5 * time), 0.4]);
		const dq = rows((time) => [5 * Math.cos(5 * time), 0, 0]);
		expect(inconsistentJoints(floats([50], t), q, dq)).toEqual([1]);
	});
});

describe.skipIf(!goldenAvailable)("the golden walk", () => {
	it("fits its velocities, and not those of the joints in another order", async () => {
		const file = "moonrobo/frames/walk-24.telemetry-frames.json";
		const frames = (await readGoldenJson(file)) as TelemetryFrame[];
		const start = Number(frames[0].captured_at_ms);
		const t = floats(
			[24],
			frames.map((frame) => (Number(frame.captured_at_ms) - start) / 1000),
		);
		const rows = (of: (frame: TelemetryFrame) => number[]) => floats([24, 24], frames.flatMap(of));
		const q = rows((frame) => frame.joints.map((joint) => joint.position));
		const dq = rows((frame) => frame.joints.map((joint) => joint.velocity));
		const reversed = rows((frame) => frame.joints.map((joint) => joint.velocity).toReversed());
		expect(inconsistentJoints(t, q, dq)).toEqual([]);
		expect(inconsistentJoints(t, q, reversed).length).toBeGreaterThan(5);
	});
});
