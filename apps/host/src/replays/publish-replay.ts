import { contentDigest, type ReplayArtifact, type ReplayEncoding } from "@hindcast/replay-protocol";
import { int64StringSchema, type WireReport } from "@hindcast/replay-protocol/http";
import { HostError, isHostError } from "../errors/host-error.ts";
import type { RobotBook } from "../robots/robot-books.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import {
	type DocumentKind,
	type EncodedDocument,
	encodeDocument,
	isDocumentError,
} from "../storage/json-file.ts";
import type { ReceivedBlob, Staging } from "./blob-store.ts";
import type { CatalogEntry } from "./catalog.ts";
import { classify, type ExportSource } from "./classification.ts";
import { buildManifest, derivedReplayId } from "./manifest.ts";
import { openPayload, readEvidence } from "./replay-detail.ts";
import {
	evidencePath,
	manifestFile,
	payloadName,
	type ReplayLocation,
	reportFile,
	type StoredManifest,
} from "./replay-files.ts";
import {
	listPublished,
	loadEntry,
	type ReplayStore,
	refreshEntry,
	summarize,
	withClass,
} from "./replay-store.ts";
import { countsOf, toldReport } from "./told-report.ts";

/** A judged replay that is to stand in its robot's book, and the receipt that says why. */
export interface CandidateReplay<Receipt> {
	readonly artifact: ReplayArtifact;
	readonly encoding: ReplayEncoding;
	/** Size and digest of the payload. */
	readonly payload: ReceivedBlob;
	readonly report: WireReport;
	readonly book: RobotBook;
	/** Derived from the content where absent. */
	readonly replayId: string | undefined;
	readonly label: string | undefined;
	readonly visibility: "public" | "private";
	readonly source: StoredManifest["source"];
	/** Milliseconds since the Unix epoch, by the host's clock. */
	readonly createdAtMs: string;
	readonly receipt: {
		/** Name of its file, without `.json`. */
		readonly id: string;
		readonly kind: DocumentKind<Receipt>;
		readonly of: (manifest: StoredManifest, files: readonly StoredFileReference[]) => Receipt;
	};
}

/** A file of a replay as a receipt names it. */
export interface StoredFileReference {
	readonly path: string;
	readonly byte_count: string;
	readonly checksum: string;
	readonly kind: string;
}

/** A candidate with its place and its documents, each as it will be read at the next start. */
export interface PreparedReplay<Receipt> {
	readonly location: ReplayLocation;
	readonly manifest: EncodedDocument<StoredManifest>;
	readonly report: EncodedDocument<WireReport>;
	readonly receipt: EncodedDocument<Receipt> & { readonly name: string };
}

/** A replay that stands whole under an id that another one asks for. */
export interface StandingReplay {
	readonly entry: CatalogEntry;
	readonly manifest: StoredManifest;
	/** Repeats no private value. */
	readonly report: WireReport;
	/** Names of its receipts' files. */
	readonly receipts: readonly string[];
}

/**
 * Gives a candidate its place and its documents; writes nothing.
 *
 * @throws HostError `replay-not-storable` where the replay's own values are why a document could not be read again
 */
export async function prepareReplay<Receipt>(
	candidate: CandidateReplay<Receipt>,
): Promise<PreparedReplay<Receipt>> {
	const { artifact, encoding, payload, report, receipt } = candidate;
	const content = await contentDigest(artifact);
	const replayId = candidate.replayId ?? derivedReplayId(content);
	const location: ReplayLocation = { folder: candidate.book.folder, replayId };
	const manifest = buildManifest(artifact, {
		replayId,
		label: candidate.label,
		encoding,
		payloadPath: evidencePath(location, payloadName(encoding)),
		byteLength: payload.byteLength,
		fileDigest: payload.digest,
		contentDigest: content,
		createdAtMs: candidate.createdAtMs,
		visibility: candidate.visibility,
		source: candidate.source,
	});
	// A clock that gives no time is the host's own fault, and told as such before the replay's.
	encodeDocument(candidate.createdAtMs, { schema: int64StringSchema, maxBytes: 64 });
	const documents = {
		manifest: storable(() => encodeDocument(manifest, manifestFile), report),
		report: storable(() => encodeDocument(report, reportFile), report),
	};
	const written = receipt.of(documents.manifest.value, [
		referenceTo(location, payloadName(encoding), "replay-payload", payload),
		referenceTo(location, "manifest.json", "replay-manifest", blobOf(documents.manifest.bytes)),
		referenceTo(location, "report.json", "replay-report", blobOf(documents.report.bytes)),
	]);
	return {
		location,
		...documents,
		receipt: { name: `${receipt.id}.json`, ...encodeDocument(written, receipt.kind) },
	};
}

function storable<T>(encode: () => EncodedDocument<T>, report: WireReport): EncodedDocument<T> {
	try {
		return encode();
	} catch (error) {
		throw isDocumentError(error) ? new HostError("replay-not-storable", { validation: report }) : error;
	}
}

