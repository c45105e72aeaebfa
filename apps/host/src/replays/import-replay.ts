import { isDeepStrictEqual } from "node:util";
import type { ReplayEncoding } from "@hindcast/replay-protocol";
import type { ImportRequest, ImportResponse, WireReport } from "@hindcast/replay-protocol/http";
import { HostError } from "../errors/host-error.ts";
import { looksPrivate } from "../privacy.ts";
import type { RobotBooks } from "../robots/robot-books.ts";
import type { ReceivedBlob, Staging } from "./blob-store.ts";
import type { CatalogEntry } from "./catalog.ts";
import { type JudgedReplay, judgeReplay } from "./judge-replay.ts";
import { isReservedId } from "./manifest.ts";
import {
	evidenceOf,
	findStanding,
	prepareReplay,
	publishReplay,
	type StandingReplay,
} from "./publish-replay.ts";
import { isAnswerableName } from "./replay-detail.ts";
import { importReceiptFile, type StoredImportReceipt, type StoredManifest } from "./replay-files.ts";
import type { ReplayStore } from "./replay-store.ts";

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
		throw new HostError("decode-request", {
			message: "The label of a public replay looks private.",
			hint: "Give a label without paths, addresses and names of machines and people, or leave it out.",
		});
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
	const { request } = incoming;
	const bytes = await staging.readBack(received);
	const judged = await judgeReplay(bytes, context.books, {
		profile: request.visibility,
		expectedRobotId: request.expected_robot_id,
	});
	const { artifact, encoding, report, book } = judged;
	checkClaims(judged, incoming);
	if (artifact === undefined || encoding === null) {
		throw new HostError("replay-blocked", { validation: report });
	}
	if (book === undefined) throw new HostError("robot-unknown", { validation: report });
	const prepared = await prepareReplay({
		artifact,
		encoding,
		payload: received,
		report,
		book,
		replayId: request.replay_id,
		label: request.label,
		visibility: request.visibility,
		source: { kind: "import", id: importId },
		createdAtMs: String(context.now()),
		receipt: {
			id: importId,
			kind: importReceiptFile,
			of: (manifest) => storedReceipt(request, importId, manifest),
		},
	});
	const standing = await findStanding(context.store, prepared, isSameReplay);
	if (standing !== undefined) return answerStanding(standing);
	const how = { stage: async () => staging, isSame: isSameReplay };
	const publication = await publishReplay(context.store, prepared, how);
	if (publication.standing !== undefined) return answerStanding(publication.standing);
	const { location, summary } = publication.entry;
	const manifest = prepared.manifest.value;
	return importAnswer({ location, summary, report }, { importId, manifest, existed: false });
}

function storedReceipt(
	{ requester, now_ms }: ImportRequest,
	importId: string,
	manifest: StoredManifest,
): StoredImportReceipt {
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
		requester,
		requested_at_ms: now_ms,
		recorded_at_ms: manifest.created_at_ms,
	};
}

/** The replay that stands under the id keeps its label and visibility, which the receipt tells. */
function answerStanding({ entry, manifest, report, receipts }: StandingReplay): ImportResponse {
	const name = receipts.find((receipt) => receipt.startsWith("import-") && isAnswerableName(receipt));
	const importId = name === undefined ? entry.summary.source.id : name.slice(0, -".json".length);
	return importAnswer({ ...entry, report }, { importId, manifest, existed: true });
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
	{ location, summary, report }: Pick<CatalogEntry, "location" | "summary"> & { readonly report: WireReport },
	outcome: { readonly importId: string; readonly manifest: StoredManifest; readonly existed: boolean },
): ImportResponse {
	const { replay_id, classification, content_digest, encoding, label, visibility } = summary;
	const { importId, manifest, existed } = outcome;
	return {
		classification,
		validation: report,
		evidence_paths: evidenceOf(location, encoding),
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
function checkClaims({ encoding, report }: JudgedReplay, { declared }: IncomingReplay): void {
	if (declared !== undefined && encoding !== null && declared !== encoding) {
		throw new HostError("unsupported-media-type", {
			message: `The request says that the bytes are ${declared}, and they are ${encoding}.`,
			hint: "Name the encoding of the bytes, or send application/octet-stream without x-replay-encoding.",
		});
	}
	if (report.issues.some(({ code }) => code === "robot-id-conflict")) {
		throw new HostError("replay-robot-mismatch", { validation: report });
	}
}
