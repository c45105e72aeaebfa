import * as z from "zod";
import { int64StringSchema, safeIdSchema } from "../evidence/identifiers.ts";
import {
	encodingSchema,
	exportReceiptSchema,
	redactionSchema,
	visibilitySchema,
} from "../evidence/receipts.ts";
import { requesterSchema } from "../evidence/requester.ts";
import { replayEnvelopeSchema } from "./common.ts";
import { replayManifestSchema } from "./replays.ts";

/** What to export, for whom, and how. */
export const exportRequestSchema = z.strictObject({
	source: z.object({
		kind: z.enum(["observation-session", "dataset-episode", "replay"]),
		id: safeIdSchema,
	}),
	encoding: encodingSchema,
	visibility: visibilitySchema,
	/** Label of the public file: letters, digits, space, `.`, `_` and `-`. */
	source_label: z
		.string()
		.regex(/^[A-Za-z0-9 ._-]{1,64}$/)
		.optional(),
	/** Optional arrays to keep; where absent, all. Required arrays are always there. */
	include: z.array(z.string().max(128)).max(64).optional(),
	/** First time to keep, s of the source's `t`. The exported `t` starts at 0 again. */
	from_t: z.number().optional(),
	/** Last time to keep, s of the source's `t`. */
	to_t: z.number().optional(),
	/** What to do where a telemetry frame lacks a joint; `fail` where absent. */
	fill: z.enum(["hold", "drop-frame", "fail"]).optional(),
	/** Answers what would be exported and redacted, and stores nothing. */
	preview: z.boolean().optional(),
	requester: requesterSchema,
	now_ms: int64StringSchema,
});

/** What to export, for whom, and how. */
export type ExportRequest = z.infer<typeof exportRequestSchema>;

/** `POST /api/moonrobo/replays/export`: the receipt as stored, the new replay's manifest and where its bytes are. */
export const exportResponseSchema = replayEnvelopeSchema.extend({
	receipt: z.optional(exportReceiptSchema),
	receipt_path: z.string().optional(),
	manifest: replayManifestSchema.optional(),
	payload_route: z.string().optional(),
	/** Whether the same export stood already. */
	existed: z.boolean(),
	/** Everything that differs from the source: place and rule, never the value. */
	redactions: z.array(redactionSchema),
});

/** `POST /api/moonrobo/replays/export`. */
export type ExportResponse = z.infer<typeof exportResponseSchema>;
