import { BufferAttribute, BufferGeometry } from "three";
import type { MeshData } from "../assets/mesh.ts";

const CREASE_COSINE = Math.cos((35 * Math.PI) / 180);
const WELD_LIMIT = 400_000;

/** A geometry of a loaded mesh. Without normals of its own, edges softer than 35° are shaded smooth. */
export function meshGeometry(mesh: MeshData): BufferGeometry {
	const geometry = new BufferGeometry();
	geometry.setAttribute("position", new BufferAttribute(mesh.positions, 3));
	geometry.setAttribute("normal", new BufferAttribute(mesh.normals ?? creasedNormals(mesh.positions), 3));
	if (mesh.colors) geometry.setAttribute("color", new BufferAttribute(mesh.colors, 3));
	return geometry;
}

/**
 * Normals of a triangle soup: at each corner, the area-weighted mean of the faces around that point which bend less
 * than 35° from the corner's own. Very large meshes stay flat.
 *
 * @param positions (9 triangles,) finite
 */
function creasedNormals(positions: Float32Array): Float32Array {
	const triangles = positions.length / 9;
	const faces = faceNormals(positions);
	const normals = new Float32Array(positions.length);
	const around = triangles <= WELD_LIMIT ? cornersByPoint(positions) : null;
	for (let corner = 0; corner < triangles * 3; corner++) {
		const face = Math.floor(corner / 3) * 3;
		let [x, y, z] = [faces[face], faces[face + 1], faces[face + 2]];
		const length = Math.hypot(x, y, z);
		for (
			let other = around ? around.next[corner] : corner;
			other !== corner;
			other = around?.next[other] ?? corner
		) {
			const at = Math.floor(other / 3) * 3;
			const dot = faces[at] * faces[face] + faces[at + 1] * faces[face + 1] + faces[at + 2] * faces[face + 2];
			const lengths = length * Math.hypot(faces[at], faces[at + 1], faces[at + 2]);
			if (dot < CREASE_COSINE * lengths) continue;
			x += faces[at];
			y += faces[at + 1];
			z += faces[at + 2];
		}
		const sum = Math.hypot(x, y, z) || 1;
		normals.set([x / sum, y / sum, z / sum], corner * 3);
	}
	return normals;
}

/** Twice-area normals of each triangle. */
function faceNormals(p: Float32Array): Float64Array {
	const normals = new Float64Array(p.length / 3);
	for (let i = 0, n = 0; i < p.length; i += 9, n += 3) {
		const [ax, ay, az] = [p[i + 3] - p[i], p[i + 4] - p[i + 1], p[i + 5] - p[i + 2]];
		const [bx, by, bz] = [p[i + 6] - p[i], p[i + 7] - p[i + 1], p[i + 8] - p[i + 2]];
		normals[n] = ay * bz - az * by;
		normals[n + 1] = az * bx - ax * bz;
		normals[n + 2] = ax * by - ay * bx;
	}
	return normals;
}

/** Rings of corners that share a point: `next[corner]` is the following one of its ring. */
function cornersByPoint(p: Float32Array): { next: Uint32Array } {
	const corners = p.length / 3;
	const next = Uint32Array.from({ length: corners }, (_, i) => i);
	const bits = new Uint32Array(p.buffer, p.byteOffset, p.length);
	const size = 2 ** Math.ceil(Math.log2(corners * 2 + 2));
	const table = new Int32Array(size).fill(-1);
	for (let corner = 0; corner < corners; corner++) {
		const i = corner * 3;
		const hash =
			Math.imul(bits[i], 73856093) ^ Math.imul(bits[i + 1], 19349663) ^ Math.imul(bits[i + 2], 83492791);
		let slot = (hash ^ (hash >>> 15)) & (size - 1);
		while (table[slot] >= 0 && !samePoint(p, table[slot] * 3, i)) slot = (slot + 1) & (size - 1);
		const first = table[slot];
		if (first < 0) table[slot] = corner;
		else {
			next[corner] = next[first];
			next[first] = corner;
		}
	}
	return { next };
}

function samePoint(p: Float32Array, a: number, b: number): boolean {
	return p[a] === p[b] && p[a + 1] === p[b + 1] && p[a + 2] === p[b + 2];
}
