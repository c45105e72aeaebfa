import { safeIdSchema } from "@hindcast/replay-protocol/http";
import { type Directory, isStorageError } from "./storage/directory.ts";
import { makeRootDirectory, openRootDirectory } from "./storage/node-directory.ts";
import { entriesAt, removeTree, withDirectory, withMadeDirectory } from "./storage/walk.ts";

const staging = ".seeding";
const chunkBytes = 1 << 20;

/** What {@link seedBooks} copied. */
export interface Seeded {
	/** Folders of the robots whose books were copied whole. */
	readonly robots: readonly string[];
	/** `<folder>/<replay id>` of the replays that were added to books that stood already. */
	readonly replays: readonly string[];
}

/**
 * Copies RoboBooks from one folder to another: robots that are missing, and missing replays of robots that are there.
 *
 * Nothing that exists is written to, not even where it differs or is incomplete. A book or a replay appears whole or
 * not at all, also when the machine stops meanwhile. Links and special files are not copied.
 *
 * @param from folder with one folder per robot; read only
 * @param to the store; made where it is missing
 * @throws StorageError
 */
export async function seedBooks(from: string, to: string): Promise<Seeded> {
	const source = await openRootDirectory(from);
	await makeRootDirectory(to);
	const store = await openRootDirectory(to);
	try {
		return await seedInto(source, store);
	} finally {
		await source.close();
		await store.close();
	}
}

/** {@link seedBooks} between open directories. */
export async function seedInto(source: Directory, store: Directory): Promise<Seeded> {
	const robots: string[] = [];
	const replays: string[] = [];
	await clearStaging(store);
	for (const robot of await folderNames(source, [])) {
		if (await copyIfMissing({ source, store }, [robot])) {
			robots.push(robot);
			continue;
		}
		for (const replay of await folderNames(source, [robot, "runs", "replays"])) {
			if (await copyIfMissing({ source, store }, [robot, "runs", "replays", replay])) {
				replays.push(`${robot}/${replay}`);
			}
		}
	}
	await clearStaging(store);
	return { robots, replays };
}

async function copyIfMissing(
	{ source, store }: { readonly source: Directory; readonly store: Directory },
	path: readonly string[],
): Promise<boolean> {
	const name = path.at(-1) ?? "";
	const parent = path.slice(0, -1);
	if ((await entriesAt(store, parent)).some((entry) => entry.name === name)) return false;
	return withMadeDirectory(store, [staging], async (stage) => {
		const copy = await stage.makeDirectory(name);
		try {
			await withDirectory(source, path, (original) => copyTree(original, copy));
		} finally {
			await copy.close();
		}
		return withMadeDirectory(store, parent, async (target) => {
			try {
				await stage.move(name, target, name);
			} catch (error) {
				if (!isStorageError(error, "exists")) throw error;
				await removeTree(stage, name);
				return false;
			}
			await target.sync();
			return true;
		});
	});
}

async function copyTree(from: Directory, to: Directory): Promise<void> {
	for (const { name, kind } of await from.entries()) {
		if (kind === "file") await copyFile(from, to, name);
		if (kind !== "directory") continue;
		const [inner, copy] = [await from.openDirectory(name), await to.makeDirectory(name)];
		try {
			await copyTree(inner, copy);
		} finally {
			await inner.close();
			await copy.close();
		}
	}
	await to.sync();
}

async function copyFile(from: Directory, to: Directory, name: string): Promise<void> {
	const original = await from.openFile(name);
	const copy = await to.createFile(name);
	try {
		for (let offset = 0; offset < original.byteLength; offset += chunkBytes) {
			await copy.write(await original.read(offset, chunkBytes));
		}
		await copy.sync();
	} finally {
		await original.close();
		await copy.close();
	}
}

async function folderNames(root: Directory, path: readonly string[]): Promise<string[]> {
	const entries = await entriesAt(root, path);
	return entries
		.filter(({ name, kind }) => kind === "directory" && safeIdSchema.safeParse(name).success)
		.map(({ name }) => name);
}

/** Removes unfinished copies: the originals are in the source, so nothing is lost. */
async function clearStaging(store: Directory): Promise<void> {
	try {
		await removeTree(store, staging);
	} catch (error) {
		if (!isStorageError(error, "missing")) throw error;
	}
}
