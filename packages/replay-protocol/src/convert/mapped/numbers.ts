const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const notMeasured = /^(?:|[+-]?nan)$/i;
const integer = /^[+-]?\d{1,19}$/;

/** The number that a cell says; NaN for an empty one and for `nan`; null for anything else, infinities too. */
export function parseNumber(cell: string): number | null {
	const text = cell.trim();
	if (!decimal.test(text)) return notMeasured.test(text) ? Number.NaN : null;
	const value = Number(text);
	return Number.isFinite(value) ? value : null;
}

/**
 * What a cell that is no number should be, in words.
 *
 * @param what such as `a number`
 */
export function expectedNumber(what: string, cell: string): string {
	return /^[+-]?\d+,\d+(?:[eE][+-]?\d+)?$/.test(cell.trim())
		? `${what} with a decimal point, not a comma`
		: what;
}

/** The 64-bit integer that a cell says; null for anything else. */
export function parseInteger(cell: string): bigint | null {
	const text = cell.trim();
	if (!integer.test(text)) return null;
	const value = BigInt(text.replace(/^\+/, ""));
	return value === BigInt.asIntN(64, value) ? value : null;
}

/** The truth that a cell says: `true`, `false`, `1`, `0`; null for anything else. */
export function parseBool(cell: string): 0 | 1 | null {
	const text = cell.trim().toLowerCase();
	if (text === "true" || text === "1") return 1;
	return text === "false" || text === "0" ? 0 : null;
}
