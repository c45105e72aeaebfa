import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumLaunch } from "../testing/chromium.ts";
import { libraries, packages, published, read, root } from "./workspace.ts";

/**
 * What a stranger gets: everything that is published, packed as it would be, installed from its tarballs into an empty
 * project; the README's examples run there, the host serves, and the command does without the host.
 */
const project = mkdtempSync(join(tmpdir(), "hindcast-packages-"));
const tarballs = new Map<string, string>();

function run(program: string, args: readonly string[], cwd: string): string {
	return execFileSync(program, args, {
		cwd,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "pipe"],
		maxBuffer: 1 << 26,
	});
}

function pack(folder: string): string {
	const into = mkdtempSync(join(project, "pack-"));
	run("pnpm", ["pack", "--pack-destination", into], join(root, folder));
	return join(into, readdirSync(into)[0] ?? "");
}

beforeAll(() => {
	for (const { folder, manifest } of published()) tarballs.set(manifest.name, pack(folder));
	installTarballs(project, [...tarballs.keys()]);
}, 300_000);

/** Makes `folder` a project that depends on the packages named; whatever else of ours they need comes from tarballs too. */
function installTarballs(folder: string, names: readonly string[]): void {
	const files = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]));
	const dependencies = Object.fromEntries(names.map((name) => [name, files[name]]));
	const { "@hindcast/host": host, ...others } = files;
	const overrides = names.includes("@hindcast/host") ? { ...others, "@hindcast/host": host } : others;
	writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies, overrides }));
	run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"], folder);
}

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** The ```js blocks of a package's README, in order. The first one runs anywhere, the rest need Node. */
function examples(folder: string): string[] {
	return [...read(`${folder}/README.md`).matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
}

/** The same example for `require`: its imports turned into calls, its top level into a function. */
function asCommonJs(code: string): string {
	const body = code.replace(
		/^import (\{[^}]*\}) from ("[^"]+");$/gm,
		(_, names: string, from: string) => `const ${names.replaceAll(" as ", ": ")} = require(${from});`,
	);
	return `(async () => {\n${body}\n})().catch((error) => { console.error(error); process.exit(1); });\n`;
}

for (const { name, folder, manifest } of libraries()) {
	describe(`${name} as published`, () => {
		it("passes publint", () => {
			expect(run("publint", ["--strict", join(root, folder)], root)).toContain("All good");
		}, 60_000);

		it("passes are-the-types-wrong", () => {
			run("attw", [tarballs.get(manifest.name) ?? "", "--profile", "esm-only", "--no-emoji"], root);
		}, 60_000);

		it("ships its build, its README and its licence", () => {
			const installed = join(project, "node_modules", manifest.name);
			const entries = Object.values(manifest.publishConfig?.exports ?? {}).flatMap((target) =>
				typeof target === "string" ? target : Object.values(target),
			);
			for (const file of [...entries, "README.md", "LICENSE"])
				expect(existsSync(join(installed, file)), file).toBe(true);
			expect(existsSync(join(installed, "src"))).toBe(false);
		});

		it("has README examples", () => expect(examples(folder).length).toBeGreaterThan(0));

		for (const [index, code] of examples(folder).entries()) {
			it(`example ${index + 1} runs by import`, () => {
				writeFileSync(join(project, `${name}-${index}.mjs`), code);
				run(process.execPath, [`${name}-${index}.mjs`], project);
			}, 60_000);

			it(`example ${index + 1} runs by require`, () => {
				writeFileSync(join(project, `${name}-${index}.cjs`), asCommonJs(code));
				run(process.execPath, [`${name}-${index}.cjs`], project);
			}, 60_000);
		}
	});
}

describe.skipIf(!existsSync(chromiumLaunch.executablePath))("in a browser bundle", () => {
	let browser: Browser;
	beforeAll(async () => {
		browser = await chromium.launch(chromiumLaunch);
	}, 60_000);
	afterAll(() => browser?.close());

	for (const { name, folder } of libraries()) {
		it(`${name}: the first README example runs`, async () => {
			mkdirSync(join(project, "bundle"), { recursive: true });
			writeFileSync(
				join(project, `${name}-browser.mjs`),
				`${examples(folder)[0]}\nglobalThis.finished = true;\n`,
			);
			const outfile = join(project, "bundle", `${name}.js`);
			await build({
				entryPoints: [join(project, `${name}-browser.mjs`)],
				bundle: true,
				format: "esm",
				platform: "browser",
				outfile,
				logLevel: "error",
			});
			const page = await browser.newPage();
			const errors: string[] = [];
			page.on("pageerror", (error) => errors.push(String(error)));
			await page.route("https://example.test/**", (route) =>
				route.request().url().endsWith(".js")
					? route.fulfill({ path: outfile, contentType: "text/javascript" })
					: route.fulfill({
							body: `<script type="module" src="/${name}.js"></script>`,
							contentType: "text/html",
						}),
			);
			await page.goto("https://example.test/");
			await page
				.waitForFunction("globalThis.finished === true || false", undefined, { timeout: 20_000 })
				.catch(() => errors.push("the example did not finish"));
			expect(errors).toEqual([]);
			await page.close();
		}, 60_000);
	}
});

describe("host as published", () => {
	it("serves the cockpit inside it and an empty catalog", async () => {
		const books = mkdtempSync(join(project, "books-"));
		const main = join(project, "node_modules/@hindcast/host/dist/main.js");
		const host = spawn(process.execPath, [main], {
			cwd: project,
			env: { ...process.env, PORT: "0", HINDCAST_BOOKS_DIR: books },
		});
		try {
			const url = await new Promise<string>((found, failed) => {
				host.stdout.on("data", (chunk) => {
					const [, address] = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(String(chunk)) ?? [];
					if (address) found(address);
				});
				host.on("exit", (code) => failed(new Error(`the host ended with ${code}`)));
			});
			expect(await (await fetch(url)).text()).toContain('<div id="root">');
			expect(await (await fetch(`${url}/api/moonrobo/replays`)).json()).toEqual({
				replay_count: 0,
				replays: [],
			});
		} finally {
			host.kill();
		}
	}, 60_000);
});

describe("the command as published, without the host", () => {
	const folder = mkdtempSync(join(tmpdir(), "hindcast-command-")); // not inside the project, whose host it would find
	const good = join(root, "fixtures/drop/tern-reach.npz");
	const hostile = join(root, "fixtures/drop/hostile.npz");
	const { manifest } = packages().find(({ name }) => name === "cli")!;

	function hindcast(args: readonly string[], input?: string) {
		const { status, stdout, stderr } = spawnSync("node_modules/.bin/hindcast", args, {
			cwd: folder,
			encoding: "utf8",
			timeout: 50_000,
			...(input !== undefined && { input }),
		});
		return { status, stdout, stderr };
	}

	beforeAll(() => {
		installTarballs(folder, [manifest.name]);
		expect(existsSync(join(folder, "node_modules/@hindcast/host"))).toBe(false);
	}, 120_000);

	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it("passes publint and ships its README and its licence", () => {
		expect(run("publint", ["--strict", join(root, "packages/cli")], root)).toContain("All good");
		const installed = join(folder, "node_modules", manifest.name);
		for (const file of ["README.md", "LICENSE"]) expect(existsSync(join(installed, file)), file).toBe(true);
		expect(existsSync(join(installed, "src"))).toBe(false);
	}, 60_000);

	it("says its version", () => {
		expect(run("npx", ["--no", "--", "hindcast", "--version"], folder)).toBe(`${manifest.version}\n`);
	}, 60_000);

	it("judges files and its standard input", () => {
		expect(hindcast(["validate", good]).status).toBe(0);
		const refused = hindcast(["validate", "--json", good, hostile]);
		expect(refused.status).toBe(1);
		const reports = refused.stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(reports.map(({ valid }) => valid)).toEqual([true, false]);
		const piped = hindcast(["validate", "--json", "-"], '{"metadata":{},"arrays":{}}');
		expect([piped.status, JSON.parse(piped.stdout).valid]).toEqual([1, false]);
	}, 60_000);

	it("runs the README's examples that need the demo only", () => {
		copyFileSync(good, join(folder, "run.npz"));
		for (const file of ["model/robot.urdf", "robot.json"])
			copyFileSync(join(root, "fixtures/books/tern-6", file), join(folder, basename(file)));
		const shell = [...read("packages/cli/README.md").matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
			.map(([, code = ""]) => code)
			.filter((code) => !/private\.npz|session-1|python3/.test(code));
		expect(shell.length).toBeGreaterThan(2);
		for (const code of shell) run("sh", ["-e", "-c", `PATH="$PWD/node_modules/.bin:$PATH"\n${code}`], folder);
		expect(hindcast(["validate", "run.msgpack"]).status).toBe(0);
	}, 60_000);

	it("says what serving needs, without a stack trace", () => {
		const { status, stderr } = hindcast(["serve"]);
		expect(status).toBeGreaterThan(0);
		expect(stderr).toContain("@hindcast/host");
		expect(stderr).not.toMatch(/^\s+at /m);
	}, 60_000);
});

describe("size budgets", () => {
	it("every entry keeps within its budget", () => {
		const { stdout } = spawnSync("size-limit", ["--json"], { cwd: root, encoding: "utf8" });
		const report = JSON.parse(stdout) as {
			name: string;
			size: number;
			passed: boolean;
		}[];
		expect(report.length).toBeGreaterThan(0);
		expect(report.filter(({ passed }) => !passed)).toEqual([]);
	}, 120_000);
});
