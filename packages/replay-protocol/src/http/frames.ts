import * as z from "zod";
import { digestSchema } from "../evidence/identifiers.ts";
import { replayEnvelopeSchema } from "./common.ts";

/** `GET /api/moonrobo/replays/{id}/payload?from=&to=`: the frames with `from <= t <= to`, as JSON. */
export const frameWindowSchema = replayEnvelopeSchema.extend({
	window: z.object({
		from: z.number(),
		to: z.number(),
		/** Index of the first frame in the whole replay. */
		first_frame: z.number().int(),
		frame_count: z.number().int(),
		/** Frames of the whole replay. */
		tick_count: z.number().int(),
		/** Digest of the whole replay's content. */
		content_digest: digestSchema,
	}),
	/** The arrays as in the JSON encoding, per-frame ones cut to the window; `t` keeps its values. NaN is null. */
	arrays: z.record(
		z.string(),
		z.object({ dtype: z.string(), shape: z.array(z.number().int()), data: z.array(z.unknown()) }),
	),
});

/** A window of a replay's frames. */
export type FrameWindow = z.infer<typeof frameWindowSchema>;
