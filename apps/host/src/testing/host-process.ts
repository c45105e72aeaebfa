/** The host's executable as a process of its own, for tests that kill it. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const listening = /listening on (http:\/\/127\.0\.0\.1:\d+)/;
let program: Promise<string> | undefined;

/** A running host. */
export interface HostProcess {
	readonly url: string;
	/** Ends it at once, as a crash would, and waits until it is gone. */
	kill(): Promise<void>;
}

/** The executable, bundled from source once in this process; from the workspace's root. */
function bundled(): Promise<string> {
	program ??= (async () => {
		const folder = mkdtempSync(join(tmpdir(), "hindcast-host-program-"));
		process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
		const outfile = join(folder, "main.mjs");
		await build({
			entryPoints: [resolve("apps/host/src/main.ts")],
			outfile,
			bundle: true,
			platform: "node",
			format: "esm",
			conditions: ["@hindcast/source"],
			banner: {
				js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
			},
			logLevel: "silent",
		});
		return outfile;
	})();
	return program;
}

/**
 * Starts the host over a store and waits until it answers.
 *
 * @throws Error with what it said, when it ends instead
 */
export async function startHostProcess(booksDir: string): Promise<HostProcess> {
	const { PATH } = process.env;
	const child = spawn(process.execPath, [await bundled()], {
		env: { PATH, PORT: "0", HINDCAST_BOOKS_DIR: booksDir },
		stdio: ["ignore", "pipe", "pipe"],
	});
	let said = "";
	const ended = new Promise<void>((settle) => child.on("close", () => settle()));
	const url = await new Promise<string>((settle, fail) => {
		child.stdout.on("data", (chunk: Buffer) => {
			said += chunk;
			const [, found] = listening.exec(said) ?? [];
			if (found !== undefined) settle(found);
		});
		child.stderr.on("data", (chunk: Buffer) => {
			said += chunk;
		});
		child.on("close", () => fail(new Error(`the host ended before it answered: ${said}`)));
	});
	return {
		url,
		async kill() {
			child.kill("SIGKILL");
			await ended;
		},
	};
}
