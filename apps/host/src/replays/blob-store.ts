import { createHash } from "node:crypto";
import { safeIdSchema } from "@hindcast/replay-protocol/http";
import { HostError } from "../errors/host-error.ts";
import {
	type Directory,
	type DirectoryEntry,
	isStorageError,
	type StoredFile,
} from "../storage/directory.ts";
import { type DocumentKind, readFileAt, readJsonFile, writeNewFile } from "../storage/json-file.ts";
import { entriesAt, openFileAt, removeTree, withDirectory, withMadeDirectory } from "../storage/walk.ts";
import { type ReplayLocation, replayPath } from "./replay-files.ts";

/** Folder of writes in flight. Its name is no safe id, so it is never taken for a robot's book. */
export const incoming = ".incoming";
/** Folder of what an interrupted import left behind. */
const quarantine = ".quarantine";
const arriving = "payload.part";
/** Folders of replays that are open at once at a start. */
const visitsAtOnce = 8;

/** What has been received into a {@link Staging}. */
export interface ReceivedBlob {
	readonly byteLength: number;
	/** `sha256:<hex>` of the bytes as they arrived. */
	readonly digest: string;
}

/** What is published with a payload: the bytes of its documents. */
interface Publication {
	readonly location: ReplayLocation;
	readonly payloadName: string;
	readonly manifest: Uint8Array;
	readonly report: Uint8Array;
	readonly receipt: { readonly name: string; readonly bytes: Uint8Array };
}

/** One import in flight: a private folder that becomes a replay's folder whole, or not at all. */
export interface Staging {
	/** Takes the payload; on the device when this resolves. @throws HostError `payload-too-large` */
	receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedBlob>;
	/** The payload as it is stored. */
	readBack(received: ReceivedBlob): Promise<Uint8Array>;
	/**
	 * Makes the replay appear at its place, with all its files, durably.
	 *
	 * @returns `exists` when something stands there already; nothing is changed then
	 * @throws HostError `book-refused` when the book has no folder to take it
	 */
	publish(publication: Publication): Promise<"published" | "exists">;
	/** Removes what was not published, if anything. Never fails: leftovers are quarantined at the next start. */
	discard(): Promise<void>;
}

/** Opens a folder, and closes it when `use` is done. */
export type WithinFolder = <T>(use: (folder: Directory) => Promise<T>) => Promise<T>;

/** Where replays are kept. */
export interface BlobStore {
	stage(importId: string): Promise<Staging>;
	/**
	 * Gives the place of every replay in all books and a way to its folder, several at a time in any order.
	 *
	 * @returns how many folders there are that cannot be books or replays: links, and names that are no safe ids
	 */
	visit(use: (location: ReplayLocation, within: WithinFolder) => Promise<void>): Promise<number>;
	/** Opens a replay's folder, and closes it when `use` is done. */
	within<T>(location: ReplayLocation, use: (folder: Directory) => Promise<T>): Promise<T>;
	/** Resolves when the names of the published replays beside this one are on the device. */
	settle(location: ReplayLocation): Promise<void>;
	open(location: ReplayLocation, path: readonly string[]): Promise<StoredFile>;
	/** Names of the files in a replay's folder; none when it is missing. */
	names(location: ReplayLocation, folder: string): Promise<readonly string[]>;
	read<T>(location: ReplayLocation, path: readonly string[], kind: DocumentKind<T>): Promise<T>;
	/** Moves what interrupted imports left into quarantine. @returns how many there were */
	quarantineLeftovers(): Promise<number>;
}

/** Keeps replays as folders of RoboBooks below `root`. */
export function createFolderBlobStore(root: Directory): BlobStore {
	return {
		stage: (importId) =>
			withMadeDirectory(root, [incoming], async (parent) =>
				createStaging(root, importId, await parent.makeDirectory(importId)),
			),
		visit: (use) => visitReplays(root, use),
		within: (location, use) => withDirectory(root, replayPath(location), use),
		settle: (location) => withDirectory(root, replayPath(location).slice(0, -1), (replays) => replays.sync()),
		open: (location, path) => openFileAt(root, replayPath(location, ...path)),
		async names(location, folder) {
			const entries = await entriesAt(root, replayPath(location, folder));
			return entries.filter(({ kind }) => kind === "file").map(({ name }) => name);
		},
		read: (location, path, kind) => readJsonFile(root, replayPath(location, ...path), kind),
		quarantineLeftovers: () => moveLeftovers(root),
	};
}

