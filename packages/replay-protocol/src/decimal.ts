/** Where the parts of a JSON number are, as offsets; its grammar is checked. One object serves all numbers of a scanner. */
export interface DecimalParts {
	/** First digit, behind the sign. */
	start: number;
	/** Digits behind the point. */
	fractionDigits: number;
	/** End of the digits. */
	digitsEnd: number;
	/** End of the number, behind its exponent if it has one. */
	end: number;
}

const powers = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
const largestExactPower = 22;
const highDigits = 15;
const mostDigits = 19;
/** Veltkamp's constant for float64, 2^27 + 1. */
const splitter = 134217729;
/** Far above the error of the double-double arithmetic below (2^-100), far below half a unit in the last place (2^-54). */
const doubt = 2 ** -90;

/**
 * The float64 nearest to a decimal number, without its sign.
 *
 * Up to 19 digits and powers of ten up to 10^±22 are computed in double-double arithmetic (Dekker 1971) and taken when
 * the rounding is beyond doubt; the engine parses the rest.
 */
export function parseDecimal(bytes: Uint8Array, parts: Readonly<DecimalParts>): number {
	let high = 0;
	let low = 0;
	let digits = 0;
	for (let i = parts.start; i < parts.digitsEnd; i++) {
		const digit = bytes[i] - 0x30;
		if (digit < 0 || (digits === 0 && digit === 0)) continue;
		if (digits++ < highDigits) high = high * 10 + digit;
		else if (digits <= mostDigits) low = low * 10 + digit;
	}
	if (digits === 0) return 0;
	const exponent = parseExponent(bytes, parts) - parts.fractionDigits;
	if (digits <= mostDigits && Math.abs(exponent) <= largestExactPower) {
		const value = scale(high, low, Math.max(0, digits - highDigits), exponent);
		if (!Number.isNaN(value)) return value;
	}
	return Number(
		String.fromCharCode.apply(null, bytes.subarray(parts.start, parts.end) as unknown as number[]),
	);
}

/** The explicit exponent; 0 without one, and beyond every shortcut where it is long. */
function parseExponent(bytes: Uint8Array, { digitsEnd, end }: Readonly<DecimalParts>): number {
	if (digitsEnd === end) return 0;
	const sign = bytes[digitsEnd + 1];
	const signed = sign === 0x2b || sign === 0x2d;
	const first = digitsEnd + (signed ? 2 : 1);
	if (end - first > 3) return Number.POSITIVE_INFINITY;
	let exponent = 0;
	for (let i = first; i < end; i++) exponent = exponent * 10 + (bytes[i] - 0x30);
	return sign === 0x2d ? -exponent : exponent;
}

/** (high × 10^lowDigits + low) × 10^exponent, or NaN where its rounding is in doubt. */
function scale(high: number, low: number, lowDigits: number, exponent: number): number {
	const product = high * powers[lowDigits];
	const head = product + low;
	// Both errors are small integers, so the mantissa head + tail is exact.
	const tail = productError(high, powers[lowDigits], product) + (low - (head - product));
	if (exponent === 0) return head + tail;
	const power = powers[Math.abs(exponent)];
	if (exponent > 0) {
		const scaled = head * power;
		return settle(scaled, productError(head, power, scaled) + tail * power);
	}
	const quotient = head / power;
	const back = quotient * power;
	return settle(quotient, (head - back - productError(quotient, power, back) + tail) / power);
}

/** The rounded sum, or NaN where a tiny change of the second part would round otherwise. */
function settle(value: number, rest: number): number {
	const slack = value * doubt;
	const above = value + (rest + slack);
	return above === value + (rest - slack) ? above : Number.NaN;
}

/** a × b - product, exactly (Dekker's product). */
function productError(a: number, b: number, product: number): number {
	const aSplit = splitter * a;
	const aHigh = aSplit - (aSplit - a);
	const aLow = a - aHigh;
	const bSplit = splitter * b;
	const bHigh = bSplit - (bSplit - b);
	const bLow = b - bHigh;
	return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}
