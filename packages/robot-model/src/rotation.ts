import { sinCos } from "./deterministic-math.ts";
import type { Vector3 } from "./model.ts";

/** Rotation matrix (row-major 3 × 3) of fixed-axis roll, pitch and yaw: Rz(yaw) · Ry(pitch) · Rx(roll). */
export function rotationFromRpy(rpy: Vector3): Float64Array {
	const trig = new Float64Array(2);
	const [roll, pitch, yaw] = rpy.map((angle) => {
		sinCos(angle, trig);
		return { s: trig[0], c: trig[1] };
	});
	return Float64Array.of(
		yaw.c * pitch.c,
		yaw.c * pitch.s * roll.s - yaw.s * roll.c,
		yaw.c * pitch.s * roll.c + yaw.s * roll.s,
		yaw.s * pitch.c,
		yaw.s * pitch.s * roll.s + yaw.c * roll.c,
		yaw.s * pitch.s * roll.c - yaw.c * roll.s,
		-pitch.s,
		pitch.c * roll.s,
		pitch.c * roll.c,
	);
}

/** Product of two row-major 3 × 3 matrices. */
export function multiply3(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
	const out = new Float64Array(9);
	for (let row = 0; row < 3; row++) {
		for (let column = 0; column < 3; column++) {
			for (let k = 0; k < 3; k++) out[row * 3 + column] += a[row * 3 + k] * b[k * 3 + column];
		}
	}
	return out;
}

/** The matrix K of a unit axis with K·v = axis × v, row-major 3 × 3. */
export function crossMatrix([x, y, z]: Vector3): Float64Array {
	return Float64Array.of(0, -z, y, z, 0, -x, -y, x, 0);
}

/**
 * Writes a pose `[x, y, z, qw, qx, qy, qz]` as row-major 3 × 4 `[R | t]` at `offset`. The quaternion need not be of
 * length 1; one of length 0 gives NaN.
 */
export function transformFromPose(pose: ArrayLike<number>, out: Float64Array, offset: number): void {
	const w = pose[3];
	const x = pose[4];
	const y = pose[5];
	const z = pose[6];
	const s = 2 / (w * w + x * x + y * y + z * z);
	out[offset] = 1 - s * (y * y + z * z);
	out[offset + 1] = s * (x * y - w * z);
	out[offset + 2] = s * (x * z + w * y);
	out[offset + 3] = pose[0];
	out[offset + 4] = s * (x * y + w * z);
	out[offset + 5] = 1 - s * (x * x + z * z);
	out[offset + 6] = s * (y * z - w * x);
	out[offset + 7] = pose[1];
	out[offset + 8] = s * (x * z - w * y);
	out[offset + 9] = s * (y * z + w * x);
	out[offset + 10] = 1 - s * (x * x + y * y);
	out[offset + 11] = pose[2];
}

/**
 * Writes the row-major 3 × 4 `[R | t]` at `offset` as a pose `[x, y, z, qw, qx, qy, qz]`, the quaternion's first non-zero
 * component positive (Shepperd's method: all components times the largest one, then scaled to length 1).
 */
export function poseFromTransform(from: Float64Array, offset: number, out: Float64Array): void {
	const xx = from[offset];
	const yy = from[offset + 5];
	const zz = from[offset + 10];
	// Four times the products w·x, w·y, w·z and x·y, x·z, y·z of the quaternion's components.
	const wx = from[offset + 9] - from[offset + 6];
	const wy = from[offset + 2] - from[offset + 8];
	const wz = from[offset + 4] - from[offset + 1];
	const xy = from[offset + 1] + from[offset + 4];
	const xz = from[offset + 2] + from[offset + 8];
	const yz = from[offset + 6] + from[offset + 9];
	let w = 1 + xx + yy + zz;
	let x = wx;
	let y = wy;
	let z = wz;
	if (xx + yy + zz <= 0) {
		if (xx >= yy && xx >= zz) {
			w = wx;
			x = 1 + xx - yy - zz;
			y = xy;
			z = xz;
		} else if (yy >= zz) {
			w = wy;
			x = xy;
			y = 1 - xx + yy - zz;
			z = yz;
		} else {
			w = wz;
			x = xz;
			y = yz;
			z = 1 - xx - yy + zz;
		}
	}
	const positive = w > 0 || (w === 0 && (x > 0 || (x === 0 && (y > 0 || (y === 0 && z > 0)))));
	const scale = (positive ? 1 : -1) / Math.sqrt(w * w + x * x + y * y + z * z);
	out[0] = from[offset + 3];
	out[1] = from[offset + 7];
	out[2] = from[offset + 11];
	out[3] = w * scale;
	out[4] = x * scale;
	out[5] = y * scale;
	out[6] = z * scale;
}
