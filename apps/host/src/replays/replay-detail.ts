import type { ReplayArtifact } from "@hindcast/replay-protocol";
import { type ReplayDetail, replayManifestSchema, safeIdSchema } from "@hindcast/replay-protocol/http";
import { HostError } from "../errors/host-error.ts";
import { looksPrivate, withoutPrivate } from "../privacy.ts";
import { isStorageError, type StoredFile } from "../storage/directory.ts";
import { type DocumentKind, ifReadable } from "../storage/json-file.ts";
import type { CatalogEntry } from "./catalog.ts";
import {
	bookDocument,
	evidencePath,
	keptKeys,
	manifestFile,
	payloadName,
	type ReplayLocation,
	reportFile,
	type StoredManifest,
} from "./replay-files.ts";
import { type ReplayStore, refreshEntry } from "./replay-store.ts";
import { toldReport } from "./told-report.ts";

const maxDocuments = 1000;

/** @throws HostError `replay-not-found` */
export function findReplay(store: ReplayStore, replayId: string): CatalogEntry {
	const entry = store.catalog.find(replayId);
	if (entry === undefined) throw new HostError("replay-not-found");
	return entry;
}

/** @throws HostError `replay-content-mismatch` when a request names other content than the replay has */
export function checkContent(
	{ content_digest: asked }: { readonly content_digest?: string | undefined },
	{ content_digest: standing }: StoredManifest,
): void {
	if (asked !== undefined && asked !== standing) throw new HostError("replay-content-mismatch");
}

/**
 * Everything about one replay but its arrays; private values are left out or masked. Receipts and annotations that
 * cannot be read are counted and named, and the others are answered.
 *
 * @throws HostError `evidence-damaged` when the manifest or the report cannot be read
 */
export async function readDetail(store: ReplayStore, entry: CatalogEntry): Promise<ReplayDetail> {
	const { location } = entry;
	const manifest = await readManifest(store, location);
	const report = await readEvidence(store, location, ["report.json"], reportFile);
	const { summary } = await refreshEntry(store, entry, manifest);
	const receipts = await readFolder(store, location, "receipts");
	const annotations = await readFolder(store, location, "annotations");
	const payload = payloadName(manifest.encoding);
	const evidence = ["manifest.json", payload, "report.json"].map((name) => evidencePath(location, name));
	const answered = Object(withoutPrivate(manifest, keptKeys));
	const unreadable = {
		count: receipts.unreadable + annotations.unreadable,
		paths: [...receipts.unreadablePaths, ...annotations.unreadablePaths],
	};
	return {
		classification: summary.classification,
		validation: toldReport(report, summary),
		evidence_paths: [...evidence, ...receipts.paths],
		persisted: true,
		replay_id: summary.replay_id,
		manifest: replayManifestSchema.parse({ ...answered, payload_path: evidencePath(location, payload) }),
		receipts: receipts.documents,
		annotations: annotations.documents,
		payload_route: `/api/moonrobo/replays/${encodeURIComponent(summary.replay_id)}/payload`,
		...(unreadable.count === 0 ? {} : { unreadable }),
	};
}

/**
 * Opens a replay's payload and makes sure that its bytes are the ones the manifest names.
 *
 * @throws HostError `evidence-damaged` when they are not, or when there are none
 */
export async function openPayload(
	store: ReplayStore,
	{ location }: CatalogEntry,
): Promise<{ file: StoredFile; manifest: StoredManifest }> {
	const manifest = await readManifest(store, location);
	const file = await found(() => store.blobs.open(location, [payloadName(manifest.encoding)]));
	try {
		if ((await store.digests.digest(file)) !== manifest.file_digest) throw new HostError("evidence-damaged");
		return { file, manifest };
	} catch (error) {
		await file.close();
		throw error;
	}
}

/**
 * The decoded payload of a replay whose bytes are the ones that the manifest names.
 *
 * @throws HostError `evidence-damaged` when they are not, when there are none, or when they are no replay any more
 */
export async function openArtifact(
	store: ReplayStore,
	entry: CatalogEntry,
): Promise<{ artifact: ReplayArtifact; manifest: StoredManifest }> {
	const { file, manifest } = await openPayload(store, entry);
	try {
		return { artifact: await store.artifacts.read(file, manifest.file_digest), manifest };
	} finally {
		await file.close();
	}
}

/** Reads a document without which a replay is none. @throws HostError `evidence-damaged` when it cannot be read */
export async function readEvidence<T>(
	store: ReplayStore,
	location: ReplayLocation,
	path: readonly string[],
	kind: DocumentKind<T>,
): Promise<T> {
	return found(() => store.blobs.read(location, path, kind));
}

/** @throws HostError `evidence-damaged` when it cannot be read */
export function readManifest(store: ReplayStore, location: ReplayLocation): Promise<StoredManifest> {
	return readEvidence(store, location, ["manifest.json"], manifestFile);
}

/**
 * Names of the documents in one of a replay's folders that is about to be written to.
 *
 * @throws HostError `book-refused` when it is no plain folder
 */
export async function namesToWriteBeside(
	{ blobs }: ReplayStore,
	location: ReplayLocation,
	folder: string,
): Promise<readonly string[]> {
	try {
		return await blobs.names(location, folder);
	} catch (error) {
		throw isStorageError(error, "refused") ? new HostError("book-refused") : error;
	}
}

/** Whether the name of a stored document may be answered: an id, and what kind of file it is. */
export function isAnswerableName(name: string): boolean {
	return safeIdSchema.safeParse(name.replace(/\.json$/, "")).success && !looksPrivate(name);
}

async function found<T>(read: () => Promise<T>): Promise<T> {
	const value = await ifReadable(read);
	if (value === undefined) throw new HostError("evidence-damaged");
	return value;
}

interface FolderDocuments {
	readonly documents: Record<string, unknown>[];
	readonly paths: string[];
	readonly unreadable: number;
	readonly unreadablePaths: string[];
}

/** The documents of one of a replay's folders, each read on its own. */
async function readFolder(
	{ blobs }: ReplayStore,
	location: ReplayLocation,
	folder: string,
): Promise<FolderDocuments> {
	const documents: Record<string, unknown>[] = [];
	const paths: string[] = [];
	const unreadablePaths: string[] = [];
	const names = await ifReadable(() => blobs.names(location, folder));
	if (names === undefined) {
		return { documents, paths, unreadable: 1, unreadablePaths: [evidencePath(location, folder)] };
	}
	for (const name of names.filter(isAnswerableName).slice(0, maxDocuments)) {
		const document = await ifReadable(() => blobs.read(location, [folder, name], bookDocument));
		const path = evidencePath(location, folder, name);
		if (document === undefined) {
			unreadablePaths.push(path);
			continue;
		}
		documents.push(bookDocument.schema.parse(withoutPrivate(document, keptKeys)));
		paths.push(path);
	}
	return { documents, paths, unreadable: names.length - documents.length, unreadablePaths };
}
