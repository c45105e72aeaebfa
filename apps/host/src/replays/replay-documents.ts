import { HostError } from "../errors/host-error.ts";
import type { Directory } from "../storage/directory.ts";
import { isStorageError } from "../storage/directory.ts";
import { writeNewFile } from "../storage/json-file.ts";
import { removeTree, withDirectory, withMadeDirectory } from "../storage/walk.ts";
import { incoming } from "./blob-store.ts";
import { type ReplayLocation, replayPath } from "./replay-files.ts";

/** A document to be put beside a replay. */
export interface NewDocument {
	/** A folder of the replay's, such as `receipts`; made where it is missing. */
	readonly folder: string;
	readonly name: string;
	readonly bytes: Uint8Array;
}

/** Puts documents beside replays. */
export interface ReplayDocuments {
	/**
	 * Makes documents appear in a replay's folder, each whole or not at all, and durably, in the order given: after a
	 * crash the later ones may be missing, never an earlier one. Nothing that stands is replaced.
	 *
	 * @param writeId an id that no other write has
	 * @returns `exists` when the place of a document is taken; it and those after it are not written then
	 * @throws HostError `book-refused` when the replay's folder does not take them
	 */
	add(
		location: ReplayLocation,
		documents: readonly NewDocument[],
		writeId: string,
	): Promise<"added" | "exists">;
}

/**
 * Puts documents into the folders of RoboBooks below `root`. They are written and synced in the folder of what is in
 * flight, all of them before the first one is moved: a store without room refuses all.
 */
export function createReplayDocuments(root: Directory): ReplayDocuments {
	return {
		add: (location, documents, writeId) =>
			withMadeDirectory(root, [incoming], async (parent) => {
				const staging = await parent.makeDirectory(writeId);
				try {
					for (const { name, bytes } of documents) await writeNewFile(staging, name, bytes);
					return await moveAll(root, { staging, location, documents });
				} catch (error) {
					throw isStorageError(error, "refused") ? new HostError("book-refused") : error;
				} finally {
					await staging.close();
					// What cannot be removed is quarantined at the next start.
					await removeTree(parent, writeId).catch(() => undefined);
				}
			}),
	};
}

interface StagedDocuments {
	readonly staging: Directory;
	readonly location: ReplayLocation;
	readonly documents: readonly NewDocument[];
}

async function moveAll(
	root: Directory,
	{ staging, location, documents }: StagedDocuments,
): Promise<"added" | "exists"> {
	for (const { folder, name } of documents) {
		const outcome = await withDirectory(root, replayPath(location), (replay) =>
			withMadeDirectory(replay, [folder], async (target) => {
				try {
					await staging.move(name, target, name);
				} catch (error) {
					if (isStorageError(error, "exists")) return "exists";
					throw error;
				}
				await target.sync();
				return "added";
			}),
		);
		if (outcome === "exists") return outcome;
	}
	return "added";
}
