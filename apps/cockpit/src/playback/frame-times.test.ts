import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameTimesNs } from "./frame-times.ts";

const float64 = (data: number[]) => ({
	dtype: "float64" as const,
	shape: [data.length],
	data: Float64Array.from(data),
});

/** A double as an exact fraction over 2^1074. */
function exact(value: number): bigint {
	const bits = new BigUint64Array(new Float64Array([value]).buffer)[0];
	const exponent = Number((bits >> 52n) & 0x7ffn);
	const fraction = bits & 0xfffffffffffffn;
	const significand = exponent === 0 ? fraction : fraction | (1n << 52n);
	const magnitude = significand << BigInt(Math.max(exponent - 1, 0));
	return bits >> 63n ? -magnitude : magnitude;
}

/** floor((end - start) · 1e9 + 1/2), by integers alone. */
function elapsedExactly(start: number, end: number): number {
	const scale = 1n << 1075n;
	const doubled = (exact(end) - exact(start)) * 2n * 1_000_000_000n + scale / 2n;
	const quotient = doubled / scale;
	return Number(doubled % scale < 0n ? quotient - 1n : quotient);
}

describe("frameTimesNs", () => {
	it("rounds to the nanosecond as exact arithmetic does", () => {
		const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
		const second = fc.oneof(
			between(-1e6, 1e6),
			between(1.7e9, 1.7e9 + 1e5),
			between(0, 1e-6),
			fc.integer({ min: 0, max: 10_000_000 }).map((n) => (n + 0.5) / 1e9),
			fc.integer({ min: 0, max: 2 ** 20 }).map((n) => n / 2 ** 10),
		);
		fc.assert(
			fc.property(second, second, (a, b) => {
				fc.pre(Math.abs(b - a) <= 9e6);
				expect(frameTimesNs(float64([a, b]))[1]).toBe(elapsedExactly(a, b));
			}),
			{ seed: 7, numRuns: 3000 },
		);
	});

	it("takes 0.1 s steps to whole tenths and single precision as it is", () => {
		expect([...frameTimesNs(float64([5, 5.1, 5.3]))]).toEqual([0, 100_000_000, 300_000_000]);
		const data = Float32Array.of(0, 0.1);
		expect(frameTimesNs({ dtype: "float32", shape: [2], data })[1]).toBe(elapsedExactly(0, Math.fround(0.1)));
	});

	it("refuses times beyond what an integer can hold", () => {
		expect(() => frameTimesNs(float64([0, 1e7]))).toThrow(RangeError);
		expect(() => frameTimesNs(float64([0, Number.NaN]))).toThrow(RangeError);
		expect(() => frameTimesNs(float64([Number.NaN]))).toThrow(RangeError);
		expect(frameTimesNs(float64([]))).toHaveLength(0);
	});
});
