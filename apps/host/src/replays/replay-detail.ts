import { type ReplayDetail, replayManifestSchema } from "@hindcast/replay-protocol/http";
import { HostError } from "../errors/host-error.ts";
import { withoutPrivate, withoutPrivateValues } from "../privacy.ts";
import type { StoredFile } from "../storage/directory.ts";
import type { CatalogEntry } from "./catalog.ts";
import {
	bookDocument,
	evidencePath,
	manifestFile,
	payloadName,
	reportFile,
	type StoredManifest,
} from "./replay-files.ts";
import type { ReplayStore } from "./replay-store.ts";

const maxDocuments = 1000;
/** Keys of manifests and receipts whose values are the host's own: ids, digests and book-relative places. */
const ownKeys = ["payload_path", "replay_id", "robot_id", "import_id", "file_digest", "content_digest"];

/** @throws HostError `replay-not-found` */
export function findReplay(store: ReplayStore, replayId: string): CatalogEntry {
	const entry = store.catalog.find(replayId);
	if (entry === undefined) throw new HostError("replay-not-found");
	return entry;
}

/** Everything about one replay but its arrays; private values are left out or masked. */
export async function readDetail(
	store: ReplayStore,
	{ location, summary }: CatalogEntry,
): Promise<ReplayDetail> {
	const { blobs } = store;
	const manifest = await blobs.read(location, ["manifest.json"], manifestFile);
	const receiptNames = (await blobs.names(location, "receipts")).slice(0, maxDocuments);
	const annotationNames = (await blobs.names(location, "annotations")).slice(0, maxDocuments);
	const documents = (folder: string, names: readonly string[]) =>
		Promise.all(names.map((name) => blobs.read(location, [folder, name], bookDocument)));
	const evidence = ["manifest.json", payloadName(manifest.encoding), "report.json"];
	return {
		classification: summary.classification,
		validation: withoutPrivateValues(await blobs.read(location, ["report.json"], reportFile)),
		evidence_paths: [
			...evidence.map((name) => evidencePath(location, name)),
			...receiptNames.map((name) => evidencePath(location, "receipts", name)),
		],
		persisted: true,
		replay_id: summary.replay_id,
		manifest: replayManifestSchema.parse(withoutPrivate(manifest, ownKeys)),
		receipts: (await documents("receipts", receiptNames)).map(answerable),
		annotations: (await documents("annotations", annotationNames)).map(answerable),
		payload_route: `/api/moonrobo/replays/${encodeURIComponent(summary.replay_id)}/payload`,
	};
}

/**
 * Opens a replay's payload and makes sure that its bytes are the ones the manifest names.
 *
 * @throws HostError `evidence-damaged` when they are not
 */
export async function openPayload(
	store: ReplayStore,
	{ location }: CatalogEntry,
): Promise<{ file: StoredFile; manifest: StoredManifest }> {
	const manifest = await store.blobs.read(location, ["manifest.json"], manifestFile);
	const file = await store.blobs.open(location, [payloadName(manifest.encoding)]);
	try {
		if ((await store.digests.digest(file)) !== manifest.file_digest) throw new HostError("evidence-damaged");
		return { file, manifest };
	} catch (error) {
		await file.close();
		throw error;
	}
}

function answerable(document: Record<string, unknown>): Record<string, unknown> {
	return bookDocument.schema.parse(withoutPrivate(document, ownKeys));
}
