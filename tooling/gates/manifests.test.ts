import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { libraryEntries } from "../api/entries.mjs";
import { files, libraries, published, read, readJson } from "./workspace.ts";

/** What a manifest promises to whoever installs the package. */
describe("manifests", () => {
	for (const { name, folder, manifest } of published()) {
		it(`${name} says what is needed to publish it`, () => {
			expect(manifest).toMatchObject({
				type: "module",
				license: "Apache-2.0",
				engines: { node: ">=20.19" },
				repository: { directory: folder },
				publishConfig: { access: "public" },
			});
			expect(manifest.files).toEqual(expect.arrayContaining(["dist", "README.md", "CHANGELOG.md"]));
		});
	}

	for (const { name, manifest } of libraries()) {
		it(`${name} has no side effects, so that bundlers drop what is not used`, () => {
			expect(manifest.sideEffects).toBe(false);
		});

		it(`${name} publishes the entries it has, and no source`, () => {
			const built = Object.entries(manifest.exports ?? {}).map(([subpath, target]) => {
				if (typeof target === "string") return [subpath, target];
				const { "@hindcast/source": _, ...conditions } = target as Record<string, string>;
				return [subpath, conditions];
			});
			expect(manifest.publishConfig?.exports).toEqual(Object.fromEntries(built));
			expect(JSON.stringify(built)).not.toContain("./src/");
		});
	}
});

describe("changesets", () => {
	const named = files(".changeset", (path) => path.endsWith(".md")).flatMap((path) =>
		[...read(path).matchAll(/^"([^"]+)": (?:major|minor|patch)$/gm)].map(([, name]) => name),
	);

	it("describe every package that was never released", () => {
		const unreleased = published().filter(({ manifest }) => manifest.version === "0.0.0");
		expect(unreleased.map(({ manifest }) => manifest.name).filter((name) => !named.includes(name))).toEqual(
			[],
		);
	});

	it("name packages that exist", () => {
		const names = published().map(({ manifest }) => manifest.name);
		expect(named.filter((name) => !names.includes(name!))).toEqual([]);
	});
});

describe("size budgets", () => {
	it("cover every entry of every library", () => {
		const budgets = readJson<{ path: string }[]>(".size-limit.json").map(({ path }) => path);
		const built = libraryEntries().map(({ name }) => {
			const [folder = "", ...subpath] = name.split("/");
			return join("packages", folder, "dist", `${subpath.join("/") || "index"}.js`);
		});
		expect(built.filter((path) => !budgets.includes(path))).toEqual([]);
	});
});
