import { z } from "zod";

/** What an artifact is by how it was made; never raised by a claim. */
export const artifactClassSchema = z.enum([
	"recorded",
	"simulated",
	"retargeted",
	"physical-feedback-verified",
]);

/** Metadata of `moonrobo.replay.v1`. */
export const replayMetadataSchema = z.looseObject({
	protocol: z.literal("moonrobo.replay.v1"),
	robot_id: z.string(),
	bridge_id: z.string().optional(),
	source_label: z.string().optional(),
	duration_s: z.number().optional(),
	tick_count: z.number().int().optional(),
	joint_count: z.number().int().optional(),
	units: z.record(z.string(), z.string()),
	quaternion_order: z.literal("wxyz"),
	joint_order_digest: z.string(),
	model_source_digest: z.string().optional(),
	exported_at: z.string().optional(),
	artifact_class: artifactClassSchema.optional(),
	visibility: z.enum(["public", "private"]).optional(),
	joint_type: z.array(z.enum(["revolute", "continuous", "prismatic"])).optional(),
	contact_names: z.array(z.string()).optional(),
});

/** Metadata of `moonrobo.replay.v1`. */
export type ReplayMetadata = z.infer<typeof replayMetadataSchema>;
