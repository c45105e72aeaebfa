// What `npm start`, `npm test` and `npm run …` do once the workspace is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { capture, root, run } from "./command.mjs";
import { closingLine, ofExit, ofPlaywright, ofVitest, total } from "./counts.mjs";
import { endWithParent } from "./parent.mjs";
import { probe } from "./probes.mjs";
import { fail, say, step } from "./report.mjs";

const playwrightConfig = "apps/cockpit/playwright.config.ts";
const vitestReport = resolve(root, "reports/vitest.json");
const playwrightReport = resolve(root, "reports/playwright.json");

/** Builds packages, host and cockpit; what did not change comes from turbo's cache. */
async function build() {
	const code = await step("building packages, host and cockpit", () =>
		run("turbo", ["run", "build", "--output-logs=errors-only"], { quiet: true }),
	);
	if (code !== 0) fail("the build failed; its output is above");
	return code;
}

/** Builds, seeds the demo data (never over what is there) and serves the cockpit, in this process, until it is stopped. */
async function start() {
	endWithParent();
	await build();
	process.chdir(root);
	process.env.HINDCAST_SEED_DIR ??= resolve(root, "fixtures/books");
	await import("../../apps/host/dist/main.js");
	return 0;
}

/** Runs the command line tool where npm was called; builds first where nothing was built. */
async function hindcast(args) {
	const main = resolve(root, "packages/cli/dist/main.js");
	if (!existsSync(main)) await build();
	const cwd = process.env.INIT_CWD ?? process.cwd();
	return spawnSync(process.execPath, [main, ...args], { cwd, stdio: "inherit" }).status ?? 1;
}

/** Builds, then packs everything that is published as a release would, into `reports/packages`. */
async function pack() {
	await build();
	const into = resolve(root, "reports/packages");
	rmSync(into, { recursive: true, force: true });
	const published = ["--filter", "./packages/*", "--filter", "@hindcast/host"];
	return run("pnpm", [...published, "-r", "pack", "--pack-destination", into]);
}

/** Builds and runs every suite; the last line printed is the total. */
async function test() {
	for (const file of [vitestReport, playwrightReport]) rmSync(file, { force: true });
	const machine = await step("looking at what this machine has", async () => probe());
	await build();
	const counts = [
		ofExit(
			await step("types", () =>
				run("turbo", ["run", "typecheck", "--output-logs=errors-only"], { quiet: true }),
			),
		),
		ofExit(await step("lint and format", () => run("biome", ["ci", "--colors=off", "."], { quiet: true }))),
		ofExit(await step("unused files, exports and dependencies", () => run("knip", [], { quiet: true }))),
		await step("package suites", () => vitest(machine)),
		await step("cockpit, end to end", () => playwright(machine)),
	];
	const sum = total(counts);
	for (const [name, reason] of Object.entries(machine.missing)) say(`skipped for want of ${name}: ${reason}`);
	say(closingLine(sum));
	return sum.failed > 0 ? 1 : 0;
}

async function vitest({ missing, env }) {
	const projects = missing.chromium ? ["--project", "node"] : [];
	const count = ofVitest(vitestReport, await run("vitest", ["run", ...projects], { env }));
	if (missing.chromium) count.skipped += browserSuites(env);
	return count;
}

/** How many files of tests need a browser; found without one. */
function browserSuites(env) {
	const file = resolve(root, "reports/browser-suites.json");
	capture("vitest", ["list", "--project", "browser", "--filesOnly", `--json=${file}`], { env });
	return JSON.parse(readFileSync(file, "utf8")).length;
}

async function playwright({ missing, env }) {
	if (missing.chromium) {
		const { stdout } = capture("playwright", ["test", "-c", playwrightConfig, "--list", "--reporter=json"], {
			env,
		});
		return { passed: 0, failed: 0, skipped: JSON.parse(stdout).stats.skipped };
	}
	const code = await run("playwright", ["test", "-c", playwrightConfig], { env });
	return ofPlaywright(playwrightReport, code);
}

/** Runs the benchmarks named, or all of them. */
async function bench(args) {
	const { env } = probe();
	return run(process.execPath, ["tooling/bench.mjs", ...args], { env });
}

/** Builds, then runs the soaks. */
async function soak(args) {
	const { env } = probe();
	await build();
	// Ctrl-C reaches the soak as well, which ends by itself and says how to go on.
	process.on("SIGINT", () => {});
	return run(process.execPath, ["tooling/soak.mjs", ...args], { env });
}

/** Every task by its npm script; each takes the script's arguments and gives an exit code. */
export const tasks = {
	start,
	test,
	bench,
	soak,
	hindcast,
	pack,
	/** The workspace is installed before any task: this one is for scripts that go on by themselves. */
	install: () => 0,
};
