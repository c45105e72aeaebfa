import type { Readable, Writable } from "node:stream";
import type { ExitCode } from "./exit-codes.ts";

/** What a command has of the world besides its arguments. */
export interface Shell {
	/** Where `-` reads from. */
	readonly stdin: Readable & { readonly isTTY?: boolean };
	/** Results. */
	readonly stdout: Writable & { readonly isTTY?: boolean };
	/** Errors and progress. */
	readonly stderr: Writable & { readonly isTTY?: boolean };
	/** Aborted by SIGINT and SIGTERM. */
	readonly signal: AbortSignal;
	/** Environment variables. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** One command of the program. */
export interface Command {
	/** The word that calls it. */
	readonly name: string;
	/** What it does, in one line. */
	readonly summary: string;
	/** The text of `--help`. */
	readonly usage: string;
	/** Runs it with the arguments behind its name. */
	run(args: readonly string[], shell: Shell): Promise<ExitCode>;
}

/** Writes to a stream and waits until it has been taken. */
export function write(stream: Writable, content: string | Uint8Array): Promise<void> {
	return new Promise((resolve, reject) => {
		stream.write(content, (error) => (error ? reject(error) : resolve()));
	});
}
