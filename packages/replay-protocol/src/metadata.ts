import * as z from "zod";

/** What an artifact is by how it was made; never raised by a claim. */
export const artifactClassSchema = z.enum([
	"recorded",
	"simulated",
	"retargeted",
	"physical-feedback-verified",
]);

/** How a joint moves. */
export const jointTypeSchema = z.enum(["revolute", "continuous", "prismatic"]);

/**
 * Metadata of `moonrobo.replay.v1`.
 *
 * The keys without which the arrays cannot be read are required here; the others that the protocol asks for are
 * reported as advisories where they are absent. Unknown keys are kept.
 */
export const replayMetadataSchema = z.looseObject({
	protocol: z.literal("moonrobo.replay.v1"),
	robot_id: z.string().min(1),
	bridge_id: z.string().optional(),
	source_label: z.string().optional(),
	/** Seconds from the first frame to the last. */
	duration_s: z.number().optional(),
	/** Frames, T. */
	tick_count: z.number().int().optional(),
	/** Joints, J. */
	joint_count: z.number().int().optional(),
	/** Quantity to unit: `time`, `joint_position`, `joint_velocity`, `position`, `velocity`, `angular_velocity`, `acceleration`. */
	units: z.record(z.string(), z.string()),
	quaternion_order: z.literal("wxyz"),
	joint_order_digest: z.string(),
	model_source_digest: z.string().optional(),
	/** RFC 3339, UTC. */
	exported_at: z.string().optional(),
	artifact_class: artifactClassSchema.optional(),
	visibility: z.enum(["public", "private"]).optional(),
	/** (J,) in the order of `joint_name`. */
	joint_type: z.array(jointTypeSchema).optional(),
	/** (C,) in the order of the contact arrays' columns. */
	contact_names: z.array(z.string()).optional(),
	target_frame: z.string().optional(),
	/** Array name to code (decimal text) to label, such as `{ mode: { "0": "read-only" } }`. */
	enums: z.record(z.string(), z.record(z.string(), z.string())).optional(),
	world_frame: z.string().optional(),
	coordinate_convention: z.string().optional(),
	nominal_rate_hz: z.number().optional(),
	/** What a converter filled or dropped, in its own words. */
	repairs: z.array(z.unknown()).optional(),
	generator: z.looseObject({ name: z.string(), version: z.string() }).optional(),
	/** Digest of the arrays, as `contentDigest` computes it. */
	content_digest: z.string().optional(),
	license: z.string().optional(),
	notes: z.string().optional(),
	/** How a retargeted replay was made: source and target digests, mapping, timing. */
	retarget: z.looseObject({}).optional(),
	/** The book that the evidence is in. */
	robobook_root: z.string().optional(),
	/** Files of the evidence. */
	evidence_paths: z.array(z.string()).optional(),
	/** Receipts of the runs that were recorded. */
	receipt_ids: z.array(z.string()).optional(),
	/** The observation session that was recorded. */
	session_id: z.string().optional(),
	/** Execution snapshots of the runs. */
	snapshot_ids: z.array(z.string()).optional(),
	/** The file that was converted. */
	source_file: z.string().optional(),
	bridge_config: z.string().optional(),
	runtime_log_path: z.string().optional(),
	/** The machine that recorded. */
	host: z.string().optional(),
});

/** Metadata of `moonrobo.replay.v1`. */
export type ReplayMetadata = z.infer<typeof replayMetadataSchema>;

/**
 * Keys of the metadata that only a private replay may have: they name files, machines and records of one place.
 * Source: the seed's "Private metadata" and what a RoboBook adds to it.
 */
export const privateMetadataKeys = [
	"robobook_root",
	"evidence_paths",
	"receipt_ids",
	"session_id",
	"snapshot_ids",
	"source_file",
	"bridge_config",
	"runtime_log_path",
	"host",
] as const;

/** A key of {@link privateMetadataKeys}. */
export type PrivateMetadataKey = (typeof privateMetadataKeys)[number];

/** Keys of the metadata that a public replay may have: those of the schema that are not private, and no other. */
export const publicMetadataKeys: readonly string[] = Object.keys(replayMetadataSchema.shape).filter(
	(key) => !privateMetadataKeys.some((hidden) => hidden === key),
);
