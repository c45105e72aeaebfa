import * as z from "zod";
import { int64StringSchema, safeIdSchema } from "./identifiers.ts";
import { requesterSchema } from "./requester.ts";

/**
 * A note on a replay, with MoonRobo's keys and the replay's: on a frame, a span of time, or all of it.
 * Documents of older books, without `replay_id`, read too.
 */
export const annotationSchema = z.object({
	annotation_id: safeIdSchema,
	/** The observation session that was recorded; "" where there is none. */
	session_id: z.string().max(128),
	/** The replay that the note is on; absent in notes on a session. */
	replay_id: safeIdSchema.optional(),
	/** A frame of the replay; "" for a span or the whole. */
	frame_id: z.string().max(128),
	/** First time of the span, s of the replay's `t`. */
	t_start: z.number().optional(),
	/** Last time of the span, s of the replay's `t`. */
	t_end: z.number().optional(),
	label: z.string().min(1).max(128),
	note: z.string().max(4096),
	severity: z.enum(["info", "attention", "critical"]),
	created_by: requesterSchema,
	created_at_ms: int64StringSchema,
});

/** A note on a replay. */
export type Annotation = z.infer<typeof annotationSchema>;
