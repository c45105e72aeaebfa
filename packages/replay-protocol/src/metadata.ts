import * as z from "zod/mini";

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
	robot_id: z.string().check(z.minLength(1)),
	bridge_id: z.optional(z.string()),
	source_label: z.optional(z.string()),
	/** Seconds from the first frame to the last. */
	duration_s: z.optional(z.number()),
	/** Frames, T. */
	tick_count: z.optional(z.int()),
	/** Joints, J. */
	joint_count: z.optional(z.int()),
	/** Quantity to unit: `time`, `joint_position`, `joint_velocity`, `position`, `velocity`, `angular_velocity`, `acceleration`. */
	units: z.record(z.string(), z.string()),
	quaternion_order: z.literal("wxyz"),
	joint_order_digest: z.string(),
	model_source_digest: z.optional(z.string()),
	/** RFC 3339, UTC. */
	exported_at: z.optional(z.string()),
	artifact_class: z.optional(artifactClassSchema),
	visibility: z.optional(z.enum(["public", "private"])),
	/** (J,) in the order of `joint_name`. */
	joint_type: z.optional(z.array(jointTypeSchema)),
	/** (C,) in the order of the contact arrays' columns. */
	contact_names: z.optional(z.array(z.string())),
	target_frame: z.optional(z.string()),
	/** Array name to code (decimal text) to label, such as `{ mode: { "0": "read-only" } }`. */
	enums: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
	world_frame: z.optional(z.string()),
	coordinate_convention: z.optional(z.string()),
	nominal_rate_hz: z.optional(z.number()),
	/** What a converter filled or dropped, in its own words. */
	repairs: z.optional(z.array(z.unknown())),
	generator: z.optional(z.looseObject({ name: z.string(), version: z.string() })),
	/** Digest of the arrays, as `contentDigest` computes it. */
	content_digest: z.optional(z.string()),
	license: z.optional(z.string()),
	notes: z.optional(z.string()),
	/** How a retargeted replay was made: source and target digests, mapping, timing. */
	retarget: z.optional(z.looseObject({})),
	/** The book that the evidence is in. */
	robobook_root: z.optional(z.string()),
	/** Files of the evidence. */
	evidence_paths: z.optional(z.array(z.string())),
	/** Receipts of the runs that were recorded. */
	receipt_ids: z.optional(z.array(z.string())),
	/** The observation session that was recorded. */
	session_id: z.optional(z.string()),
	/** Execution snapshots of the runs. */
	snapshot_ids: z.optional(z.array(z.string())),
	/** The file that was converted. */
	source_file: z.optional(z.string()),
	bridge_config: z.optional(z.string()),
	runtime_log_path: z.optional(z.string()),
	/** The machine that recorded. */
	host: z.optional(z.string()),
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
