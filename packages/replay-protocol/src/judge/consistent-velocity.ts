import type { FloatArray } from "../artifact.ts";

/** Share of a joint's range of velocities that measured and differenced ones may lie apart. */
const rangeShare = 0.25;
/** Disagreement that is never worth a word, rad/s or m/s: bias and steps of a sensor at rest. */
const smallestDisagreement = 0.01;
/** Steps in which a velocity must have been measured before anything can be said of it. */
const fewestSteps = 3;

/**
 * Joints whose velocities do not fit the differences of their positions.
 *
 * Each step in time, of whatever length, gives a joint two mean velocities: the difference of its positions over the
 * step, and the mean of the velocities measured at its ends. A joint is inconsistent where their median distance is
 * more than a quarter of its range, so where that is so in more than half of the measured steps. The range spans all
 * these mean velocities and 0, so that a steady motion has one too. Encoder noise is not held against a joint: the
 * distance must also exceed the mean change of the differenced velocity from step to step, which is what noise makes of
 * it and what a smooth motion that is sampled well hardly has.
 *
 * One pass over the arrays with a few numbers for each joint, and another over the joints that may be inconsistent.
 *
 * @param t (T,) s
 * @param qj (T, J) rad or m
 * @param dqj (T, J) rad/s or m/s; NaN = not measured
 * @returns indices of joints
 */
export function inconsistentJoints(t: FloatArray, qj: FloatArray, dqj: FloatArray): number[] {
	const motion = { times: t.data, positions: qj.data, velocities: dqj.data, joints: qj.shape[1] };
	const { allowed, suspects } = survey(motion);
	return suspects.filter((joint) => isBeyond(motion, joint, allowed[joint]));
}

/** The data of the three arrays, and the width of a frame. */
interface Motion {
	readonly times: FloatArray["data"];
	readonly positions: FloatArray["data"];
	readonly velocities: FloatArray["data"];
	readonly joints: number;
}

/** How far each joint's velocities may lie apart, and the joints for which the median of that may be more. */
interface Survey {
	readonly allowed: Float64Array;
	readonly suspects: readonly number[];
}

function survey({ times, positions, velocities, joints }: Motion): Survey {
	const lowest = new Float64Array(joints);
	const highest = new Float64Array(joints);
	const previous = new Float64Array(joints).fill(Number.NaN);
	const change = new Float64Array(joints);
	const distances = new Float64Array(joints);
	const measured = new Uint32Array(joints);
	let steps = 0;
	for (let frame = 1, at = joints; frame < times.length; frame++) {
		const step = times[frame] - times[frame - 1];
		if (!(step > 0)) {
			at += joints;
			continue;
		}
		for (let joint = 0; joint < joints; joint++, at++) {
			const differenced = (positions[at] - positions[at - joints]) / step;
			const mean = (velocities[at] + velocities[at - joints]) / 2;
			const distance = Math.abs(differenced - mean);
			// NaN where either end was not measured.
			if (distance >= 0) {
				distances[joint] += distance;
				measured[joint]++;
			}
			if (steps > 0) change[joint] += Math.abs(differenced - previous[joint]);
			previous[joint] = differenced;
			if (differenced < lowest[joint]) lowest[joint] = differenced;
			if (differenced > highest[joint]) highest[joint] = differenced;
			if (mean < lowest[joint]) lowest[joint] = mean;
			if (mean > highest[joint]) highest[joint] = mean;
		}
		steps++;
	}
	const allowed = lowest.map((low, joint) => {
		const noise = steps > 1 ? change[joint] / (steps - 1) : 0;
		return Math.max(rangeShare * (highest[joint] - low), noise, smallestDisagreement);
	});
	// A median above a bound asks for a mean above half of it; the slack is for the sum's rounding.
	const suspects = [...measured.keys()].filter((joint) => {
		const isEnough = measured[joint] >= fewestSteps;
		return isEnough && distances[joint] > 0.49 * measured[joint] * allowed[joint];
	});
	return { allowed, suspects };
}

/** Whether a joint's velocities lie further apart than allowed in more than half of the measured steps. */
function isBeyond({ times, positions, velocities, joints }: Motion, joint: number, allowed: number): boolean {
	let beyond = 0;
	let measured = 0;
	for (let frame = 1, at = joints + joint; frame < times.length; frame++, at += joints) {
		const step = times[frame] - times[frame - 1];
		if (!(step > 0)) continue;
		const differenced = (positions[at] - positions[at - joints]) / step;
		const distance = Math.abs(differenced - (velocities[at] + velocities[at - joints]) / 2);
		if (distance >= 0) measured++;
		if (distance > allowed) beyond++;
	}
	return beyond > measured / 2;
}
