import * as z from "zod";
import { annotationSchema } from "../evidence/annotation.ts";
import { int64StringSchema } from "../evidence/identifiers.ts";

/** MoonRobo's projection of an observation session's telemetry, in the order of capture. */
export const replayTimelineSchema = z.object({
	session_id: z.string(),
	robot_id: z.string(),
	bridge_id: z.string(),
	status: z.enum(["active", "stopped"]),
	started_at_ms: int64StringSchema,
	stopped_at_ms: z.optional(int64StringSchema),
	telemetry_frame_count: z.number().int(),
	latest_frame_id: z.string().optional(),
	frames: z.array(
		z.object({
			frame_id: z.string(),
			artifact_path: z.string(),
			captured_at_ms: int64StringSchema,
			mode: z.string(),
			joint_count: z.number().int(),
			error_count: z.number().int(),
		}),
	),
});

/** `GET /api/replays/{session_id}`: the older shape, kept readable. */
export const sessionReplaySchema = z.object({
	session_path: z.string(),
	frame_paths: z.array(z.string()),
	timeline: replayTimelineSchema,
});

/** The older shape of a session's replay. */
export type SessionReplay = z.infer<typeof sessionReplaySchema>;

/** `GET /api/replays/{session_id}/annotations`. */
export const sessionAnnotationsSchema = z.object({
	session_id: z.string(),
	annotation_count: z.number().int(),
	annotations: z.array(annotationSchema),
});

/** `GET /api/moonrobo/sessions`: what can be exported, newest first. */
export const sessionListSchema = z.object({
	session_count: z.number().int(),
	sessions: z.array(
		z.object({
			session_id: z.string(),
			robot_id: z.string(),
			bridge_id: z.string(),
			status: z.enum(["active", "stopped"]),
			started_at_ms: int64StringSchema,
			telemetry_frame_count: z.number().int(),
			/** The episode that reviews the session; absent where no review names it. */
			episode_id: z.string().optional(),
		}),
	),
});
