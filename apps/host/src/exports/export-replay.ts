import { isDeepStrictEqual } from "node:util";
import {
	type ExportReceipt,
	exportReceiptSchema,
	isReplayError,
	type Redaction,
	type ReplayArtifact,
	sanitizeReplay,
	toWireReport,
	validateReplay,
	writePublicReplay,
	writeReplay,
} from "@hindcast/replay-protocol";
import {
	type ExportRequest,
	type ExportResponse,
	replayManifestSchema,
	type WireReport,
} from "@hindcast/replay-protocol/http";
import { HostError } from "../errors/host-error.ts";
import { looksPrivate, withoutPrivate, withoutPrivateValues } from "../privacy.ts";
import type { Staging } from "../replays/blob-store.ts";
import type { CatalogEntry } from "../replays/catalog.ts";
import type { ImportContext } from "../replays/import-replay.ts";
import { judgeReplay } from "../replays/judge-replay.ts";
import {
	evidenceOf,
	findStanding,
	type PreparedReplay,
	prepareReplay,
	previewEntry,
	publishReplay,
	type StandingReplay,
	type StoredFileReference,
} from "../replays/publish-replay.ts";
import { readEvidence } from "../replays/replay-detail.ts";
import { evidencePath, exportReceiptFile, keptKeys, type StoredManifest } from "../replays/replay-files.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import { cutReplay } from "./cut-replay.ts";
import { type ExportSource, type ExportSources, readSource } from "./export-source.ts";

/** What an export works with. */
export type ExportContext = Pick<ImportContext, "now" | "newId" | "exclusive"> & ExportSources;

/** A file that is ready to be judged. */
interface FinishedFile {
	readonly bytes: Uint8Array;
	readonly redactions: readonly Redaction[];
}

/**
 * Makes a replay of evidence of a book, and takes it into that book: read, cut, written, loaded again from the finished
 * bytes and judged by them, then published whole or not at all. The source is never changed.
 *
 * The id follows from source, content, metadata and encoding: the same export asked again, at another time too, is
 * answered with the one that stands. A preview answers the same, and stores nothing.
 *
 * @throws HostError as {@link readSource}; `decode-request`, `export-blocked`, `replay-not-storable`, `evidence-damaged`,
 *   `book-refused`, `storage-full`; each leaves the store as it was
 */
export function exportReplay(context: ExportContext, request: ExportRequest): Promise<ExportResponse> {
	const { from_t: from, to_t: to } = request;
	if (from !== undefined && to !== undefined && from > to) {
		throw new HostError("decode-request", { message: "from_t is after to_t." });
	}
	const exportedAt = timeOf(request.now_ms);
	// Runs alone, as imports do: one replay at a time is in memory, and an id is given once.
	return context.exclusive(async () => {
		const source = await readSource(context, request);
		const artifact = declared(await cutReplay(source.artifact, request), { request, exportedAt });
		const file = await finish(artifact, request);
		const prepared = await prepare(context, { source, request, file });
		const standing = await findStanding(context.store, prepared, isSameExport);
		if (standing !== undefined) return answerStanding(context, standing, file.redactions);
		if (request.preview === true) {
			const entry = previewEntry(context.store, prepared, exportedFrom(source));
			return { ...envelope(entry, prepared, file), persisted: false, evidence_paths: [] };
		}
		return publish(context, prepared, file);
	});
}

function timeOf(milliseconds: string): string {
	const time = new Date(Number(milliseconds));
	if (Number.isNaN(time.getTime())) {
		throw new HostError("decode-request", { message: "now_ms is no time of a calendar." });
	}
	return time.toISOString();
}

