// Finds the soak plans of the workspace.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { bundle, scriptsEnding } from "../bundle.mjs";

/** Every `*.soak.ts` below the folders, relative to the workspace's root, sorted. */
export function soakFiles(folders) {
	return scriptsEnding(".soak.ts", folders);
}

/**
 * The plans that a module exports.
 *
 * @param file named in errors
 * @throws Error when it exports none
 */
export function plansOf(module, file) {
	const plans = Object.values(module).filter((value) => typeof value?.round === "function");
	if (plans.length === 0) throw new Error(`${file} exports no soak plan`);
	return plans;
}

/**
 * Bundles and loads the files.
 *
 * @returns for each plan `{ plan, file, code }`; `code` is the digest of its bundle, another one when anything in it changed
 * @throws Error when a file exports no plan, or two plans share a name
 */
export async function loadPlans(files) {
	const found = [];
	for (const file of files) {
		const script = await bundle(file, "reports/soak");
		const code = createHash("sha256").update(readFileSync(script)).digest("hex");
		const module = await import(pathToFileURL(script).href);
		for (const plan of plansOf(module, file)) {
			const other = found.find((entry) => entry.plan.name === plan.name);
			if (other) throw new Error(`two soak plans are named ${plan.name}: in ${other.file} and in ${file}`);
			found.push({ plan, file, code });
		}
	}
	return found;
}
