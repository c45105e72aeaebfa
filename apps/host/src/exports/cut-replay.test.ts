import { contentDigest, createReplay, type ReplayArray, validateReplay } from "@hindcast/replay-protocol";
import fc from "fast-check";
import { expect, it } from "vitest";
import { cutReplay } from "./cut-replay.ts";

const floats = (shape: number[], data: number[]): ReplayArray => ({
	dtype: "float64",
	shape,
	data: Float64Array.from(data),
});

/** A replay with arrays of every element type, some with an entry for each frame and some without. */
async function replayOf(times: readonly number[]) {
	const frames = [...times.keys()];
	const { length } = frames;
	return createReplay({
		metadata: { robot_id: "kite-2" },
		arrays: {
			t: { dtype: "float64", shape: [length], data: Float64Array.from(times) },
			joint_name: { dtype: "string", shape: [2], data: ["swing", "slide"] },
			qj: { dtype: "float32", shape: [length, 2], data: Float32Array.from(frames.flatMap((k) => [k, -k])) },
			dqj: { dtype: "float64", shape: [length, 2], data: new Float64Array(2 * length).fill(Number.NaN) },
			mode: { dtype: "string", shape: [length], data: frames.map(() => "read-only") },
			frame_id: { dtype: "int64", shape: [length], data: BigInt64Array.from(frames, BigInt) },
			actual_contact: { dtype: "bool", shape: [length, 1], data: Uint8Array.from(frames, (k) => k % 2) },
			x_grid: floats(
				[length, 2, 2],
				frames.flatMap((k) => [k, k + 0.25, k + 0.5, k + 0.75]),
			),
			x_once: floats([], [7]),
			x_none: floats([0, 3], []),
		},
	});
}

const moments = fc
	.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 30 })
	.map((steps) => steps.sort((a, b) => a - b).map((step) => 3 + step / 8));
const bound = fc.option(
	fc.integer({ min: -2, max: 45 }).map((step) => 3 + step / 8),
	{ nil: undefined },
);

it("keeps the frames that every-frame filtering keeps, with nothing of the source changed", async () => {
	await fc.assert(
		fc.asyncProperty(moments, bound, bound, async (times, from_t, to_t) => {
			const source = await replayOf(times);
			const before = structuredClone(source);
			const { arrays, metadata } = await cutReplay(source, { from_t, to_t });
			expect(source).toEqual(before);
			const kept = [...times.keys()].filter(
				(k) =>
					times[k] >= (from_t ?? Number.NEGATIVE_INFINITY) && times[k] <= (to_t ?? Number.POSITIVE_INFINITY),
			);
			const isCut = from_t !== undefined || to_t !== undefined;
			const origin = isCut ? times[kept[0] ?? 0] : 0;
			expect([...arrays.t.data]).toEqual(kept.map((k) => times[k] - origin));
			expect([...arrays.qj.data]).toEqual(kept.flatMap((k) => [k, -k]));
			expect([...arrays.frame_id.data]).toEqual(kept.map(BigInt));
			expect([...(arrays.actual_contact?.data ?? [])]).toEqual(kept.map((k) => k % 2));
			expect([...(arrays.x_grid?.data ?? [])]).toEqual(kept.flatMap((k) => [k, k + 0.25, k + 0.5, k + 0.75]));
			expect(arrays.x_grid?.shape).toEqual([kept.length, 2, 2]);
			expect([arrays.x_once, arrays.x_none, arrays.joint_name]).toEqual([
				source.arrays.x_once,
				source.arrays.x_none,
				source.arrays.joint_name,
			]);
			expect(metadata.content_digest).toBe(await contentDigest({ arrays }));
			if (kept.length === 0) return;
			const codes = validateReplay({ arrays, metadata }).diagnostics.map(({ code }) => code);
			expect(codes).not.toContain("metadata-count-mismatch");
			expect(codes).not.toContain("duration-mismatch");
			expect(codes).not.toContain("content-digest-mismatch");
		}),
		{ seed: 5, numRuns: 60 },
	);
});

it("shares what it does not cut, and keeps a digest of what it keeps", async () => {
	const source = await replayOf([0, 0.5, 1]);
	const whole = await cutReplay(source, {});
	expect(whole.arrays.qj).toBe(source.arrays.qj);
	expect(Object.keys(whole.arrays)).toEqual(Object.keys(source.arrays));
	const few = await cutReplay(source, { include: ["x_grid"] });
	expect(Object.keys(few.arrays)).toEqual(["t", "joint_name", "qj", "dqj", "mode", "frame_id", "x_grid"]);
	expect(few.metadata.content_digest).not.toBe(whole.metadata.content_digest);
});
