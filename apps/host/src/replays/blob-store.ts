import { createHash } from "node:crypto";
import { safeIdSchema } from "@hindcast/replay-protocol/http";
import type { z } from "zod";
import { HostError } from "../errors/host-error.ts";
import { type Directory, isStorageError, type StoredFile } from "../storage/directory.ts";
import { jsonBytes, readFileAt, readJsonFile, writeNewFile } from "../storage/json-file.ts";
import { entriesAt, openFileAt, removeTree, withDirectory, withMadeDirectory } from "../storage/walk.ts";
import { type ReplayLocation, replayPath } from "./replay-files.ts";

/** Folder of imports in flight. Its name is no safe id, so it is never taken for a robot's book. */
const incoming = ".incoming";
/** Folder of what an interrupted import left behind. */
const quarantine = ".quarantine";
const arriving = "payload.part";

/** What has been received into a {@link Staging}. */
export interface ReceivedBlob {
	readonly byteLength: number;
	/** `sha256:<hex>` of the bytes as they arrived. */
	readonly digest: string;
}

/** Documents published with a payload: path components to JSON value. */
interface Publication {
	readonly location: ReplayLocation;
	readonly payloadName: string;
	readonly manifest: unknown;
	readonly report: unknown;
	readonly receipt: { readonly name: string; readonly document: unknown };
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
	 * @returns `exists` when a replay stands there already; nothing is changed then
	 */
	publish(publication: Publication): Promise<"published" | "exists">;
	/** Removes what was not published, if anything. Never fails: leftovers are quarantined at the next start. */
	discard(): Promise<void>;
}

/** Where replays are kept. */
export interface BlobStore {
	stage(importId: string): Promise<Staging>;
	locations(): Promise<readonly ReplayLocation[]>;
	/** Resolves when the names of the published replays beside this one are on the device. */
	settle(location: ReplayLocation): Promise<void>;
	open(location: ReplayLocation, path: readonly string[]): Promise<StoredFile>;
	/** Names of the files in a replay's folder; none when it is missing. */
	names(location: ReplayLocation, folder: string): Promise<readonly string[]>;
	read<T>(
		location: ReplayLocation,
		path: readonly string[],
		file: { readonly schema: z.ZodType<T>; readonly maxBytes: number },
	): Promise<T>;
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
		locations: () => listLocations(root),
		settle: (location) => withDirectory(root, replayPath(location).slice(0, -1), (replays) => replays.sync()),
		open: (location, path) => openFileAt(root, replayPath(location, ...path)),
		async names(location, folder) {
			const entries = await entriesAt(root, replayPath(location, folder));
			return entries.filter(({ kind }) => kind === "file").map(({ name }) => name);
		},
		read: (location, path, file) => readJsonFile(root, replayPath(location, ...path), file),
		quarantineLeftovers: () => moveLeftovers(root),
	};
}

function createStaging(root: Directory, importId: string, directory: Directory): Staging {
	return {
		receive: (source, maxBytes) => receive(directory, source, maxBytes),
		readBack: ({ byteLength }) => readFileAt(directory, [arriving], byteLength),
		async publish(publication) {
			await complete(directory, publication);
			const parents = replayPath(publication.location).slice(0, -1);
			const [folder = "", ...rest] = parents;
			return withDirectory(root, [folder], (book) =>
				withMadeDirectory(book, rest, async (replays) => {
					try {
						await withDirectory(root, [incoming], (from) =>
							from.move(importId, replays, publication.location.replayId),
						);
					} catch (error) {
						if (isStorageError(error, "exists")) return "exists";
						throw error;
					}
					await replays.sync();
					return "published";
				}),
			);
		},
		async discard() {
			await directory.close();
			await withDirectory(root, [incoming], (parent) => removeTree(parent, importId)).catch(() => undefined);
		},
	};
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
	await writeNewFile(directory, "manifest.json", jsonBytes(publication.manifest));
	await writeNewFile(directory, "report.json", jsonBytes(publication.report));
	const receipts = await directory.makeDirectory("receipts");
	try {
		await writeNewFile(receipts, publication.receipt.name, jsonBytes(publication.receipt.document));
		await receipts.sync();
	} finally {
		await receipts.close();
	}
	await directory.sync();
}

async function listLocations(root: Directory): Promise<ReplayLocation[]> {
	const locations: ReplayLocation[] = [];
	for (const book of await root.entries()) {
		if (book.kind !== "directory" || !safeIdSchema.safeParse(book.name).success) continue;
		for (const entry of await replayFolders(root, book.name)) {
			locations.push({ folder: book.name, replayId: entry });
		}
	}
	return locations;
}

async function replayFolders(root: Directory, book: string): Promise<string[]> {
	try {
		const entries = await entriesAt(root, [book, "runs", "replays"]);
		return entries
			.filter(({ name, kind }) => kind === "directory" && safeIdSchema.safeParse(name).success)
			.map(({ name }) => name);
	} catch (error) {
		if (isStorageError(error, "refused")) return [];
		throw error;
	}
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
