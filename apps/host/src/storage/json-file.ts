import type * as z from "zod/mini";
import { parseStrictJson } from "../strict-json.ts";
import { type Directory, isStorageError, StorageError } from "./directory.ts";
import { openFileAt } from "./walk.ts";

/** A stored document that is not what its place says. */
export class DocumentError extends Error {
	override readonly name = "DocumentError";
}

/** Whether `error` is a {@link DocumentError}. */
export function isDocumentError(error: unknown): error is DocumentError {
	return error instanceof DocumentError;
}

/** What a stored document must be. */
export interface DocumentKind<T> {
	readonly schema: z.ZodMiniType<T>;
	readonly maxBytes: number;
}

/**
 * Reads a JSON document below `root` and checks it.
 *
 * @throws StorageError when the file cannot be opened; DocumentError when it is too large, not strict JSON or misshapen
 */
export async function readJsonFile<T>(
	root: Directory,
	segments: readonly string[],
	kind: DocumentKind<T>,
): Promise<T> {
	return (await readEncodedFile(root, segments, kind)).value;
}

/** {@link readJsonFile}, with the bytes that were read. */
export async function readEncodedFile<T>(
	root: Directory,
	segments: readonly string[],
	kind: DocumentKind<T>,
): Promise<EncodedDocument<T>> {
	const bytes = await readFileAt(root, segments, kind.maxBytes);
	return { bytes, value: parseDocument(bytes, kind) };
}

/** Undefined for what is missing, not what it should be, or misshapen: no failure of the machine. */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (isDocumentError(error) || isStorageError(error, "missing") || isStorageError(error, "refused")) {
			return undefined;
		}
		throw error;
	}
}

/** A document as it is stored, and as whoever reads it will find it. */
export interface EncodedDocument<T> {
	readonly bytes: Uint8Array;
	readonly value: T;
}

/**
 * Makes the bytes of a stored document and reads them back the way {@link readJsonFile} will: what cannot be read
 * again must not be written.
 *
 * @throws DocumentError
 */
export function encodeDocument<T>(value: T, kind: DocumentKind<T>): EncodedDocument<T> {
	const bytes = jsonBytes(value);
	if (bytes.length > kind.maxBytes) throw new DocumentError("too large");
	return { bytes, value: parseDocument(bytes, kind) };
}

function parseDocument<T>(bytes: Uint8Array, { schema }: DocumentKind<T>): T {
	let value: unknown;
	try {
		value = parseStrictJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		throw new DocumentError("not strict JSON");
	}
	const parsed = schema.safeParse(value);
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
