import { classificationSchema } from "@hindcast/replay-protocol/http";
import * as z from "zod";

/** Query of `GET /api/moonrobo/replays`; other keys are ignored. */
export const replayQuerySchema = z.object({
	robot_id: z.string().max(256).optional(),
	classification: classificationSchema.optional(),
});
