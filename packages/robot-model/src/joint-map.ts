import { checkList, checkModel } from "./arguments.ts";
import { quote } from "./checker.ts";
import { independentJoints } from "./compile-joints.ts";
import type { RobotModel } from "./model.ts";

/** How the joints of a recording, in any order, become the positions `q` of a robot's kinematics. */
export interface JointMap {
	/** Names of the recording that the model does not have, in the recording's order. */
	readonly unknown: readonly string[];
	/** Names of the recording that the model has but computes itself: followers and fixed joints. */
	readonly ignored: readonly string[];
	/** Independent joints of the model without data in the recording, in the order of `jointNames`. */
	readonly missing: readonly string[];
	/**
	 * Writes one frame into `q`, without allocation. Entries of missing joints keep what the caller put there.
	 *
	 * @param values positions of the recording, frame after frame
	 * @param offset where the frame begins: frame · number of the recording's joints
	 * @param q receives the positions, as long as the kinematics' `jointNames`
	 * @throws {RangeError} when no whole frame begins at `offset`; `q` is as it was
	 */
	fill(values: ArrayLike<number>, offset: number, q: Float64Array): void;
}

/**
 * Maps a recording's joints to a robot's by name, never by index.
 *
 * @param model the robot whose kinematics takes `q`
 * @param names the recording's joint names, in the order of its columns
 * @throws {TypeError} when a name appears twice, or an argument is of the wrong kind
 */
export function createJointMap(model: RobotModel, names: readonly string[]): JointMap {
	checkModel(model, "createJointMap");
	checkList(names, "createJointMap: names", "strings");
	const columns = new Map(names.map((name, index) => [name, index]));
	const twice = names.find((name, index) => columns.get(name) !== index);
	if (twice !== undefined) throw new TypeError(`the recording names the joint ${quote(twice)} twice`);
	const known = new Set(model.joints.map((joint) => joint.name));
	const jointNames = independentJoints(model).map((joint) => joint.name);
	const independent = new Set(jointNames);
	const filled = jointNames.flatMap((name, to) => {
		const from = columns.get(name);
		return from === undefined ? [] : [{ from, to }];
	});
	const sources = Int32Array.from(filled, ({ from }) => from);
	const targets = Int32Array.from(filled, ({ to }) => to);
	return {
		unknown: names.filter((name) => !known.has(name)),
		ignored: names.filter((name) => known.has(name) && !independent.has(name)),
		missing: jointNames.filter((name) => !columns.has(name)),
		fill(values, offset, q) {
			const last = values.length - names.length;
			if (!(Number.isInteger(offset) && offset >= 0 && offset <= last)) {
				throw new RangeError(`offset must be an integer from 0 to ${last}, got ${offset}`);
			}
			for (let i = 0; i < sources.length; i++) q[targets[i]] = values[offset + sources[i]];
		},
	};
}
