import type { ReplayArtifact } from "@hindcast/replay-protocol";
import type { RobotModel } from "@hindcast/robot-model";
import { isBeyondLimit, type PositionLimit, positionLimitsOf } from "../timeline/position-limits.ts";

/** How a joint stands to its position limits in one frame. */
export type LimitState = "inside" | "near" | "below" | "above" | "unbounded";

/** A joint of the list: its column in `qj`, its limits, and the least margin it ever has. */
export interface JointRow {
	readonly name: string;
	readonly column: number;
	/** By the joint's recorded type, or else by the model's. */
	readonly unit: "rad" | "m";
	readonly limit: PositionLimit | null;
	/** Least distance to a limit over all frames as a part of the range; negative beyond it; Infinity without limits. */
	readonly worstMargin: number;
}

const nearPart = 0.05;

/** The joints, those that ever come closest to a limit first: an order that never changes while playing. */
export function jointRows(artifact: ReplayArtifact, model: RobotModel | null): readonly JointRow[] {
	const limits = model === null ? new Map<string, PositionLimit>() : positionLimitsOf(model);
	const drawn = new Map(model?.joints.map(({ name, type }) => [name, type]));
	const { joint_name: names, qj } = artifact.arrays;
	const rows = names.data.map((name, column): JointRow => {
		const limit = limits.get(name) ?? null;
		const type = artifact.metadata.joint_type?.[column] ?? drawn.get(name);
		const unit = type === "prismatic" ? "m" : "rad";
		return { name, column, unit, limit, worstMargin: worstMargin(qj.data, names.data.length, column, limit) };
	});
	return rows.sort((a, b) => a.worstMargin - b.worstMargin || a.column - b.column);
}

/** How a position stands to a limit. */
export function limitState(q: number, limit: PositionLimit | null): LimitState {
	if (limit === null || Number.isNaN(q)) return "unbounded";
	if (isBeyondLimit(q, limit)) return q < limit.lower ? "below" : "above";
	return marginPart(q, limit) < nearPart ? "near" : "inside";
}

/** Place of a position in its range, 0 at the lower limit and 1 at the upper; cut off a little outside. */
export function rangePart(q: number, { lower, upper }: PositionLimit): number {
	const part = upper > lower ? (q - lower) / (upper - lower) : 0.5;
	return Math.min(Math.max(part, -0.03), 1.03);
}

function marginPart(q: number, { lower, upper }: PositionLimit): number {
	const range = upper - lower;
	return range > 0 && Number.isFinite(range) ? Math.min(q - lower, upper - q) / range : range > 0 ? 1 : 0;
}

function worstMargin(
	qj: ArrayLike<number>,
	jointCount: number,
	column: number,
	limit: PositionLimit | null,
): number {
	if (limit === null) return Number.POSITIVE_INFINITY;
	let worst = Number.POSITIVE_INFINITY;
	for (let at = column; at < qj.length; at += jointCount) {
		const margin = marginPart(qj[at], limit);
		if (margin < worst) worst = margin;
	}
	return worst;
}
