import { Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createProgress } from "./progress.ts";

function showing(isTTY: boolean) {
	let text = "";
	let time = 0;
	const stderr = Object.assign(
		new Writable({
			write: (chunk, _, done) => {
				text += chunk;
				done();
			},
		}),
		{ isTTY },
	);
	const stdout = new Writable({ write: (_, __, done) => done() });
	const signal = new AbortController().signal;
	const progress = createProgress("run.npz", {
		stdin: Readable.from([]),
		stdout,
		stderr,
		signal,
		env: {},
		now: () => time,
	});
	for (; time <= 350; time += 10) progress.show({ bytesDone: time, bytesTotal: 400 });
	progress.end();
	return text;
}

describe("progress", () => {
	it("goes to a terminal, at most ten times a second, and is cleared", () => {
		expect(showing(true)).toBe("\r\x1b[Krun.npz 25 %\r\x1b[Krun.npz 50 %\r\x1b[Krun.npz 75 %\r\x1b[K");
	});

	it("goes nowhere else", () => expect(showing(false)).toBe(""));
});
