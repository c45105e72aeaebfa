import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { scriptsEnding } from "../bundle.mjs";
import { files, libraries, parse, read, root, sources, workspaces } from "./workspace.ts";

const longestFile = 500;
const longestFunction = 60;
const mostParameters = 4;

/** Functions of a file that are longer than a page or take too many parameters. */
function unwieldyFunctions(path: string): string[] {
	const source = parse(path);
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isFunctionLike(node) && "body" in node && node.body) {
			const first = source.getLineAndCharacterOfPosition(node.getStart()).line;
			const last = source.getLineAndCharacterOfPosition(node.end).line;
			const isComponent = path.endsWith(".tsx");
			if (last - first + 1 > (isComponent ? longestFunction * 2 : longestFunction))
				found.push(`${path}:${first + 1} is ${last - first + 1} lines long`);
			if (node.parameters.length > mostParameters)
				found.push(`${path}:${first + 1} takes ${node.parameters.length} parameters`);
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

describe("code keeps to its rooms", () => {
	for (const workspace of workspaces()) {
		it(`${workspace.folder}: no file over ${longestFile} lines, no function over a page, at most ${mostParameters} parameters`, () => {
			for (const path of sources(workspace))
				expect(read(path).split("\n").length, path).toBeLessThanOrEqual(longestFile);
			expect(sources(workspace).flatMap(unwieldyFunctions)).toEqual([]);
		});
	}

	for (const library of libraries()) {
		it(`${library.name}: the index only re-exports, and is the only barrel but for subpath entries`, () => {
			const index = parse(`${library.folder}/src/index.ts`);
			expect(
				index.statements.filter((statement) => !ts.isExportDeclaration(statement) || !statement.exportClause),
			).toEqual([]);
		});
	}
});

describe("documents", () => {
	const documents = files(
		".",
		(path) => path.endsWith(".md") && !path.endsWith("CHANGELOG.md") && !path.startsWith(".changeset"),
	);

	it("link only to files that exist", () => {
		const broken: string[] = [];
		for (const path of documents) {
			for (const [, target = ""] of read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)) {
				if (!existsSync(join(root, dirname(path), target))) broken.push(`${path} → ${target}`);
			}
		}
		expect(broken).toEqual([]);
	});

	it("say of every benchmark what it measures and what it measured last", () => {
		const page = read("docs/benchmarks.md");
		const [, measures = "", measured = ""] = page.split(/^## (?:What is measured|Last measured)$/m);
		for (const path of scriptsEnding(".bench.ts")) {
			expect(measures, `${path} has no row in docs/benchmarks.md`).toContain(`](../${path})`);
			const name = path.replace(/^(packages|apps)\//, "");
			expect(measured, `${path} has no figures in docs/benchmarks.md`).toContain(`| \`${name}\` |`);
		}
	});

	it("every workspace has a README", () => {
		expect(
			workspaces()
				.map(({ folder }) => `${folder}/README.md`)
				.filter((path) => !existsSync(join(root, path))),
		).toEqual([]);
	});
});
