import type { FloatArray, ReplayArrays } from "../artifact.ts";
import { arrayPath, type Findings } from "../report/findings.ts";
import { inconsistentJoints } from "./consistent-velocity.ts";
import type { JointBounds } from "./judge-model.ts";

/** Slack of limits, rad, m, rad/s or m/s: numbers of a model file are rounded. */
const tolerance = 1e-6;
/** Positions that differ by less are at rest, rad or m. */
const restSpan = 1e-4;

/** Judges how the joints move: within the model's limits, and with velocities that fit. */
export function judgeMotion(
	{ t, joint_name, qj, dqj }: Partial<ReplayArrays>,
	bounds: JointBounds | null,
	findings: Findings,
): void {
	const names = joint_name?.data ?? [];
	if (bounds !== null && qj !== undefined) {
		const range = { lower: bounds.lower, upper: bounds.upper };
		reportExcess("joint-position-outside-limit", "qj", excessOf(qj, range), { names, findings });
	}
	if (bounds !== null && dqj !== undefined) {
		const range = { lower: bounds.speed.map((speed) => -speed), upper: bounds.speed };
		reportExcess("joint-velocity-outside-limit", "dqj", excessOf(dqj, range), { names, findings });
	}
	if (dqj === undefined || dqj.data.length === 0) return;
	const reason = unavailable(dqj, qj);
	if (reason !== null) {
		findings.add("velocity-unavailable", { path: arrayPath("dqj"), params: { reason } });
	} else if (t !== undefined && qj !== undefined) {
		for (const joint of inconsistentJoints(t, qj, dqj)) {
			findings.add("velocity-inconsistent", { path: arrayPath("dqj"), params: { joint: names[joint] } });
		}
	}
}

/** For each joint: frames beyond its bounds, and by how much at most. */
interface Excess {
	readonly frames: Uint32Array;
	readonly most: Float64Array;
}

function excessOf(
	{ data, shape: [count, joints] }: FloatArray,
	bounds: { readonly lower: Float64Array; readonly upper: Float64Array },
): Excess {
	const frames = new Uint32Array(joints);
	const most = new Float64Array(joints);
	const lower = bounds.lower.map((bound) => bound - tolerance);
	const upper = bounds.upper.map((bound) => bound + tolerance);
	for (let frame = 0, at = 0; frame < count; frame++) {
		for (let joint = 0; joint < joints; joint++, at++) {
			const value = data[at];
			if (value > upper[joint]) most[joint] = Math.max(most[joint], value - bounds.upper[joint]);
			else if (value < lower[joint]) most[joint] = Math.max(most[joint], bounds.lower[joint] - value);
			else continue;
			frames[joint]++;
		}
	}
	return { frames, most };
}

function reportExcess(
	code: "joint-position-outside-limit" | "joint-velocity-outside-limit",
	array: "qj" | "dqj",
	excess: Excess,
	{ names, findings }: { readonly names: readonly string[]; readonly findings: Findings },
): void {
	for (const [joint, frames] of excess.frames.entries()) {
		if (frames === 0) continue;
		const params = { joint: names[joint], frames, max_excess: excess.most[joint] };
		findings.add(code, { path: arrayPath(array), params });
	}
}

/** Why the velocities say nothing; null where they do. */
function unavailable({ data }: FloatArray, qj: FloatArray | undefined): "all-nan" | "all-zero" | null {
	let zero = false;
	for (let i = 0; i < data.length; i++) {
		if (data[i] === 0) zero = true;
		else if (!Number.isNaN(data[i])) return null;
	}
	if (!zero) return "all-nan";
	return qj !== undefined && moves(qj) ? "all-zero" : null;
}

function moves({ data, shape: [, joints] }: FloatArray): boolean {
	for (let i = joints; i < data.length; i++) {
		if (Math.abs(data[i] - data[i % joints]) > restSpan) return true;
	}
	return false;
}
