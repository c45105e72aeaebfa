import type { LinkReceipt, ReplayArtifact } from "@hindcast/replay-protocol";
import { type LinkRequest, type LinkResponse, safeIdSchema } from "@hindcast/replay-protocol/http";
import { HostError } from "../errors/host-error.ts";
import type { Ledger } from "../ledger/read-ledger.ts";
import { withoutPrivate } from "../privacy.ts";
import type { CatalogEntry } from "../replays/catalog.ts";
import { canBeLinked } from "../replays/classification.ts";
import type { ImportContext } from "../replays/import-replay.ts";
import {
	checkContent,
	findReplay,
	namesToWriteBeside,
	openArtifact,
	readEvidence,
} from "../replays/replay-detail.ts";
import { evidencePath, keptKeys, reportFile, type StoredManifest } from "../replays/replay-files.ts";
import { refreshEntry } from "../replays/replay-store.ts";
import { toldReport } from "../replays/told-report.ts";
import { encodeDocument } from "../storage/json-file.ts";
import { faultOfRun } from "./prove-run.ts";
import { documentsOf, linkReceiptFile, readLinks } from "./read-links.ts";
import { faultOfRecording } from "./recorded-run.ts";

const keptLinkKeys = {
	...keptKeys,
	link_id: safeIdSchema,
	receipt_id: safeIdSchema,
	snapshot_id: safeIdSchema,
};

/** What a link is made with. */
export type LinkContext = Pick<ImportContext, "store" | "now" | "newId" | "exclusive">;

/**
 * Links a replay to a run of its robot, when the book's documents prove that run and the replay is of it. The link is a
 * receipt beside the replay with the digests of the documents; from then on the replay is verified as long as they stay
 * what they are.
 *
 * @throws HostError `replay-not-found`, `replay-content-mismatch`, `link-document-not-found`,
 *   `link-not-proven`, `evidence-damaged`, `book-refused`
 */
export function linkReplay(context: LinkContext, request: LinkRequest): Promise<LinkResponse> {
	return context.exclusive(async () => {
		const { store } = context;
		const found = findReplay(store, request.replay_id);
		const { location } = found;
		const { artifact, manifest } = await openArtifact(store, found);
		checkContent(request, manifest);
		const report = await readEvidence(store, location, ["report.json"], reportFile);
		const before = await refreshEntry(store, found, manifest);
		const ledger = await resolveRun(context, before, { request, artifact });
		const names = await namesToWriteBeside(store, location, "receipts");
		const links = await store.blobs.within(location, (folder) =>
			readLinks(store, { location, manifest, folder }, names),
		);
		const standing = links.find(
			({ verified, receipt }) =>
				verified && receipt.receipt_id === request.receipt_id && receipt.snapshot_id === request.snapshot_id,
		);
		const receipt = standing?.receipt ?? (await writeLink(context, before, { request, ledger, manifest }));
		const { summary } = await refreshEntry(store, before, manifest);
		const receiptPath = evidencePath(location, "receipts", standing?.name ?? `${receipt.link_id}.json`);
		return {
			classification: summary.classification,
			validation: toldReport(report, summary),
			evidence_paths: [receiptPath, ...receipt.documents.map(({ path }) => String(withoutPrivate(path)))],
			persisted: true,
			replay_id: summary.replay_id,
			receipt: linkReceiptFile.schema.parse(withoutPrivate(receipt, keptLinkKeys)),
			receipt_path: receiptPath,
			existed: standing !== undefined,
			previous_classification: before.summary.classification,
		};
	});
}

/** The documents of the run that a request names, when they prove it and the replay is of it. */
async function resolveRun(
	{ store }: LinkContext,
	{ location, summary, origin }: CatalogEntry,
	{ request, artifact }: { readonly request: LinkRequest; readonly artifact: ReplayArtifact },
): Promise<Ledger> {
	if (!canBeLinked(origin)) {
		throw notProven(origin.exportedFrom.length > 0 ? "export-of-replay" : "class-cannot-be-linked");
	}
	const ledger = await store.ledger(location, {
		receiptIds: [request.receipt_id],
		snapshotIds: [request.snapshot_id],
	});
	if (ledger.receipts.length === 0) throw notFound("no-receipt");
	if (ledger.snapshots.length === 0) throw notFound("no-snapshot");
	const profile = await store.profile(location);
	const fault =
		faultOfRun({ ledger, profile }, summary.robot_id) ??
		(origin.own === "retargeted" ? null : faultOfRecording(artifact, ledger));
	if (fault === null) return ledger;
	throw fault === "no-dispatch" || fault === "no-feedback" ? notFound(fault) : notProven(fault);
}

async function writeLink(
	{ store, now, newId }: LinkContext,
	{ location, summary }: CatalogEntry,
	run: { readonly request: LinkRequest; readonly ledger: Ledger; readonly manifest: StoredManifest },
): Promise<LinkReceipt> {
	const { request, ledger, manifest } = run;
	const linkId = `link-${newId()}`;
	const receipt: LinkReceipt = {
		receipt_version: 1,
		replay_id: summary.replay_id,
		robot_id: summary.robot_id,
		requester: request.requester,
		requested_at_ms: request.now_ms,
		recorded_at_ms: String(now()),
		link_id: linkId,
		content_digest: manifest.content_digest,
		receipt_id: request.receipt_id,
		receipt_path: ledger.receipts[0].file.path,
		snapshot_id: request.snapshot_id,
		snapshot_path: ledger.snapshots[0].file.path,
		documents: documentsOf(ledger),
	};
	const { bytes } = encodeDocument(receipt, linkReceiptFile);
	const document = { folder: "receipts", name: `${linkId}.json`, bytes };
	const outcome = await store.documents.add(location, [document], linkId);
	if (outcome === "exists") throw new HostError("storage-failed");
	return receipt;
}

/** What of a run's documents is not there, in words that hold no value of a document. */
const missingDocuments = {
	"no-receipt": "The robot's RoboBook has no readable receipt of this receipt_id.",
	"no-snapshot": "The robot's RoboBook has no readable execution snapshot of this snapshot_id.",
	"no-dispatch": "The robot's RoboBook does not have the bridge dispatch that the snapshot names.",
	"no-feedback": "The robot's RoboBook does not have the feedback frame that the snapshot names.",
} as const;

function notFound(reason: keyof typeof missingDocuments): HostError {
	return new HostError("link-document-not-found", { message: missingDocuments[reason], reason });
}

/** A refusal whose reason is a word that holds no value of a document. */
function notProven(reason: string): HostError {
	return new HostError("link-not-proven", {
		message: `The replay cannot be linked to this run and keeps its class: ${reason}.`,
		reason,
	});
}
