import { checkModel } from "./arguments.ts";
import { quote } from "./checker.ts";
import {
	type CompiledJoints,
	compileJoints,
	DIRECTION,
	FIXED,
	type Follower,
	independentJoints,
	resolveFollowers,
	SLIDING,
	STRIDE,
	TURNING,
} from "./compile-joints.ts";
import { sinCos } from "./deterministic-math.ts";
import { UrdfError } from "./errors.ts";
import type { Joint, RobotModel } from "./model.ts";
import { poseFromTransform, transformFromPose } from "./rotation.ts";

/** Limits of the independent joints, one number for each, in the order of `jointNames`. */
export interface KinematicLimits {
	/** Lowest position in radians or metres; −Infinity for a continuous joint. */
	readonly lower: Float64Array;
	/** Highest position in radians or metres; Infinity for a continuous joint. */
	readonly upper: Float64Array;
	/** Highest speed per second; NaN where the model says 0 or nothing, which means unknown. */
	readonly velocity: Float64Array;
	/** Highest torque or force in newton metres or newtons; NaN where the model says 0 or nothing. */
	readonly effort: Float64Array;
}

/** Poses and Jacobians of one robot. It holds the state of the last `forward`; make one for each robot that is posed. */
export interface Kinematics {
	/** The joints that move by themselves, in document order: those of `q`. Fixed joints and followers are not in it. */
	readonly jointNames: readonly string[];
	/** The links in document order: those of `forward`'s result. */
	readonly linkNames: readonly string[];
	/** Limits in the order of `jointNames`, as declared; a follower's own range does not narrow its driver's. */
	readonly limits: KinematicLimits;
	/** Joints that follow others through mimics, in document order. */
	readonly followers: readonly Follower[];
	/**
	 * Places every link.
	 *
	 * @param q positions of `jointNames` in radians or metres. They are not clamped to limits, and followers are not
	 *   clamped to theirs. A position that is not finite, or that overflows (none within ±1e290 does), gives numbers that
	 *   are not finite for the links below its joint and its followers, and only for those.
	 * @param base pose of the root link in the world, `[x, y, z, qw, qx, qy, qz]`; the quaternion is normalised, and
	 *   one that is not finite or 0 gives NaN everywhere. Without a base, poses are in the root link's frame.
	 * @param out receives the result, 12 numbers a link
	 * @returns for each of `linkNames` the row-major 3 × 4 matrix `[R | t]`: `out`, or without it an array that the next
	 *   `forward` overwrites
	 * @throws {TypeError} when an array is too short, or `q` is not as long as `jointNames`
	 */
	forward(q: ArrayLike<number>, base?: ArrayLike<number>, out?: Float64Array): Float64Array;
	/**
	 * Pose of a link after the last `forward` (before the first: at position 0), in the root link's frame, or in the world
	 * when that `forward` was given a base.
	 *
	 * @param link name, or index in `linkNames`
	 * @param out receives the result; without it a new array is made
	 * @returns `[x, y, z, qw, qx, qy, qz]`, metres and a unit quaternion whose first non-zero component is positive
	 * @throws {UrdfError} `unknown-link`
	 */
	linkPose(link: string | number, out?: Float64Array): Float64Array;
	/**
	 * Geometric Jacobian of a link's frame after the last `forward`.
	 *
	 * Row-major 6 × n, n the number of `jointNames`: three rows of linear, then three of angular velocity per unit of joint
	 * velocity. The reference point is the frame's origin. The axes are **the root link's, also when a base was given**.
	 * Followers are folded into their driver's column.
	 *
	 * @param frame link name, or index in `linkNames`
	 * @param out receives the result; without it a new array is made
	 * @throws {UrdfError} `unknown-link`
	 */
	jacobian(frame: string | number, out?: Float64Array): Float64Array;
}

/**
 * Compiles a robot model for fast forward kinematics and Jacobians.
 *
 * @param model as `readUrdf` or `defineRobotModel` returned it
 * @throws {TypeError} when `model` is something else, such as the text of a URDF
 */
export function createKinematics(model: RobotModel): Kinematics {
	checkModel(model, "createKinematics");
	const joints = compileJoints(model);
	const independent = independentJoints(model);
	const linkNames = model.links.map((link) => link.name);
	const linkIndices = new Map(linkNames.map((name, index) => [name, index]));
	const root = linkIndices.get(model.rootLink) ?? 0;
	const transforms = new Float64Array(12 * linkNames.length);
	const zero = new Float64Array(independent.length);
	let floating = false;

	const indexOf = (link: string | number): number => {
		const index = typeof link === "string" ? linkIndices.get(link) : link;
		if (index !== undefined && linkNames[index] !== undefined) return index;
		const message = `the robot ${quote(model.name)} has no link ${typeof link === "string" ? quote(link) : link}`;
		throw new UrdfError("unknown-link", { message, hint: "Use one of the model's links." });
	};
	const kinematics: Kinematics = {
		jointNames: independent.map((joint) => joint.name),
		linkNames,
		limits: collectLimits(independent),
		followers: resolveFollowers(model),
		forward(q, base, out) {
			if (q.length !== zero.length) throw new TypeError(`q needs ${zero.length} numbers, got ${q.length}`);
			if (base) need(base, 7, "base");
			if (out) need(out, transforms.length, "out");
			floating = base !== undefined;
			transformFromPose(base ?? identity, transforms, root * 12);
			placeLinks(joints, q, transforms);
			if (!out) return transforms;
			out.set(transforms);
			return out;
		},
		linkPose(link, out = new Float64Array(7)) {
			need(out, 7, "out");
			poseFromTransform(transforms, indexOf(link) * 12, out);
			return out;
		},
		jacobian(frame, out = new Float64Array(6 * zero.length)) {
			need(out, 6 * zero.length, "out");
			out.fill(0, 0, 6 * zero.length);
			addColumns(joints, indexOf(frame), transforms, out);
			if (floating) turnToRoot(transforms, root * 12, out, zero.length);
			return out;
		},
	};
	kinematics.forward(zero);
	return kinematics;
}

