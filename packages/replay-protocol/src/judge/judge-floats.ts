import type { FloatArray } from "../artifact.ts";
import { arrayPath, type Findings } from "../report/findings.ts";

const zeroNorm = 1e-6;
const advisoryDeviation = 1e-3;
const blockingDeviation = 1e-2;
const suspectShare = 0.9;
const nearOne = 0.95;
const nearZero = 0.1;
const implausibleMeters = 1e4;

/** Joint positions (NaN refused) or velocities (NaN is "not measured"), both (T, J). */
export function judgeJointValues(name: "qj" | "dqj", array: FloatArray, findings: Findings): void {
	const [, joints] = array.shape;
	const { data } = array;
	for (let i = 0; i < data.length; i++) {
		const value = data[i];
		if (value - value === 0 || (name === "dqj" && Number.isNaN(value))) continue;
		const frame = Math.floor(i / joints);
		const index = i % joints;
		findings.add("non-finite-required", {
			path: arrayPath(name, frame, index),
			params: { array: name, frame, index },
		});
	}
}

/** Rows of three or four components, (T, 3) or (T, 4): no infinities, and NaN in all of a row or in none. */
export function judgeVectors(name: string, array: FloatArray, findings: Findings): void {
	const [frames, width] = array.shape;
	const { data } = array;
	for (let frame = 0, at = 0; frame < frames; frame++) {
		let missing = 0;
		let infinite = false;
		for (let k = 0; k < width; k++, at++) {
			const value = data[at];
			if (Number.isNaN(value)) missing++;
			else if (value - value !== 0) infinite = true;
		}
		if (infinite) report("infinite-value", name, frame, findings);
		if (missing > 0 && missing < width) report("partial-nan-row", name, frame, findings);
	}
}

/** Any other array of floats: no infinities. */
export function judgeFinite(name: string, array: FloatArray, findings: Findings): void {
	const { data } = array;
	const rowLength = array.shape.slice(1).reduce((product, size) => product * size, 1);
	for (let i = 0; i < data.length; i++) {
		if (Math.abs(data[i]) === Number.POSITIVE_INFINITY) {
			report("infinite-value", name, Math.floor(i / rowLength), findings);
		}
	}
}

/** Norms, signs and order of (T, 4) wxyz rows; rows with NaN or infinities are left to {@link judgeVectors}. */
export function judgeQuaternions(name: string, { data, shape }: FloatArray, findings: Findings): void {
	let finite = 0;
	let suspect = 0;
	let previous = -1;
	for (let frame = 0, at = 0; frame < shape[0]; frame++, at += 4) {
		const w = data[at];
		const x = data[at + 1];
		const y = data[at + 2];
		const z = data[at + 3];
		// Each difference is 0 or NaN: the components tell, whose squares may overflow.
		if (w - w + (x - x) + (y - y) + (z - z) !== 0) {
			previous = -1;
			continue;
		}
		const norm = Math.sqrt(w * w + x * x + y * y + z * z);
		finite++;
		if (Math.abs(z) > nearOne && Math.abs(w) < nearZero) suspect++;
		judgeNorm(name, frame, norm, findings);
		if (previous >= 0) {
			const dot =
				w * data[previous] + x * data[previous + 1] + y * data[previous + 2] + z * data[previous + 3];
			if (dot < 0) report("quaternion-sign-flip", name, frame, findings);
		}
		previous = at;
	}
	if (suspect > suspectShare * finite) {
		findings.add("quaternion-order-suspect", { path: arrayPath(name), params: { array: name } });
	}
}

function judgeNorm(name: string, frame: number, norm: number, findings: Findings): void {
	const deviation = Math.abs(norm - 1);
	if (norm < zeroNorm) {
		report("quaternion-zero", name, frame, findings);
	} else if (deviation > advisoryDeviation) {
		findings.add("quaternion-not-unit", {
			path: arrayPath(name, frame),
			params: { array: name, frame, norm },
			severity: deviation > blockingDeviation ? "blocking" : "advisory",
		});
	}
}

/** Revolute angles beyond 4π in more than half of the frames: degrees? */
export function judgeAngles(
	qj: FloatArray,
	isRevolute: (joint: number) => boolean,
	findings: Findings,
): void {
	const [frames, joints] = qj.shape;
	const beyond = new Uint32Array(joints);
	for (let i = 0; i < qj.data.length; i++) if (Math.abs(qj.data[i]) > 4 * Math.PI) beyond[i % joints]++;
	const joint = beyond.findIndex((count, index) => count > frames / 2 && isRevolute(index));
	if (joint >= 0) findings.add("unit-implausible", { path: arrayPath("qj"), params: { array: "qj", joint } });
}

/** A base beyond 10 km: millimetres? */
export function judgeDistance(basePos: FloatArray, findings: Findings): void {
	const { data } = basePos;
	for (let i = 0; i < data.length; i++) {
		if (Math.abs(data[i]) > implausibleMeters && Number.isFinite(data[i])) {
			findings.add("unit-implausible", { path: arrayPath("base_pos"), params: { array: "base_pos" } });
			return;
		}
	}
}

function report(
	code: "infinite-value" | "partial-nan-row" | "quaternion-zero" | "quaternion-sign-flip",
	name: string,
	frame: number,
	findings: Findings,
): void {
	findings.add(code, { path: arrayPath(name, frame), params: { array: name, frame } });
}