/** Declares what the export is; a class that rests on a link to a run stays with the replay that was linked. */
function declared(
	{ metadata, arrays }: ReplayArtifact,
	{ request, exportedAt }: { readonly request: ExportRequest; readonly exportedAt: string },
): ReplayArtifact {
	return {
		metadata: {
			...metadata,
			...(metadata.artifact_class === "physical-feedback-verified" && { artifact_class: "recorded" }),
			...(request.source_label !== undefined && { source_label: request.source_label }),
			visibility: request.visibility,
			exported_at: exportedAt,
		},
		arrays,
	};
}

async function finish(
	artifact: ReplayArtifact,
	{ encoding, visibility }: ExportRequest,
): Promise<FinishedFile> {
	try {
		if (visibility === "private") return { bytes: writeReplay(artifact, { encoding }), redactions: [] };
		const { bytes, redactions } = await writePublicReplay(artifact, { encoding });
		return { bytes, redactions };
	} catch (error) {
		if (!isReplayError(error)) throw error;
		throw blocked(toWireReport(judgedAs(visibility, artifact)));
	}
}

/** Why no file could be made: what judging the artifact finds. */
function judgedAs(profile: "public" | "private", artifact: ReplayArtifact) {
	const asIs = validateReplay(artifact, { profile: "private" });
	if (profile === "private" || !asIs.ok) return asIs;
	return validateReplay(sanitizeReplay(artifact).artifact, { profile });
}

function blocked(report: WireReport): HostError {
	return new HostError("export-blocked", { validation: withoutPrivateValues(report) });
}

interface Ingredients {
	readonly source: ExportSource;
	readonly request: ExportRequest;
	readonly file: FinishedFile;
}

/** Judges the finished bytes as they would be judged on import, and makes the documents of the export. */
async function prepare(
	context: ExportContext,
	{ source, request, file }: Ingredients,
): Promise<PreparedReplay<ExportReceipt>> {
	const { visibility } = request;
	const expectedRobotId = source.book.profile.id;
	const judged = await judgeReplay(file.bytes, context.books, { profile: visibility, expectedRobotId });
	const { artifact, encoding, report } = judged;
	if (artifact === undefined || encoding === null) throw blocked(report);
	const label = request.source_label ?? source.label;
	const exportId = `export-${context.newId()}`;
	const { kind, id } = source.receipt.source;
	return prepareReplay({
		artifact,
		encoding,
		payload: { byteLength: file.bytes.length, digest: sha256Of(file.bytes) },
		report,
		book: source.book,
		replayId: exportedReplayId(artifact, { source, encoding }),
		label: visibility === "public" && looksPrivate(label) ? undefined : label,
		visibility,
		source: { kind, id },
		createdAtMs: String(context.now()),
		receipt: {
			id: exportId,
			kind: exportReceiptFile,
			of: (manifest, files) => storedReceipt({ source, request, file }, { exportId, manifest, files }),
		},
	});
}

/** The same source, content, metadata and encoding get the same id, whenever they are asked for. */
function exportedReplayId(
	{ metadata }: ReplayArtifact,
	{ source, encoding }: { readonly source: ExportSource; readonly encoding: string },
): string {
	const { exported_at: _, ...lasting } = metadata;
	const identity = JSON.stringify([source.receipt.source, encoding, lasting]);
	const digest = sha256Of(new TextEncoder().encode(identity));
	return `replay-${digest.slice("sha256:".length, "sha256:".length + 24)}`;
}

function storedReceipt(
	{ source, request, file }: Ingredients,
	made: {
		readonly exportId: string;
		readonly manifest: StoredManifest;
		readonly files: readonly StoredFileReference[];
	},
): ExportReceipt {
	const { manifest } = made;
	const { include, from_t, to_t, fill } = request;
	return {
		receipt_version: 1,
		export_id: made.exportId,
		replay_id: manifest.replay_id,
		robot_id: manifest.metadata.robot_id,
		...source.receipt,
		encoding: manifest.encoding,
		visibility: manifest.visibility,
		content_digest: manifest.content_digest,
		files: [...made.files],
		protocol: "moonrobo.replay.v1",
		duration_s: manifest.duration_s ?? 0,
		tick_count: manifest.arrays.find(({ name }) => name === "t")?.shape[0] ?? 0,
		redactions: file.redactions.map(({ path, rule }) => ({ path, rule })),
		cut: { include, from_t, to_t },
		fill,
		requester: request.requester,
		requested_at_ms: request.now_ms,
		recorded_at_ms: manifest.created_at_ms,
	};
}

