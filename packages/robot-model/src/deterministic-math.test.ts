import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atan2, sinCos } from "./deterministic-math.ts";

/** Fixed-point truth: integers that stand for multiples of 2^-BITS. Exact but for the last few of them. */
const BITS = 1400n;
const ONE = 1n << BITS;

/** Euler's arctangent series, another one than the module's own: arctan(1/n) = Σ 2^2k (k!)² / (2k+1)! · n / (1+n²)^(k+1). */
function arctanInverse(n: bigint): bigint {
	let term = (ONE * n) / (1n + n * n);
	let sum = 0n;
	for (let k = 1n; term !== 0n; k++) {
		sum += term;
		term = (term * 2n * k) / ((2n * k + 1n) * (1n + n * n));
	}
	return sum;
}

/** Gauss's formula. */
const PI = 48n * arctanInverse(18n) + 32n * arctanInverse(57n) - 20n * arctanInverse(239n);

/** The exact value of a double, as fixed point where it has at most BITS bits after the point. */
function exact(value: number): bigint {
	const bits = new BigUint64Array(Float64Array.of(Math.abs(value)).buffer)[0];
	const exponent = bits >> 52n;
	const fraction = bits & ((1n << 52n) - 1n);
	const mantissa = exponent === 0n ? fraction : fraction | (1n << 52n);
	const shift = (exponent === 0n ? 1n : exponent) - 1075n + BITS;
	const size = shift >= 0n ? mantissa << shift : mantissa >> -shift;
	return value < 0 ? -size : size;
}

/** Σ x^k / k! with alternating signs, from k = first in steps of 2: the sine (1) or the cosine (0) of |x| ≤ π/4. */
function alternating(x: bigint, first: 0n | 1n): bigint {
	let term = first === 1n ? x : ONE;
	let sum = 0n;
	for (let k = first; term !== 0n; k += 2n) {
		sum += term;
		term = -(((term * x) >> BITS) * x) >> BITS;
		term /= (k + 1n) * (k + 2n);
	}
	return sum;
}

function trueSinCos(value: number): [sine: bigint, cosine: bigint] {
	const x = exact(value);
	const quarter = PI / 2n;
	let n = x / quarter;
	let rest = x - n * quarter;
	if (rest > quarter / 2n) [n, rest] = [n + 1n, rest - quarter];
	if (rest < -quarter / 2n) [n, rest] = [n - 1n, rest + quarter];
	const [s, c] = [alternating(rest, 1n), alternating(rest, 0n)];
	switch (BigInt.asUintN(2, n)) {
		case 0n:
			return [s, c];
		case 1n:
			return [c, -s];
		case 2n:
			return [-s, -c];
		default:
			return [-c, s];
	}
}

/** arctan of a fraction 0 ≤ t ≤ 1 by halving the angle until the series is quick: t → t / (1 + √(1 + t²)). */
function trueArctan(t: bigint): bigint {
	let reduced = t;
	for (let i = 0; i < 8; i++) {
		reduced = (reduced << BITS) / (ONE + squareRoot((ONE << BITS) + reduced * reduced));
	}
	const square = (reduced * reduced) >> BITS;
	let power = reduced;
	let sum = 0n;
	for (let k = 1n; power !== 0n; k += 4n) {
		sum += power / k;
		power = (power * square) >> BITS;
		sum -= power / (k + 2n);
		power = (power * square) >> BITS;
	}
	return sum << 8n;
}

function squareRoot(value: bigint): bigint {
	let root = 1n << (BigInt(value.toString(2).length + 1) / 2n);
	for (;;) {
		const next = (root + value / root) >> 1n;
		if (next >= root) return root;
		root = next;
	}
}

function trueAtan2(y: number, x: number): bigint {
	const [a, b] = [exact(Math.abs(y)), exact(Math.abs(x))];
	let angle = a <= b ? trueArctan((a << BITS) / b) : PI / 2n - trueArctan((b << BITS) / a);
	if (x < 0) angle = PI - angle;
	return y < 0 ? -angle : angle;
}

/** Distance of `actual` from the truth in units of its last place. */
function ulps(actual: number, truth: bigint): number {
	const bits = new BigUint64Array(Float64Array.of(Math.abs(actual)).buffer)[0];
	const exponent = Math.max(Number(bits >> 52n), 1) - 1075;
	const unit = 1n << (BITS + BigInt(exponent));
	const difference = exact(actual) - truth;
	return Number(((difference < 0n ? -difference : difference) * 1_000_000n) / unit) / 1e6;
}

/** The promise is 1; these are what the methods reach, so that a lost correction term shows. */
const SIN_COS_ULPS = 0.8;
const ATAN2_ULPS = 0.51;

const out = new Float64Array(2);

function worstOfSinCos(x: number): number {
	sinCos(x, out);
	const [sine, cosine] = trueSinCos(x);
	return Math.max(ulps(out[0], sine), ulps(out[1], cosine));
}

/** Doubles whose sine or cosine is hard: next to multiples of π/4, where bits cancel. */
const nearMultiples = fc
	.tuple(fc.integer({ min: -600_000, max: 600_000 }), fc.integer({ min: -3, max: 3 }))
	.map(([n, steps]) => {
		const x = (n * Math.PI) / 4;
		return x + steps * Math.abs(x) * Number.EPSILON;
	});

