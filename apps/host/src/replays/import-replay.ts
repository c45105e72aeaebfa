import { isDeepStrictEqual } from "node:util";
import { contentDigest, type ReplayArtifact, type ReplayEncoding } from "@hindcast/replay-protocol";
import type { ImportRequest, ImportResponse, WireReport } from "@hindcast/replay-protocol/http";
import { HostError } from "../errors/host-error.ts";
import { looksPrivate, withoutPrivateValues } from "../privacy.ts";
import type { RobotBooks } from "../robots/robot-books.ts";
import type { ReceivedBlob, Staging } from "./blob-store.ts";
import type { CatalogEntry } from "./catalog.ts";
import { classify } from "./classification.ts";
import { type JudgedReplay, judgeReplay } from "./judge-replay.ts";
import { buildManifest, derivedReplayId, isReservedId } from "./manifest.ts";
import {
	evidencePath,
	manifestFile,
	payloadName,
	type ReplayLocation,
	reportFile,
	type StoredImportReceipt,
	type StoredManifest,
} from "./replay-files.ts";
import { loadEntry, type ReplayStore, summarize } from "./replay-store.ts";

/** What an import works with. */
export interface ImportContext {
	readonly store: ReplayStore;
	readonly books: RobotBooks;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	/** Ids that never repeat, from the characters of a safe id. */
	readonly newId: () => string;
	readonly maxBytes: number;
	/** Runs one piece of work at a time. */
	readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A replay on its way in. */
export interface IncomingReplay {
	readonly request: ImportRequest;
	readonly body: AsyncIterable<Uint8Array>;
	/** What the caller says the bytes are; the bytes decide. */
	readonly declared?: ReplayEncoding | undefined;
}

interface Arrival {
	readonly incoming: IncomingReplay;
	readonly importId: string;
	readonly staging: Staging;
	readonly received: ReceivedBlob;
}

interface Candidate {
	readonly request: ImportRequest;
	readonly received: ReceivedBlob;
	readonly encoding: ReplayEncoding;
	readonly judged: JudgedReplay & { readonly artifact: ReplayArtifact };
	readonly importId: string;
}

/**
 * Takes a replay into its robot's book: received into a private folder, judged, and published whole or not at all.
 *
 * Importing the same content under the same id again changes nothing and answers `existed: true`.
 *
 * @throws HostError `unsafe-id`, `payload-too-large`, `unsupported-media-type`, `replay-robot-mismatch`,
 *   `replay-blocked`, `robot-unknown`, `replay-id-conflict`; each leaves the store as it was
 */
export async function importReplay(
	context: ImportContext,
	incoming: IncomingReplay,
): Promise<ImportResponse> {
	const { request } = incoming;
	if (request.replay_id !== undefined && isReservedId(request.replay_id)) throw new HostError("unsafe-id");
	if (request.visibility === "public" && looksPrivate(request.label ?? "")) {
		throw new HostError("decode-request", { message: "The label of a public replay looks private." });
	}
	const importId = `import-${context.newId()}`;
	const staging = await context.store.blobs.stage(importId);
	try {
		const received = await staging.receive(incoming.body, context.maxBytes);
		return await context.exclusive(() => judgeAndPublish(context, { incoming, importId, staging, received }));
	} finally {
		await staging.discard();
	}
}

/** Runs alone, so that one replay at a time is in memory, and an id is given once. */
async function judgeAndPublish(context: ImportContext, arrival: Arrival): Promise<ImportResponse> {
	const { incoming, staging, received, importId } = arrival;
	const bytes = await staging.readBack(received);
	const judged = await judgeReplay(bytes, context.books, incoming.request.visibility);
	const { artifact, encoding } = judged;
	checkClaims(judged, incoming);
	if (artifact === undefined || encoding === null) {
		throw new HostError("replay-blocked", { validation: judged.report });
	}
	const { request } = incoming;
	return publish(context, staging, {
		request,
		received,
		encoding,
		importId,
		judged: { ...judged, artifact },
	});
}

async function publish(
	context: ImportContext,
	staging: Staging,
	candidate: Candidate,
): Promise<ImportResponse> {
	const { request, received, encoding, judged, importId } = candidate;
	const { artifact, report, book } = judged;
	if (book === undefined) throw new HostError("robot-unknown", { validation: report });
	const content = await contentDigest(artifact);
	const location: ReplayLocation = {
		folder: book.folder,
		replayId: request.replay_id ?? derivedReplayId(content),
	};
	const manifest = buildManifest(artifact, {
		replayId: location.replayId,
		label: request.label,
		encoding,
		payloadPath: evidencePath(location, payloadName(encoding)),
		byteLength: received.byteLength,
		fileDigest: received.digest,
		contentDigest: content,
		createdAtMs: String(context.now()),
		visibility: request.visibility,
		importId,
	});
	const standing = await findStanding(context.store, location);
	if (standing !== undefined) return answerStanding(context.store, standing, manifest);
	if (context.store.catalog.isFull()) throw new HostError("storage-full");
	const summary = summarize(manifest, report, { wasImported: true, annotationCount: 0 });
	const outcome = await staging.publish({
		location,
		payloadName: payloadName(encoding),
		manifest,
		report,
		receipt: { name: `${importId}.json`, document: storedReceipt(candidate, manifest) },
	});
	// A folder that is no whole replay has the id: it is left as it is.
	if (outcome === "exists") throw new HostError("replay-id-conflict");
	context.store.catalog.add({ summary, location });
	const receipt = { importId, byteCount: manifest.byte_count, existed: false };
	return importResponse({ location, summary, report }, receipt);
}

function storedReceipt({ request, importId }: Candidate, manifest: StoredManifest): StoredImportReceipt {
	return {
		receipt_version: 1,
		import_id: importId,
		replay_id: manifest.replay_id,
		robot_id: manifest.metadata.robot_id,
		content_digest: manifest.content_digest,
		file_digest: manifest.file_digest,
		byte_count: manifest.byte_count,
		encoding: manifest.encoding,
		existed: false,
		classification: classify(manifest, true),
		requester: request.requester,
		requested_at_ms: request.now_ms,
		recorded_at_ms: manifest.created_at_ms,
	};
}

/** The replay that already has this id: in the catalog, or published by another host since the start. */
async function findStanding(store: ReplayStore, location: ReplayLocation): Promise<CatalogEntry | undefined> {
	const known = store.catalog.find(location.replayId);
	if (known !== undefined) return known;
	const found = await loadEntry(store.blobs, location);
	if (found === undefined) return undefined;
	await store.blobs.settle(location);
	store.catalog.add(found);
	return found;
}

/** Answers with the replay that stands under the id, if it is the same one. */
async function answerStanding(
	store: ReplayStore,
	{ location, summary }: CatalogEntry,
	arriving: StoredManifest,
): Promise<ImportResponse> {
	const standing = await store.blobs.read(location, ["manifest.json"], manifestFile);
	const same = standing.content_digest === arriving.content_digest;
	if (!same || !isDeepStrictEqual(standing.metadata, arriving.metadata))
		throw new HostError("replay-id-conflict");
	const report = withoutPrivateValues(await store.blobs.read(location, ["report.json"], reportFile));
	const receipts = await store.blobs.names(location, "receipts");
	const name = receipts.find((receipt) => receipt.startsWith("import-"));
	const importId = name === undefined ? standing.source.id : name.slice(0, -".json".length);
	return importResponse(
		{ location, summary, report },
		{ importId, byteCount: standing.byte_count, existed: true },
	);
}

function importResponse(
	{ location, summary, report }: CatalogEntry & { readonly report: WireReport },
	receipt: { readonly importId: string; readonly byteCount: string; readonly existed: boolean },
): ImportResponse {
	const { replay_id, classification, content_digest, encoding } = summary;
	const { importId, byteCount, existed } = receipt;
	const files = ["manifest.json", payloadName(encoding), "report.json"];
	return {
		classification,
		validation: report,
		evidence_paths: files.map((name) => evidencePath(location, name)),
		persisted: true,
		replay_id,
		receipt: {
			import_id: importId,
			replay_id,
			content_digest,
			byte_count: byteCount,
			encoding,
			existed,
			classification,
		},
	};
}

/** Compares what the caller said about the replay with what it is. */
function checkClaims(
	{ artifact, encoding, report }: JudgedReplay,
	{ declared, request }: IncomingReplay,
): void {
	if (declared !== undefined && encoding !== null && declared !== encoding) {
		throw new HostError("unsupported-media-type", { message: "x-replay-encoding contradicts the bytes." });
	}
	const expected = request.expected_robot_id;
	if (expected !== undefined && artifact !== undefined && artifact.metadata.robot_id !== expected) {
		throw new HostError("replay-robot-mismatch", { validation: report });
	}
}
