import { open, realpath, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { JsonNumber, type ParsedJson, parsePreservingNumbers } from "@hindcast/canonical-json";
import { replayLimits } from "@hindcast/replay-protocol";
import { exitCode } from "./exit-codes.ts";
import { Failure, inFile } from "./failure.ts";
import type { Shell } from "./shell.ts";

/** The name of standard input and output on the command line. */
export const standardStream = "-";

/** Models, profiles and mapping documents are text that people write. */
const largestDocument = 16 * 1024 * 1024;

/** What an input is called in messages: as on the command line. */
export function inputName(path: string): string {
	return path === standardStream ? "standard input" : path;
}

/**
 * Reads a file, or standard input for `-`, whole: at most what a replay may have.
 *
 * @throws Failure that names the file as it was given
 */
export async function readInput(
	path: string,
	shell: Shell,
	most: number = replayLimits.inputBytes,
): Promise<Uint8Array> {
	if (path === standardStream) {
		if (shell.stdin.isTTY)
			throw failure(path, "nothing-piped", "is a terminal", "Pipe a file into it, or name one.");
		return await collect(shell.stdin, { path, most, signal: shell.signal });
	}
	await refuseNamedPipe(path);
	const handle = await open(path, "r").catch((error: unknown) => {
		throw readFailure(path, error);
	});
	try {
		const stat = await handle.stat();
		if (stat.isDirectory()) throw failure(path, "is-a-folder", "is a folder", "Name a file.");
		if (!stat.isFile()) return await collect(handle.createReadStream(), { path, most, signal: shell.signal });
		if (stat.size > most) throw tooLarge(path, most);
		return await handle.readFile({ signal: shell.signal });
	} catch (error) {
		throw error instanceof Failure || shell.signal.aborted ? error : readFailure(path, error);
	} finally {
		await handle.close();
	}
}

/**
 * Opening a named pipe waits for its writer, deaf to signals. A pipe that the shell holds open (`<(…)`) has no name of its
 * own and is read.
 */
async function refuseNamedPipe(path: string): Promise<void> {
	const found = await stat(path).catch(() => undefined);
	if (!found?.isFIFO() || (await realpath(path).catch(() => undefined)) === undefined) return;
	throw failure(path, "not-a-file", "is a named pipe", "Read it from standard input: hindcast … - < PIPE.");
}

/** Reads a text file of UTF-8. */
async function readText(path: string, shell: Shell): Promise<string> {
	return decodeText(path, await readInput(path, shell, largestDocument));
}

/**
 * Reads a strict JSON document whose keys are all different.
 *
 * @throws Failure with line and column where it is none
 */
export async function readJsonDocument(path: string, shell: Shell): Promise<unknown> {
	const text = await readText(path, shell);
	return await inFile(inputName(path), () => plain(parsePreservingNumbers(text)));
}

/** The text of a file that was read. */
export function decodeText(path: string, bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw failure(path, "not-text", "is not UTF-8 text", "Save it as UTF-8.");
	}
}

/** A document with its numbers as float64. */
function plain(value: ParsedJson): unknown {
	if (value instanceof JsonNumber) return value.value;
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

interface Collecting {
	readonly path: string;
	readonly most: number;
	readonly signal: AbortSignal;
}

async function collect(stream: Readable, { path, most, signal }: Collecting): Promise<Uint8Array> {
	const stop = () => stream.destroy();
	signal.addEventListener("abort", stop);
	const chunks: Uint8Array[] = [];
	let length = 0;
	try {
		for await (const chunk of stream as AsyncIterable<Uint8Array>) {
			length += chunk.length;
			if (length > most) throw tooLarge(path, most);
			chunks.push(chunk);
		}
	} finally {
		signal.removeEventListener("abort", stop);
	}
	signal.throwIfAborted();
	return Buffer.concat(chunks);
}

function tooLarge(path: string, most: number): Failure {
	return failure(path, "input-too-large", `is larger than ${most} bytes`, "Split it.");
}

function failure(path: string, code: string, what: string, hint: string): Failure {
	return new Failure({ code, message: `${inputName(path)} ${what}`, hint, exit: exitCode.io });
}

function readFailure(path: string, error: unknown): Failure {
	const reason = error instanceof Error && "code" in error ? String(error.code) : "";
	if (reason === "ENOENT" || reason === "ENOTDIR") {
		return failure(path, "not-found", "does not exist", "Check the name.");
	}
	if (reason === "EACCES" || reason === "EPERM") {
		return failure(path, "not-readable", "may not be read", "Check its permissions.");
	}
	return failure(
		path,
		"not-readable",
		`could not be read (${reason || "unknown reason"})`,
		"Check the disk, and try again.",
	);
}
