// Finds the TypeScript scripts of the workspace (benchmarks, soaks) and bundles them from source, so that plain Node runs them.
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { root } from "./bootstrap/command.mjs";

/** Folders that have scripts. */
export const scriptFolders = ["packages", "apps"];

/** Every file below the folders that ends with `suffix` (`.bench.ts`), relative to the workspace's root, sorted. */
export function scriptsEnding(suffix, folders = scriptFolders) {
	return folders
		.flatMap((folder) =>
			readdirSync(resolve(root, folder), { recursive: true })
				.filter((path) => path.endsWith(suffix) && !path.split("/").includes("node_modules"))
				.map((path) => join(folder, path)),
		)
		.sort();
}

/**
 * Bundles `file` with everything it imports.
 *
 * @param file relative to the workspace's root
 * @param folder where the bundle goes, relative to the root: `reports/bench`
 * @returns the bundle's absolute path
 */
export async function bundle(file, folder) {
	const outfile = resolve(root, folder, `${file.replaceAll(/[^a-z0-9]+/gi, "-")}.mjs`);
	await build({
		entryPoints: [resolve(root, file)],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		conditions: ["@hindcast/source"],
		external: ["canvas", "esbuild"],
		banner: {
			js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
		},
		logLevel: "error",
	});
	return outfile;
}
