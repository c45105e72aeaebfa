// Runs soaks: the rounds of every plan that a `*.soak.ts` exports, in order, until all are done or one fails.
import { randomInt } from "node:crypto";
import { resolve } from "node:path";
import { root } from "./bootstrap/command.mjs";
import { soakOptions } from "./soak/options.mjs";
import { loadPlans, soakFiles } from "./soak/plans.mjs";
import { openProgress } from "./soak/progress.mjs";
import { reproduction, runRound } from "./soak/round.mjs";

const say = (line) => process.stdout.write(`${line}\n`);
const stop = new AbortController();
let current = null;

for (const signal of ["SIGINT", "SIGTERM"])
	process.once(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
for (const kind of ["uncaughtException", "unhandledRejection"]) {
	process.on(kind, (error) => {
		process.stderr.write(`${error?.stack ?? error}\n`);
		process.exit(1);
	});
}
process.on("exit", () => {
	if (current) process.stderr.write(`again: ${reproduction(...current)}\n`);
});

try {
	await soak(soakOptions(process.argv.slice(2)));
} catch (error) {
	current = null;
	if (error.cause?.stack) process.stderr.write(`${error.cause.stack}\n\n`);
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
}

async function soak(options) {
	const all = await loadPlans(soakFiles(options.in));
	const unknown = options.only.filter((name) => !all.some(({ plan }) => plan.name === name));
	if (unknown.length > 0)
		throw new Error(
			`no soak plan ${unknown.join(", ")}; known: ${all.map(({ plan }) => plan.name).join(", ")}`,
		);
	const entries = all.filter(({ plan }) => options.only.length === 0 || options.only.includes(plan.name));
	if (options.list) return list(entries);
	if (options.round !== undefined) return again(entries[0].plan, options.seed, options.round);
	await runAll(entries, options);
}

function list(entries) {
	for (const { plan, file } of entries)
		say(`${plan.name}: ${plan.rounds} rounds, ${plan.sampleRounds} in the test suite (${file})`);
}

async function again(plan, seed, index) {
	await timed({ plan }, { seed, index });
	say(`${plan.name}: round ${index} of seed ${seed} holds`);
}

async function runAll(entries, options) {
	const progress = openProgress(resolve(root, options.progress), {
		entries,
		...options,
		newSeed: () => randomInt(2 ** 32),
	});
	say(`seed ${progress.seed}${progress.resumed ? ", going on where the last run stopped" : ""}`);
	const until = performance.now() + (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
	for (const entry of entries) {
		const rounds = options.rounds ?? entry.plan.rounds;
		while (progress.done(entry) < rounds) {
			if (performance.now() >= until)
				return say(`${options.minutes} minutes are over; run it again to go on`);
			const index = progress.done(entry);
			const seconds = await timed(entry, { seed: progress.seed, index });
			progress.advance(entry);
			say(`${entry.plan.name}: ${index + 1} of ${rounds} (${seconds.toFixed(1)} s)`);
			stop.signal.throwIfAborted();
		}
		say(`${entry.plan.name}: all ${rounds} rounds hold`);
	}
	say(`${entries.length} of ${entries.length} soak plans held`);
}

async function timed({ plan }, { seed, index }) {
	current = [plan.name, seed, index];
	const started = performance.now();
	await runRound(plan, { seed, index, signal: stop.signal });
	current = null;
	return (performance.now() - started) / 1000;
}
