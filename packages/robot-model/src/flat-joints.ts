import type { JointType, Mimic, RobotModel } from "./model.ts";

/** A joint with its bounds in one flat object, as validators of recordings take it; null is unbounded or unknown. */
export interface FlatJoint {
	/** The joint's name. */
	readonly name: string;
	/** How it moves. */
	readonly type: JointType;
	/** Lowest position in radians or metres. */
	readonly lower: number | null;
	/** Highest position in radians or metres. */
	readonly upper: number | null;
	/** Highest speed in radians or metres per second. */
	readonly velocity: number | null;
	/** Highest torque or force in newton metres or newtons. */
	readonly effort: number | null;
	/** The joint that this one follows, and how; null where it moves by itself. */
	readonly mimic: Mimic | null;
}

/**
 * The joints of a model in document order, each with its bounds. A continuous joint has no position bounds whatever its
 * `limit` says, and a declared velocity or effort of 0 means that it is not known.
 */
export function flatJoints(model: RobotModel): readonly FlatJoint[] {
	return model.joints.map(({ name, type, limit = {}, mimic = null }) => {
		const bounded = type !== "continuous";
		return {
			name,
			type,
			lower: bounded ? (limit.lower ?? null) : null,
			upper: bounded ? (limit.upper ?? null) : null,
			velocity: limit.velocity || null,
			effort: limit.effort || null,
			mimic,
		};
	});
}
