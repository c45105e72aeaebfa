import { classificationSchema } from "@hindcast/replay-protocol/http";
import * as z from "zod";

/** Query of `GET /api/moonrobo/replays`. */
export const replayQuerySchema = z.strictObject({
	robot_id: z.string().max(256).optional(),
	classification: classificationSchema.optional(),
	/** `next_cursor` of the page before. */
	cursor: z.string().max(512).optional(),
	/** Replays of a page, 1 to 200; 50 where absent. */
	limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** A decimal number as text; not the empty text, blanks or hexadecimal that a plain conversion would take. */
const decimalSchema = z
	.string()
	.regex(/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i)
	.pipe(z.coerce.number());

/** Query of a replay's payload: with both times, the frames with `from <= t <= to` as JSON. */
export const windowQuerySchema = z.strictObject({
	/** First time, s. */
	from: decimalSchema.optional(),
	/** Last time, s. */
	to: decimalSchema.optional(),
});
