import * as z from "zod/mini";
import { int64StringSchema, safeIdSchema } from "./identifiers.ts";
import { requesterSchema } from "./requester.ts";

/**
 * A note on a replay, with MoonRobo's keys and the replay's: on a frame, a span of time, or all of it.
 * Documents of older books, without `replay_id`, read too.
 */
export const annotationSchema = z.object({
	annotation_id: safeIdSchema,
	/** The observation session that was recorded; "" where there is none. */
	session_id: z.string().check(z.maxLength(128)),
	/** The replay that the note is on; absent in notes on a session. */
	replay_id: z.optional(safeIdSchema),
	/** A frame of the replay; "" for a span or the whole. */
	frame_id: z.string().check(z.maxLength(128)),
	/** First time of the span, s of the replay's `t`. */
	t_start: z.optional(z.number()),
	/** Last time of the span, s of the replay's `t`. */
	t_end: z.optional(z.number()),
	label: z.string().check(z.minLength(1), z.maxLength(128)),
	note: z.string().check(z.maxLength(4096)),
	severity: z.enum(["info", "attention", "critical"]),
	created_by: requesterSchema,
	created_at_ms: int64StringSchema,
});

/** A note on a replay. */
export type Annotation = z.infer<typeof annotationSchema>;