function blobOf(bytes: Uint8Array): ReceivedBlob {
	return { byteLength: bytes.length, digest: sha256Of(bytes) };
}

function referenceTo(
	location: ReplayLocation,
	name: string,
	kind: string,
	{ byteLength, digest }: ReceivedBlob,
): StoredFileReference {
	return { path: evidencePath(location, name), byte_count: String(byteLength), checksum: digest, kind };
}

/** Whether a replay that stands is the one that arrives. */
export type IsSame = (standing: StoredManifest, arriving: StoredManifest) => boolean;

/**
 * The replay that already has a prepared one's id, in the catalog or published by another host since the start, once its
 * payload was found to be whole.
 *
 * @throws HostError `replay-id-conflict` when it is another one, `evidence-damaged` when it is not whole
 */
export async function findStanding<Receipt>(
	store: ReplayStore,
	prepared: PreparedReplay<Receipt>,
	isSame: IsSame,
): Promise<StandingReplay | undefined> {
	const entry = await entryAt(store, prepared);
	if (entry === undefined) return undefined;
	try {
		const { file, manifest } = await openPayload(store, entry);
		await file.close();
		if (!isSame(manifest, prepared.manifest.value)) throw new HostError("replay-id-conflict");
		const report = await readEvidence(store, entry.location, ["report.json"], reportFile);
		const receipts = await store.blobs.names(entry.location, "receipts");
		const fresh = await refreshEntry(store, entry, manifest);
		return { entry: fresh, manifest, report: toldReport(report, fresh.summary), receipts };
	} catch (error) {
		if (!isHostError(error, "evidence-damaged")) throw error;
		throw new HostError("evidence-damaged", { validation: prepared.report.value });
	}
}

async function entryAt<Receipt>(
	store: ReplayStore,
	{ location, manifest }: PreparedReplay<Receipt>,
): Promise<CatalogEntry | undefined> {
	const known = store.catalog.find(location.replayId);
	if (known !== undefined) return known;
	const loaded = await loadEntry(store, location, manifest.value.metadata.robot_id);
	if (typeof loaded === "string") return undefined;
	const found = withClass(store.catalog, loaded);
	await store.blobs.settle(location);
	// Several folders claim the id: which of them is meant is not the host's to choose.
	if (store.catalog.add(found) === "duplicate-id") throw new HostError("replay-id-conflict");
	return found;
}

/** A prepared replay that stands now, or the one that stood first. */
export type Publication =
	| { readonly entry: CatalogEntry; readonly standing?: undefined }
	| { readonly standing: StandingReplay };

/**
 * Makes a prepared replay appear in its book, whole and durably, and lists it. Where another host has published one
 * under the id meanwhile, that one stands.
 *
 * @param how `stage` gives the folder that holds the payload; it is asked only when the catalog has room. `isSame` is that
 *   of {@link findStanding}
 * @throws HostError `storage-full`, `book-refused`, `replay-id-conflict`, and `evidence-damaged` when something that is no
 *   whole replay has the id: it is left as it is
 */
export async function publishReplay<Receipt>(
	store: ReplayStore,
	prepared: PreparedReplay<Receipt>,
	how: { readonly stage: () => Promise<Staging>; readonly isSame: IsSame },
): Promise<Publication> {
	const { location, manifest, report, receipt } = prepared;
	if (store.catalog.isFull()) throw new HostError("storage-full");
	const staging = await how.stage();
	const outcome = await staging.publish({
		location,
		payloadName: payloadName(manifest.value.encoding),
		manifest: manifest.bytes,
		report: report.bytes,
		receipt,
	});
	if (outcome === "exists") {
		const standing = await findStanding(store, prepared, how.isSame);
		if (standing !== undefined) return { standing };
	} else {
		const entry = await listPublished(store, location, manifest.value.metadata.robot_id);
		if (entry !== undefined) return { entry };
	}
	throw new HostError("evidence-damaged", { validation: report.value });
}

/** The entry that a prepared replay would have, without standing anywhere. */
export function previewEntry<Receipt>(
	store: ReplayStore,
	{ location, manifest, report }: PreparedReplay<Receipt>,
	exportedFrom: readonly ExportSource[],
): CatalogEntry {
	const origin = { own: classify(manifest.value, false), exportedFrom, isLinked: false };
	const counts = countsOf(report.value);
	const summary = summarize(manifest.value, counts.stored, { origin, annotationCount: 0 });
	return withClass(store.catalog, { location, summary, origin, counts });
}

/** Places of a replay's own files, as answered. */
export function evidenceOf(location: ReplayLocation, encoding: StoredManifest["encoding"]): string[] {
	return ["manifest.json", payloadName(encoding), "report.json"].map((name) => evidencePath(location, name));
}