const identity = [0, 0, 0, 1, 0, 0, 0];

function need(array: ArrayLike<number>, length: number, name: string): void {
	if (array.length < length) throw new TypeError(`${name} needs ${length} numbers, got ${array.length}`);
}

function collectLimits(joints: readonly Joint[]): KinematicLimits {
	const ranged = (joint: Joint): boolean => joint.type !== "continuous";
	return {
		lower: Float64Array.from(joints, (joint) =>
			ranged(joint) ? (joint.limit?.lower ?? Number.NaN) : Number.NEGATIVE_INFINITY,
		),
		upper: Float64Array.from(joints, (joint) =>
			ranged(joint) ? (joint.limit?.upper ?? Number.NaN) : Number.POSITIVE_INFINITY,
		),
		velocity: Float64Array.from(joints, (joint) => joint.limit?.velocity || Number.NaN),
		effort: Float64Array.from(joints, (joint) => joint.limit?.effort || Number.NaN),
	};
}

const trig = new Float64Array(2);

/** Multiplies along the tree: link = parent link · joint. The root's transform is already there. */
function placeLinks(joints: CompiledJoints, q: ArrayLike<number>, transforms: Float64Array): void {
	const { count, kinds, parents, children, drivers, multipliers, offsets, constants: k } = joints;
	for (let joint = 0; joint < count; joint++) {
		const kind = kinds[joint];
		let s = 0;
		let v = 0;
		let slid = 0;
		if (kind !== FIXED) {
			const value = multipliers[joint] * q[drivers[joint]] + offsets[joint];
			if (kind === TURNING) {
				sinCos(value, trig);
				s = trig[0];
				v = 1 - trig[1];
			} else slid = value;
		}
		const m = joint * STRIDE;
		const xx = k[m] + s * k[m + 9] + v * k[m + 18];
		const xy = k[m + 1] + s * k[m + 10] + v * k[m + 19];
		const xz = k[m + 2] + s * k[m + 11] + v * k[m + 20];
		const yx = k[m + 3] + s * k[m + 12] + v * k[m + 21];
		const yy = k[m + 4] + s * k[m + 13] + v * k[m + 22];
		const yz = k[m + 5] + s * k[m + 14] + v * k[m + 23];
		const zx = k[m + 6] + s * k[m + 15] + v * k[m + 24];
		const zy = k[m + 7] + s * k[m + 16] + v * k[m + 25];
		const zz = k[m + 8] + s * k[m + 17] + v * k[m + 26];
		const x = k[m + 27] + slid * k[m + 30];
		const y = k[m + 28] + slid * k[m + 31];
		const z = k[m + 29] + slid * k[m + 32];
		let from = parents[joint] * 12;
		let to = children[joint] * 12;
		for (let row = 0; row < 3; row++, from += 4, to += 4) {
			const a = transforms[from];
			const b = transforms[from + 1];
			const c = transforms[from + 2];
			transforms[to] = a * xx + b * yx + c * zx;
			transforms[to + 1] = a * xy + b * yy + c * zy;
			transforms[to + 2] = a * xz + b * yz + c * zz;
			transforms[to + 3] = a * x + b * y + c * z + transforms[from + 3];
		}
	}
}

/** Adds up the columns of the joints between the root and `frame`, in the axes of the transforms. */
function addColumns(
	joints: CompiledJoints,
	frame: number,
	transforms: Float64Array,
	out: Float64Array,
): void {
	const { independent: n, kinds, parents, children, drivers, multipliers, constants, jointAbove } = joints;
	const end = frame * 12;
	for (let joint = jointAbove[frame]; joint >= 0; joint = jointAbove[parents[joint]]) {
		if (kinds[joint] === FIXED) continue;
		const above = parents[joint] * 12;
		const at = children[joint] * 12;
		const direction = joint * STRIDE + DIRECTION;
		const u = constants[direction];
		const v = constants[direction + 1];
		const w = constants[direction + 2];
		const k = multipliers[joint];
		const x = k * (transforms[above] * u + transforms[above + 1] * v + transforms[above + 2] * w);
		const y = k * (transforms[above + 4] * u + transforms[above + 5] * v + transforms[above + 6] * w);
		const z = k * (transforms[above + 8] * u + transforms[above + 9] * v + transforms[above + 10] * w);
		const column = drivers[joint];
		if (kinds[joint] === SLIDING) {
			out[column] += x;
			out[n + column] += y;
			out[2 * n + column] += z;
			continue;
		}
		const dx = transforms[end + 3] - transforms[at + 3];
		const dy = transforms[end + 7] - transforms[at + 7];
		const dz = transforms[end + 11] - transforms[at + 11];
		out[column] += y * dz - z * dy;
		out[n + column] += z * dx - x * dz;
		out[2 * n + column] += x * dy - y * dx;
		out[3 * n + column] += x;
		out[4 * n + column] += y;
		out[5 * n + column] += z;
	}
}

/** Turns the columns from world axes to the root's. */
function turnToRoot(transforms: Float64Array, root: number, out: Float64Array, n: number): void {
	for (let column = 0; column < n; column++) {
		for (let row = 0; row < 6; row += 3) {
			const at = row * n + column;
			const x = out[at];
			const y = out[at + n];
			const z = out[at + 2 * n];
			for (let i = 0; i < 3; i++) {
				out[at + i * n] =
					transforms[root + i] * x + transforms[root + 4 + i] * y + transforms[root + 8 + i] * z;
			}
		}
	}
}
