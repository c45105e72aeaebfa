// Running other programs from the workspace's root.
import { spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The workspace's root folder. */
export const root = resolve(fileURLToPath(new URL("../..", import.meta.url)));

const bin = resolve(root, "node_modules/.bin");

/**
 * Environment of every child: the workspace's own binaries first on PATH by their absolute folder (turbo spawns pnpm
 * by name), golden data by an absolute path, no telemetry.
 */
function childEnvironment(extra = {}) {
	const golden = process.env.HINDCAST_GOLDEN;
	return {
		...process.env,
		...(golden ? { HINDCAST_GOLDEN: resolve(golden) } : {}),
		PATH: `${bin}:${process.env.PATH ?? ""}`,
		TURBO_TELEMETRY_DISABLED: "1",
		DO_NOT_TRACK: "1",
		...extra,
	};
}

/** Runs a program with the terminal's streams and gives its exit code (1 when it could not start or was killed). */
export function run(program, args, { env = {}, quiet = false } = {}) {
	return new Promise((done) => {
		const child = spawn(program, args, {
			cwd: root,
			env: childEnvironment(env),
			stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
		});
		const kept = [];
		child.stdout?.on("data", (chunk) => kept.push(chunk));
		child.stderr?.on("data", (chunk) => kept.push(chunk));
		child.on("error", (error) => {
			process.stderr.write(`hindcast: cannot run ${program}: ${error.message}\n`);
			done(1);
		});
		child.on("close", (code) => {
			if (quiet && code !== 0) process.stderr.write(Buffer.concat(kept));
			done(code ?? 1);
		});
	});
}

/** Runs a program to its end and gives its exit code and output. */
export function capture(program, args, { env = {}, timeoutSeconds = 60 } = {}) {
	const result = spawnSync(program, args, {
		cwd: root,
		env: childEnvironment(env),
		encoding: "utf8",
		timeout: timeoutSeconds * 1000,
		maxBuffer: 1 << 26,
	});
	return { code: result.status ?? 1, stdout: result.stdout ?? "", stderr: result.stderr ?? "" };
}
