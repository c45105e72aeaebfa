import { randomBytes } from "node:crypto";
import { link, lstat, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { exitCode } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { standardStream } from "./input.ts";
import { type Shell, write } from "./shell.ts";

/** Where a result goes. */
export interface Target {
	/** As on the command line; `-` is standard output. */
	readonly path: string;
	/** Whether an existing file may be replaced. */
	readonly force: boolean;
	/** Files that were read: never replaced, whatever is forced. */
	readonly inputs: readonly string[];
}

/**
 * Checks, before the work is done, that its result will have a place.
 *
 * @throws Failure where the file exists (without `force`), is one of the inputs, or is no plain file
 */
export async function checkTarget({ path, force, inputs }: Target): Promise<void> {
	if (path === standardStream) return;
	const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return undefined;
		throw writeFailure(path, error);
	});
	if (found === undefined) return;
	if (found.isDirectory()) throw failure("is-a-folder", `${path} is a folder`, "Name a file.");
	if (!found.isFile())
		throw failure("not-a-file", `${path} is no plain file`, "Name a file, or - for standard output.");
	for (const input of inputs) {
		const same = await stat(input).catch(() => undefined);
		if (same?.ino === found.ino && same.dev === found.dev) {
			throw failure(
				"output-is-input",
				`${path} is what is read`,
				"A source is never replaced; name another file.",
			);
		}
	}
	if (!force) throw exists(path);
}

/**
 * Writes a result whole or not at all: into a temporary file beside it, flushed to the disk, then given its name.
 *
 * @throws Failure where that cannot be done, or where the file has come to exist meanwhile
 */
export async function writeTarget(target: Target, content: string | Uint8Array, shell: Shell): Promise<void> {
	const { path, force } = target;
	if (path === standardStream) {
		if (typeof content !== "string" && shell.stdout.isTTY) {
			throw failure("binary-to-terminal", "the result is binary", "Name a file with -o, or pipe it.");
		}
		return await write(shell.stdout, content);
	}
	const folder = dirname(path);
	const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString("hex")}.partial`);
	try {
		await writeDurably(temporary, content, shell.signal);
		if (force) await rename(temporary, path);
		else await giveName(temporary, path);
		await flushFolder(folder);
	} catch (error) {
		throw error instanceof Failure || shell.signal.aborted ? error : writeFailure(path, error);
	} finally {
		await rm(temporary, { force: true });
	}
}

async function writeDurably(path: string, content: string | Uint8Array, signal: AbortSignal): Promise<void> {
	const handle = await open(path, "wx", 0o666);
	try {
		await handle.writeFile(content, { signal });
		await handle.sync();
	} finally {
		await handle.close();
	}
	signal.throwIfAborted();
}

/** Gives a file its name where no other has it: atomically by a link, where the file system has links. */
async function giveName(temporary: string, path: string): Promise<void> {
	try {
		await link(temporary, path);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "EEXIST") throw exists(path);
		if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
		const reserved = await open(path, "wx").catch((reason: NodeJS.ErrnoException) => {
			throw reason.code === "EEXIST" ? exists(path) : reason;
		});
		await reserved.close();
		await rename(temporary, path);
	}
}

/** Makes the name durable too; file systems that cannot flush a folder keep their own order. */
async function flushFolder(folder: string): Promise<void> {
	const handle = await open(folder, "r").catch(() => undefined);
	await handle?.sync().catch(() => undefined);
	await handle?.close();
}

function exists(path: string): Failure {
	return failure("output-exists", `${path} exists already`, "Name another file, or replace it with --force.");
}

function failure(code: string, message: string, hint: string): Failure {
	return new Failure({ code, message, hint, exit: exitCode.io });
}

function writeFailure(path: string, error: unknown): Failure {
	const reason = error instanceof Error && "code" in error ? String(error.code) : "";
	if (reason === "ENOENT" || reason === "ENOTDIR") {
		return failure("not-found", `there is no folder for ${path}`, "Make the folder first.");
	}
	const detail = reason === "" ? "" : ` (${reason})`;
	return failure(
		"not-writable",
		`${path} could not be written${detail}`,
		"Check permissions and free space.",
	);
}
