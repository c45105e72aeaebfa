import type { Geometry } from "@hindcast/robot-model";
import {
	BoxGeometry,
	type BufferGeometry,
	CylinderGeometry,
	EdgesGeometry,
	LatheGeometry,
	SphereGeometry,
	Vector2,
} from "three";
import { RoundedBoxGeometry } from "three/examples/jsm/geometries/RoundedBoxGeometry.js";

const LARGEST_BEVEL_METERS = 0.004;

/**
 * A primitive's geometry at its true size, along URDF's axes. Edges have a bevel of at most 4 mm inside the declared
 * shape, because an edge without one catches no light.
 */
export function primitiveGeometry(shape: Exclude<Geometry, { type: "mesh" }>): BufferGeometry {
	if (shape.type === "sphere") return new SphereGeometry(shape.radius, 32, 20);
	if (shape.type === "box") {
		const [x, y, z] = shape.size;
		return new RoundedBoxGeometry(x, y, z, 2, bevel(Math.min(x, y, z)));
	}
	return beveledCylinder(shape.radius, shape.length);
}

/** A primitive's outline as line segments at its true size: sharp and coarse, for a bevel or a fine sphere has no edges to draw. */
export function primitiveOutline(shape: Exclude<Geometry, { type: "mesh" }>): BufferGeometry {
	const solid = coarseSolid(shape);
	const outline = new EdgesGeometry(solid, 1);
	solid.dispose();
	return outline;
}

function coarseSolid(shape: Exclude<Geometry, { type: "mesh" }>): BufferGeometry {
	if (shape.type === "sphere") return new SphereGeometry(shape.radius, 16, 10);
	if (shape.type === "box") return new BoxGeometry(...shape.size);
	return new CylinderGeometry(shape.radius, shape.radius, shape.length, 16).rotateX(Math.PI / 2);
}

function bevel(smallest: number): number {
	return Math.min(smallest * 0.1, LARGEST_BEVEL_METERS);
}

/** A cylinder along z, its rims rounded, each face with its own normals. */
function beveledCylinder(radius: number, length: number): BufferGeometry {
	const round = bevel(Math.min(radius * 2, length));
	if (!(round > 0)) return new CylinderGeometry(radius, radius, length, 40).rotateX(Math.PI / 2);
	const half = length / 2;
	const profile: Vector2[] = [new Vector2(0, -half), new Vector2(radius - round - 1e-6, -half)];
	for (const side of [-1, 1]) {
		for (let step = 0; step <= 3; step++) {
			const angle = ((side < 0 ? step : 3 - step) / 3) * (Math.PI / 2);
			profile.push(
				new Vector2(
					radius - round + round * Math.sin(angle),
					side * (half - round + round * Math.cos(angle)),
				),
			);
		}
	}
	profile.push(new Vector2(radius - round - 1e-6, half), new Vector2(0, half));
	return new LatheGeometry(profile, 40).rotateX(Math.PI / 2);
}
