import * as z from "zod/mini";
import { digestSchema, int64StringSchema, safeIdSchema } from "./identifiers.ts";
import { requesterSchema } from "./requester.ts";

/** How a replay is stored. */
export const encodingSchema = z.enum(["json", "npz", "msgpack"]);
/** For whom a replay is. */
export const visibilitySchema = z.enum(["public", "private"]);

/** What every receipt of a write says: who asked, when by the caller's clock and when by the host's. */
const common = {
	receipt_version: z.literal(1),
	replay_id: safeIdSchema,
	robot_id: z.string(),
	requester: requesterSchema,
	requested_at_ms: int64StringSchema,
	recorded_at_ms: int64StringSchema,
};

/** A stored file: path relative to the robot's book, bytes, SHA-256, and what it is. */
const fileReferenceSchema = z.object({
	path: z.string(),
	byte_count: int64StringSchema,
	checksum: digestSchema,
	kind: z.string(),
});

/** Something that sanitising left out or replaced: where it was and by which rule, never what it was. */
export const redactionSchema = z.object({ path: z.string(), rule: z.string() });

/** `receipts/import-….json`: a replay was taken into the book. */
export const importReceiptSchema = z.looseObject({
	...common,
	import_id: safeIdSchema,
	content_digest: digestSchema,
	file_digest: digestSchema,
	byte_count: int64StringSchema,
	encoding: encodingSchema,
});

/** A stored import receipt. */
export type ImportReceipt = z.infer<typeof importReceiptSchema>;

/** `receipts/export-….json`: a replay was made from evidence of the book. */
export const exportReceiptSchema = z.looseObject({
	...common,
	export_id: safeIdSchema,
	source: z.object({
		kind: z.enum(["observation-session", "dataset-episode", "replay"]),
		id: safeIdSchema,
		/** Content digest of the source replay; absent where the source is telemetry. */
		content_digest: z.optional(digestSchema),
	}),
	encoding: encodingSchema,
	visibility: visibilitySchema,
	content_digest: digestSchema,
	files: z.array(fileReferenceSchema),
	protocol: z.literal("moonrobo.replay.v1"),
	duration_s: z.number(),
	tick_count: z.int(),
	redactions: z.array(redactionSchema),
});

/** A stored export receipt. */
export type ExportReceipt = z.infer<typeof exportReceiptSchema>;

/** `receipts/annotate-….json`: a note was added. */
export const annotateReceiptSchema = z.looseObject({
	...common,
	annotate_id: safeIdSchema,
	annotation_id: safeIdSchema,
	annotation: fileReferenceSchema,
});

/** A stored annotation receipt. */
export type AnnotateReceipt = z.infer<typeof annotateReceiptSchema>;

/**
 * `receipts/link-….json`: a replay was linked to a run of its robot. The documents that prove it are named with their
 * digests, so that the link holds only as long as they are what they were.
 */
export const linkReceiptSchema = z.looseObject({
	...common,
	link_id: safeIdSchema,
	content_digest: digestSchema,
	receipt_id: safeIdSchema,
	receipt_path: z.string(),
	snapshot_id: safeIdSchema,
	snapshot_path: z.string(),
	/** Receipt, snapshot, dispatch and feedback frame, each as it stood. */
	documents: z.array(fileReferenceSchema),
});

/** A stored link receipt. */
export type LinkReceipt = z.infer<typeof linkReceiptSchema>;
