import {
	type AnnotateReceipt,
	type Annotation,
	annotateReceiptSchema,
	annotationSchema,
	type ReplayArtifact,
} from "@hindcast/replay-protocol";
import {
	type AnnotateRequest,
	type AnnotateResponse,
	safeIdSchema,
	type WireReport,
} from "@hindcast/replay-protocol/http";
import { HostError } from "../errors/host-error.ts";
import { withoutPrivate } from "../privacy.ts";
import type { ReceivedBlob } from "../replays/blob-store.ts";
import type { CatalogEntry } from "../replays/catalog.ts";
import { hasFrame } from "../replays/frame-window.ts";
import type { ImportContext } from "../replays/import-replay.ts";
import { checkContent, findReplay, openArtifact, readEvidence } from "../replays/replay-detail.ts";
import {
	evidencePath,
	keptKeys,
	type ReplayLocation,
	reportFile,
	type StoredManifest,
} from "../replays/replay-files.ts";
import { type ReplayStore, refreshEntry } from "../replays/replay-store.ts";
import { toldReport } from "../replays/told-report.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import { encodeDocument } from "../storage/json-file.ts";
import { annotateIdOf, annotationFile, isSameNote, listNotes, type NoteContent } from "./standing-notes.ts";

const keptNoteKeys = { ...keptKeys, annotation_id: safeIdSchema };

/** `receipts/annotate-….json`. */
const annotateReceiptFile = { schema: annotateReceiptSchema, maxBytes: 256 * 1024 };

/** What a write of a note works with. */
export type AnnotateContext = Pick<ImportContext, "store" | "now" | "newId" | "exclusive">;

/**
 * Adds a note to a replay: the note, and then its receipt, each whole or not at all. The receipt is what makes a note
 * accepted. A note that stands without one, because a write was interrupted, is completed when it is sent again.
 *
 * Notes are written one at a time, so that each gets an id of its own.
 *
 * @throws HostError `replay-not-found`, `replay-content-mismatch`, `annotation-frame-unknown`,
 *   `annotation-span-invalid`, `annotation-conflict`, `evidence-damaged`, `book-refused`
 */
export function annotateReplay(
	context: AnnotateContext,
	request: AnnotateRequest,
): Promise<AnnotateResponse> {
	return context.exclusive(async () => {
		const { store } = context;
		const entry = findReplay(store, request.replay_id);
		const { artifact, manifest } = await openArtifact(store, entry);
		checkContent(request, manifest);
		checkPlace(request, artifact);
		const report = await readEvidence(store, entry.location, ["report.json"], reportFile);
		const content = contentOf(request, manifest.source);
		const { note, existed } = await takeNote(context, entry, { asked: request.annotation_id, content });
		const { summary } = await refreshEntry(store, entry, manifest);
		return annotateAnswer({ ...entry, summary }, { note, report, existed });
	});
}

/** Places that another host may take, one after the other, before a note without an id of its own is refused. */
const mostPlaces = 32;

/**
 * Gives a note its place and writes it, unless it stands. Where another host takes the place meanwhile, what stands then
 * is looked at anew: a note without an id of its own gets another one.
 */
async function takeNote(
	context: AnnotateContext,
	entry: CatalogEntry,
	{ asked, content }: { readonly asked: string | undefined; readonly content: NoteContent },
): Promise<{ readonly note: Annotation; readonly existed: boolean }> {
	const attempts = asked === undefined ? mostPlaces : 2;
	for (let attempt = 0; attempt < attempts; attempt++) {
		const notes = await listNotes(context.store, entry.location);
		const standing = asked === undefined ? await notes.findInterrupted(content) : await notes.find(asked);
		if (standing !== null && !isSameNote(standing, content)) throw new HostError("annotation-conflict");
		const note = standing ?? { ...content, annotation_id: asked ?? notes.nextId() };
		const existed = standing !== null;
		if (existed && notes.hasReceipt(note.annotation_id)) return { note, existed };
		if ((await writeNote(context, entry, { note, stands: existed })) === "added") return { note, existed };
	}
	// Something that is no plain file has the name: it is left as it is.
	throw new HostError("annotation-conflict");
}