/** Both manifests are as they were read back; they may differ in the time of the export. */
function isSameExport(standing: StoredManifest, arriving: StoredManifest): boolean {
	const lasting = ({
		content_digest,
		encoding,
		metadata: { exported_at: _, ...metadata },
	}: StoredManifest) => ({
		content_digest,
		encoding,
		metadata,
	});
	return isDeepStrictEqual(lasting(standing), lasting(arriving));
}

async function publish(
	context: ExportContext,
	prepared: PreparedReplay<ExportReceipt>,
	file: FinishedFile,
): Promise<ExportResponse> {
	const { store } = context;
	let staging: Staging | undefined;
	try {
		const stage = async () => {
			staging = await store.blobs.stage(prepared.receipt.value.export_id);
			await staging.receive(once(file.bytes), file.bytes.length);
			return staging;
		};
		const publication = await publishReplay(store, prepared, { stage, isSame: isSameExport });
		const { standing } = publication;
		if (standing !== undefined) return await answerStanding(context, standing, file.redactions);
		const { entry } = publication;
		const { name, value } = prepared.receipt;
		return { ...envelope(entry, prepared, file), ...receiptAnswer(entry, name, value) };
	} finally {
		await staging?.discard();
	}
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

/** Answers with the export that stands, and the receipt of when it was made. */
async function answerStanding(
	{ store }: ExportContext,
	{ entry, manifest, report, receipts }: StandingReplay,
	redactions: readonly Redaction[],
): Promise<ExportResponse> {
	const name = receipts.find((receipt) => receipt.startsWith("export-"));
	const found = { manifest: { value: manifest }, report: { value: report } };
	const answer = { ...envelope(entry, found, { redactions }), existed: true };
	if (name === undefined) return answer;
	const receipt = await readEvidence(store, entry.location, ["receipts", name], exportReceiptFile);
	return { ...answer, ...receiptAnswer(entry, name, receipt) };
}

function envelope(
	{ location, summary }: Pick<CatalogEntry, "location" | "summary">,
	{
		manifest,
		report,
	}: { readonly manifest: { value: StoredManifest }; readonly report: { value: WireReport } },
	{ redactions }: Pick<FinishedFile, "redactions">,
): ExportResponse {
	const { payload_path } = manifest.value;
	const answered = Object(withoutPrivate(manifest.value, keptKeys));
	return {
		classification: summary.classification,
		validation: report.value,
		evidence_paths: evidenceOf(location, manifest.value.encoding),
		persisted: true,
		replay_id: summary.replay_id,
		manifest: replayManifestSchema.parse({ ...answered, payload_path }),
		payload_route: `/api/moonrobo/replays/${encodeURIComponent(summary.replay_id)}/payload`,
		existed: false,
		redactions: redactions.map(({ path, rule }) => ({ path, rule })),
	};
}

/** Source and files are ids, places in the book and digests, by how they are made. */
function receiptAnswer(
	{ location }: Pick<CatalogEntry, "location">,
	name: string,
	receipt: ExportReceipt,
): Pick<ExportResponse, "receipt" | "receipt_path"> {
	const { source, files } = receipt;
	const answered = Object(withoutPrivate(receipt, keptKeys));
	return {
		receipt: exportReceiptSchema.parse({ ...answered, source, files }),
		receipt_path: evidencePath(location, "receipts", name),
	};
}

function exportedFrom({ receipt: { source } }: ExportSource) {
	return source.kind === "replay" ? [{ replayId: source.id, contentDigest: source.content_digest }] : [];
}
