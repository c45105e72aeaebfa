import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { numpyAvailable } from "@hindcast/tooling/python";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exitCode, exitCodesHelp } from "./exit-codes.ts";
import { buildCli, type Cli } from "./testing/cli.ts";
import { vectorBytes } from "./testing/replays.ts";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const fixture = (path: string) => fileURLToPath(new URL(`../../../fixtures/${path}`, import.meta.url));
/** Each shell example with what it is said to print, a line of it each. */
const examples = [...readme.matchAll(/^```sh\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?/gms)].map(
	([, code = "", printed = ""]) => ({ code, lines: printed.split("\n").filter((line) => line !== "") }),
);

let cli: Cli;
beforeAll(async () => {
	cli = await buildCli();
	await copyFile(fixture("drop/tern-reach.npz"), join(cli.folder, "run.npz"));
	await copyFile(fixture("books/tern-6/model/robot.urdf"), join(cli.folder, "robot.urdf"));
	await copyFile(fixture("books/tern-6/robot.json"), join(cli.folder, "robot.json"));
	const metadata = { visibility: "private" as const, host: "lab-17" };
	await writeFile(join(cli.folder, "private.npz"), await vectorBytes("npz", metadata));
	await writeSession(join(cli.folder, "session-1"));
}, 120_000);
afterAll(() => cli.remove());

/** A session of three frames of the robot that the examples use. */
async function writeSession(folder: string): Promise<void> {
	const { id, bridge, joints } = JSON.parse(await readFile(fixture("books/tern-6/robot.json"), "utf8"));
	await mkdir(folder);
	for (let i = 0; i < 3; i++) {
		const frame = {
			frame_id: `f-${i}`,
			robot_id: id,
			bridge_id: bridge.id,
			captured_at_ms: String(1_800_000_000_000 + 20 * i),
			mode: "high",
			joints: joints.map(({ name, index }: { name: string; index: number }) => ({
				name,
				index,
				position: i / 100,
				velocity: 0.5,
				torque: 0,
			})),
		};
		await writeFile(join(folder, `f-${i}.json`), JSON.stringify(frame));
	}
}

describe.skipIf(!numpyAvailable)("README", { timeout: 120_000 }, () => {
	it("has an example of every command that ends by itself", () => {
		for (const name of ["validate", "inspect", "convert", "sanitize", "digest", "annotate"])
			expect(examples.some(({ code }) => code.includes(`hindcast ${name} `))).toBe(true);
	});

	it.each(examples)("runs: $code", async ({ code, lines }) => {
		const {
			stdout,
			stderr,
			code: ended,
		} = await cli.run([], {
			shell: `set -e -o pipefail\nhindcast() { $HINDCAST "$@"; }\n${code}`,
		});
		expect([ended, stderr]).toEqual([0, expect.not.stringContaining("hindcast:")]);
		for (const line of lines) expect(stdout.split("\n")).toContain(line);
	});
});

describe("exit codes", () => {
	it("are the same in the README, in the help and in the code", () => {
		const codes = Object.values(exitCode).map(String);
		expect([...readme.matchAll(/^\| (\d+) \| .+ \|$/gm)].map(([, code]) => code)).toEqual(codes);
		expect([...exitCodesHelp.matchAll(/^ {2,}(\d+) {2}/gm)].map(([, code]) => code)).toEqual(codes);
	});
});
