// How far a soak got, kept after every round, so that a stopped one goes on where it was.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Reads the progress file: `{ seed, plans: { name: { code, done } } }`; null where there is none that can be read. */
function readProgress(file) {
	if (!existsSync(file)) return null;
	try {
		const { seed, plans } = JSON.parse(readFileSync(file, "utf8"));
		return Number.isInteger(seed) && plans ? { seed, plans } : null;
	} catch {
		return null;
	}
}

/**
 * Progress of one run over plans. It goes on with the run in `file` while that has rounds to do; another seed, `fresh`,
 * or a run that is over starts a new one, and a plan whose code changed starts again in it.
 *
 * @param file the progress file
 * @param wanted `{ entries, seed, fresh, rounds, newSeed }`: the plans as loaded, the seed and the count of rounds if given, and how to draw a seed
 * @returns `{ seed, resumed, done(entry), advance(entry) }`
 */
export function openProgress(file, { entries, seed, fresh, rounds, newSeed }) {
	const kept = readProgress(file);
	const isSame = kept !== null && !fresh && (seed === undefined || seed === kept.seed);
	const doneIn = (plans, { plan, code }) => (plans[plan.name]?.code === code ? plans[plan.name].done : 0);
	const isOver =
		isSame && entries.every((entry) => doneIn(kept.plans, entry) >= (rounds ?? entry.plan.rounds));
	const goesOn = isSame && !isOver;
	const state = goesOn ? kept : { seed: seed ?? newSeed(), plans: {} };
	return {
		seed: state.seed,
		resumed: goesOn && entries.some((entry) => doneIn(state.plans, entry) > 0),
		done: (entry) => doneIn(state.plans, entry),
		advance(entry) {
			state.plans[entry.plan.name] = { code: entry.code, done: doneIn(state.plans, entry) + 1 };
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(`${file}.next`, `${JSON.stringify(state, null, "\t")}\n`);
			renameSync(`${file}.next`, file);
		},
	};
}
