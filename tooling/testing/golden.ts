/**
 * Golden data: inputs with right answers from reference implementations, found through `HINDCAST_GOLDEN`.
 *
 * The same functions work in Node and in the browser project. Where the folder is absent, {@link goldenAvailable} is
 * false and suites skip themselves with `describe.skipIf(!goldenAvailable)`, so that the run counts them as skipped.
 */
import { inject } from "vitest";

declare module "vitest" {
	interface ProvidedContext {
		/** Absolute folder (Node) or URL prefix (browser) of the golden data; null where there is none. */
		golden: string | null;
	}
}

const root = inject("golden");

/** Whether golden data can be read in this run. */
export const goldenAvailable = root !== null;

/**
 * Reads one golden file.
 *
 * @param path relative to the golden folder, such as `npz/good.json`
 */
export async function readGolden(path: string): Promise<Uint8Array<ArrayBuffer>> {
	if (root === null) throw new Error("no golden data in this run: set HINDCAST_GOLDEN");
	if (root.startsWith("/__golden/")) {
		const response = await fetch(root + path.split("/").map(encodeURIComponent).join("/"));
		if (!response.ok) throw new Error(`golden file ${path}: HTTP ${response.status}`);
		return new Uint8Array(await response.arrayBuffer());
	}
	const { readFile } = await import("node:fs/promises");
	return new Uint8Array(await readFile(`${root}/${path}`));
}

/** Reads one golden file as UTF-8 text. */
export async function readGoldenText(path: string): Promise<string> {
	return new TextDecoder().decode(await readGolden(path));
}

/** Reads one golden JSON file; the caller names its shape. */
export async function readGoldenJson<T>(path: string): Promise<T> {
	return JSON.parse(await readGoldenText(path)) as T;
}
