#!/usr/bin/env node
import { exitCode } from "./exit-codes.ts";
import { runProgram } from "./program.ts";

const stop = new AbortController();
// Once each: whoever sends it a second time gets the default, an end at once.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

// What reads the output may close it early, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	process.exit(error.code === "EPIPE" ? exitCode.closedPipe : exitCode.io);
});
process.stderr.on("error", () => undefined);

const { stdin, stdout, stderr, env } = process;
process.exitCode = await runProgram(process.argv.slice(2), {
	stdin,
	stdout,
	stderr,
	env,
	signal: stop.signal,
	now: Date.now,
});
