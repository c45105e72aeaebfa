import { ModelChecker } from "./checker.ts";
import { resolveLimits } from "./limits.ts";
import type { Joint, RobotModel } from "./model.ts";
import { orderFromRoot, resolveMimics } from "./model-tree.ts";
import { crossMatrix, multiply3, rotationFromRpy } from "./rotation.ts";

/** A joint that only places its child. */
export const FIXED = 0;
/** A revolute or continuous joint. */
export const TURNING = 1;
/** A prismatic joint. */
export const SLIDING = 2;
/** Numbers per joint in {@link CompiledJoints.constants}. */
export const STRIDE = 33;
/** Where a joint's axis, as a direction in the parent link's frame, begins among its constants. */
export const DIRECTION = 30;

/**
 * Joints in arrays, each after the joint that moves its parent link.
 *
 * Constants of a joint, {@link STRIDE} numbers: M0 = R_origin, M1 = R_origin·K and M2 = R_origin·K² (row-major 3 × 3, K
 * the cross matrix of the axis), the origin's translation, R_origin·axis. A turning joint at q has the rotation
 * M0 + sin q · M1 + (1 − cos q) · M2 (Rodrigues); a sliding joint moves along R_origin·axis.
 */
export interface CompiledJoints {
	/** Number of joints, fixed ones and followers included. */
	readonly count: number;
	/** Number of joints that move by themselves. */
	readonly independent: number;
	readonly kinds: Uint8Array;
	/** Index of the parent and of the child link in the model's links. */
	readonly parents: Int32Array;
	readonly children: Int32Array;
	/** Index of the independent joint that moves it; 0 for fixed joints. */
	readonly drivers: Int32Array;
	/** Position = multiplier · driver's position + offset. */
	readonly multipliers: Float64Array;
	readonly offsets: Float64Array;
	readonly constants: Float64Array;
	/** Index into these arrays of the joint above each link; −1 for the root. */
	readonly jointAbove: Int32Array;
}

/** A joint that follows an independent one, with chains of mimics resolved: position = multiplier · q[driver] + offset. */
export interface Follower {
	/** Name of the following joint. */
	readonly name: string;
	/** Index of the independent joint in `jointNames`. */
	readonly driver: number;
	/** Factor on the driver's position. */
	readonly multiplier: number;
	/** Added to it, in radians or metres. */
	readonly offset: number;
}

/** The joints that move by themselves, in document order. */
export function independentJoints(model: RobotModel): Joint[] {
	return model.joints.filter((joint) => joint.type !== "fixed" && !joint.mimic);
}

/** The joints that follow others, in document order, chains resolved. */
export function resolveFollowers(model: RobotModel): Follower[] {
	const indices = new Map(independentJoints(model).map((joint, index) => [joint.name, index]));
	const rules = resolveMimics(model.joints, new ModelChecker(resolveLimits()), (joint) => joint);
	return model.joints
		.filter((joint) => joint.mimic)
		.map(({ name }) => {
			const rule = rules.get(name) ?? { driver: name, multiplier: 1, offset: 0 };
			const { multiplier, offset } = rule;
			return { name, driver: indices.get(rule.driver) ?? 0, multiplier, offset };
		});
}

/** Turns a model's joints into arrays. */
export function compileJoints(model: RobotModel): CompiledJoints {
	const ordered = orderFromRoot(model.rootLink, model.joints);
	const count = ordered.length;
	const links = new Map(model.links.map((link, index) => [link.name, index]));
	const linkIndex = (name: string): number => links.get(name) ?? 0;
	const own = independentJoints(model).map(({ name }, driver) => ({
		name,
		driver,
		multiplier: 1,
		offset: 0,
	}));
	const rules = new Map([...own, ...resolveFollowers(model)].map((rule) => [rule.name, rule]));
	const ruleOf = (joint: Joint) => rules.get(joint.name) ?? { driver: 0, multiplier: 0, offset: 0 };
	const constants = new Float64Array(count * STRIDE);
	const jointAbove = new Int32Array(model.links.length).fill(-1);
	ordered.forEach((joint, index) => {
		constants.set(jointConstants(joint), index * STRIDE);
		jointAbove[linkIndex(joint.child)] = index;
	});
	return {
		count,
		independent: own.length,
		kinds: Uint8Array.from(ordered, ({ type }) =>
			type === "fixed" ? FIXED : type === "prismatic" ? SLIDING : TURNING,
		),
		parents: Int32Array.from(ordered, (joint) => linkIndex(joint.parent)),
		children: Int32Array.from(ordered, (joint) => linkIndex(joint.child)),
		drivers: Int32Array.from(ordered, (joint) => ruleOf(joint).driver),
		multipliers: Float64Array.from(ordered, (joint) => ruleOf(joint).multiplier),
		offsets: Float64Array.from(ordered, (joint) => ruleOf(joint).offset),
		constants,
		jointAbove,
	};
}

function jointConstants({ origin, axis }: Joint): number[] {
	const rotation = rotationFromRpy(origin.rpy);
	const cross = crossMatrix(axis);
	const turned = multiply3(rotation, cross);
	const direction = [0, 3, 6].map(
		(row) => rotation[row] * axis[0] + rotation[row + 1] * axis[1] + rotation[row + 2] * axis[2],
	);
	return [...rotation, ...turned, ...multiply3(turned, cross), ...origin.xyz, ...direction];
}
