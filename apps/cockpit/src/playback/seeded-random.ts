/** Random values that a seed repeats, for tests that compare with a brute-force twin. */
export interface SeededRandom {
	/** A number from `least` (included) to `most` (not). */
	between(least: number, most: number): number;
	/** An integer from `least` to `most`, both included. */
	integer(least: number, most: number): number;
	/** One of the given values. */
	pick<T>(values: readonly T[]): T;
	/** Up to `most` values. */
	list<T>(most: number, make: () => T): T[];
}

/** Makes a generator (mulberry32). */
export function seededRandom(seed: number): SeededRandom {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const between = (least: number, most: number) => least + (most - least) * next();
	const integer = (least: number, most: number) => Math.floor(between(least, most + 1));
	return {
		between,
		integer,
		pick: (values) => values[integer(0, values.length - 1)],
		list: (most, make) => Array.from({ length: integer(0, most) }, make),
	};
}
