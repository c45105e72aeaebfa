import { exportReceiptSchema } from "@hindcast/replay-protocol";
import {
	digestSchema,
	importReceiptSchema,
	int64StringSchema,
	replayManifestSchema,
	requesterSchema,
	safeIdSchema,
	wireReportSchema,
} from "@hindcast/replay-protocol/http";
import * as z from "zod";
import { type KeptKeys, looksPrivate } from "../privacy.ts";

/** Place of a replay in the store. */
export interface ReplayLocation {
	/** Folder of the robot's book. */
	readonly folder: string;
	readonly replayId: string;
}

/** Path components of a replay's folder, or of something in it, below the store's root. */
export function replayPath({ folder, replayId }: ReplayLocation, ...rest: string[]): string[] {
	return [folder, "runs", "replays", replayId, ...rest];
}

/** The same place as it is answered: relative to the robot's book. */
export function evidencePath(location: ReplayLocation, ...rest: string[]): string {
	return replayPath(location, ...rest)
		.slice(1)
		.join("/");
}

/** `manifest.json`: the wire document and the duration that was measured from `t`. */
export const manifestFile = {
	schema: replayManifestSchema.extend({
		byte_count: int64StringSchema,
		created_at_ms: int64StringSchema,
		duration_s: z.number().optional(),
	}),
	maxBytes: 1024 * 1024,
};

/** `manifest.json` of a replay. */
export type StoredManifest = z.infer<typeof manifestFile.schema>;

/** `report.json`: the validation report under which the replay was accepted. */
export const reportFile = { schema: wireReportSchema, maxBytes: 8 * 1024 * 1024 };

/** `receipts/import-….json`: who imported what, when by the caller's clock and when by the host's. */
export const importReceiptFile = {
	schema: importReceiptSchema.omit({ label: true, visibility: true, classification: true }).extend({
		receipt_version: z.literal(1),
		robot_id: z.string(),
		file_digest: z.string(),
		requester: requesterSchema,
		requested_at_ms: int64StringSchema,
		recorded_at_ms: int64StringSchema,
	}),
	maxBytes: 256 * 1024,
};

/** A stored import receipt. */
export type StoredImportReceipt = z.infer<typeof importReceiptFile.schema>;

/** `receipts/export-….json`: who had what made of which evidence. */
export const exportReceiptFile = { schema: exportReceiptSchema, maxBytes: 256 * 1024 };

/** Any other receipt or annotation: JSON objects of a robot's book. */
export const bookDocument = { schema: z.record(z.string(), z.unknown()), maxBytes: 256 * 1024 };

/** What an export left out: JSON pointers, which begin like paths, of names that are not private. */
const redactionsSchema = z.array(
	z.strictObject({
		path: z.string().refine((pointer) => !pointer.split(/\/|~1/).some((name) => looksPrivate(name))),
		rule: z.string().regex(/^[a-z-]{1,64}$/),
	}),
);

/** Keys of stored documents that hold ids, digests and pointers, which are answered as they are where they are that. */
export const keptKeys: KeptKeys = {
	replay_id: safeIdSchema,
	robot_id: safeIdSchema,
	import_id: safeIdSchema,
	export_id: safeIdSchema,
	redactions: redactionsSchema,
	file_digest: digestSchema,
	content_digest: digestSchema,
};

/** How payloads of an encoding are answered. */
export const payloadTypes: Readonly<Record<StoredManifest["encoding"], string>> = {
	json: "application/json",
	npz: "application/octet-stream",
	msgpack: "application/msgpack",
};

/** Name of the payload file of an encoding. */
export function payloadName(encoding: StoredManifest["encoding"]): string {
	return `payload.${encoding}`;
}
