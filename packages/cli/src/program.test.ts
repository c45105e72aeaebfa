import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callProgram } from "./testing/call.ts";
import { buildCli, type Cli } from "./testing/cli.ts";
import { vectorBytes } from "./testing/replays.ts";

const names = ["validate", "inspect", "convert", "sanitize", "digest", "annotate", "serve"];
let cli: Cli;
beforeAll(async () => {
	cli = await buildCli();
	await writeFile(join(cli.folder, "run.npz"), await vectorBytes("npz"));
}, 120_000);
afterAll(() => cli.remove());

describe("hindcast", { timeout: 120_000 }, () => {
	it("lists its commands, and helps on each without running it", async () => {
		const help = await cli.run(["--help"]);
		expect([help.code, help.stderr]).toEqual([0, ""]);
		expect([...help.stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name)).toEqual(names);
		for (const name of names) {
			const { code, stdout } = await callProgram([name, "--bogus", "-h"]);
			expect([code, stdout.startsWith(`Usage: hindcast ${name}`)]).toEqual([0, true]);
			expect((await callProgram(["help", name])).stdout).toBe(stdout);
			expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(125);
		}
	});

	it("says its version and its exit codes", async () => {
		expect((await cli.run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
		const { stdout } = await cli.run(["help", "exit-codes"]);
		expect([...stdout.matchAll(/^ {2,}(\d+) {2}/gm)].map(([, code]) => code)).toEqual([
			"0",
			"1",
			"2",
			"3",
			"70",
			"130",
			"141",
		]);
	});

	it.each([
		[[], "no command was given", "See hindcast --help."],
		[["valdate"], 'there is no command "valdate"', "Did you mean validate? See hindcast --help."],
		[["xyzzy-plugh"], 'there is no command "xyzzy-plugh"', "See hindcast --help."],
		[["help", "xyzzy-plugh"], 'there is no command "xyzzy-plugh"', "See hindcast --help."],
		[["validate"], "validate needs a file", "See hindcast validate --help."],
		[["validate", "--publik", "x"], "Unknown option '--publik'", "See hindcast validate --help."],
		[["inspect", "a", "b"], "inspect takes one file at a time", /^Run it once/],
		[["digest", "x", "--model"], /--model .*argument missing/, "See hindcast digest --help."],
		[["sanitize", "x"], "sanitize needs -o OUT", "See hindcast sanitize --help."],
		[["convert", "x"], "convert needs -o OUT", "See hindcast convert --help."],
		[["convert", "run.npz", "-o", "x"], "x does not say its encoding", "Add --encoding json, npz, msgpack."],
		[["convert", "run.npz", "-o", "x.npz", "--encoding", "json"], /contradicts the name x\.npz/, /^Leave/],
		[["convert", "run.npz", "-o", "x.npz", "--fill", "hold"], /--fill needs a kind of source/, /^See/],
		[["convert", "csv", "run.npz", "-o", "x.npz"], "csv needs --mapping FILE", /^See/],
		[["convert", "telemetry", "x", "-o", "x.npz", "--mapping", "y"], "telemetry takes no --mapping", /^Only/],
		[["annotate", "x", "--from", "-1"], /^Option '--from'/, /--from=-0\.5/],
		[["annotate", "run.npz", "--frame", "f-0"], "a note needs --label", /^See/],
		[["serve", "--port", "http"], '"http" is no port', "Write a number from 0 to 65535."],
		[["serve", "x"], "serve takes options only", /^See/],
	])("ends with 2 and says how for %j", async (args, message, hint) => {
		const { code, stdout, stderr } = await callProgram(args);
		const [first = "", second = ""] = stderr.split("\n");
		expect([code, stdout]).toEqual([2, ""]);
		expect(first.slice("hindcast: usage: ".length)).toEqual(
			typeof message === "string" ? message : expect.stringMatching(message),
		);
		expect(second.slice("hint: ".length)).toEqual(
			typeof hint === "string" ? hint : expect.stringMatching(hint),
		);
		expect(stderr).toMatch(/^hindcast: usage: .*\nhint: .*\n$/);
	});

	it("says how to install the host where it is absent", async () => {
		const { code, stdout, stderr } = await cli.run(["serve"]);
		expect([code, stdout]).toEqual([3, ""]);
		expect(stderr).toBe(
			"hindcast: host-missing: the package @hindcast/host is not installed\n" +
				"hint: Install it beside hindcast: npm install @hindcast/host\n",
		);
	});

	it("ends quietly when the reader of its output goes away", async () => {
		const script = "{ $HINDCAST validate $(yes run.npz | head -n 400); echo ended $? >&2; } | head -n 1";
		const { stdout, stderr } = await cli.run([], { shell: script });
		expect(stdout).toMatch(/^run\.npz: valid.*\n$/);
		expect(stderr).toBe("ended 141\n");
	});

	it("stops on SIGINT with 130 while it waits, and says so", async () => {
		for (const signal of ["SIGINT", "SIGTERM"] as const) {
			const child = cli.start(["validate", "run.npz", "-"]);
			let stderr = "";
			child.stderr?.on("data", (chunk: Buffer) => {
				stderr += chunk;
			});
			const closed = new Promise((resolve) => child.on("close", resolve));
			child.stdin?.write("{");
			// The first verdict comes before it waits for the rest of the second file.
			await new Promise((resolve) => child.stdout?.once("data", resolve));
			child.kill(signal);
			expect(await closed).toBe(130);
			expect(stderr).toBe(
				"hindcast: interrupted: stopped by a signal\nhint: Nothing was written; run it again.\n",
			);
		}
	});
});
