import * as z from "zod";
import { annotationSchema } from "../evidence/annotation.ts";
import { digestSchema, int64StringSchema, safeIdSchema } from "../evidence/identifiers.ts";
import { requesterSchema } from "../evidence/requester.ts";
import { replayEnvelopeSchema } from "./common.ts";

/** What a note says; `frame_id` "" and no times: a note on the whole replay. */
export const annotateRequestSchema = z.strictObject({
	replay_id: safeIdSchema,
	/** Where absent, `annotation-<replay>-<n>`. The same id with the same content is the same note. */
	annotation_id: z.optional(safeIdSchema),
	/** Where given, the replay's content must have this digest: a place found in one recording is not one of another. */
	content_digest: z.optional(digestSchema),
	frame_id: z.string().max(128),
	t_start: z.number().optional(),
	t_end: z.number().optional(),
	label: z.string().min(1).max(128),
	note: z.string().max(4096),
	severity: z.enum(["info", "attention", "critical"]),
	requester: requesterSchema,
	created_at_ms: int64StringSchema,
});

/** What a note says. */
export type AnnotateRequest = z.infer<typeof annotateRequestSchema>;

/** `POST /api/moonrobo/replays/annotate`. */
export const annotateResponseSchema = replayEnvelopeSchema.extend({
	annotation_path: z.string(),
	annotation: annotationSchema,
	receipt_path: z.string(),
	/** Whether the note stood already. */
	existed: z.boolean(),
});

/** `POST /api/moonrobo/replays/annotate`. */
export type AnnotateResponse = z.infer<typeof annotateResponseSchema>;
