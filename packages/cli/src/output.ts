import { randomBytes } from "node:crypto";
import { fstatSync, type Stats } from "node:fs";
import { link, lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
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
	/** Files and folders that are read: never replaced and never added to, whatever is forced. */
	readonly inputs: readonly string[];
}

/**
 * Checks, before the work is done, that its result will have a place.
 *
 * @throws Failure where the file exists (without `force`), is one of the inputs, or is no plain file
 */
export async function checkTarget({ path, force, inputs }: Target): Promise<void> {
	if (path === standardStream) return;
	await refuseInside(path, inputs);
	const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return undefined;
		throw writeFailure(path, error);
	});
	if (found === undefined) return;
	if (found.isDirectory()) throw failure("is-a-folder", `${path} is a folder`, "Name a file.");
	if (!found.isFile())
		throw failure("not-a-file", `${path} is no plain file`, "Name a file, or - for standard output.");
	for (const input of inputs) {
		const same = await statOf(input);
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

/** The file behind an input: standard input may be one too, by redirection. */
async function statOf(input: string): Promise<Stats | undefined> {
	if (input !== standardStream) return await stat(input).catch(() => undefined);
	try {
		return fstatSync(0);
	} catch {
		return undefined;
	}
}

/** A folder that is read takes no results: they would stand among its evidence. */
async function refuseInside(path: string, inputs: readonly string[]): Promise<void> {
	const folder = await realpath(dirname(path)).catch(() => undefined);
	for (const input of folder === undefined ? [] : inputs) {
		const source = await realpath(input).catch(() => undefined);
		if (source !== undefined && `${folder}${sep}`.startsWith(`${source}${sep}`)) {
			throw failure("output-in-input", `${path} is in the folder that is read`, "Write it elsewhere.");
		}
	}
}

/** Something to write, and where. */
export interface Result {
	readonly target: Target;
	readonly content: string | Uint8Array;
}

/**
 * Writes results whole or not at all: each into a temporary file beside its place, flushed to the disk. When all are
 * there, they get their names in the order given; from then on an abort comes too late.
 *
 * @throws Failure where that cannot be done, or where a file has come to exist meanwhile
 */
export async function writeResults(results: readonly Result[], shell: Shell): Promise<void> {
	const staged: { readonly target: Target; readonly temporary: string }[] = [];
	try {
		for (const { target, content } of results) {
			if (target.path === standardStream) continue;
			const temporary = temporaryBeside(target.path);
			staged.push({ target, temporary });
			await inTarget(target, shell, () => writeDurably(temporary, content, shell.signal));
		}
		for (const { target, temporary } of staged) {
			await inTarget(target, shell, () => giveName(temporary, target));
			await flushFolder(dirname(target.path));
		}
	} finally {
		for (const { temporary } of staged) await rm(temporary, { force: true });
	}
	for (const { target, content } of results) {
		if (target.path === standardStream) await writeStandard(content, shell);
	}
}

async function writeStandard(content: string | Uint8Array, { stdout }: Shell): Promise<void> {
	if (typeof content !== "string" && stdout.isTTY) {
		throw failure("binary-to-terminal", "the result is binary", "Name a file with -o, or pipe it.");
	}
	await write(stdout, content);
}

function temporaryBeside(path: string): string {
	return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.partial`);
}

/** Does work on a target's file, and tells what the file system refuses in the program's words. */
async function inTarget({ path }: Target, { signal }: Shell, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		throw error instanceof Failure || signal.aborted ? error : writeFailure(path, error);
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

/** Gives a file its name; without `force` only where no other has it: atomically by a link, where there are links. */
async function giveName(temporary: string, { path, force }: Target): Promise<void> {
	if (force) return await rename(temporary, path);
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
