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
 * Two passes over the arrays, with a few numbers for each joint.
 *
 * @param t (T,) s
 * @param qj (T, J) rad or m
 * @param dqj (T, J) rad/s or m/s; NaN = not measured
 * @returns indices of joints
 */
export function inconsistentJoints(t: FloatArray, qj: FloatArray, dqj: FloatArray): number[] {
	const [, joints] = qj.shape;
	const allowed = allowedDistances(t, qj, dqj);
	const beyond = new Uint32Array(joints);
	const measured = new Uint32Array(joints);
	const times = t.data;
	const positions = qj.data;
	const velocities = dqj.data;
	for (let frame = 1, at = joints; frame < times.length; frame++) {
		const step = times[frame] - times[frame - 1];
		if (!(step > 0)) {
			at += joints;
			continue;
		}
		for (let joint = 0; joint < joints; joint++, at++) {
			const differenced = (positions[at] - positions[at - joints]) / step;
			const distance = Math.abs(differenced - (velocities[at] + velocities[at - joints]) / 2);
			// NaN where either end was not measured.
			if (distance >= 0) measured[joint]++;
			if (distance > allowed[joint]) beyond[joint]++;
		}
	}
	return [...beyond.keys()].filter(
		(joint) => measured[joint] >= fewestSteps && beyond[joint] > measured[joint] / 2,
	);
}

/** For each joint, how far its measured and differenced velocities may lie apart. */
function allowedDistances(t: FloatArray, qj: FloatArray, dqj: FloatArray): Float64Array {
	const [, joints] = qj.shape;
	const lowest = new Float64Array(joints);
	const highest = new Float64Array(joints);
	const previous = new Float64Array(joints).fill(Number.NaN);
	const change = new Float64Array(joints);
	const changes = new Uint32Array(joints);
	const times = t.data;
	const positions = qj.data;
	const velocities = dqj.data;
	for (let frame = 1, at = joints; frame < times.length; frame++) {
		const step = times[frame] - times[frame - 1];
		if (!(step > 0)) {
			at += joints;
			continue;
		}
		for (let joint = 0; joint < joints; joint++, at++) {
			const differenced = (positions[at] - positions[at - joints]) / step;
			const mean = (velocities[at] + velocities[at - joints]) / 2;
			const turn = Math.abs(differenced - previous[joint]);
			if (turn >= 0) {
				change[joint] += turn;
				changes[joint]++;
			}
			previous[joint] = differenced;
			if (differenced < lowest[joint]) lowest[joint] = differenced;
			if (differenced > highest[joint]) highest[joint] = differenced;
			if (mean < lowest[joint]) lowest[joint] = mean;
			if (mean > highest[joint]) highest[joint] = mean;
		}
	}
	return lowest.map((low, joint) => {
		const noise = changes[joint] === 0 ? 0 : change[joint] / changes[joint];
		return Math.max(rangeShare * (highest[joint] - low), noise, smallestDisagreement);
	});
}