/** What a request says as a note, with the session that was recorded where the replay is made of one. */
function contentOf(request: AnnotateRequest, source: StoredManifest["source"]): NoteContent {
	const { replay_id, frame_id, t_start, t_end, label, note, severity, requester, created_at_ms } = request;
	return {
		session_id: source.kind === "observation-session" ? source.id : "",
		replay_id,
		frame_id,
		// Adding 0 makes -0 plain, as it will be read back.
		...(t_start === undefined ? {} : { t_start: t_start + 0 }),
		...(t_end === undefined ? {} : { t_end: t_end + 0 }),
		label,
		note,
		severity,
		created_by: requester,
		created_at_ms,
	};
}

/** @throws HostError when the replay has no such frame or span */
function checkPlace(
	{ frame_id: frameId, t_start: start, t_end: end }: AnnotateRequest,
	{ arrays }: ReplayArtifact,
): void {
	if (frameId !== "") {
		if (start !== undefined || end !== undefined) throw spanInvalid("frame-and-span");
		if (!hasFrame(arrays.frame_id.data, frameId)) throw new HostError("annotation-frame-unknown");
		return;
	}
	if (start === undefined && end === undefined) return;
	const times = arrays.t.data;
	if (start === undefined || end === undefined) throw spanInvalid("one-end");
	if (start > end) throw spanInvalid("ends-before-it-begins");
	if (start < times[0] || end > times[times.length - 1]) throw spanInvalid("outside-replay");
}

const spanFaults = {
	"frame-and-span": "The note names a frame and a span.",
	"one-end": "The note's span has one end only.",
	"ends-before-it-begins": "The note's span ends before it begins.",
	"outside-replay": "The note's span is not inside the replay.",
} as const;

function spanInvalid(reason: keyof typeof spanFaults): HostError {
	return new HostError("annotation-span-invalid", { message: spanFaults[reason], reason });
}

/** Writes a note and then its receipt, or the receipt alone where the note stands. */
async function writeNote(
	{ store, now, newId }: AnnotateContext,
	{ location, summary }: CatalogEntry,
	{ note, stands }: { readonly note: Annotation; readonly stands: boolean },
): Promise<"added" | "exists"> {
	const name = `${note.annotation_id}.json`;
	const { bytes } = encodeDocument(note, annotationFile);
	const written = stands ? await fileOf(store, location, name) : blobOf(bytes);
	const receipt: AnnotateReceipt = {
		receipt_version: 1,
		replay_id: summary.replay_id,
		robot_id: summary.robot_id,
		requester: note.created_by,
		requested_at_ms: note.created_at_ms,
		recorded_at_ms: String(now()),
		annotate_id: annotateIdOf(note.annotation_id),
		annotation_id: note.annotation_id,
		annotation: {
			path: evidencePath(location, "annotations", name),
			byte_count: String(written.byteLength),
			checksum: written.digest,
			kind: "replay-annotation",
		},
	};
	const proof = {
		folder: "receipts",
		name: `${receipt.annotate_id}.json`,
		bytes: encodeDocument(receipt, annotateReceiptFile).bytes,
	};
	const documents = stands ? [proof] : [{ folder: "annotations", name, bytes }, proof];
	return store.documents.add(location, documents, `annotate-${newId()}`);
}

async function fileOf(
	{ blobs, digests }: ReplayStore,
	location: ReplayLocation,
	name: string,
): Promise<ReceivedBlob> {
	const file = await blobs.open(location, ["annotations", name]);
	try {
		return { byteLength: file.byteLength, digest: await digests.digest(file) };
	} finally {
		await file.close();
	}
}

function blobOf(bytes: Uint8Array): ReceivedBlob {
	return { byteLength: bytes.length, digest: sha256Of(bytes) };
}

function annotateAnswer(
	{ location, summary }: CatalogEntry,
	{
		note,
		report,
		existed,
	}: { readonly note: Annotation; readonly report: WireReport; readonly existed: boolean },
): AnnotateResponse {
	const annotationPath = evidencePath(location, "annotations", `${note.annotation_id}.json`);
	const receiptPath = evidencePath(location, "receipts", `${annotateIdOf(note.annotation_id)}.json`);
	const told = Object(withoutPrivate(note, keptNoteKeys));
	return {
		classification: summary.classification,
		validation: toldReport(report, summary),
		evidence_paths: [annotationPath, receiptPath],
		persisted: true,
		replay_id: summary.replay_id,
		annotation_path: annotationPath,
		// Its session is the source that the catalog tells, too.
		annotation: annotationSchema.parse({ ...told, session_id: note.session_id }),
		receipt_path: receiptPath,
		existed,
	};
}
