import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { root } from "../bootstrap/command.mjs";
import { defineSoak } from "../testing/soak.ts";
import { soakOptions } from "./options.mjs";
import { openProgress } from "./progress.mjs";
import { roundSeed } from "./round.mjs";

const folder = mkdtempSync(join(tmpdir(), "hindcast-soak-test-"));
const progress = join(folder, "progress.json");
const log = join(folder, "rounds");
const runner = ["tooling/soak.mjs", "--in", "tooling/soak/testing", "--progress", progress];

beforeEach(() => {
	for (const file of [progress, log]) rmSync(file, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function soak(args: readonly string[], env: Record<string, string> = {}) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [...runner, ...args], {
		cwd: root,
		env: { ...process.env, TMPDIR: folder, SOAK_TEST_LOG: log, ...env },
		encoding: "utf8",
	});
	return { status, stdout, stderr };
}

/** Indices of the rounds run since the test began. */
function rounds(): number[] {
	if (!existsSync(log)) return [];
	return readFileSync(log, "utf8")
		.trim()
		.split(" ")
		.map((entry) => Number(entry.split(":")[0]));
}

describe("npm run soak", () => {
	it("runs every round, each with a seed of its own, and starts a new run after the last", () => {
		const first = soak(["--seed", "7"]);
		expect(first.stdout).toContain("1 of 1 soak plans held");
		expect(readFileSync(log, "utf8")).toBe(
			[0, 1, 2, 3].map((index) => `${index}:${roundSeed(7, index)} `).join(""),
		);
		expect(soak([]).stdout).not.toContain("seed 7");
		expect(rounds()).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
	});

	it("stops at the first failure with the command that repeats it, and goes on from there", () => {
		const failed = soak(["--seed", "7"], { SOAK_TEST_FAILS_AT: "2" });
		expect(failed.status).toBe(1);
		expect(failed.stderr).toContain("counting, round 2: this round fails");
		const [, again = ""] = /again: npm run soak -- (.*)/.exec(failed.stderr) ?? [];
		const [, kept = ""] = /its folder is kept: (.*)/.exec(failed.stderr) ?? [];
		expect(readFileSync(join(kept, "mark"), "utf8")).toBe(String(roundSeed(7, 2)));
		expect(soak(again.split(" ")).stdout).toContain("round 2 of seed 7 holds");
		const resumed = soak([]);
		expect(resumed.status).toBe(0);
		expect(resumed.stdout).toContain("seed 7, going on where the last run stopped");
		expect(rounds()).toEqual([0, 1, 2, 2, 2, 3]);
	});

	it("starts again with another seed or --fresh, and does as many rounds as asked", () => {
		soak(["--seed", "7", "--rounds", "2"]);
		soak(["--seed", "7", "--rounds", "3"]);
		soak(["--seed", "8", "--rounds", "1"]);
		soak(["--seed", "8", "--rounds", "2", "--fresh"]);
		expect(rounds()).toEqual([0, 1, 2, 0, 0, 1]);
	});

	it("a stopped round is no failure, and runs again", async () => {
		const child = spawn(process.execPath, [...runner, "--seed", "7"], {
			cwd: root,
			env: { ...process.env, SOAK_TEST_LOG: log, SOAK_TEST_WAITS_AT: "1" },
		});
		let stderr = "";
		child.stderr.on("data", (chunk) => {
			stderr += chunk;
		});
		await expect.poll(rounds, { timeout: 20_000 }).toEqual([0, 1]);
		const ended = new Promise((close) => child.on("close", close));
		child.kill("SIGINT");
		const status = await ended;
		expect(status).toBe(1);
		expect(stderr).toMatch(/^stopped by SIGINT/m);
		expect(stderr).not.toContain("again:");
		soak([]);
		expect(rounds()).toEqual([0, 1, 1, 2, 3]);
	}, 30_000);

	it.each(["SOAK_TEST_CRASHES_AT", "SOAK_TEST_HANGS_AT"])(
		"%s: names the round when it ends the process",
		(kind) => {
			const { status, stderr } = soak(["--seed", "7"], { [kind]: "1" });
			expect(status).not.toBe(0);
			expect(stderr).toContain("again: npm run soak -- --only counting --seed 7 --round 1\n");
		},
	);

	it("lists plans, and names what it does not know", () => {
		expect(soak(["--list"]).stdout).toBe(
			"counting: 4 rounds, 1 in the test suite (tooling/soak/testing/counting.soak.ts)\n",
		);
		const unknown = soak(["--only", "absent"]);
		expect([unknown.status, unknown.stderr]).toEqual([1, "no soak plan absent; known: counting\n"]);
		expect(rounds()).toEqual([]);
	});
});

describe("openProgress", () => {
	const entry = (code: string) => ({ plan: { name: "counting", rounds: 2 }, code });
	const open = (code: string, seed?: number) =>
		openProgress(progress, {
			entries: [entry(code)],
			seed,
			fresh: false,
			rounds: undefined,
			newSeed: () => 99,
		});

	it("starts a plan again when its code changed", () => {
		const first = open("before", 7);
		first.advance(entry("before"));
		expect(open("before").done(entry("before"))).toBe(1);
		const changed = open("after");
		expect([changed.seed, changed.resumed, changed.done(entry("after"))]).toEqual([7, false, 0]);
	});

	it("draws a seed when the last run is over", () => {
		const first = open("same", 7);
		first.advance(entry("same"));
		first.advance(entry("same"));
		expect(open("same").seed).toBe(99);
		expect(open("same", 7).done(entry("same"))).toBe(0);
	});
});

describe("arguments", () => {
	it.each([
		["--round 1", "--round needs"],
		["--round 1 --only a", "--round needs"],
		["--seed 4294967296", "--seed is an integer"],
		["--rounds 0", "--rounds is an integer"],
		["--rounds two", "--rounds is an integer"],
		["--minute 1", "Unknown option"],
	])("%s is refused", (args, message) => {
		expect(() => soakOptions(args.split(" "))).toThrow(message);
	});

	it("a plan that cannot be run is refused where it is defined", () => {
		const plan = { name: "good-name", rounds: 2, sampleRounds: 1, round: async () => {} };
		expect(defineSoak(plan)).toBe(plan);
		for (const wrong of [{ name: "Bad Name" }, { rounds: 0 }, { sampleRounds: 1.5 }, { sampleRounds: 3 }])
			expect(() => defineSoak({ ...plan, ...wrong })).toThrow(TypeError);
	});
});

describe("roundSeed", () => {
	it("differs between rounds and between runs, within 32 bits", () => {
		const seeds = [0, 1, 7, 0xffffffff].flatMap((seed) =>
			Array.from({ length: 500 }, (_, index) => roundSeed(seed, index)),
		);
		expect(new Set(seeds).size).toBe(seeds.length);
		for (const seed of seeds) expect(seed >>> 0).toBe(seed);
	});
});
