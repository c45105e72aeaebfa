// Runs benchmarks: each `*.bench.ts` is bundled from source and run in a Node of its own.
// A benchmark prints its rows and exits non-zero when a floor is missed.
import { spawnSync } from "node:child_process";
import { root } from "./bootstrap/command.mjs";
import { bundle, scriptsEnding } from "./bundle.mjs";

const named = process.argv.slice(2);
const files = named.length > 0 ? named : scriptsEnding(".bench.ts");
const missed = [];

for (const file of files) {
	process.stdout.write(`\n${file}\n`);
	const script = await bundle(file, "reports/bench");
	const { status } = spawnSync(process.execPath, ["--expose-gc", script], { cwd: root, stdio: "inherit" });
	if (status !== 0) missed.push(file);
}

process.stdout.write(`\n${files.length - missed.length} of ${files.length} benchmarks held their floors\n`);
for (const file of missed) process.stdout.write(`missed: ${file}\n`);
process.exitCode = missed.length > 0 ? 1 : 0;
