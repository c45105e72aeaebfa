import { type ReplaySummary, replaySummarySchema, type WireReport } from "@hindcast/replay-protocol/http";
import type { Logger } from "../log.ts";
import { withoutPrivate } from "../privacy.ts";
import type { RobotBooks } from "../robots/robot-books.ts";
import { groupById, soleCandidate } from "../sole-candidate.ts";
import type { DigestCache } from "../storage/digest-cache.ts";
import { isStorageError } from "../storage/directory.ts";
import { isDocumentError } from "../storage/json-file.ts";
import type { BlobStore } from "./blob-store.ts";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import { classify } from "./classification.ts";
import {
	keptKeys,
	manifestFile,
	payloadName,
	type ReplayLocation,
	reportFile,
	type StoredManifest,
} from "./replay-files.ts";

/** The replays of a store: their bytes, and what is known about them. */
export interface ReplayStore {
	readonly blobs: BlobStore;
	readonly catalog: Catalog;
	readonly digests: DigestCache;
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
	const { locations, oddFolders } = await blobs.locations();
	if (oddFolders > 0) log({ event: "folders-not-listed", count: oddFolders });
	const found: CatalogEntry[] = [];
	for (const location of locations) {
		const entry = await loadEntry(blobs, location, robots.get(location.folder));
		if (typeof entry !== "string") found.push(entry);
		else log({ event: "replay-not-listed", reason: entry, replay_id: location.replayId });
	}
	for (const [id, claimants] of groupById(found, ({ summary }) => summary.replay_id)) {
		const sole = soleCandidate(claimants, ({ location, summary }) => location.folder === summary.robot_id);
		if (sole === undefined) catalog.block(id);
		for (const entry of claimants) {
			const outcome = entry === sole ? catalog.add(entry) : "duplicate-id";
			if (outcome !== "added") log({ event: "replay-not-listed", reason: outcome, replay_id: id });
		}
	}
}

/**
 * Reads a replay's manifest and report, and checks that it is of the book's robot and that its payload stands there in
 * full length.
 *
 * @param robotId the robot of the book; undefined when the folder is no book in use
 * @returns why there is no entry when anything is missing or contradicts
 */
export async function loadEntry(
	blobs: BlobStore,
	location: ReplayLocation,
	robotId: string | undefined,
): Promise<CatalogEntry | "unreadable" | "other-robot" | "no-book"> {
	if (robotId === undefined) return "no-book";
	try {
		const manifest = await blobs.read(location, ["manifest.json"], manifestFile);
		const report = await blobs.read(location, ["report.json"], reportFile);
		const payload = await blobs.open(location, [payloadName(manifest.encoding)]);
		await payload.close();
		if (manifest.replay_id !== location.replayId) return "unreadable";
		if (String(payload.byteLength) !== manifest.byte_count) return "unreadable";
		if (manifest.metadata.robot_id !== robotId) return "other-robot";
		const receipts = await blobs.names(location, "receipts");
		const annotations = await blobs.names(location, "annotations");
		const wasImported = receipts.some((name) => name.startsWith("import-"));
		const summary = summarize(manifest, report, { wasImported, annotationCount: annotations.length });
		return { location, summary };
	} catch (error) {
		if (isDocumentError(error) || isStorageError(error)) return "unreadable";
		throw error;
	}
}

/** What the catalog keeps of a replay: without anything private, so that it may be answered as it is. */
export function summarize(
	manifest: StoredManifest,
	report: WireReport,
	folder: { readonly wasImported: boolean; readonly annotationCount: number },
): ReplaySummary {
	const { metadata } = manifest;
	const dimension = (name: string) => manifest.arrays.find((array) => array.name === name)?.shape[0] ?? 0;
	const summary: ReplaySummary = {
		replay_id: manifest.replay_id,
		label: manifest.label,
		robot_id: metadata.robot_id,
		bridge_id: metadata.bridge_id ?? null,
		classification: classify(manifest, folder.wasImported),
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
		validation_status: report.status,
		blocking_count: report.blocking_count,
		advisory_count: report.advisory_count,
	};
	return replaySummarySchema.parse(withoutPrivate(summary, keptKeys));
}
