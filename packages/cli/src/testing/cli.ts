import { spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** How a run of the program ended. */
export interface Ended {
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
	/** Standard output as bytes. */
	readonly bytes: Buffer;
}

/** How to run the program. */
export interface Running {
	/** What standard input holds; nothing where absent. */
	readonly stdin?: string | Uint8Array;
	readonly env?: Readonly<Record<string, string>>;
	/** Program to run instead of Node with the bundle. */
	readonly shell?: string;
}

/** The program, bundled from its source in a folder of its own, far from any installed package. */
export interface Cli {
	/** A folder for files of a test; the program runs in it. */
	readonly folder: string;
	/** The bundle. */
	readonly main: string;
	/** Runs the program with these arguments, or `shell` with the program as `$HINDCAST`. */
	run(args: readonly string[], running?: Running): Promise<Ended>;
	/** Starts the program and leaves it running. */
	start(args: readonly string[], env?: Readonly<Record<string, string>>): ReturnType<typeof spawn>;
	/** Removes the folder. */
	remove(): Promise<void>;
}

/** Bundles the program as it is published: `dist/main.js` beside `package.json`. */
export async function buildCli(): Promise<Cli> {
	const root = await mkdtemp(join(tmpdir(), "hindcast-cli-"));
	const folder = join(root, "work");
	const main = join(root, "dist", "main.js");
	await mkdir(folder);
	await mkdir(join(root, "dist"));
	await copyFile(fileURLToPath(new URL("../../package.json", import.meta.url)), join(root, "package.json"));
	await build({
		entryPoints: [fileURLToPath(new URL("../main.ts", import.meta.url))],
		outfile: main,
		bundle: true,
		platform: "node",
		format: "esm",
		conditions: ["@hindcast/source"],
		external: ["@hindcast/host"],
		logLevel: "silent",
	});
	const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
		spawn(process.execPath, [main, ...args], { cwd: folder, env: { PATH: process.env["PATH"], ...env } });
	return {
		folder,
		main,
		start,
		run(args, { stdin, env = {}, shell } = {}) {
			const child =
				shell === undefined
					? start(args, env)
					: spawn("bash", ["--norc", "-c", shell], {
							cwd: folder,
							env: { PATH: process.env["PATH"], HINDCAST: `${process.execPath} ${main}`, ...env },
						});
			return ended(child, stdin);
		},
		remove: () => rm(root, { recursive: true }),
	};
}

function ended(child: ReturnType<typeof spawn>, stdin: string | Uint8Array | undefined): Promise<Ended> {
	const [out, err]: Buffer[][] = [[], []];
	child.stdout?.on("data", (chunk: Buffer) => out.push(chunk));
	child.stderr?.on("data", (chunk: Buffer) => err.push(chunk));
	child.stdin?.on("error", () => undefined);
	child.stdin?.end(stdin);
	return new Promise((resolve) => {
		child.on("close", (code) => {
			const bytes = Buffer.concat(out);
			resolve({ code, bytes, stdout: bytes.toString("utf8"), stderr: Buffer.concat(err).toString("utf8") });
		});
	});
}
