/**
 * Trigonometry that gives the same bits on every engine: `Math.sin` and its kin may differ between versions of one.
 *
 * Only +, −, ×, ÷ and rounding to integers, all of which IEEE 754 fixes to the last bit. Every result is within 1 ulp of
 * the true value. Angles are in radians.
 *
 * @module
 */

/** 2 / π. */
const TWO_OVER_PI = 0.6366197723675814;
/** π / 2 in four parts; the first three have 33 bits, so that up to 2²⁰ times one is exact. */
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_4 = 8.4784276603689e-32;
const HALF_PI_HIGH = 1.5707963267948966;
const HALF_PI_LOW = 6.123233995736766e-17;
/** Largest angle that the four parts can reduce. */
const LARGEST_REDUCIBLE = 2 ** 20;
/** Adding and subtracting this rounds a number below 2⁵¹ to the nearest integer. */
const ROUNDER = 1.5 * 2 ** 52;

/**
 * Sine and cosine at once: `out[0] = sin(x)`, `out[1] = cos(x)`. Both are NaN where `x` is not finite.
 *
 * Taylor series on ±π/4 after an exact reduction by multiples of π/2 (Cody and Waite to 2²⁰, whole integers above).
 */
export function sinCos(x: number, out: Float64Array): void {
	const size = Math.abs(x);
	if (size < 2 ** -27) {
		out[0] = x;
		out[1] = 1;
		return;
	}
	let quadrant = 0;
	if (size <= Math.PI / 4) {
		out[0] = x;
		out[1] = 0;
	} else if (size <= LARGEST_REDUCIBLE) quadrant = reduce(x, out);
	else if (size < Number.POSITIVE_INFINITY) quadrant = reduceHuge(x, out);
	else {
		out[0] = Number.NaN;
		out[1] = Number.NaN;
		return;
	}
	const high = out[0];
	const low = out[1];
	const sine = sineNearZero(high, low);
	const cosine = cosineNearZero(high, low);
	const exchanged = (quadrant & 1) === 1;
	const s = exchanged ? cosine : sine;
	const c = exchanged ? sine : cosine;
	out[0] = (quadrant & 2) === 0 ? s : -s;
	out[1] = ((quadrant + 1) & 2) === 0 ? c : -c;
}

/** Writes x − n·π/2 as high and low part into `out`; gives the nearest n modulo 4. */
function reduce(x: number, out: Float64Array): number {
	const n = x * TWO_OVER_PI + ROUNDER - ROUNDER;
	const first = x - n * HALF_PI_1;
	const part2 = n * HALF_PI_2;
	const second = first - part2;
	const rest2 = differenceError(first, part2, second);
	const part3 = n * HALF_PI_3;
	const third = second - part3;
	const rest3 = differenceError(second, part3, third);
	const rest = rest2 + (rest3 - n * HALF_PI_4);
	const high = third + rest;
	out[0] = high;
	out[1] = third - high + rest;
	return n & 3;
}

/** What `a − b` lost when it was rounded to `difference`, exactly. */
function differenceError(a: number, b: number, difference: number): number {
	const bRounded = a - difference;
	return a - (difference + bRounded) + (bRounded - b);
}

/** Taylor series of the sine of `high + low` for |high| ≤ π/4; the next term is below 2⁻⁶² of the sum. */
function sineNearZero(high: number, low: number): number {
	const z = high * high;
	const w = z * z;
	// Pairs of terms instead of one chain: the same sum, with fewer operations waiting for each other.
	const first = -1 / 6 + z * (1 / 120);
	const second = -1 / 5040 + z * (1 / 362880);
	const third = -1 / 39916800 + z * (1 / 6227020800);
	const fourth = -1 / 1307674368000 + z * (1 / 355687428096000);
	const series = first + w * second + w * w * (third + w * fourth);
	return high + (high * z * series + low * (1 - 0.5 * z));
}

/** Taylor series of the cosine of `high + low` for |high| ≤ π/4; the next term is below 2⁻⁶² of the sum. */
function cosineNearZero(high: number, low: number): number {
	const z = high * high;
	const w = z * z;
	const first = 1 / 24 + z * (-1 / 720);
	const second = 1 / 40320 + z * (-1 / 3628800);
	const third = 1 / 479001600 + z * (-1 / 87178291200);
	const fourth = 1 / 20922789888000 + z * (-1 / 6402373705728000);
	const series = first + w * second + w * w * (third + w * fourth);
	const half = 0.5 * z;
	const most = 1 - half;
	return most + (1 - most - half + (w * series - high * low));
}

/** Bits after the point in {@link reduceHuge}: the largest double has 1024 before it, and a remainder needs 200. */
const HUGE_BITS = 1280n;
let halfPiInteger = 0n;

