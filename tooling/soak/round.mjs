// One round of a soak plan: its seed, its folder, its end.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The seed of one round: mixes the run's seed and the index so that neighbouring rounds share nothing.
 *
 * @param seed of the run, an unsigned 32-bit integer
 * @param index of the round
 * @returns an unsigned 32-bit integer; the finaliser is MurmurHash3's (Appleby, public domain)
 */
export function roundSeed(seed, index) {
	let mixed = (seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0;
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Runs one round in a folder of its own, which is removed when the round holds.
 *
 * @param plan a plan made with `defineSoak`
 * @param run `{ seed, index, signal }`: the run's seed, the round, what stops it
 * @throws SoakFailure when the round does not hold; the signal's reason when it was stopped
 */
export async function runRound(plan, { seed, index, signal }) {
	const scratch = await mkdtemp(join(tmpdir(), `hindcast-soak-${plan.name}-`));
	try {
		await plan.round({ seed: roundSeed(seed, index), index, signal, scratch });
	} catch (cause) {
		if (signal.aborted) {
			await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
			throw signal.reason;
		}
		throw new SoakFailure(plan, { seed, index, scratch }, cause);
	}
	await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}

/** A round that did not hold: its cause, its folder and the command that runs it again. */
class SoakFailure extends Error {
	constructor(plan, { seed, index, scratch }, cause) {
		super(
			`${plan.name}, round ${index}: ${cause instanceof Error ? cause.message : String(cause)}\n` +
				`its folder is kept: ${scratch}\n` +
				`again: ${reproduction(plan.name, seed, index)}`,
			{ cause },
		);
		this.name = "SoakFailure";
	}
}

/** The command that runs one round again. */
export function reproduction(name, seed, index) {
	return `npm run soak -- --only ${name} --seed ${seed} --round ${index}`;
}
