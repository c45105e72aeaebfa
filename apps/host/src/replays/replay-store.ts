import type { ReplaySummary, WireReport } from "@hindcast/replay-protocol/http";
import type { Logger } from "../log.ts";
import type { DigestCache } from "../storage/digest-cache.ts";
import { isStorageError } from "../storage/directory.ts";
import { isDocumentError } from "../storage/json-file.ts";
import type { BlobStore } from "./blob-store.ts";
import type { Catalog, CatalogEntry } from "./catalog.ts";
import { classify } from "./classification.ts";
import {
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
 * Sets aside what interrupted imports left, then fills the catalog from the folders. What is not whole is not listed.
 */
export async function openReplayStore(store: ReplayStore, log: Logger): Promise<void> {
	const count = await store.blobs.quarantineLeftovers();
	if (count > 0) log({ event: "interrupted-import-quarantined", count });
	for (const location of await store.blobs.locations()) {
		const entry = await loadEntry(store.blobs, location);
		const outcome = entry === undefined ? "unreadable" : store.catalog.add(entry);
		if (outcome === "added") continue;
		log({ event: "replay-not-listed", reason: outcome, replay_id: location.replayId });
	}
}

/**
 * Reads a replay's manifest and report, and checks that its payload stands there in full length.
 *
 * @returns undefined when anything is missing or contradicts
 */
export async function loadEntry(
	blobs: BlobStore,
	location: ReplayLocation,
): Promise<CatalogEntry | undefined> {
	try {
		const manifest = await blobs.read(location, ["manifest.json"], manifestFile);
		const report = await blobs.read(location, ["report.json"], reportFile);
		const payload = await blobs.open(location, [payloadName(manifest.encoding)]);
		await payload.close();
		if (manifest.replay_id !== location.replayId) return undefined;
		if (String(payload.byteLength) !== manifest.byte_count) return undefined;
		const receipts = await blobs.names(location, "receipts");
		const annotations = await blobs.names(location, "annotations");
		const wasImported = receipts.some((name) => name.startsWith("import-"));
		const summary = summarize(manifest, report, { wasImported, annotationCount: annotations.length });
		return { location, summary };
	} catch (error) {
		if (isDocumentError(error) || isStorageError(error)) return undefined;
		throw error;
	}
}

/** What the catalog keeps of a replay. */
export function summarize(
	manifest: StoredManifest,
	report: WireReport,
	folder: { readonly wasImported: boolean; readonly annotationCount: number },
): ReplaySummary {
	const { metadata } = manifest;
	const dimension = (name: string) => manifest.arrays.find((array) => array.name === name)?.shape[0] ?? 0;
	return {
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
}
