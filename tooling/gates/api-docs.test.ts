import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anchors } from "../api/anchors.mjs";
import { libraryEntries } from "../api/entries.mjs";
import { generateApiReference } from "../api/generate.mjs";
import { root } from "./workspace.ts";

/** The committed API reference is what the source says today. */
const committed = join(root, "docs/api");
const folder = mkdtempSync(join(tmpdir(), "hindcast-api-"));
afterAll(() => rmSync(folder, { recursive: true }));

function pages(parent: string): string[] {
	return readdirSync(parent, { recursive: true, encoding: "utf8" })
		.filter((path) => path.endsWith(".md"))
		.sort();
}

describe("API reference", () => {
	let complaints: string[];
	beforeAll(async () => {
		complaints = await generateApiReference(folder);
	}, 120_000);

	it("leaves TypeDoc nothing to complain about", () => expect(complaints).toEqual([]));

	it("has a page for every entry of every library, and no other", () => {
		const expected = libraryEntries().map(({ name }) => `${name}.md`);
		expect(pages(committed), "run: npm run docs").toEqual([...expected, "README.md"].sort());
	});

	it("is what the source says", () => {
		for (const page of pages(folder))
			expect(readFileSync(join(committed, page), "utf8"), `docs/api/${page} is old; run: npm run docs`).toBe(
				readFileSync(join(folder, page), "utf8"),
			);
	});

	it("links lead to headings that are there", () => {
		const lost = pages(folder).flatMap((page) => {
			const text = readFileSync(join(folder, page), "utf8");
			return [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
				.filter(([, file = "", anchor = ""]) => {
					const target = file === "" ? text : readFileSync(join(folder, dirname(page), file), "utf8");
					return !anchors(target).has(anchor);
				})
				.map(([link]) => `${page}: ${link}`);
		});
		expect(lost).toEqual([]);
	});

	it("names no machine, no revision and no source line", () => {
		for (const page of pages(folder)) {
			const text = readFileSync(join(folder, page), "utf8");
			expect(text, page).not.toMatch(/\/blob\/|node_modules|file:\/\/|\.ts:\d+|__namedParameters/);
			expect(text, page).not.toContain(root);
		}
	});
});
