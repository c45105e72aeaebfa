import * as z from "zod";
import { digestSchema, int64StringSchema } from "../evidence/identifiers.ts";

/** A robot of the RoboBook store. */
export const robotSummarySchema = z.object({
	robot_id: z.string(),
	label: z.string(),
	kind: z.string(),
	platform: z.string(),
	bridge_id: z.string().nullable(),
	joint_count: z.number().int(),
	/** `ready`: the model was read; `missing`: no file; `invalid`: refused, see the robot's own answer. */
	model_status: z.enum(["ready", "missing", "invalid"]),
	model_source_digest: z.nullable(digestSchema),
	telemetry_freshness_ms: z.number().nullable(),
});

/** A robot of the RoboBook store. */
export type RobotSummary = z.infer<typeof robotSummarySchema>;

/** `GET /api/moonrobo/robots`. */
export const robotListSchema = z.object({
	robot_count: z.number().int(),
	robots: z.array(robotSummarySchema),
});

/** A mesh that the model names, and where the host serves it. */
export const robotAssetSchema = z.object({
	/** As written in the model, such as `package://tern/meshes/link.stl`; absolute references are masked. */
	reference: z.string(),
	status: z.enum(["resolved", "missing", "refused"]),
	route: z.string().nullable(),
	checksum: z.nullable(digestSchema),
	byte_count: z.nullable(int64StringSchema),
});

/** A mesh that the model names, and where the host serves it. */
export type RobotAsset = z.infer<typeof robotAssetSchema>;

/** `GET /api/moonrobo/robots/{id}`. */
export const robotDetailSchema = z.object({
	robot: robotSummarySchema,
	/** The stored `robot.json`, without private keys. */
	profile: z.record(z.string(), z.unknown()),
	model_route: z.string().nullable(),
	model_error: z
		.object({
			code: z.string(),
			message: z.string(),
			line: z.number().nullable(),
			column: z.number().nullable(),
		})
		.nullable(),
	assets: z.array(robotAssetSchema),
});

/** `GET /api/moonrobo/robots/{id}`. */
export type RobotDetail = z.infer<typeof robotDetailSchema>;
