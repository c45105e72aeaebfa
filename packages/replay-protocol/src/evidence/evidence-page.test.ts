import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as replayProtocol from "../index.ts";
import { episodeIssues } from "./episode-quality.ts";
import { proofReasons } from "./proof-reasons.ts";

const page = readFileSync(new URL("../../EVIDENCE.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code);

/** Runs an example and gives what it prints. */
async function run(code: string): Promise<string[]> {
	const body = code.replace(
		/^import (\{[^}]*\}) from "@hindcast\/replay-protocol";$/m,
		"const $1 = replayProtocol;",
	);
	const lines: string[] = [];
	const log = (...values: unknown[]) => lines.push(values.map(String).join(" "));
	const AsyncFunction = (async () => {}).constructor as new (
		...words: string[]
	) => (...values: unknown[]) => Promise<void>;
	await new AsyncFunction("replayProtocol", "console", body)(replayProtocol, { log });
	return lines;
}

describe("EVIDENCE.md", () => {
	it.each(examples.map((code, index) => [index, code] as const))(
		"example %i prints what it says",
		async (_, code) => {
			const said = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
			expect(said.length).toBeGreaterThan(0);
			expect(await run(code)).toEqual(said);
		},
	);

	it("has the tables of reasons and issues", () => {
		expect(examples).toHaveLength(3);
		const reasons = Object.entries(proofReasons).map(([word, meaning]) => `| \`${word}\` | ${meaning} |`);
		const issues = Object.entries(episodeIssues).map(([word, { severity, message }]) => {
			return `| \`${word}\` | ${severity} | ${message} |`;
		});
		expect(page).toContain(reasons.join("\n"));
		expect(page).toContain(issues.join("\n"));
	});

	it("names only what the package exports", () => {
		const named = [...page.matchAll(/`(\w+Schema)`|`(\w+)\(/g)].map(([, schema, call]) => schema ?? call);
		expect(named.length).toBeGreaterThan(10);
		for (const name of named) expect(replayProtocol).toHaveProperty(name);
	});
});
