import { existsSync, readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { complaintsAbout, examplesIn, printedBy, saidBy } from "./testing/examples.ts";

// A watchdog, not a measure: the compiler starts cold.
vi.setConfig({ testTimeout: 120_000 });

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const examples = examplesIn(readme);

it("the README's examples compile under strict", () => {
	expect(examples.length).toBe(7);
	expect(complaintsAbout(examples)).toEqual([]);
});

it.each(examples.map((code, index) => [index, code] as const))(
	"example %i of the README prints what it says",
	async (_, code) => {
		const said = saidBy(code);
		expect(said.length).toBeGreaterThan(0);
		const lines = await printedBy(code);
		for (const line of said) {
			const found = lines.find((one) =>
				line.endsWith("…") ? one.startsWith(line.slice(0, -1)) : one === line,
			);
			expect(found, `${line} in ${JSON.stringify(lines)}`).toBeDefined();
		}
	},
);

it("the README's links lead somewhere, from the package too", () => {
	const targets = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, target]) => target ?? "");
	expect(targets.length).toBeGreaterThan(5);
	const repository = String(manifest.repository.url).replace(/^git\+(.*)\.git$/, "$1");
	for (const target of targets) {
		const [, path] = /^\.\/(.+)$/.exec(target) ?? [];
		if (path !== undefined) expect(manifest.files).toContain(path);
		else expect(target.startsWith(`${repository}/`), target).toBe(true);
		const place = path === undefined ? target.replace(/^.*\/(?:blob|tree)\/main\//, "../../") : path;
		expect(existsSync(new URL(`../${place}`, import.meta.url)), target).toBe(true);
	}
});

it("the README names every file of the package", () => {
	const [, section = ""] = readme.split("## In the package");
	for (const file of manifest.files as string[]) {
		if (file !== "README.md" && existsSync(new URL(`../${file}`, import.meta.url)))
			expect(section).toContain(file);
	}
});
