import type { RobotModel } from "@hindcast/robot-model";
import { CylinderGeometry, type Group, Mesh, Quaternion, SphereGeometry, Vector3 } from "three";
import type { SurfaceMaterials } from "./materials.ts";

const up = new Vector3(0, 1, 0);

/** A robot's bones, joints and joint axes: meshes that live in the links' groups and need no work per frame. */
export interface Skeleton {
	readonly meshes: readonly Mesh[];
	dispose(): void;
}

/**
 * Puts a bone from each link to each joint it carries, a ball and the axis at each moving joint, and a rail along the
 * travel of each prismatic joint.
 *
 * @param size the robot's size in metres, which sets the thickness
 */
export function addSkeleton(
	model: RobotModel,
	links: ReadonlyMap<string, Group>,
	materials: SurfaceMaterials,
	size: number,
): Skeleton {
	const thickness = Math.max(size, 1e-3) * 0.014;
	const bone = new CylinderGeometry(1, 1, 1, 16);
	const ball = new SphereGeometry(1, 20, 14);
	const meshes: Mesh[] = [];
	const add = (link: string, mesh: Mesh) => {
		const group = links.get(link);
		if (!group) return;
		mesh.userData["skeleton"] = true;
		group.add(mesh);
		meshes.push(mesh);
	};
	for (const joint of model.joints) {
		const end = new Vector3(...joint.origin.xyz);
		if (end.length() > thickness)
			add(joint.parent, between(bone, new Vector3(), end, { radius: thickness, material: materials.bone }));
		if (joint.type === "fixed") continue;
		const axis = new Vector3(...joint.axis);
		const knob = new Mesh(ball, materials.joint);
		knob.scale.setScalar(thickness * 1.7);
		add(joint.child, knob);
		const reach = axis.clone().multiplyScalar(thickness * 4);
		const line = { radius: thickness * 0.35, material: materials.jointAxis };
		add(joint.child, between(bone, reach.clone().negate(), reach, line));
		if (joint.type === "prismatic") {
			const { lower = 0, upper = 0 } = joint.limit ?? {};
			const rail = between(
				bone,
				axis.clone().multiplyScalar(-upper),
				axis.clone().multiplyScalar(-lower),
				line,
			);
			add(joint.child, rail);
		}
	}
	return {
		meshes,
		dispose() {
			bone.dispose();
			ball.dispose();
		},
	};
}

function between(
	geometry: CylinderGeometry,
	start: Vector3,
	end: Vector3,
	look: { radius: number; material: Mesh["material"] },
): Mesh {
	const mesh = new Mesh(geometry, look.material);
	const direction = end.clone().sub(start);
	mesh.position.copy(start).addScaledVector(direction, 0.5);
	mesh.quaternion.copy(new Quaternion().setFromUnitVectors(up, direction.clone().normalize()));
	mesh.scale.set(look.radius, Math.max(direction.length(), 1e-6), look.radius);
	return mesh;
}
