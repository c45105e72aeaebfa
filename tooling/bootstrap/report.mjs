// Progress and plain errors on the terminal.

/** Prints one line. */
export function say(line) {
	process.stdout.write(`${line}\n`);
}

/** Prints what is wrong and ends with exit code 1. */
export function fail(message) {
	process.stderr.write(`hindcast: ${message}\n`);
	process.exit(1);
}

/** Runs a step and says how long it took. */
export async function step(label, work) {
	const started = performance.now();
	say(`› ${label}`);
	const result = await work();
	say(`  ${((performance.now() - started) / 1000).toFixed(1)} s`);
	return result;
}
