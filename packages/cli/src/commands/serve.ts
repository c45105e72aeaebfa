import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArguments } from "../arguments.ts";
import { exitCode } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { type Command, type Shell, write } from "../shell.ts";

type HostModule = typeof import("@hindcast/host");

/** Runs the host with the cockpit on this machine. */
export const serve: Command = {
	name: "serve",
	summary: "run the host with the cockpit, on this machine only",
	usage: `Usage: hindcast serve [--port N] [--data DIR]

Serves the cockpit and the API on loopback addresses, until it is stopped. Needs the package @hindcast/host.

  --port N        the port; 0 for any free one. Without it PORT counts, and without that 4655 or the next free one
  --data DIR      where replays are kept: DIR/robobooks. Without it HINDCAST_BOOKS_DIR counts, and without that
                  .runtime/robobooks
`,
	async run(args, shell) {
		const { values, positionals } = parseArguments("serve", args, {
			port: { type: "string" },
			data: { type: "string" },
		});
		if (positionals.length > 0) throw usageFailure("serve takes options only", "See hindcast serve --help.");
		const port = portOf(values.port ?? (shell.env["PORT"] || undefined));
		const booksDir =
			values.data === undefined
				? shell.env["HINDCAST_BOOKS_DIR"] || join(".runtime", "robobooks")
				: join(values.data, "robobooks");
		await serveUntilStopped(await loadHost(), { port, booksDir }, shell);
		return exitCode.ok;
	},
};

interface Serving {
	readonly port: number | undefined;
	readonly booksDir: string;
}

async function serveUntilStopped(
	module: HostModule,
	{ port, booksDir }: Serving,
	shell: Shell,
): Promise<void> {
	const cockpitDir = fileURLToPath(new URL("./cockpit/", import.meta.resolve("@hindcast/host")));
	const log = (entry: { readonly event: string }) => {
		if (entry.event !== "request") shell.stderr.write(`${JSON.stringify(entry)}\n`);
	};
	const host = await module.createHost({ booksDir, cockpitDir, log }).catch((error: unknown) => {
		throw module.isStorageError(error)
			? ioFailure("storage", error.message, "Check the folder of --data.")
			: error;
	});
	try {
		const { url } = await host.listen(port).catch((error: unknown) => {
			if (!module.isPortBusyError(error)) throw error;
			throw ioFailure(
				"port-busy",
				`port ${error.port} is taken`,
				"Stop the other program, or choose another --port.",
			);
		});
		await write(shell.stdout, `Hindcast is listening on ${url}\n`);
		await stopped(shell.signal);
	} finally {
		await host.close();
	}
}

function stopped(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve();
		else signal.addEventListener("abort", () => resolve(), { once: true });
	});
}

/** Loads the host, which only this command needs. */
async function loadHost(): Promise<HostModule> {
	try {
		return await import("@hindcast/host");
	} catch (error) {
		const isAbsent =
			error instanceof Error &&
			"code" in error &&
			error.code === "ERR_MODULE_NOT_FOUND" &&
			/@hindcast\/host/.test(error.message);
		if (!isAbsent) throw error;
		throw new Failure({
			code: "host-missing",
			message: "the package @hindcast/host is not installed",
			hint: "Install it beside hindcast: npm install @hindcast/host",
			exit: exitCode.io,
		});
	}
}

function portOf(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
	throw usageFailure(`"${text}" is no port`, "Write a number from 0 to 65535.");
}

function ioFailure(code: string, message: string, hint: string): Failure {
	return new Failure({ code, message, hint, exit: exitCode.io });
}
