/** Why a storage operation did not happen. */
export type StorageReason = "missing" | "exists" | "refused" | "full" | "failed";

/**
 * A storage operation that did not happen.
 *
 * It carries no path and no message of the operating system, so it can be logged and answered as it is.
 */
export class StorageError extends Error {
	override readonly name = "StorageError";

	/**
	 * @param reason what the caller can act on
	 * @param errno the operating system's short code, such as `EIO`; null when the refusal is our own
	 */
	constructor(
		readonly reason: StorageReason,
		readonly errno: string | null = null,
	) {
		super(`storage: ${reason}${errno === null ? "" : ` (${errno})`}`);
	}
}

/** Whether `error` is a {@link StorageError}, optionally with this reason. */
export function isStorageError(error: unknown, reason?: StorageReason): error is StorageError {
	return error instanceof StorageError && (reason === undefined || error.reason === reason);
}

/** What a directory entry is; a symbolic link, FIFO, socket or device is `other`. */
export interface DirectoryEntry {
	readonly name: string;
	readonly kind: "file" | "directory" | "other";
}

/** A regular file, open for reading; it stays the same file when its name is replaced. */
export interface StoredFile {
	readonly byteLength: number;
	/** Changes when the file is another one or was written to: device, inode, size and times. */
	readonly identity: string;
	/** Reads up to `length` bytes at `offset`; fewer only at the end of the file. */
	read(offset: number, length: number): Promise<Uint8Array>;
	/** Streams bytes `start` to `end` (inclusive), then closes the file. */
	stream(start: number, end: number): NodeJS.ReadableStream;
	close(): Promise<void>;
}

/** A file being written for the first time. */
export interface NewFile {
	write(chunk: Uint8Array): Promise<void>;
	/** Resolves when the bytes are on the device. */
	sync(): Promise<void>;
	close(): Promise<void>;
}

/**
 * An open directory: the only way the host reaches its store.
 *
 * Every name is a single component. No operation follows a symbolic link, replaces something that exists, or opens
 * anything but a regular file or a directory. A handle keeps meaning the same directory when its name is replaced.
 * All operations fail with {@link StorageError}.
 */
export interface Directory {
	entries(): Promise<readonly DirectoryEntry[]>;
	openDirectory(name: string): Promise<Directory>;
	/** Creates a directory for the owner only; `exists` when the name is taken. */
	makeDirectory(name: string): Promise<Directory>;
	openFile(name: string): Promise<StoredFile>;
	/** Creates a file for the owner only; `exists` when the name is taken. */
	createFile(name: string): Promise<NewFile>;
	/**
	 * Moves an entry; `exists` when `toName` is taken, unless a directory takes the place of an empty one. Nothing is
	 * replaced, whoever else writes to the store meanwhile. Other entries than directories have both names for a moment:
	 * where the second step fails or is never made, the old name is left as well. They need a file system with hard links.
	 */
	move(name: string, to: Directory, toName: string): Promise<void>;
	removeFile(name: string): Promise<void>;
	/** Removes an empty directory. */
	removeDirectory(name: string): Promise<void>;
	/** Resolves when the entries are on the device. */
	sync(): Promise<void>;
	close(): Promise<void>;
}
