#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { createHost, type Host } from "./host.ts";
import { isPortBusyError } from "./listen.ts";
import type { LogEntry } from "./log.ts";
import { seedBooks } from "./seed.ts";

const { env } = process;

async function main(): Promise<void> {
	const port = askedPort(env["PORT"]);
	const booksDir = env["HINDCAST_BOOKS_DIR"] || ".runtime/robobooks";
	const seedDir = env["HINDCAST_SEED_DIR"];
	if (seedDir) await seedBooks(seedDir, booksDir);
	const cockpitDir = fileURLToPath(new URL("./cockpit/", import.meta.url));
	const host = await createHost({ booksDir, cockpitDir, log: tell });
	stopOnSignal(host);
	const { url } = await host.listen(port);
	process.stdout.write(`Hindcast is listening on ${url}\n`);
}

function askedPort(text: string | undefined): number | undefined {
	if (text === undefined || text === "") return undefined;
	if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
	throw new RangeError(`PORT is not a port number from 0 to 65535: ${JSON.stringify(text.slice(0, 40))}`);
}

/** Entries that an operator must see go to standard error; requests are not told. */
function tell(entry: LogEntry): void {
	if (entry.event !== "request") process.stderr.write(`${JSON.stringify(entry)}\n`);
}

/** Stops once, also when a terminal and a parent process both pass the signal on. */
function stopOnSignal(host: Host): void {
	let isStopping = false;
	for (const signal of ["SIGTERM", "SIGINT"] as const) {
		process.on(signal, () => {
			if (isStopping) return;
			isStopping = true;
			void host.close().then(() => process.exit(0));
		});
	}
}

main().catch((error: unknown) => {
	const reason = isPortBusyError(error)
		? `Port ${error.port} is already in use. Stop the other program, or set PORT to a free port.`
		: error instanceof Error
			? error.message
			: "unknown failure";
	process.stderr.write(`Hindcast could not start: ${reason}\n`);
	process.exit(1);
});
