import type { FloatArray, ReplayArtifact } from "@hindcast/replay-protocol";
import { createKinematics, type Kinematics, type RobotModel } from "@hindcast/robot-model";
import { isBeyondLimit, type PositionLimit, positionLimitsOf } from "../timeline/position-limits.ts";

/** How a replay's joints meet the robot's, by name alone. */
export interface JointMapping {
	/** Joints that move the robot. */
	readonly mappedJoints: readonly string[];
	/** Recorded mimic followers: judged by their limits, but drawn where their driver puts them. */
	readonly followers: readonly string[];
	/** Recorded, but no movable joint of the model: not drawn. */
	readonly replayOnly: readonly string[];
	/** Independent joints of the model without a recording: they stay at their neutral position. */
	readonly modelOnly: readonly string[];
}

interface Recording {
	readonly qj: FloatArray;
	readonly frames: number;
	readonly joints: number;
	/** Column of `qj` for each independent joint, or -1. */
	readonly columns: Int32Array;
	readonly basePosition: FloatArray | undefined;
	readonly baseOrientation: FloatArray | undefined;
	readonly limited: readonly {
		readonly name: string;
		readonly column: number;
		readonly limit: PositionLimit;
	}[];
}

const POSE = 7;

/**
 * Where the links of a robot are in a frame of a replay. All poses come from robot-model's kinematics; a frame costs
 * no allocation.
 *
 * A joint without a recording stays neutral: at 0, or at the limit nearest to 0. A base that is unknown (NaN) is at
 * the origin, unturned.
 */
export class RobotPose {
	readonly model: RobotModel;
	readonly linkNames: readonly string[];
	/** World pose of the root link, `[x, y, z, qw, qx, qy, qz]`. */
	readonly base = new Float64Array([0, 0, 0, 1, 0, 0, 0]);
	readonly #kinematics: Kinematics;
	readonly #poses: readonly Float64Array[];
	readonly #neutral: Float64Array;
	readonly #q: Float64Array;
	readonly #beyond: string[] = [];
	#recording: Recording | null = null;

	constructor(model: RobotModel) {
		this.model = model;
		this.#kinematics = createKinematics(model);
		this.linkNames = this.#kinematics.linkNames;
		const poses = new Float64Array(POSE * this.linkNames.length);
		this.#poses = this.linkNames.map((_, i) => poses.subarray(POSE * i, POSE * (i + 1)));
		const limits = positionLimitsOf(model);
		this.#neutral = Float64Array.from(this.#kinematics.jointNames, (name) => {
			const { lower, upper } = limits.get(name) ?? { lower: 0, upper: 0 };
			return Math.min(Math.max(0, lower), upper);
		});
		this.#q = this.#neutral.slice();
		this.#solve();
	}

	/** (7,) world pose of a link, `[x, y, z, qw, qx, qy, qz]`, by its place in {@link linkNames}; the same array each time. */
	linkPose(index: number): Float64Array {
		return this.#poses[index];
	}

	/** Recorded joints beyond their position limits in the shown frame; the same array each time. */
	get beyondLimits(): readonly string[] {
		return this.#beyond;
	}

	/** Position of an independent joint as shown, rad or m. */
	jointPosition(name: string): number | undefined {
		return this.#q[this.#kinematics.jointNames.indexOf(name)];
	}

	/** Takes the replay to follow and goes back to neutral; null for none. */
	setReplay(artifact: ReplayArtifact | null): JointMapping {
		this.#recording = artifact && recordingOf(artifact, this.model, this.#kinematics.jointNames);
		this.#q.set(this.#neutral);
		this.#beyond.length = 0;
		this.base.set([0, 0, 0, 1, 0, 0, 0]);
		this.#solve();
		return mapJoints(artifact?.arrays.joint_name.data ?? [], this.model, this.#kinematics.jointNames);
	}

	/** Poses the robot as in one frame; an index without a frame changes nothing. */
	showFrame(index: number): void {
		const recording = this.#recording;
		if (!recording || !(index >= 0 && index < recording.frames)) return;
		const row = index * recording.joints;
		const { limited, qj } = recording;
		const { data } = qj;
		for (let j = 0; j < this.#q.length; j++) {
			const column = recording.columns[j];
			const value = column < 0 ? Number.NaN : data[row + column];
			this.#q[j] = Number.isFinite(value) ? value : this.#neutral[j];
		}
		this.#beyond.length = 0;
		for (let i = 0; i < limited.length; i++) {
			if (isBeyondLimit(data[row + limited[i].column], limited[i].limit)) this.#beyond.push(limited[i].name);
		}
		this.#placeBase(recording, index);
		this.#solve();
	}

	#placeBase({ basePosition, baseOrientation }: Recording, index: number): void {
		const { base } = this;
		base.fill(0);
		base[3] = 1;
		if (basePosition && isFinite3(basePosition.data, index * 3))
			for (let i = 0; i < 3; i++) base[i] = basePosition.data[index * 3 + i];
		if (!baseOrientation) return;
		const { data } = baseOrientation;
		const at = index * 4;
		const length = Math.hypot(data[at], data[at + 1], data[at + 2], data[at + 3]);
		if (!(length > 1e-6 && Number.isFinite(length))) return;
		for (let i = 0; i < 4; i++) base[3 + i] = data[at + i] / length;
	}

	#solve(): void {
		this.#kinematics.forward(this.#q, this.base);
		for (let i = 0; i < this.#poses.length; i++) this.#kinematics.linkPose(i, this.#poses[i]);
	}
}

function isFinite3(data: FloatArray["data"], at: number): boolean {
	return Number.isFinite(data[at]) && Number.isFinite(data[at + 1]) && Number.isFinite(data[at + 2]);
}

function recordingOf(artifact: ReplayArtifact, model: RobotModel, jointNames: readonly string[]): Recording {
	const { arrays } = artifact;
	const columnOf = new Map(arrays.joint_name.data.map((name, column) => [name, column]));
	const limited = [];
	for (const [name, limit] of positionLimitsOf(model)) {
		const column = columnOf.get(name);
		if (column !== undefined) limited.push({ name, column, limit });
	}
	return {
		qj: arrays.qj,
		frames: arrays.t.data.length,
		joints: arrays.joint_name.data.length,
		columns: Int32Array.from(jointNames, (name) => columnOf.get(name) ?? -1),
		basePosition: arrays.base_pos,
		baseOrientation: arrays.base_quat,
		limited,
	};
}

function mapJoints(
	recorded: readonly string[],
	model: RobotModel,
	jointNames: readonly string[],
): JointMapping {
	const independent = new Set(jointNames);
	const following = new Set(model.joints.filter((joint) => joint.mimic).map((joint) => joint.name));
	const names = new Set(recorded);
	return {
		mappedJoints: recorded.filter((name) => independent.has(name)),
		followers: recorded.filter((name) => following.has(name) && !independent.has(name)),
		replayOnly: recorded.filter((name) => !independent.has(name) && !following.has(name)),
		modelOnly: jointNames.filter((name) => !names.has(name)),
	};
}
