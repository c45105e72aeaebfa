import type { ReplayArrays, ReplayArtifact } from "./artifact.ts";
import { jointOrderDigest } from "./digest.ts";
import type { ReplayMetadata } from "./metadata.ts";

/** What only the producer knows: `robot_id`, and whatever else it can say. Keys that follow from the arrays are overwritten. */
export type ReplayBasics = Partial<ReplayMetadata> & { readonly robot_id: string };

/** Arrays of a new replay, and what only its producer knows about them. */
export interface NewReplay {
	/** What cannot be computed from the arrays. */
	readonly metadata: ReplayBasics;
	/** The arrays, taken as they are. */
	readonly arrays: ReplayArrays;
}

/**
 * Makes an artifact: takes the arrays as they are and completes the metadata with what follows from them (protocol,
 * duration, counts, units, quaternion order, joint order digest). Judges nothing: call `validateReplay` for that.
 *
 * A duration that is no finite number, because the times are not, is left out. Joint units are rad, m, or by joint type, as `metadata.joint_type` says; rad where it is absent. A content digest is
 * not added: set `metadata.content_digest` to what `contentDigest` gives, if the file should carry it.
 */
export async function createReplay({ metadata, arrays }: NewReplay): Promise<ReplayArtifact> {
	const times = arrays.t.data;
	// Adding 0 makes -0 plain.
	const duration = times.length === 0 ? 0 : times[times.length - 1] - times[0] + 0;
	const completed: ReplayMetadata = {
		...metadata,
		protocol: "moonrobo.replay.v1",
		robot_id: metadata.robot_id,
		duration_s: duration,
		tick_count: times.length,
		joint_count: arrays.joint_name.data.length,
		units: unitsFor(metadata.joint_type),
		quaternion_order: "wxyz",
		joint_order_digest: await jointOrderDigest(arrays.joint_name.data),
	};
	if (!Number.isFinite(duration)) delete completed.duration_s;
	return { metadata: completed, arrays };
}

function unitsFor(types: ReplayMetadata["joint_type"] = []): Record<string, string> {
	const prismatic = types.filter((type) => type === "prismatic").length;
	const joint = prismatic === 0 ? "rad" : prismatic === types.length ? "m" : "rad|m";
	const rate = prismatic === 0 ? "rad/s" : prismatic === types.length ? "m/s" : "rad/s|m/s";
	const bySlot = joint === "rad|m" ? " by joint type" : "";
	return {
		time: "s",
		joint_position: joint + bySlot,
		joint_velocity: rate + bySlot,
		position: "m",
		velocity: "m/s",
		angular_velocity: "rad/s",
		acceleration: "m/s^2",
	};
}
