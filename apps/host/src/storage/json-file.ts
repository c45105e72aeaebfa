import type { z } from "zod";
import type { Directory } from "./directory.ts";
import { StorageError } from "./directory.ts";
import { openFileAt } from "./walk.ts";

/** A stored document that is not what its place says. */
export class DocumentError extends Error {
	override readonly name = "DocumentError";
}

/** Whether `error` is a {@link DocumentError}. */
export function isDocumentError(error: unknown): error is DocumentError {
	return error instanceof DocumentError;
}

/**
 * Reads a JSON document of at most `maxBytes` below `root` and checks it.
 *
 * @throws StorageError when the file cannot be opened; DocumentError when it is too large, not JSON or misshapen
 */
export async function readJsonFile<T>(
	root: Directory,
	segments: readonly string[],
	expected: { readonly schema: z.ZodType<T>; readonly maxBytes: number },
): Promise<T> {
	const bytes = await readFileAt(root, segments, expected.maxBytes);
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		throw new DocumentError("not JSON");
	}
	const parsed = expected.schema.safeParse(value);
	if (!parsed.success) throw new DocumentError("misshapen");
	return parsed.data;
}

/** Reads a whole file of at most `maxBytes` below `root`. */
export async function readFileAt(
	root: Directory,
	segments: readonly string[],
	maxBytes: number,
): Promise<Uint8Array> {
	const file = await openFileAt(root, segments);
	try {
		if (file.byteLength > maxBytes) throw new DocumentError("too large");
		const bytes = await file.read(0, file.byteLength);
		if (bytes.length !== file.byteLength) throw new StorageError("failed");
		return bytes;
	} finally {
		await file.close();
	}
}

/** Writes a new file and waits until its bytes are on the device; the caller syncs the directory. */
export async function writeNewFile(directory: Directory, name: string, bytes: Uint8Array): Promise<void> {
	const file = await directory.createFile(name);
	try {
		await file.write(bytes);
		await file.sync();
	} finally {
		await file.close();
	}
}

/** The bytes of a stored JSON document: indented, with a final newline. */
export function jsonBytes(value: unknown): Uint8Array {
	return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}
