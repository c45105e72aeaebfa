import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { privateMetadataKeys, publicMetadataKeys } from "../metadata.ts";
import { privacyCodes } from "../report/privacy-codes.ts";
import { complaintsAbout, examplesIn, printedBy, saidBy } from "../testing/examples.ts";
import { privateTextRule, ranking } from "./private-text.ts";
import { repairKeys, retargetKeys, unitKeys } from "./public-keys.ts";

// A watchdog, not a measure: the compiler starts cold.
vi.setConfig({ testTimeout: 120_000 });

const page = await readFile(new URL("../../PRIVACY.md", import.meta.url), "utf8");

/** The text between a heading and the next. */
function section(heading: string): string {
	return page.split(`\n## ${heading}\n`)[1].split("\n## ")[0];
}

function rows(text: string): string[][] {
	const lines = text.split("\n").filter((line) => line.startsWith("| `"));
	return lines.map((line) =>
		line
			.slice(1, -1)
			.split("|")
			.map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")),
	);
}

it("PRIVACY.md's examples do what they say", () => {
	const examples = rows(section("Examples"));
	expect(examples.length).toBeGreaterThan(60);
	for (const [text, key, rule] of examples) {
		const found = privateTextRule(text, key === "" ? undefined : key);
		expect([text, found ?? "—"]).toEqual([text, rule]);
	}
	const shown = new Set(examples.map(([, , rule]) => rule));
	expect(Object.keys(privacyCodes).filter((code) => !shown.has(code))).toEqual(["private-metadata-key"]);
});

it("PRIVACY.md names every rule and every key", () => {
	expect(rows(section("Rules")).map(([code]) => code)).toEqual([...ranking, "private-metadata-key"]);
	expect(new Set([...ranking, "private-metadata-key"])).toEqual(new Set(Object.keys(privacyCodes)));
	for (const key of publicMetadataKeys) expect(section("What is public")).toContain(`\`${key}\``);
	const inside = new Map(rows(section("What is public")).map(([key, listed]) => [key, listed]));
	for (const [key, keys] of Object.entries({
		units: unitKeys,
		repairs: repairKeys,
		retarget: retargetKeys,
	})) {
		const named = [...(inside.get(key) ?? "").matchAll(/`?([a-z]\w*)`/g)].map(([, name]) => name);
		expect(new Set(named)).toEqual(keys);
	}
	for (const key of privateMetadataKeys) expect(page.split("\n## ")[0]).toContain(`\`${key}\``);
});

it("PRIVACY.md's example compiles, and prints what it says", async () => {
	const [code, ...others] = examplesIn(page);
	expect(others).toEqual([]);
	expect(complaintsAbout([code])).toEqual([]);
	const lines = await printedBy(code);
	const redactions = page.split("```text\n")[1].split("```")[0].trimEnd().split("\n");
	const [first, ...rest] = saidBy(code);
	expect(lines).toEqual([first, ...redactions, ...rest]);
});
