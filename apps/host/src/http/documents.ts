import { classificationSchema, safeIdSchema } from "@hindcast/replay-protocol/http";
import { z } from "zod";

const profileSchema = z.enum(["public", "private"]);

/**
 * `POST /api/moonrobo/replays/validate`, beside the bytes of a replay: the JSON body without `artifact`, or base64url
 * JSON in `x-replay-request`.
 */
export const validateRequestSchema = z.strictObject({
	/** A stored replay, instead of an inline one. */
	replay_id: safeIdSchema.optional(),
	/** For whom the artifact is meant; `private` where absent. */
	profile: profileSchema.optional(),
});

/** Query of `GET /api/moonrobo/replays`; other keys are ignored. */
export const replayQuerySchema = z.object({
	robot_id: z.string().max(256).optional(),
	classification: classificationSchema.optional(),
});
