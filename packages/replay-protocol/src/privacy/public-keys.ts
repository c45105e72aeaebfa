/** Quantities that `units` may name in a public artifact, besides arrays: the protocol's, and those that sensors of robots measure. */
export const unitKeys: ReadonlySet<string> = new Set([
	"time",
	"joint_position",
	"joint_velocity",
	"joint_acceleration",
	"position",
	"velocity",
	"angular_velocity",
	"acceleration",
	"torque",
	"effort",
	"force",
	"current",
	"voltage",
	"temperature",
]);

/** Keys that an entry of `repairs` may have in a public artifact: those of a conversion's step, and counts and times. */
export const repairKeys: ReadonlySet<string> = new Set([
	"rule",
	"note",
	"arrays",
	"array",
	"joints",
	"joint",
	"frames",
	"first_frame_id",
	"last_frame_id",
	"count",
	"from",
	"to",
	"from_t",
	"to_t",
]);

/**
 * Keys that `retarget` may have in a public artifact, at any depth: ids and digests of both sides, the mapping, timing and
 * limits, what was clamped or dropped, how sure it is. Names of joints and frames are values there, never keys.
 */
export const retargetKeys: ReadonlySet<string> = new Set([
	...["retarget_id", "source_replay_id", "output_replay_id", "source", "target", "robot_id", "model_digest"],
	...["source_robot_id", "target_robot_id", "source_model_digest", "target_model_digest", "content_digest"],
	...["mapping", "map", "mapping_id", "mapping_version", "version", "joints", "anchors", "contact_anchors"],
	...[
		"joint",
		"name",
		"source_joint",
		"target_joint",
		"source_frame",
		"target_frame",
		"mode",
		"scale",
		"offset",
	],
	...["weight", "weight_position", "weight_rotation", "sign", "reference_q", "floating_base"],
	...["timing", "policy", "rate_hz", "factor", "tolerance", "position_m", "rotation_rad", "limits", "seed"],
	...["segments", "clamped_segments", "dropped_segments", "kind", "class", "cause", "max_excess"],
	...["first_frame", "last_frame", "first_frame_id", "last_frame_id", "from_t", "to_t", "frames", "count"],
	...["confidence", "overall", "per_frame", "frame", "value", "min", "p05", "mean", "readiness_blockers"],
]);
