import { received } from "./arguments.ts";
import { type ModelChecker, omitUndefined, quote, type Subject } from "./checker.ts";
import { completeOrigin } from "./complete-link.ts";
import type { JointDefinition, MimicDefinition } from "./definition.ts";
import type { Joint, JointDynamics, JointLimit, JointSafety, Mimic, Vector3 } from "./model.ts";

const types: ReadonlySet<string> = new Set(["fixed", "revolute", "continuous", "prismatic"]);

/** Judges a joint by itself and fills in its defaults; how it fits among the others is for `model-tree`. */
export function completeJoint(joint: JointDefinition, check: ModelChecker): Joint {
	const subject = { at: joint, what: `joint ${quote(joint.name)}` };
	checkType(joint.type, subject, check);
	return omitUndefined<Joint>({
		name: joint.name,
		type: joint.type,
		parent: joint.parent,
		child: joint.child,
		origin: completeOrigin(joint.origin, subject, check),
		axis: completeAxis(joint, subject, check),
		limit: completeLimit(joint, subject, check),
		mimic: joint.mimic && completeMimic(joint.mimic, subject, check),
		safety: joint.safety && completeSafety(joint.safety, subject, check),
		dynamics: joint.dynamics && completeDynamics(joint.dynamics, subject, check),
	});
}

function checkType(type: string, subject: Subject, check: ModelChecker): void {
	if (types.has(type)) return;
	if (type === "planar" || type === "floating") {
		const hint =
			"Readers disagree on what its position means. Leave the joint out and give the root's pose from outside, or build it from prismatic and continuous joints.";
		check.fail("joint-type-unsupported", subject, ` is ${type}, which is not supported`, hint);
	}
	const hint = "Use fixed, revolute, continuous or prismatic.";
	if (typeof type !== "string") {
		check.fail("joint-type-unknown", subject, `: type must be a string, got ${received(type)}`, hint);
	}
	check.fail("joint-type-unknown", subject, ` has the unknown type ${quote(type)}`, hint);
}

function completeAxis(joint: JointDefinition, subject: Subject, check: ModelChecker): Vector3 {
	const [x, y, z] = check.vector(joint.axis ?? [1, 0, 0], "axis", subject);
	const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
	if (largest === 0) {
		if (joint.type === "fixed") return [1, 0, 0];
		const hint = "Give the direction that the joint moves along or turns about.";
		check.fail("axis-zero", subject, " has an axis of length 0", hint);
	}
	const square = x * x + y * y + z * z;
	// An axis that is already a unit vector stays as it is, so that a model read twice is the same model.
	if (Math.abs(square - 1) < 1e-15) return [x, y, z];
	const [u, v, w] = [x / largest, y / largest, z / largest];
	const length = Math.sqrt(u * u + v * v + w * w);
	return [u / length, v / length, w / length];
}

function completeLimit(
	joint: JointDefinition,
	subject: Subject,
	check: ModelChecker,
): JointLimit | undefined {
	const { limit, type } = joint;
	const ranged = type === "revolute" || type === "prismatic";
	if (!limit) {
		if (!ranged) return undefined;
		const hint = "Add lower and upper limits, or make it continuous if it turns without end.";
		return check.fail("limit-missing", subject, ` is ${type} and has no limit`, hint);
	}
	const lower = limit.lower ?? (ranged ? 0 : undefined);
	const upper = limit.upper ?? (ranged ? 0 : undefined);
	const complete = omitUndefined<JointLimit>({
		lower,
		upper,
		velocity: limit.velocity,
		effort: limit.effort,
	});
	for (const [field, value] of Object.entries(complete)) check.finite(value, `limit ${field}`, subject);
	if (ranged && lower !== undefined && upper !== undefined && lower > upper) {
		const message = `: the lower limit ${lower} is above the upper limit ${upper}`;
		check.fail("limit-inverted", subject, message, "Exchange the two.");
	}
	for (const field of ["velocity", "effort"] as const) {
		if ((complete[field] ?? 0) >= 0) continue;
		const hint = "Limits on speed and effort are 0 or more; 0 means unknown.";
		check.fail("limit-negative", subject, `: the ${field} limit is negative`, hint);
	}
	return complete;
}

function completeMimic(mimic: MimicDefinition, subject: Subject, check: ModelChecker): Mimic {
	return {
		joint: mimic.joint,
		multiplier: check.bounded(mimic.multiplier ?? 1, "mimic multiplier", subject),
		offset: check.bounded(mimic.offset ?? 0, "mimic offset", subject),
	};
}

function completeSafety(safety: JointSafety, subject: Subject, check: ModelChecker): JointSafety {
	const { softLower, softUpper, kPosition, kVelocity } = safety;
	const complete = omitUndefined<JointSafety>({ softLower, softUpper, kPosition, kVelocity });
	for (const [field, value] of Object.entries(complete)) check.finite(value, `safety ${field}`, subject);
	return complete;
}

function completeDynamics(dynamics: JointDynamics, subject: Subject, check: ModelChecker): JointDynamics {
	const complete = omitUndefined<JointDynamics>({ damping: dynamics.damping, friction: dynamics.friction });
	for (const [field, value] of Object.entries(complete)) check.finite(value, field, subject);
	return complete;
}
