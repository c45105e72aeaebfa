// What `npm run soak` takes.
import { parseArgs } from "node:util";
import { scriptFolders } from "../bundle.mjs";

/** The options, one line each. */
const usage = `npm run soak -- [options]
  --list             name the plans and stop
  --only NAME        this plan; may be given more than once
  --rounds N         so many rounds of each plan, instead of its own number
  --minutes N        start no round after so many minutes; the next run goes on
  --seed S           the run's seed, 0 to 4294967295; another one than before starts again
  --round N          this one round of the plan named, with the seed given; keeps no progress
  --fresh            start again, whatever is done already
  --in FOLDER        look for plans here instead of packages and apps; may be given more than once
  --progress FILE    where the progress is kept, reports/soak/progress.json by default`;

const highestSeed = 0xffffffff;

/**
 * Reads the arguments.
 *
 * @returns `{ list, fresh, only, in, progress, rounds?, minutes?, seed?, round? }`
 * @throws Error with the usage when they make no sense
 */
export function soakOptions(args) {
	let values;
	try {
		values = parseArgs({
			args,
			options: {
				list: { type: "boolean", default: false },
				fresh: { type: "boolean", default: false },
				only: { type: "string", multiple: true, default: [] },
				rounds: { type: "string" },
				minutes: { type: "string" },
				seed: { type: "string" },
				round: { type: "string" },
				in: { type: "string", multiple: true, default: scriptFolders },
				progress: { type: "string", default: "reports/soak/progress.json" },
			},
		}).values;
	} catch (error) {
		throw new Error(`${error.message}\n${usage}`);
	}
	const options = {
		list: values.list,
		fresh: values.fresh,
		only: values.only,
		in: values.in,
		progress: values.progress,
		rounds: integer(values, "rounds", { least: 1 }),
		minutes: integer(values, "minutes", { least: 1 }),
		seed: integer(values, "seed", { most: highestSeed }),
		round: integer(values, "round", {}),
	};
	if (options.round !== undefined && (options.only.length !== 1 || options.seed === undefined))
		throw new Error(`--round needs --only with one plan, and --seed\n${usage}`);
	return options;
}

function integer(values, name, { least = 0, most = Number.MAX_SAFE_INTEGER }) {
	const text = values[name];
	if (text === undefined) return undefined;
	const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
	if (!(number >= least && number <= most))
		throw new Error(`--${name} is an integer from ${least} to ${most}, not "${text}"\n${usage}`);
	return number;
}
