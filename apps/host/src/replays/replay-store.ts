import { type Classification, type ReplaySummary, replaySummarySchema } from "@hindcast/replay-protocol/http";
import { type Ledger, type LedgerQuery, readLedger } from "../ledger/read-ledger.ts";
import type { Logger } from "../log.ts";
import { withoutPrivate } from "../privacy.ts";
import type { RobotProfile } from "../robots/profile.ts";
import type { RobotBooks } from "../robots/robot-books.ts";
import { groupById, soleCandidate } from "../sole-candidate.ts";
import { createDigestCache, type DigestCache } from "../storage/digest-cache.ts";
import { type Directory, isStorageError } from "../storage/directory.ts";
import { ifReadable, isDocumentError, readJsonFile } from "../storage/json-file.ts";
import { fileNames } from "../storage/walk.ts";
import { type ArtifactCache, createArtifactCache } from "./artifact-cache.ts";
import { type BlobStore, createFolderBlobStore, type WithinFolder } from "./blob-store.ts";
import { type Catalog, type CatalogEntry, createMemoryCatalog } from "./catalog.ts";
import { classOf, type ExportSource, type Origin } from "./classification.ts";
import { readOrigin } from "./origin.ts";
import { createReplayDocuments, type ReplayDocuments } from "./replay-documents.ts";
import {
	keptKeys,
	manifestFile,
	payloadName,
	type ReplayLocation,
	reportFile,
	type StoredManifest,
} from "./replay-files.ts";
import { countsOf, type ReportCounts } from "./told-report.ts";

/** The replays of a store: their bytes, and what is known about them. */
export interface ReplayStore {
	readonly blobs: BlobStore;
	readonly catalog: Catalog;
	readonly digests: DigestCache;
	readonly documents: ReplayDocuments;
	readonly artifacts: ArtifactCache;
	/** Documents of the runs of a book's robot. */
	readonly ledger: (book: { readonly folder: string }, query: LedgerQuery) => Promise<Ledger>;
	/** The profile of the robot whose book a folder is; undefined where it is none. */
	readonly profile: (book: { readonly folder: string }) => Promise<RobotProfile | undefined>;
}

/** The replays in the books below `root`; its catalog is empty until {@link openReplayStore}. */
export function createReplayStore(root: Directory, books: RobotBooks): ReplayStore {
	return {
		blobs: createFolderBlobStore(root),
		catalog: createMemoryCatalog(),
		digests: createDigestCache(),
		documents: createReplayDocuments(root),
		artifacts: createArtifactCache(),
		ledger: (book, query) => readLedger(books, book, query),
		profile: async ({ folder }) => (await books.at(folder))?.profile,
	};
}

/**
 * Sets aside what interrupted imports left, then fills the catalog from the folders of the robots' books.
 *
 * What is not whole, names another robot than its book, or shares its id with a replay of another folder and does not
 * stand in the one named after its robot, is not listed; the log says so.
 */
export async function openReplayStore(store: ReplayStore, books: RobotBooks, log: Logger): Promise<void> {
	const { blobs, catalog } = store;
	const count = await blobs.quarantineLeftovers();
	if (count > 0) log({ event: "interrupted-import-quarantined", count });
	const robots = new Map((await books.list()).map(({ folder, profile }) => [folder, profile.id]));
	const found: CatalogEntry[] = [];
	const oddFolders = await blobs.visit(async (location, within) => {
		const entry = await readEntry(store, { location, within }, robots.get(location.folder));
		if (typeof entry !== "string") found.push(entry);
		else log({ event: "replay-not-listed", reason: entry, replay_id: location.replayId });
	});
	if (oddFolders > 0) log({ event: "folders-not-listed", count: oddFolders });
	for (const [id, claimants] of groupById(found, ({ summary }) => summary.replay_id)) {
		const sole = soleCandidate(claimants, ({ location, summary }) => location.folder === summary.robot_id);
		if (sole === undefined) catalog.block(id);
		for (const entry of claimants) {
			const outcome = entry === sole ? catalog.add(entry) : "duplicate-id";
			if (outcome !== "added") log({ event: "replay-not-listed", reason: outcome, replay_id: id });
		}
	}
	settleClasses(catalog);
}

/**
 * Reads a replay's manifest and report, and checks that it is of the book's robot and that its payload stands there in
 * full length. Its class is the one it has by itself: {@link withClass} gives the one among others.
 *
 * @param robotId the robot of the book; undefined when the folder is no book in use
 * @returns why there is no entry when anything is missing or contradicts
 */
export async function loadEntry(
	store: ReplayStore,
	location: ReplayLocation,
	robotId: string | undefined,
): Promise<CatalogEntry | Unlisted> {
	return readEntry(store, { location, within: (use) => store.blobs.within(location, use) }, robotId);
}

type Unlisted = "unreadable" | "other-robot" | "no-book";

async function readEntry(
	store: ReplayStore,
	{ location, within }: { readonly location: ReplayLocation; readonly within: WithinFolder },
	robotId: string | undefined,
): Promise<CatalogEntry | Unlisted> {
	if (robotId === undefined) return "no-book";
	try {
		return await within(async (folder) => {
			const manifest = await readJsonFile(folder, ["manifest.json"], manifestFile);
			const report = await readJsonFile(folder, ["report.json"], reportFile);
			const payload = await folder.openFile(payloadName(manifest.encoding));
			await payload.close();
			if (manifest.replay_id !== location.replayId) return "unreadable";
			if (String(payload.byteLength) !== manifest.byte_count) return "unreadable";
			if (manifest.metadata.robot_id !== robotId) return "other-robot";
			const receipts = await fileNames(folder, "receipts");
			const annotations = await fileNames(folder, "annotations");
			const origin = await readOrigin(store, { location, manifest, folder }, receipts);
			const counts = countsOf(report);
			const summary = summarize(manifest, counts.stored, { origin, annotationCount: annotations.length });
			return { location, summary, origin, counts };
		});
	} catch (error) {
		if (isDocumentError(error) || isStorageError(error)) return "unreadable";
		throw error;
	}
}

