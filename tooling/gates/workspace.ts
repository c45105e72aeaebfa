import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The workspace's root folder. */
export const root = resolve(fileURLToPath(new URL("../..", import.meta.url)));

/** A publishable package or an app of the workspace. */
export interface Workspace {
	readonly name: string;
	/** Folder relative to the root, such as `packages/npz-safe`. */
	readonly folder: string;
	readonly manifest: {
		readonly name: string;
		readonly version: string;
		readonly private?: boolean;
		readonly sideEffects?: boolean;
		readonly exports?: Record<string, unknown>;
		readonly bin?: Record<string, string>;
		readonly files?: readonly string[];
		readonly dependencies?: Record<string, string>;
		readonly peerDependencies?: Record<string, string>;
		readonly peerDependenciesMeta?: Record<string, { readonly optional?: boolean }>;
		readonly publishConfig?: {
			readonly access?: string;
			readonly exports?: Record<string, Record<string, string> | string>;
		};
	};
}

/** All packages and apps that have a manifest. */
export function workspaces(): Workspace[] {
	return ["packages", "apps"].flatMap((parent) =>
		readdirSync(join(root, parent))
			.map((name) => ({ name, folder: `${parent}/${name}` }))
			.filter(({ folder }) => existsSync(join(root, folder, "package.json")))
			.map((entry) => ({ ...entry, manifest: readJson(`${entry.folder}/package.json`) })),
	);
}

/** Everything under `packages/`: the libraries, and the command line. */
export function packages(): Workspace[] {
	return workspaces().filter(({ folder }) => folder.startsWith("packages/"));
}

/** The packages that are imported: all but the command line. */
export function libraries(): Workspace[] {
	return packages().filter(({ manifest }) => manifest.exports?.["."] !== undefined);
}

/** Everything that is published: packages and the host. */
export function published(): Workspace[] {
	return workspaces().filter(({ manifest }) => manifest.private !== true);
}

/** Files below `folder` (relative to the root) that `matches` accepts, relative to the root; never installed or built ones. */
export function files(folder: string, matches: (path: string) => boolean): string[] {
	const skipped = new Set([
		"node_modules",
		"dist",
		"reports",
		"test-results",
		".git",
		".turbo",
		".runtime",
		".vite",
	]);
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = relative(root, join(root, folder, entry.name));
		if (skipped.has(entry.name)) return [];
		if (entry.isDirectory()) return files(path, matches);
		return entry.isFile() && matches(path) ? [path] : [];
	});
}

/** Source files of a workspace that ship: no tests, no benchmarks, no soaks, nothing under a `testing/` folder. */
export function sources(workspace: Workspace): string[] {
	const isTest = /\.(test|bench|soak)\.tsx?$|\/src\/(.*\/)?testing\//;
	return files(`${workspace.folder}/src`, (path) => /\.tsx?$/.test(path) && !isTest.test(path));
}

/** Reads a text file by its path relative to the root. */
export function read(path: string): string {
	return readFileSync(join(root, path), "utf8");
}

/** Reads a JSON file by its path relative to the root. */
export function readJson<T>(path: string): T {
	return JSON.parse(read(path)) as T;
}

const parsed = new Map<string, ts.SourceFile>();

/** Parses a TypeScript file by its path relative to the root, once. */
export function parse(path: string): ts.SourceFile {
	const known = parsed.get(path);
	if (known) return known;
	const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.ES2022, true);
	parsed.set(path, file);
	return file;
}
