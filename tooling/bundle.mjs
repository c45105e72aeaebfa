// Bundles one TypeScript script of the workspace from source, so that plain Node can run it.
import { resolve } from "node:path";
import { build } from "esbuild";
import { root } from "./bootstrap/command.mjs";

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