/**
 * Takes a replay that was just published into the catalog, as the next start would.
 *
 * @returns undefined when it cannot be read back, or when the catalog does not take it
 */
export async function listPublished(
	store: ReplayStore,
	location: ReplayLocation,
	robotId: string,
): Promise<CatalogEntry | undefined> {
	const loaded = await loadEntry(store, location, robotId);
	if (typeof loaded === "string") return undefined;
	const entry = withClass(store.catalog, loaded);
	return store.catalog.add(entry) === "added" ? entry : undefined;
}

/** Numbers of the readings that entries come from, in the order in which they began. */
const readings = new WeakMap<CatalogEntry, number>();
let lastReading = 0;

/**
 * Reads anew where a replay came from, what its links prove and how many notes it has, and keeps the catalog by that.
 * A folder that cannot be read any more raises no class.
 */
export async function refreshEntry(
	store: ReplayStore,
	entry: CatalogEntry,
	manifest: StoredManifest,
): Promise<CatalogEntry> {
	const reading = ++lastReading;
	const { location } = entry;
	const { receipts, annotations, read } = await store.blobs.within(location, async (folder) => {
		const names = await ifReadable(() => fileNames(folder, "receipts"));
		return {
			receipts: names,
			annotations: await ifReadable(() => fileNames(folder, "annotations")),
			read: await readOrigin(store, { location, manifest, folder }, names ?? []),
		};
	});
	const origin = receipts === undefined ? { ...entry.origin, isLinked: false } : read;
	const annotation_count = annotations?.length ?? entry.summary.annotation_count;
	const summary = { ...entry.summary, annotation_count };
	const fresh = withClass(store.catalog, { ...entry, summary, origin });
	// What began to be read later is at least as new, and so is what it found.
	const standing = store.catalog.find(entry.summary.replay_id);
	if (standing !== undefined && (readings.get(standing) ?? 0) > reading) return standing;
	readings.set(fresh, reading);
	store.catalog.replace(fresh);
	return fresh;
}

/** An entry with the class that it has among the replays of the catalog, and the counts that go with it. */
export function withClass(catalog: Catalog, entry: CatalogEntry): CatalogEntry {
	const classification = classOf(entry.origin, (source) => sourceClass(catalog, source));
	const isVerified = classification === "physical-feedback-verified";
	const counts = isVerified ? entry.counts.linked : entry.counts.stored;
	return { ...entry, summary: { ...entry.summary, ...counts, classification } };
}

/** The class without links of a replay that was exported; undefined where it is gone or has other content. */
function sourceClass(catalog: Catalog, source: ExportSource): Classification | undefined {
	const found = catalog.find(source.replayId);
	if (found === undefined) return undefined;
	const { summary, origin } = found;
	if (source.contentDigest !== undefined && source.contentDigest !== summary.content_digest) return undefined;
	return origin.exportedFrom.length > 0 ? summary.classification : origin.own;
}

/**
 * Lowers exports to the classes of their sources until nothing changes, because exports of exports come in any order.
 * Classes only ever fall here, so that it ends.
 */
function settleClasses(catalog: Catalog): void {
	const exported = catalog.list().entries.filter(({ origin }) => origin.exportedFrom.length > 0);
	const oldestFirst = exported.toReversed().map(({ summary }) => summary.replay_id);
	let isSettled = false;
	while (!isSettled) {
		isSettled = true;
		for (const id of oldestFirst) {
			const standing = catalog.find(id);
			if (standing === undefined) continue;
			const settled = withClass(catalog, standing);
			if (settled.summary.classification === standing.summary.classification) continue;
			catalog.replace(settled);
			isSettled = false;
		}
	}
}

/**
 * What the catalog keeps of a replay: without anything private, so that it may be answered as it is. The class is the
 * one that it has by itself.
 */
export function summarize(
	manifest: StoredManifest,
	counts: ReportCounts,
	folder: { readonly origin: Origin; readonly annotationCount: number },
): ReplaySummary {
	const { metadata } = manifest;
	const dimension = (name: string) => manifest.arrays.find((array) => array.name === name)?.shape[0] ?? 0;
	const summary: ReplaySummary = {
		replay_id: manifest.replay_id,
		label: manifest.label,
		robot_id: metadata.robot_id,
		bridge_id: metadata.bridge_id ?? null,
		classification: classOf(folder.origin, () => folder.origin.own),
		artifact_class: metadata.artifact_class ?? null,
		tick_count: dimension("t"),
		joint_count: dimension("joint_name"),
		duration_s: manifest.duration_s ?? metadata.duration_s ?? 0,
		protocol: metadata.protocol,
		encoding: manifest.encoding,
		visibility: manifest.visibility,
		content_digest: manifest.content_digest,
		created_at_ms: manifest.created_at_ms,
		source: manifest.source,
		annotation_count: folder.annotationCount,
		...counts,
	};
	return replaySummarySchema.parse(withoutPrivate(summary, keptKeys));
}
