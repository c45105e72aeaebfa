import type { ContextJoint, ContextModel } from "../context.ts";
import { arrayPath, type Findings } from "../report/findings.ts";
import type { JudgedContent } from "./judge-context.ts";

/** Bounds of the replay's joints, (J,) each, in the order of `joint_name`; infinite where there are none. */
export interface JointBounds {
	readonly lower: Float64Array;
	readonly upper: Float64Array;
	/** Largest absolute velocity. */
	readonly speed: Float64Array;
}

/** Judges whether the replay fits the selected model: its digest, and joints by name, never by index. */
export function judgeModel(content: JudgedContent, model: ContextModel, findings: Findings): void {
	const { metadata, structure } = content;
	const declared = metadata.model_source_digest;
	const selected = model.digest;
	if (declared && selected !== undefined && declared !== selected) {
		const path = "/metadata/model_source_digest";
		findings.add("model-digest-differs", { path, params: { declared, selected } });
	}
	const names = structure.sound.joint_name?.data ?? [];
	if (model.joints !== undefined && names.length > 0) reconcile(names, model.joints, findings);
}

function reconcile(names: readonly string[], joints: readonly ContextJoint[], findings: Findings): void {
	const path = arrayPath("joint_name");
	const known = new Set(joints.map((joint) => joint.name));
	const total = names.length;
	const mapped = names.filter((name) => known.has(name)).length;
	if (mapped === 0 || mapped < total / 2) {
		findings.add("joints-unreconcilable", { path, params: { mapped, total } });
	}
	for (const [index, joint] of names.entries()) {
		if (known.has(joint)) continue;
		findings.add("replay-joint-not-in-urdf", { path: arrayPath("joint_name", index), params: { joint } });
	}
	const recorded = new Set(names);
	for (const joint of joints) {
		if (!movesByItself(joint) || recorded.has(joint.name)) continue;
		findings.add("urdf-joint-not-in-replay", { path, params: { joint: joint.name } });
	}
}

function movesByItself({ type, mimic }: ContextJoint): boolean {
	const follows = mimic !== undefined && mimic !== null;
	return !follows && (type === "revolute" || type === "continuous" || type === "prismatic");
}

/** The model's bounds of the replay's joints; null without a model. A speed limit of 0 is none: URDF files write it so. */
export function boundsOf(
	names: readonly string[],
	joints: readonly ContextJoint[] | undefined,
): JointBounds | null {
	if (joints === undefined) return null;
	const byName = new Map(joints.map((joint) => [joint.name, joint]));
	const of = (bound: (joint: ContextJoint) => number | null | undefined, none: number) =>
		Float64Array.from(names, (name) => {
			const joint = byName.get(name);
			return (joint && bound(joint)) ?? none;
		});
	const turnsFreely = (joint: ContextJoint) => joint.type === "continuous";
	return {
		lower: of((joint) => (turnsFreely(joint) ? null : joint.lower), Number.NEGATIVE_INFINITY),
		upper: of((joint) => (turnsFreely(joint) ? null : joint.upper), Number.POSITIVE_INFINITY),
		speed: of((joint) => joint.velocity || null, Number.POSITIVE_INFINITY),
	};
}
