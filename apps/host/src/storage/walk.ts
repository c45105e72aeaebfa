import { type Directory, isStorageError, StorageError, type StoredFile } from "./directory.ts";

/**
 * Opens the directory `segments` below `root` one component at a time, and closes it when `use` is done.
 *
 * @throws StorageError when a component is missing or is not a plain directory
 */
export async function withDirectory<T>(
	root: Directory,
	segments: readonly string[],
	use: (directory: Directory) => Promise<T>,
): Promise<T> {
	const [first, ...rest] = segments;
	if (first === undefined) return use(root);
	const child = await root.openDirectory(first);
	try {
		return await withDirectory(child, rest, use);
	} finally {
		await child.close();
	}
}

/**
 * Opens the regular file `segments` below `root`; the caller closes it.
 *
 * @throws StorageError when a component is missing, a link, or not of its kind
 */
export async function openFileAt(root: Directory, segments: readonly string[]): Promise<StoredFile> {
	const name = segments.at(-1);
	if (name === undefined) throw new StorageError("refused");
	return withDirectory(root, segments.slice(0, -1), (directory) => directory.openFile(name));
}

/**
 * Opens the directory `segments` below `root`, making what is missing; each new name is on the device when this
 * resolves.
 */
export async function withMadeDirectory<T>(
	root: Directory,
	segments: readonly string[],
	use: (directory: Directory) => Promise<T>,
): Promise<T> {
	const [first, ...rest] = segments;
	if (first === undefined) return use(root);
	const child = await openOrMake(root, first);
	try {
		return await withMadeDirectory(child, rest, use);
	} finally {
		await child.close();
	}
}

async function openOrMake(parent: Directory, name: string): Promise<Directory> {
	try {
		return await parent.openDirectory(name);
	} catch (error) {
		if (!isStorageError(error, "missing")) throw error;
	}
	try {
		const made = await parent.makeDirectory(name);
		await parent.sync();
		return made;
	} catch (error) {
		if (!isStorageError(error, "exists")) throw error;
		return parent.openDirectory(name);
	}
}

/** The entries of the directory `segments` below `root`; none where a component is missing. */
export async function entriesAt(root: Directory, segments: readonly string[]) {
	try {
		return await withDirectory(root, segments, (directory) => directory.entries());
	} catch (error) {
		if (isStorageError(error, "missing")) return [];
		throw error;
	}
}

/** Names of the files in the directory `name` of `parent`; none where it is missing. */
export async function fileNames(parent: Directory, name: string): Promise<readonly string[]> {
	const entries = await entriesAt(parent, [name]);
	return entries.filter(({ kind }) => kind === "file").map((entry) => entry.name);
}

/** Removes the entry `name` of `parent` with all it holds; links are removed, never followed. */
export async function removeTree(parent: Directory, name: string): Promise<void> {
	const directory = await parent.openDirectory(name);
	try {
		for (const entry of await directory.entries()) {
			if (entry.kind === "directory") await removeTree(directory, entry.name);
			else await directory.removeFile(entry.name);
		}
	} finally {
		await directory.close();
	}
	await parent.removeDirectory(name);
}
