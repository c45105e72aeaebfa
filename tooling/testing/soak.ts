/** What one round of a soak is given. */
export interface SoakRound {
	/** The round's own seed, an unsigned 32-bit integer made from the run's seed and the index. */
	readonly seed: number;
	/** Which round this is, from 0. */
	readonly index: number;
	/** Aborted when the run is stopped; a round that waits should give up then. */
	readonly signal: AbortSignal;
	/** Absolute path of an empty folder that is the round's own. Removed afterwards, kept when the round fails. */
	readonly scratch: string;
}

/** Many rounds of one kind, each independent of the others. */
export interface SoakPlan {
	/** Kebab-case name, unique in the workspace: `host-sigkill`. */
	readonly name: string;
	/** How many rounds a whole soak runs. */
	readonly rounds: number;
	/** How many of them, from the first, the test suite runs on every change: few enough for seconds. */
	readonly sampleRounds: number;
	/**
	 * Runs one round, and throws when something does not hold. What it does must follow from `seed` alone, so that
	 * `npm run soak -- --only NAME --seed S --round N` does it again.
	 */
	round(round: SoakRound): Promise<void>;
}

/**
 * Defines a soak plan. A `*.soak.ts` file in a package or an app exports one or several; `npm run soak` runs them whole,
 * the test suite runs a fixed sample. Both run from the workspace's root; `import.meta.url` is the bundle's in a soak.
 *
 * ```ts
 * export const readerFuzz = defineSoak({
 *   name: "npz-reader-fuzz",
 *   rounds: 500,
 *   sampleRounds: 2,
 *   async round({ seed }) {
 *     await fc.assert(readerNeverCrashes, { seed, numRuns: 200 });
 *   },
 * });
 * ```
 *
 * @throws TypeError when the name is not kebab-case, or a count is no positive integer, or the sample exceeds the whole
 */
export function defineSoak(plan: SoakPlan): SoakPlan {
	if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(plan.name))
		throw new TypeError(`a soak's name is kebab-case, not "${plan.name}"`);
	for (const key of ["rounds", "sampleRounds"] as const) {
		if (!Number.isSafeInteger(plan[key]) || plan[key] < 1)
			throw new TypeError(`${plan.name}: ${key} is a positive integer, not ${plan[key]}`);
	}
	if (plan.sampleRounds > plan.rounds)
		throw new TypeError(`${plan.name}: a sample of ${plan.sampleRounds} exceeds ${plan.rounds} rounds`);
	return plan;
}
