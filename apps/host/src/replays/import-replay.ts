import { isDeepStrictEqual } from "node:util";
import { contentDigest, type ReplayArtifact, type ReplayEncoding } from "@hindcast/replay-protocol";
import type { ImportRequest, ImportResponse, WireReport } from "@hindcast/replay-protocol/http";
import { HostError, isHostError } from "../errors/host-error.ts";
import { looksPrivate, withoutPrivateValues } from "../privacy.ts";
import type { RobotBook, RobotBooks } from "../robots/robot-books.ts";
import { type EncodedDocument, encodeDocument, isDocumentError } from "../storage/json-file.ts";
import type { ReceivedBlob, Staging } from "./blob-store.ts";
import type { CatalogEntry } from "./catalog.ts";
import { classify } from "./classification.ts";
import { type JudgedReplay, judgeReplay } from "./judge-replay.ts";
import { buildManifest, derivedReplayId, isReservedId } from "./manifest.ts";
import { isAnswerableName, openPayload, readEvidence } from "./replay-detail.ts";
import {
	evidencePath,
	importReceiptFile,
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
	readonly artifact: ReplayArtifact;
	readonly report: WireReport;
	readonly book: RobotBook;
	readonly importId: string;
}

/**
 * Takes a replay into its robot's book: received into a private folder, judged, and published whole or not at all.
 *
 * Importing the same content under the same id again changes nothing and answers `existed: true`, once the standing
 * payload was found to be whole.
 *
 * @throws HostError `unsafe-id`, `payload-too-large`, `unsupported-media-type`, `replay-robot-mismatch`,
 *   `replay-blocked`, `robot-unknown`, `replay-not-storable`, `replay-id-conflict`, `evidence-damaged`, `book-refused`;
 *   each leaves the store as it was
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
	const { report, book } = judged;
	if (book === undefined) throw new HostError("robot-unknown", { validation: report });
	const { request } = incoming;
	return publish(context, staging, { request, received, encoding, artifact, report, book, importId });
}

async function publish(
	context: ImportContext,
	staging: Staging,
	candidate: Candidate,
): Promise<ImportResponse> {
	const { store } = context;
	const { book, report, importId } = candidate;
	const content = await contentDigest(candidate.artifact);
	const replayId = candidate.request.replay_id ?? derivedReplayId(content);
	const location: ReplayLocation = { folder: book.folder, replayId };
	const documents = encodeDocuments(candidate, manifestOf(context, candidate, { location, content }));
	const manifest = documents.manifest.value;
	const standing = await findStanding(store, location, book.profile.id);
	if (standing !== undefined) return answerStanding(store, standing, { manifest, report });
	if (store.catalog.isFull()) throw new HostError("storage-full");
	const summary = summarize(manifest, documents.report.value, { wasImported: true, annotationCount: 0 });
	const outcome = await staging.publish({
		location,
		payloadName: payloadName(manifest.encoding),
		manifest: documents.manifest.bytes,
		report: documents.report.bytes,
		receipt: { name: `${importId}.json`, bytes: documents.receipt.bytes },
	});
	// Something that is no whole replay has the id: it is left as it is.
	if (outcome === "exists") throw new HostError("evidence-damaged", { validation: report });
	store.catalog.add({ summary, location });
	return importAnswer({ location, summary, report }, { importId, manifest, existed: false });
}

function manifestOf(
	context: ImportContext,
	{ request, received, encoding, artifact, importId }: Candidate,
	{ location, content }: { readonly location: ReplayLocation; readonly content: string },
): StoredManifest {
	return buildManifest(artifact, {
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
}

/** Makes the documents as they will be read at the next start: none is written that could not be read then. */
function encodeDocuments(candidate: Candidate, manifest: StoredManifest) {
	const receipt = encodeDocument(storedReceipt(candidate, manifest), importReceiptFile);
	const { report } = candidate;
	// The receipt holds the host's and the caller's values; these two hold the replay's.
	const ofReplay = <T>(encode: () => EncodedDocument<T>) => {
		try {
			return encode();
		} catch (error) {
			throw isDocumentError(error) ? new HostError("replay-not-storable", { validation: report }) : error;
		}
	};
	return {
		receipt,
		manifest: ofReplay(() => encodeDocument(manifest, manifestFile)),
		report: ofReplay(() => encodeDocument(report, reportFile)),
	};
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
async function findStanding(
	store: ReplayStore,
	location: ReplayLocation,
	robotId: string,
): Promise<CatalogEntry | undefined> {
	const known = store.catalog.find(location.replayId);
	if (known !== undefined) return known;
	const found = await loadEntry(store.blobs, location, robotId);
	if (typeof found === "string") return undefined;
	await store.blobs.settle(location);
	// Several folders claim the id: which of them is meant is not the host's to choose.
	if (store.catalog.add(found) === "duplicate-id") throw new HostError("replay-id-conflict");
	return found;
}

/**
 * Answers with the replay that stands under the id, if it is the same one and its payload is whole. It keeps its label
 * and visibility, which the receipt tells.
 */
async function answerStanding(
	store: ReplayStore,
	entry: CatalogEntry,
	arriving: { readonly manifest: StoredManifest; readonly report: WireReport },
): Promise<ImportResponse> {
	try {
		const { file, manifest } = await openPayload(store, entry);
		await file.close();
		if (!isSameReplay(manifest, arriving.manifest)) throw new HostError("replay-id-conflict");
		const report = withoutPrivateValues(
			await readEvidence(store, entry.location, ["report.json"], reportFile),
		);
		const receipts = await store.blobs.names(entry.location, "receipts");
		const name = receipts.find((receipt) => receipt.startsWith("import-") && isAnswerableName(receipt));
		const importId = name === undefined ? entry.summary.source.id : name.slice(0, -".json".length);
		return importAnswer({ ...entry, report }, { importId, manifest, existed: true });
	} catch (error) {
		if (!isHostError(error, "evidence-damaged")) throw error;
		throw new HostError("evidence-damaged", { validation: arriving.report });
	}
}

/** Both manifests are as they were read back, so that equal metadata are equal here. */
function isSameReplay(standing: StoredManifest, arriving: StoredManifest): boolean {
	if (standing.file_digest === arriving.file_digest) return true;
	return (
		standing.content_digest === arriving.content_digest &&
		isDeepStrictEqual(standing.metadata, arriving.metadata)
	);
}

function importAnswer(
	{ location, summary, report }: CatalogEntry & { readonly report: WireReport },
	outcome: { readonly importId: string; readonly manifest: StoredManifest; readonly existed: boolean },
): ImportResponse {
	const { replay_id, classification, content_digest, encoding, label, visibility } = summary;
	const { importId, manifest, existed } = outcome;
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
			byte_count: manifest.byte_count,
			encoding,
			existed,
			classification,
			label,
			visibility,
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