/** As {@link reduce}, by integer division: exact for every double above 2²⁰. */
function reduceHuge(x: number, out: Float64Array): number {
	halfPiInteger ||= (arctanOfInverse(5n) * 16n - arctanOfInverse(239n) * 4n) >> 1n;
	const integer = Math.abs(x) < 2 ** 53 ? BigInt(x * 2 ** 32) << (HUGE_BITS - 32n) : BigInt(x) << HUGE_BITS;
	const sign = integer < 0n ? -1n : 1n;
	const n = (integer + (sign * halfPiInteger) / 2n) / halfPiInteger;
	const remainder = (integer - n * halfPiInteger) >> (HUGE_BITS - 200n);
	const high = Number(remainder);
	out[0] = high * 2 ** -200;
	out[1] = Number(remainder - BigInt(high)) * 2 ** -200;
	return Number(BigInt.asUintN(2, n));
}

/** arctan(1/n) with {@link HUGE_BITS} bits after the point, by its Taylor series; gives π by Machin's formula. */
function arctanOfInverse(n: bigint): bigint {
	let power = (1n << HUGE_BITS) / n;
	let sum = 0n;
	for (let k = 1n; power !== 0n; k += 4n) {
		sum += power / k;
		power /= n * n;
		sum -= power / (k + 2n);
		power /= n * n;
	}
	return sum;
}

/** arctan(k/16) for k from 0 to 16, each as high and low part. */
const ARCTAN_TABLE = [
	0.0, 0.0, 0.06241880999595735, -1.5490756308295046e-18, 0.12435499454676144, -3.1253241424539383e-18,
	0.18534794999569476, 4.180692268843079e-18, 0.24497866312686414, 1.0698755618734451e-17, 0.3028848683749714,
	-1.1010827903001369e-17, 0.35877067027057225, -2.4623815582638635e-17, 0.4124104415973873,
	-1.587652227770689e-17, 0.4636476090008061, 2.2698777452961687e-17, 0.5123894603107377,
	-2.5462781472855804e-17, 0.5585993153435624, -5.4556305485916264e-18, 0.6022873461349642,
	2.950430737228402e-17, 0.6435011087932844, 1.5834785051444286e-17, 0.6823165548747481,
	6.943223671560008e-18, 0.7188299996216245, -2.1478388444456983e-17, 0.7531512809621944,
	-2.4256934659182068e-17, 0.7853981633974483, 3.061616997868383e-17,
];

/**
 * The angle of the point (x, y) from the x axis, −π to π; signed zeros and infinities as `Math.atan2` has them.
 *
 * arctan(t) = arctan(c) + arctan((t − c) / (1 + t·c)) with c the nearest sixteenth, in doubled precision.
 */
export function atan2(y: number, x: number): number {
	if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
	const infinite = Math.abs(x) === Number.POSITIVE_INFINITY || Math.abs(y) === Number.POSITIVE_INFINITY;
	const height = infinite ? Number(Math.abs(y) === Number.POSITIVE_INFINITY) : Math.abs(y);
	const width = infinite ? Number(Math.abs(x) === Number.POSITIVE_INFINITY) : Math.abs(x);
	const left = x < 0 || Object.is(x, -0);
	const steep = height > width;
	arctanOfRatio(steep ? width : height, steep ? height : width, pair);
	const sign = steep === left ? 1 : -1;
	const quarters = steep ? 1 : left ? 2 : 0;
	const offset = quarters * HALF_PI_HIGH;
	const high = offset + sign * pair[0];
	const lost = offset - high + sign * pair[0];
	const angle = high + (lost + quarters * HALF_PI_LOW + sign * pair[1]);
	return y < 0 || Object.is(y, -0) ? -angle : angle;
}

const pair = new Float64Array(2);

/** Writes arctan(a / b) as high and low part into `out`, for 0 ≤ a ≤ b. */
function arctanOfRatio(a: number, b: number, out: Float64Array): void {
	if (a === 0 || a < b * 2 ** -28) {
		out[0] = a === 0 ? 0 : a / b;
		out[1] = 0;
		return;
	}
	const scale = b > 2 ** 500 ? 2 ** -600 : b < 2 ** -400 ? 2 ** 600 : 1;
	const small = a * scale;
	const large = b * scale;
	const k = (small / large) * 16 + ROUNDER - ROUNDER;
	const c = k / 16;
	const cLarge = c * large;
	const cSmall = c * small;
	// (small − c·large) / (large + c·small) as u + rest; the first difference is exact.
	const top = small - cLarge;
	const bottom = large + cSmall;
	const bottomLost = large - bottom + cSmall + productError(c, small, cSmall);
	const u = top / bottom;
	const back = u * bottom;
	const topLost = top - back - productError(u, bottom, back) - productError(c, large, cLarge);
	const rest = (topLost - u * bottomLost) / bottom;
	const z = u * u;
	const series = u * z * (-1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9 - z / 11))));
	const known = ARCTAN_TABLE[2 * k];
	out[0] = known + u;
	out[1] = known - out[0] + u + (ARCTAN_TABLE[2 * k + 1] + rest + series);
}

/** What `a · b` lost when it was rounded to `product`, exactly (Veltkamp and Dekker). */
function productError(a: number, b: number, product: number): number {
	const aScaled = a * 134217729;
	const aHigh = aScaled - (aScaled - a);
	const aLow = a - aHigh;
	const bScaled = b * 134217729;
	const bHigh = bScaled - (bScaled - b);
	const bLow = b - bHigh;
	return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}