/** Any finite double whose bits the fixed-point truth can hold. */
const anyAngle = fc
	.double({ noNaN: true, noDefaultInfinity: true })
	.filter((x) => x === 0 || Math.abs(x) > 2 ** -200);

describe("sinCos", () => {
	it("is within 1 ulp for the angles of robots", () => {
		const angles = fc.double({ min: -7, max: 7, noNaN: true }).filter((x) => Math.abs(x) > 1e-30);
		fc.assert(
			fc.property(angles, (x) => worstOfSinCos(x) < SIN_COS_ULPS),
			{ seed: 1, numRuns: 400 },
		);
		for (let x = -7; x <= 7; x += 0.0371) expect(worstOfSinCos(x), String(x)).toBeLessThan(SIN_COS_ULPS);
	});

	it("is within 1 ulp next to multiples of π/4", () => {
		fc.assert(
			fc.property(nearMultiples, (x) => worstOfSinCos(x) < SIN_COS_ULPS),
			{ seed: 2, numRuns: 300 },
		);
	});

	it("is within 1 ulp for every size of angle", () => {
		fc.assert(
			fc.property(anyAngle, (x) => worstOfSinCos(x) < SIN_COS_ULPS),
			{ seed: 3, numRuns: 300 },
		);
		// 6381956970095103 · 2^797 is the double nearest to a multiple of π/2 of all; 2^20 is where the reduction changes.
		const hard = [
			6381956970095103 * 2 ** 797,
			Number.MAX_VALUE,
			2 ** 20,
			2 ** 20 + 2 ** -32,
			1e22,
			2 ** 53 + 2,
		];
		for (const x of hard) expect(worstOfSinCos(x), String(x)).toBeLessThan(SIN_COS_ULPS);
	});

	it("agrees with Math to 2 ulp, so that the truth of this test is no invention", () => {
		for (const x of [0.1, 1, 2.5, -4, 100, 12345.678, 1e15, 1e300]) {
			sinCos(x, out);
			expect(Math.abs(out[0] - Math.sin(x))).toBeLessThanOrEqual(2 ** -52);
			expect(Math.abs(out[1] - Math.cos(x))).toBeLessThanOrEqual(2 ** -52);
		}
	});

	it("keeps exact values and signs", () => {
		const at = (x: number) => {
			sinCos(x, out);
			return [...out];
		};
		expect(at(0)).toEqual([0, 1]);
		expect(at(-0)).toEqual([-0, 1]);
		expect(at(Number.MIN_VALUE)).toEqual([Number.MIN_VALUE, 1]);
		for (const x of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
			expect(at(x)).toEqual([Number.NaN, Number.NaN]);
		}
	});

	it("is odd and even to the bit", () => {
		fc.assert(
			fc.property(anyAngle, (x) => {
				sinCos(x, out);
				const [s, c] = out;
				sinCos(-x, out);
				expect([...out]).toEqual([-s, c]);
			}),
			{ seed: 4, numRuns: 200 },
		);
	});
});

describe("atan2", () => {
	const coordinate = fc
		.double({ noNaN: true, noDefaultInfinity: true, min: -1e60, max: 1e60 })
		.filter((x) => Math.abs(x) > 1e-60);
	const ordinary = fc.double({ noNaN: true, min: -2, max: 2 }).filter((x) => Math.abs(x) > 1e-6);

	it("is within 1 ulp", () => {
		for (const parts of [coordinate, ordinary]) {
			fc.assert(
				fc.property(parts, parts, (y, x) => ulps(atan2(y, x), trueAtan2(y, x)) < ATAN2_ULPS),
				{ seed: 5, numRuns: 150 },
			);
		}
	});

	it("is within 1 ulp on both sides of each sixteenth, where the table's entry changes", () => {
		for (let k = 0; k <= 32; k++) {
			for (const shift of [-1e-9, 0, 1e-9]) {
				const t = k / 32 + shift;
				if (t <= 0) continue;
				expect(ulps(atan2(t, 1), trueAtan2(t, 1)), String(t)).toBeLessThan(ATAN2_ULPS);
				expect(ulps(atan2(1, -t), trueAtan2(1, -t)), String(t)).toBeLessThan(ATAN2_ULPS);
			}
		}
	});

	it("has the signs, zeros and infinities of Math.atan2", () => {
		const special = [0, -0, 1, -1, Infinity, -Infinity, Number.NaN, Number.MIN_VALUE, -Number.MAX_VALUE];
		for (const y of special) {
			for (const x of special) {
				const [actual, expected] = [atan2(y, x), Math.atan2(y, x)];
				if (Math.abs(expected) > 1e-300) expect(actual, `${y}, ${x}`).toBeCloseTo(expected, 14);
				else expect(actual, `${y}, ${x}`).toBe(expected);
			}
		}
	});

	it("keeps ratios of numbers at either end of the range", () => {
		for (const [y, x] of [
			[3 * Number.MIN_VALUE, 4 * Number.MIN_VALUE],
			[Number.MAX_VALUE * 0.75, Number.MAX_VALUE],
		] as const) {
			expect(ulps(atan2(y, x), trueAtan2(3, 4))).toBeLessThan(ATAN2_ULPS);
		}
	});
});
