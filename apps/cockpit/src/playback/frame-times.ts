import type { FloatArray } from "@hindcast/replay-protocol";

const SPLITTER = 2 ** 27 + 1;
const NS_PER_SECOND = 1e9;

/**
 * Frame times as integer nanoseconds after the first frame.
 *
 * Each value is `(t[k] - t[0]) * 1e9` rounded once to the nearest integer (ties up), as exact arithmetic would give
 * it: the difference and the product are carried with their rounding errors (TwoSum; Dekker's product with
 * Veltkamp's split).
 *
 * @param t (T,) seconds
 * @returns (T,) integer nanoseconds from `t[0]`
 * @throws RangeError for a time that is not finite or 2^53 ns (104 days) or more away from the first
 */
export function frameTimesNs(t: FloatArray): Float64Array {
	const { data } = t;
	const times = new Float64Array(data.length);
	for (let k = 1; k < data.length; k++) times[k] = elapsedNs(data[0], data[k]);
	if (data.length > 0 && !Number.isFinite(data[0])) throw new RangeError(`time ${data[0]} is not finite`);
	return times;
}

function elapsedNs(start: number, end: number): number {
	const difference = end - start;
	const shadow = difference - end;
	const differenceError = end - (difference - shadow) + (-start - shadow);
	const product = difference * NS_PER_SECOND;
	if (!(Math.abs(product) <= Number.MAX_SAFE_INTEGER)) {
		throw new RangeError(`time ${end} s is not within 2^53 ns of the first frame's ${start} s`);
	}
	const error = productError(difference, product) + differenceError * NS_PER_SECOND;
	const whole = Math.floor(product);
	// The exact value is (product + error); its distance from the next half decides, in an order that stays exact.
	const fromHalf = product - whole - 0.5;
	if (fromHalf + error >= 0) return fromHalf + error >= 1 ? whole + 2 : whole + 1;
	return fromHalf + error < -1 ? whole - 1 : whole;
}

/** `a * 1e9 - product`, exactly: 1e9 has 21 significant bits, so it needs no split of its own. */
function productError(a: number, product: number): number {
	const split = a * SPLITTER;
	const high = split - (split - a);
	const low = a - high;
	return high * NS_PER_SECOND - product + low * NS_PER_SECOND;
}
