import { constants } from "node:fs";
import {
	type FileHandle,
	link,
	lstat,
	mkdir,
	open,
	readdir,
	realpath,
	rename,
	rmdir,
	unlink,
} from "node:fs/promises";
import { join } from "node:path";
import {
	type Directory,
	type DirectoryEntry,
	type NewFile,
	StorageError,
	type StoredFile,
} from "./directory.ts";

const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_DIRECTORY = constants.O_DIRECTORY ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
const reasons: Readonly<Record<string, "missing" | "exists" | "refused" | "full">> = {
	ENOENT: "missing",
	EEXIST: "exists",
	ENOTEMPTY: "exists",
	ENOTDIR: "refused",
	EISDIR: "refused",
	ELOOP: "refused",
	ENXIO: "refused",
	EACCES: "refused",
	EPERM: "refused",
	ENAMETOOLONG: "refused",
	EINVAL: "refused",
	ENOSPC: "full",
	EDQUOT: "full",
};

/** How the names below a directory are reached. */
export type Confinement = "descriptor" | "checked-path";

/** `descriptor` where `/proc/self/fd` exists; elsewhere names are checked before and after opening. */
const defaultConfinement: Confinement = process.platform === "linux" ? "descriptor" : "checked-path";

/** Makes the directory at `path`, and those above it, for the owner only; nothing happens where it stands. */
export async function makeRootDirectory(path: string): Promise<void> {
	await translated(() => mkdir(path, { recursive: true, mode: 0o700 }));
}

/**
 * Opens the directory at `path`; `path` itself may lead through links.
 *
 * `descriptor` reaches children through `/proc/self/fd/<n>/<name>`, so a component that is swapped for a symbolic link
 * can never be followed. `checked-path` compares device and inode before and after each open: it refuses links that
 * stand, and detects most swaps, but a swap in the same instant is beyond what Node offers there.
 */
export async function openRootDirectory(path: string, confinement = defaultConfinement): Promise<Directory> {
	return translated(async () => {
		const real = await realpath(path);
		return new NodeDirectory(await open(real, constants.O_RDONLY | O_DIRECTORY), real, confinement);
	});
}

class NodeDirectory implements Directory {
	readonly #handle: FileHandle;
	readonly #path: string;
	readonly #confinement: Confinement;

	constructor(handle: FileHandle, path: string, confinement: Confinement) {
		this.#handle = handle;
		this.#path = path;
		this.#confinement = confinement;
	}