function createStaging(root: Directory, importId: string, directory: Directory): Staging {
	return {
		receive: (source, maxBytes) => receive(directory, source, maxBytes),
		readBack: ({ byteLength }) => readFileAt(directory, [arriving], byteLength),
		async publish(publication) {
			await complete(directory, publication);
			try {
				return await moveToBook(root, importId, publication.location);
			} catch (error) {
				throw isStorageError(error, "refused") ? new HostError("book-refused") : error;
			}
		},
		async discard() {
			await directory.close();
			await withDirectory(root, [incoming], (parent) => removeTree(parent, importId)).catch(() => undefined);
		},
	};
}

async function moveToBook(
	root: Directory,
	importId: string,
	location: ReplayLocation,
): Promise<"published" | "exists"> {
	const [folder = "", ...parents] = replayPath(location).slice(0, -1);
	return withDirectory(root, [folder], (book) =>
		withMadeDirectory(book, parents, async (replays) => {
			try {
				await withDirectory(root, [incoming], (from) => from.move(importId, replays, location.replayId));
			} catch (error) {
				if (isStorageError(error, "exists")) return "exists";
				throw error;
			}
			await replays.sync();
			return "published";
		}),
	);
}

async function receive(
	directory: Directory,
	source: AsyncIterable<Uint8Array>,
	maxBytes: number,
): Promise<ReceivedBlob> {
	const file = await directory.createFile(arriving);
	const hash = createHash("sha256");
	let byteLength = 0;
	try {
		for await (const chunk of source) {
			byteLength += chunk.length;
			if (byteLength > maxBytes) throw new HostError("payload-too-large");
			hash.update(chunk);
			await file.write(chunk);
		}
		await file.sync();
	} finally {
		await file.close();
	}
	return { byteLength, digest: `sha256:${hash.digest("hex")}` };
}

/** Gives a staged folder its final content; on the device when this resolves. */
async function complete(directory: Directory, publication: Publication): Promise<void> {
	await directory.move(arriving, directory, publication.payloadName);
	await writeNewFile(directory, "manifest.json", publication.manifest);
	await writeNewFile(directory, "report.json", publication.report);
	const receipts = await directory.makeDirectory("receipts");
	try {
		await writeNewFile(receipts, publication.receipt.name, publication.receipt.bytes);
		await receipts.sync();
	} finally {
		await receipts.close();
	}
	await directory.sync();
}

async function visitReplays(
	root: Directory,
	use: (location: ReplayLocation, within: WithinFolder) => Promise<void>,
): Promise<number> {
	const own = [incoming, quarantine];
	const books = sortOut((await root.entries()).filter(({ name }) => !own.includes(name)));
	let { oddFolders } = books;
	for (const folder of books.names) {
		try {
			oddFolders += await withDirectory(root, [folder, "runs", "replays"], async (replays) => {
				const found = sortOut(await replays.entries());
				await eachOf(found.names, (replayId) =>
					use({ folder, replayId }, (within) => withDirectory(replays, [replayId], within)),
				);
				return found.oddFolders;
			});
		} catch (error) {
			// A book that has no folder of replays has none; what stands there instead of one is odd.
			if (isStorageError(error, "refused")) oddFolders++;
			else if (!isStorageError(error, "missing")) throw error;
		}
	}
	return oddFolders;
}

/** Runs `use` for all names, several at once: opening files is mostly waiting. */
async function eachOf(names: readonly string[], use: (name: string) => Promise<void>): Promise<void> {
	const waiting = names.values();
	const worker = async () => {
		for (const name of waiting) await use(name);
	};
	await Promise.all(Array.from({ length: visitsAtOnce }, worker));
}

interface SortedFolders {
	readonly names: readonly string[];
	readonly oddFolders: number;
}

/** The folders among entries that may be used, and how many may not; plain files are neither. */
function sortOut(entries: readonly DirectoryEntry[]): SortedFolders {
	const folders = entries.filter(({ kind }) => kind !== "file");
	const names = folders
		.filter(({ name, kind }) => kind === "directory" && safeIdSchema.safeParse(name).success)
		.map(({ name }) => name);
	return { names, oddFolders: folders.length - names.length };
}

async function moveLeftovers(root: Directory): Promise<number> {
	return withMadeDirectory(root, [incoming], async (from) => {
		const leftovers = await from.entries();
		if (leftovers.length === 0) return 0;
		return withMadeDirectory(root, [quarantine], async (to) => {
			for (const { name } of leftovers) await moveAside(from, to, name);
			await to.sync();
			await from.sync();
			return leftovers.length;
		});
	});
}

async function moveAside(from: Directory, to: Directory, name: string, attempt = 0): Promise<void> {
	try {
		await from.move(name, to, attempt === 0 ? name : `${name}.${attempt}`);
	} catch (error) {
		if (!isStorageError(error, "exists") || attempt >= 1000) throw error;
		await moveAside(from, to, name, attempt + 1);
	}
}
