import type { RobotModel } from "@hindcast/robot-model";

/** A joint's position range, rad or m; an end that does not bound is infinite. */
export interface PositionLimit {
	readonly lower: number;
	readonly upper: number;
}

/** How far beyond a limit a position counts as beyond, rad or m: the validation report's tolerance. */
const limitTolerance = 1e-6;

/** Whether a position is beyond a limit; a position that is not a number is not. */
export function isBeyondLimit(position: number, limit: PositionLimit): boolean {
	return position < limit.lower - limitTolerance || position > limit.upper + limitTolerance;
}

/** Position limits of a robot's revolute and prismatic joints, followers among them, by joint name. */
export function positionLimitsOf(model: RobotModel): ReadonlyMap<string, PositionLimit> {
	const limits = new Map<string, PositionLimit>();
	for (const { name, type, limit } of model.joints) {
		if ((type !== "revolute" && type !== "prismatic") || !limit) continue;
		limits.set(name, {
			lower: limit.lower ?? Number.NEGATIVE_INFINITY,
			upper: limit.upper ?? Number.POSITIVE_INFINITY,
		});
	}
	return limits;
}
