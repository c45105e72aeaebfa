import type { FloatArray, ReplayArray, ReplayArrays } from "../artifact.ts";
import { fieldOf } from "../fields.ts";
import type { ReplayLimits } from "../limits.ts";
import type { Findings } from "../report/findings.ts";
import {
	judgeAngles,
	judgeDistance,
	judgeFinite,
	judgeJointValues,
	judgeQuaternions,
	judgeVectors,
} from "./judge-floats.ts";
import { judgeCodes, judgeFrameIds, judgeJointNames, judgeModes, judgeTexts } from "./judge-labels.ts";
import type { ReadableMetadata } from "./judge-metadata.ts";
import { judgeTime } from "./judge-time.ts";

/** What the value rules need besides the arrays. */
export interface ValueRules {
	readonly metadata: ReadableMetadata;
	readonly limits: ReplayLimits;
	/** Age beyond which telemetry is stale, s. */
	readonly freshnessSeconds: number;
}

/** Judges the values of arrays that are structurally sound, each in one pass. */
export function judgeValues(sound: Partial<ReplayArrays>, rules: ValueRules, findings: Findings): void {
	const { t, joint_name, qj, dqj, mode, frame_id, base_pos } = sound;
	if (t !== undefined) judgeTime(t, rules.freshnessSeconds, findings);
	if (joint_name !== undefined) judgeJointNames(joint_name, findings);
	if (qj !== undefined) {
		judgeJointValues("qj", qj, findings);
		judgeAngles(qj, revoluteJoints(rules.metadata), findings);
	}
	if (dqj !== undefined) judgeJointValues("dqj", dqj, findings);
	if (frame_id !== undefined) judgeFrameIds(frame_id, findings);
	if (mode !== undefined) judgeModes(mode, rules.metadata, findings);
	if (base_pos !== undefined) judgeDistance(base_pos, findings);
	for (const [name, array] of Object.entries(sound as Record<string, ReplayArray>)) {
		judgeOther(name, array, rules, findings);
	}
}

/** Judges what no encoding carries: infinities, and text that is not portable or too long. */
export function judgeCarriage(arrays: Partial<ReplayArrays>, limits: ReplayLimits, findings: Findings): void {
	for (const [name, array] of Object.entries(arrays as Record<string, ReplayArray>)) {
		if (array.dtype === "string") judgeTexts(name, array, limits.stringBytes, findings);
		if (array.dtype === "float32" || array.dtype === "float64") judgeFinite(name, array, findings);
	}
}

/** The rules that hold for arrays by their kind and shape rather than by one name. */
function judgeOther(name: string, array: ReplayArray, rules: ValueRules, findings: Findings): void {
	if (name === "t" || name === "qj" || name === "dqj") return;
	if (array.dtype === "float32" || array.dtype === "float64") {
		judgeFloats(name, array, findings);
	} else if (array.dtype === "string" && name !== "joint_name" && name !== "frame_id") {
		judgeTexts(name, array, rules.limits.stringBytes, findings);
	}
	if (isCoded(name) && array.dtype !== "float32" && array.dtype !== "float64") {
		judgeCodes(name, array, rules.metadata, findings);
	}
}

function judgeFloats(name: string, array: FloatArray, findings: Findings): void {
	if (fieldOf(name) === undefined) {
		judgeFinite(name, array, findings);
	} else {
		judgeVectors(name, array, findings);
		if (array.shape[1] === 4) judgeQuaternions(name, array, findings);
	}
}

const coded = new Set([
	"planned_contact",
	"actual_contact",
	"limit_state",
	"verification_state",
	"bridge_status",
	"planner_status",
]);

function isCoded(name: string): boolean {
	return coded.has(name);
}

function revoluteJoints({ joint_type: types, units }: ReadableMetadata): (joint: number) => boolean {
	if (types !== undefined) return (joint) => types[joint] === "revolute";
	return () => units?.["joint_position"] === "rad";
}
