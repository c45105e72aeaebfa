import type { FloatArray } from "../../artifact.ts";
import type { ConversionLog } from "../conversion-log.ts";
import { type MappedSource, oneColumn } from "./mapped-source.ts";
import type { ReplayMapping } from "./mapping.ts";
import { applyRule, beside, matrixOf, type Rule, recordRule } from "./quantities.ts";

type Part = "position" | "velocity" | "torque";
type Joint = ReplayMapping["joints"][number];

/** Arrays of the replay for what a joint measures. */
const arrayOf: Readonly<Record<Part, string>> = { position: "qj", velocity: "dqj", torque: "x_tau" };

/**
 * One quantity of all joints, (T, J): of each joint from its own column, or else from its place in the array of all
 * joints; NaN for a joint that has neither.
 *
 * @returns null where no joint has it, or where something is not as it should be, which is in the log
 */
export function mappedJoints(
	part: Part,
	mapping: ReplayMapping,
	{
		source,
		frames,
		log,
	}: { readonly source: MappedSource; readonly frames: number; readonly log: ConversionLog },
): FloatArray | null {
	const { joints, joint_arrays } = mapping;
	const shared = joint_arrays?.[part];
	if (shared === undefined && joints.every((joint) => joint[part] === undefined)) return null;
	const all = shared && matrixOf(shared, arrayOf[part], source, log);
	if (all === null) return null;
	recordRules(part, joints, log);
	const columns = joints.map((joint, place) => {
		const ref = joint[part];
		const own = ref === undefined ? sharedColumn(all, joint.index ?? place, log) : source.floats(ref);
		const column = ref === undefined ? own : own && applyRule(own, ref);
		return column && applyRule(requireRows(arrayOf[part], column, frames, log), jointRule(joint, part));
	});
	return beside(arrayOf[part], columns, log);

	function sharedColumn(
		array: FloatArray | undefined,
		index: number,
		found: ConversionLog,
	): FloatArray | null {
		if (array === undefined) {
			return { dtype: "float64", shape: [frames], data: new Float64Array(frames).fill(Number.NaN) };
		}
		const [rows, width = 0] = array.shape;
		if (array.shape.length !== 2 || index >= width) {
			const params = {
				array: arrayOf[part],
				expected: `a column ${index}`,
				found: `(${array.shape.join(", ")})`,
			};
			found.find("source-array-mismatch", { path: `/arrays/${arrayOf[part]}`, params });
			return null;
		}
		const data = Float64Array.from({ length: rows }, (_, row) => array.data[row * width + index]);
		return { dtype: "float64", shape: [rows], data };
	}
}

/** Reports a column of another length than the time has; the column is returned either way. */
function requireRows(name: string, column: FloatArray, frames: number, log: ConversionLog): FloatArray {
	if (column.shape[0] !== frames || column.shape.length !== 1) {
		const { shape } = column;
		const rows = `${frames} rows`;
		const expected = shape.length === 2 ? oneColumn(rows, shape[1]) : rows;
		const params = { array: name, expected, found: `(${shape.join(", ")})` };
		log.find("source-array-mismatch", { path: `/arrays/${name}`, params });
	}
	return column;
}

/** What a joint's own factor and offset mean for the quantity: an offset moves positions only. */
function jointRule({ scale, offset }: Joint, part: Part): Rule {
	return { scale, offset: part === "position" ? offset : undefined };
}

/** Records the rules, joints of one rule together. */
function recordRules(part: Part, joints: readonly Joint[], log: ConversionLog): void {
	const groups = new Map<string, { readonly rule: Rule; readonly names: string[] }>();
	for (const joint of joints) {
		for (const rule of [joint[part] ?? {}, jointRule(joint, part)]) {
			const { unit, scale, offset } = rule as Rule;
			const key = JSON.stringify([unit, scale, offset]);
			const group = groups.get(key) ?? { rule: { unit, scale, offset }, names: [] };
			group.names.push(joint.name);
			groups.set(key, group);
		}
	}
	for (const { rule, names } of groups.values())
		recordRule(rule, { arrays: [arrayOf[part]], joints: names }, log);
}

/** Types of the joints, where the mapping says any; a joint without one is revolute. */
export function mappedTypes({ joints }: ReplayMapping): readonly NonNullable<Joint["type"]>[] | undefined {
	if (joints.every(({ type }) => type === undefined)) return undefined;
	return joints.map(({ type }) => type ?? "revolute");
}
