import * as z from "zod";
import { digestSchema, int64StringSchema, safeIdSchema } from "../evidence/identifiers.ts";
import { linkReceiptSchema } from "../evidence/receipts.ts";
import { requesterSchema } from "../evidence/requester.ts";
import { classificationSchema, replayEnvelopeSchema } from "./common.ts";

/** Which run of the replay's robot to link it to. */
export const linkRequestSchema = z.strictObject({
	replay_id: safeIdSchema,
	receipt_id: safeIdSchema,
	snapshot_id: safeIdSchema,
	/** Where given, the replay's content must have this digest. */
	content_digest: z.optional(digestSchema),
	requester: requesterSchema,
	now_ms: int64StringSchema,
});

/** Which run of the replay's robot to link it to. */
export type LinkRequest = z.infer<typeof linkRequestSchema>;

/** `POST /api/moonrobo/replays/link`. */
export const linkResponseSchema = replayEnvelopeSchema.extend({
	receipt: linkReceiptSchema,
	receipt_path: z.string(),
	/** Whether the same link stood already. */
	existed: z.boolean(),
	/** The class before; `classification` is the one after. */
	previous_classification: classificationSchema,
});

/** `POST /api/moonrobo/replays/link`. */
export type LinkResponse = z.infer<typeof linkResponseSchema>;
