import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { python } from "@hindcast/tooling/python";
import { describe, expect, it } from "vitest";
import * as canonicalJson from "./index.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const errors = readFileSync(new URL("./errors.ts", import.meta.url), "utf8");
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** Runs one example with this package in place of its import, and gives what it logs. */
async function run(example: string): Promise<string[]> {
	const body = example.replace(
		/^import (\{.*\}) from "@hindcast\/canonical-json";$/m,
		"const $1 = canonicalJson;",
	);
	expect(body).not.toMatch(/^import/m);
	const lines: string[] = [];
	const log = (...values: unknown[]) => lines.push(values.map(String).join(" "));
	const AsyncFunction = (async () => {}).constructor as new (
		...words: string[]
	) => (...values: unknown[]) => Promise<void>;
	await new AsyncFunction("canonicalJson", "console", body)(canonicalJson, { log });
	return lines;
}

describe("README", () => {
	const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

	it("has examples that print exactly what they say", async () => {
		expect(examples).toHaveLength(3);
		for (const example of examples) {
			const said = [...example.matchAll(/console\.log\(.*\);\n?\s*\/\/ (.*)$/gm)].map(([, line]) => line);
			expect(said.length).toBeGreaterThan(0);
			expect(await run(example)).toEqual(said);
		}
	});

	it("gives the identity that Python gives", () => {
		const [, code = ""] = /^```python\n(.*?)^```$/ms.exec(readme) ?? [];
		const { stdout, error } = spawnSync(python, ["-c", code], { encoding: "utf8" });
		if (error === undefined) expect(readme).toContain(`// ${stdout.trim()}\n`);
	});

	it("lists every code once, and no other", () => {
		const [, section = ""] = readme.split("## Refusals");
		const listed = [...section.matchAll(/^\| `([a-z0-9-]+)` +\| .+ \|$/gm)].map(([, code]) => code);
		const [, table = ""] = /const hints = \{(.*?)\} as const/s.exec(errors) ?? [];
		const defined = [...table.matchAll(/^\t"?([a-z0-9-]+)"?:/gm)].map(([, code]) => code);
		expect(defined).toHaveLength(15);
		expect(listed.filter((code) => code !== "code")).toEqual(defined);
	});
});

describe("package", () => {
	it("needs nothing at run time", () => {
		expect(manifest.dependencies).toBe(undefined);
		expect(manifest.sideEffects).toBe(false);
	});

	it("exports these names", () => {
		expect(Object.keys(canonicalJson).sort()).toEqual([
			"CanonicalJsonError",
			"JsonNumber",
			"canonicalize",
			"canonicalizePython",
			"isCanonicalJsonError",
			"parsePreservingNumbers",
			"sha256Id",
		]);
	});
});