	entries(): Promise<readonly DirectoryEntry[]> {
		return translated(async () => {
			const found = await readdir(await this.#base(), { withFileTypes: true });
			return found
				.map(
					(entry): DirectoryEntry => ({
						name: entry.name,
						kind: entry.isFile() ? "file" : entry.isDirectory() ? "directory" : "other",
					}),
				)
				.sort((a, b) => (a.name < b.name ? -1 : 1));
		});
	}

	openDirectory(name: string): Promise<Directory> {
		return translated(async () => {
			const path = await this.#child(name);
			const handle = await this.#open(path, constants.O_RDONLY | O_DIRECTORY);
			return new NodeDirectory(handle, join(this.#path, name), this.#confinement);
		});
	}

	makeDirectory(name: string): Promise<Directory> {
		return translated(async () => {
			await mkdir(await this.#child(name), { mode: 0o700 });
			return this.openDirectory(name);
		});
	}

	openFile(name: string): Promise<StoredFile> {
		return translated(async () => {
			const handle = await this.#open(await this.#child(name), constants.O_RDONLY | O_NONBLOCK);
			try {
				const stat = await handle.stat({ bigint: true });
				if (!stat.isFile()) throw new StorageError("refused");
				const identity = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(":");
				return new NodeStoredFile(handle, Number(stat.size), identity);
			} catch (error) {
				await handle.close();
				throw error;
			}
		});
	}

	createFile(name: string): Promise<NewFile> {
		return translated(async () => {
			const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW;
			return newFile(await open(await this.#child(name), flags, 0o600));
		});
	}

	move(name: string, to: Directory, toName: string): Promise<void> {
		return translated(async () => {
			if (!(to instanceof NodeDirectory)) throw new StorageError("refused");
			const from = await this.#child(name);
			const target = await to.#child(toName);
			if ((await lstat(from)).isDirectory()) return moveDirectory(from, target);
			// rename(2) would replace a file without a word; link(2) never replaces anything, whoever else writes.
			await link(from, target);
			await unlink(from);
		});
	}

	removeFile(name: string): Promise<void> {
		return translated(async () => unlink(await this.#child(name)));
	}

	removeDirectory(name: string): Promise<void> {
		return translated(async () => rmdir(await this.#child(name)));
	}

	sync(): Promise<void> {
		return translated(async () => {
			// Windows cannot flush a directory; its file systems journal names by themselves.
			if (process.platform !== "win32") await this.#handle.sync();
		});
	}

	close(): Promise<void> {
		return translated(() => this.#handle.close());
	}

	async #base(): Promise<string> {
		if (this.#confinement === "descriptor") return `/proc/self/fd/${this.#handle.fd}`;
		const [named, held] = await Promise.all([lstat(this.#path), this.#handle.stat()]);
		if (named.isSymbolicLink() || named.ino !== held.ino || named.dev !== held.dev) {
			throw new StorageError("refused");
		}
		return this.#path;
	}

	async #child(name: string): Promise<string> {
		if (name === "" || name === "." || name === ".." || /[/\\\0]/.test(name))
			throw new StorageError("refused");
		return `${await this.#base()}/${name}`;
	}

	async #open(path: string, flags: number): Promise<FileHandle> {
		const named = this.#confinement === "checked-path" ? await lstat(path) : undefined;
		if (named?.isSymbolicLink()) throw new StorageError("refused");
		const handle = await open(path, flags | O_NOFOLLOW);
		if (named === undefined) return handle;
		const held = await handle.stat();
		if (held.ino === named.ino && held.dev === named.dev) return handle;
		await handle.close();
		throw new StorageError("refused");
	}
}

/** rename(2) replaces a directory only where it is empty, and nothing else by a directory. */
async function moveDirectory(from: string, target: string): Promise<void> {
	try {
		await rename(from, target);
	} catch (error) {
		if (errnoOf(error) === "ENOTDIR") throw new StorageError("exists", "ENOTDIR");
		throw error;
	}
}

class NodeStoredFile implements StoredFile {
	readonly #handle: FileHandle;

	constructor(
		handle: FileHandle,
		readonly byteLength: number,
		readonly identity: string,
	) {
		this.#handle = handle;
	}

	read(offset: number, length: number): Promise<Uint8Array> {
		return translated(async () => {
			const bytes = new Uint8Array(Math.max(0, Math.min(length, this.byteLength - offset)));
			let filled = 0;
			while (filled < bytes.length) {
				const { bytesRead } = await this.#handle.read(bytes, filled, bytes.length - filled, offset + filled);
				if (bytesRead === 0) return bytes.subarray(0, filled);
				filled += bytesRead;
			}
			return bytes;
		});
	}

	stream(start: number, end: number): NodeJS.ReadableStream {
		return this.#handle.createReadStream({ start, end, highWaterMark: 1 << 20, autoClose: true });
	}

	close(): Promise<void> {
		return translated(() => this.#handle.close());
	}
}

function newFile(handle: FileHandle): NewFile {
	return {
		write: (chunk) => translated(async () => void (await handle.writeFile(chunk))),
		sync: () => translated(() => handle.sync()),
		close: () => translated(() => handle.close()),
	};
}

async function translated<T>(operation: () => Promise<T>): Promise<T> {
	try {
		return await operation();
	} catch (error) {
		if (error instanceof StorageError) throw error;
		const errno = errnoOf(error);
		throw new StorageError(reasons[errno] ?? "failed", errno);
	}
}

function errnoOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN";
}
