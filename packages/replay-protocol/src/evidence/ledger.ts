import * as z from "zod/mini";
import { int64StringSchema } from "./identifiers.ts";
import { requesterSchema } from "./requester.ts";

/** A 64-bit integer of a RoboBook: a decimal string, or a safe integer as older writers have it; read as the string. */
const int64Schema = z.union([int64StringSchema, z.pipe(z.int(), z.transform<number, string>(String))]);
/** A float of a RoboBook: `null`, `"NaN"` and NaN itself, once read, are NaN; infinities are refused. */
const floatSchema = z.pipe(
	z.union([z.number(), z.nan(), z.null(), z.literal("NaN")]),
	z.transform((value) => (typeof value === "number" ? value : Number.NaN)),
);

/** One telemetry frame of a RoboBook (`runs/telemetry/<session>/<frame>.json`). Quaternions are wxyz. */
export const telemetryFrameSchema = z.looseObject({
	frame_id: z.string(),
	robot_id: z.string(),
	bridge_id: z.string(),
	captured_at_ms: int64Schema,
	mode: z.string(),
	/** Positions in rad or m, velocities in rad/s or m/s, torques in N·m or N. */
	joints: z.array(
		z.looseObject({
			name: z.string(),
			index: z.int(),
			position: floatSchema,
			velocity: floatSchema,
			torque: floatSchema,
			error: z.optional(z.unknown()),
		}),
	),
	imu: z.optional(
		z.looseObject({
			orientation: z.array(floatSchema),
			angular_velocity: z.array(floatSchema),
			linear_acceleration: z.array(floatSchema),
		}),
	),
	/** What the operator or the sidecar said, all text, numbers too. */
	operator_input: z.optional(z.record(z.string(), z.string())),
	errors: z.optional(z.array(z.string())),
});

/** One telemetry frame of a RoboBook. */
export type TelemetryFrame = z.infer<typeof telemetryFrameSchema>;

/** An observation session of a RoboBook (`runs/observations/<session>.json`). */
export const observationSessionSchema = z.looseObject({
	session_id: z.string(),
	robot_id: z.string(),
	bridge_id: z.string(),
	requested_by: requesterSchema,
	status: z.enum(["Active", "Stopped"]),
	started_at_ms: int64Schema,
	stopped_at_ms: z.optional(int64Schema),
	telemetry_frame_count: z.int(),
	latest_frame_id: z.optional(z.string()),
	receipt_id: z.string(),
	artifact_paths: z.array(z.string()),
});

/** An observation session of a RoboBook. */
export type ObservationSession = z.infer<typeof observationSessionSchema>;

/** The receipt of a run (`runs/receipts/<receipt>.json`): what was asked for, allowed and done. */
export const runReceiptSchema = z.looseObject({
	receipt_id: z.string(),
	robot_id: z.string(),
	bridge_id: z.string(),
	intent: z.looseObject({
		intent_id: z.string(),
		robot_id: z.string(),
		capability: z.string(),
		parameters: z.record(z.string(), z.string()),
	}),
	status: z.enum([
		"Denied",
		"WaitingForApproval",
		"WaitingForDryRun",
		"ReadyForExecution",
		"Executed",
		"Failed",
	]),
	started_at_ms: int64Schema,
	ended_at_ms: z.optional(int64Schema),
});

/** The receipt of a run. */
export type RunReceipt = z.infer<typeof runReceiptSchema>;

/** What a bridge said to a request (`.moonsuite/products/moonrobo/bridge-dispatches/<dispatch>.json`). */
export const bridgeDispatchSchema = z.looseObject({
	dispatch_id: z.string(),
	request_id: z.string(),
	bridge_id: z.string(),
	robot_id: z.string(),
	intent_id: z.string(),
	receipt_id: z.string(),
	status: z.enum(["Accepted", "Rejected", "Error"]),
	created_at_ms: int64Schema,
});

/** What a bridge said to a request. */
export type BridgeDispatch = z.infer<typeof bridgeDispatchSchema>;

/** What was observed of an executed command (`runs/task-executions/<snapshot>.json`). */
export const executionSnapshotSchema = z.looseObject({
	snapshot_id: z.string(),
	receipt_id: z.string(),
	receipt_status: z.string(),
	receipt_path: z.optional(z.string()),
	dispatch_path: z.optional(z.string()),
	command_capability: z.string(),
	bridge_request_id: z.string(),
	bridge_status: z.string(),
	runtime_status: z.string(),
	runtime_health_persisted: z.boolean(),
	telemetry_frame_id: z.string(),
	telemetry_captured_at_ms: int64Schema,
	/** Where the feedback frame is; absent in summaries, which hold no path. */
	physical_feedback_path: z.optional(z.string()),
	physical_feedback_status: z.enum(["missing", "stale", "matched"]),
	physical_feedback_verified: z.boolean(),
	command_outcome_status: z.string(),
	command_outcome_verified: z.boolean(),
	captured_at_ms: int64Schema,
});

/** What was observed of an executed command. */
export type ExecutionSnapshot = z.infer<typeof executionSnapshotSchema>;

/** One frame of a session or episode, without its data. */
const frameSummarySchema = z.looseObject({
	frame_id: z.string(),
	artifact_path: z.string(),
	captured_at_ms: int64Schema,
	mode: z.string(),
	joint_count: z.int(),
	error_count: z.int(),
});

/** A session of a dataset, with its review; missing texts are `"-"`. */
export const datasetEpisodeSchema = z.looseObject({
	episode_id: z.string(),
	format_version: z.literal(1),
	robot_id: z.string(),
	bridge_id: z.string(),
	session_id: z.string(),
	/** `active` or `stopped`. */
	status: z.string(),
	started_at_ms: int64Schema,
	stopped_at_ms: z.optional(int64Schema),
	frame_count: z.int(),
	receipt_id: z.string(),
	review_id: z.string(),
	review_disposition: z.enum(["accepted", "needs-human-review", "-"]),
	replay_path: z.string(),
	artifact_paths: z.array(z.string()),
	annotation_count: z.int(),
	annotation_ids: z.array(z.string()),
	frames: z.array(frameSummarySchema),
});

/** A session of a dataset, with its review. */
export type DatasetEpisode = z.infer<typeof datasetEpisodeSchema>;
