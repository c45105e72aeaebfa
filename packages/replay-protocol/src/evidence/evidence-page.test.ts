import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as replayProtocol from "../index.ts";
import { complaintsAbout, examplesIn, printedBy, saidBy } from "../testing/examples.ts";
import { episodeIssues } from "./episode-quality.ts";
import { proofReasons } from "./proof-reasons.ts";

const page = readFileSync(new URL("../../EVIDENCE.md", import.meta.url), "utf8");
const examples = examplesIn(page);

describe("EVIDENCE.md", () => {
	it.each(examples.map((code, index) => [index, code] as const))(
		"example %i prints what it says",
		async (_, code) => {
			const said = saidBy(code);
			expect(said.length).toBeGreaterThan(0);
			expect(await printedBy(code)).toEqual(said);
		},
	);

	it("has examples that compile under strict", { timeout: 120_000 }, () => {
		expect(complaintsAbout(examples)).toEqual([]);
	});

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
