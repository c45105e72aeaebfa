import { Readable, Writable } from "node:stream";
import { runProgram } from "../program.ts";

/** Runs the program in this process, for tables of cases that need no process each. */
export async function callProgram(args: readonly string[]) {
	const said = { stdout: "", stderr: "" };
	const into = (name: keyof typeof said) =>
		new Writable({
			write(chunk, _, done) {
				said[name] += String(chunk);
				done();
			},
		});
	const code = await runProgram(args, {
		stdin: Readable.from([]),
		stdout: into("stdout"),
		stderr: into("stderr"),
		signal: new AbortController().signal,
		env: {},
		now: () => 1_800_000_000_000,
	});
	return { code, ...said };
}
