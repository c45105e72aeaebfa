import {
	bridgeDispatchSchema,
	type Diagnostic,
	executionSnapshotSchema,
	runReceiptSchema,
} from "@hindcast/replay-protocol";
import { type EvidenceSummary, evidenceSummarySchema, safeIdSchema } from "@hindcast/replay-protocol/http";
import { type ProvedLink, readLinks } from "../links/read-links.ts";
import { withoutPrivate } from "../privacy.ts";
import { ifReadable } from "../storage/json-file.ts";
import { fileNames } from "../storage/walk.ts";
import type { CatalogEntry } from "./catalog.ts";
import { readEvidence, readManifest } from "./replay-detail.ts";
import { keptKeys, reportFile } from "./replay-files.ts";
import { type ReplayStore, refreshEntry } from "./replay-store.ts";
import { toldReport } from "./told-report.ts";

/** Ids of ledger documents, which are answered as they are where they are that. */
const keptIds = {
	...keptKeys,
	bridge_id: safeIdSchema,
	receipt_id: safeIdSchema,
	snapshot_id: safeIdSchema,
	dispatch_id: safeIdSchema,
	request_id: safeIdSchema,
	intent_id: safeIdSchema,
	bridge_request_id: safeIdSchema,
	telemetry_frame_id: safeIdSchema,
};

/**
 * What stands behind a replay, its links proved anew. Ledger documents are told by the keys that the protocol knows,
 * without those that hold paths.
 *
 * @throws HostError `evidence-damaged` when the manifest or the report cannot be read
 */
export async function summarizeEvidence(store: ReplayStore, entry: CatalogEntry): Promise<EvidenceSummary> {
	const { location } = entry;
	const manifest = await readManifest(store, location);
	const stored = await readEvidence(store, location, ["report.json"], reportFile);
	const { receipts, links } = await store.blobs.within(location, async (folder) => {
		const names = (await ifReadable(() => fileNames(folder, "receipts"))) ?? [];
		return { receipts: names, links: await readLinks(store, { location, manifest, folder }, names) };
	});
	const { summary } = await refreshEntry(store, entry, manifest);
	const report = toldReport(stored, summary);
	const { metadata } = manifest;
	const told = (text: string | undefined) => (text === undefined ? null : String(withoutPrivate(text)));
	return evidenceSummarySchema.parse({
		classification: summary.classification,
		validation: report,
		persisted: true,
		replay_id: summary.replay_id,
		summary: {
			robot_id: summary.robot_id,
			bridge_id: summary.bridge_id,
			label: summary.label,
			artifact_class: summary.artifact_class,
			protocol: summary.protocol,
			content_digest: manifest.content_digest,
			file_digest: manifest.file_digest,
			joint_order_digest: told(metadata.joint_order_digest),
			model_source_digest: told(metadata.model_source_digest),
			duration_s: summary.duration_s,
			tick_count: summary.tick_count,
			joint_count: summary.joint_count,
			created_at_ms: summary.created_at_ms,
			source: summary.source,
			receipt_count: receipts.length,
			annotation_count: summary.annotation_count,
			findings: countFindings(report.issues),
		},
		links: links.map(({ receipt, verified, reason }) => ({
			receipt_id: receipt.receipt_id,
			snapshot_id: receipt.snapshot_id,
			linked_at_ms: receipt.recorded_at_ms,
			verified,
			reason,
		})),
		receipts: tellDocuments(links, "receipts"),
		snapshots: tellDocuments(links, "snapshots"),
		dispatches: tellDocuments(links, "dispatches"),
	});
}

const documentKinds = {
	receipts: runReceiptSchema,
	snapshots: executionSnapshotSchema,
	dispatches: bridgeDispatchSchema,
};

/** The documents that links resolve to, each once: keys that the protocol knows, no paths, private values masked. */
function tellDocuments(links: readonly ProvedLink[], kind: keyof typeof documentKinds): unknown[] {
	const known = Object.keys(documentKinds[kind].shape);
	const documents = new Map<string, Record<string, unknown>>();
	for (const { ledger } of links) {
		for (const { file, value } of ledger[kind]) documents.set(file.path, value);
	}
	return [...documents.values()].map((value) => {
		const told = Object.entries(value).filter(([key]) => known.includes(key));
		return withoutPrivate(withoutPaths(Object.fromEntries(told)), keptIds);
	});
}

/** A copy without the keys that hold paths, at any depth. */
function withoutPaths(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutPaths);
	if (typeof value !== "object" || value === null) return value;
	const kept = Object.entries(value).filter(([key]) => !/(^|_)paths?$/.test(key));
	return Object.fromEntries(kept.map(([key, item]) => [key, withoutPaths(item)]));
}

/** Codes of a report, each with how often it is there, in the order of the report. */
function countFindings(issues: readonly Diagnostic[]): EvidenceSummary["summary"]["findings"] {
	const found = new Map<string, EvidenceSummary["summary"]["findings"][number]>();
	for (const { code, severity, params } of issues) {
		const key = `${severity} ${code}`;
		const hits = 1 + Number(params["suppressed"] ?? 0);
		found.set(key, { code, severity, count: (found.get(key)?.count ?? 0) + hits });
	}
	return [...found.values()];
}
