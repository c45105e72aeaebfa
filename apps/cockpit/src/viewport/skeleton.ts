import type { RobotModel } from "@hindcast/robot-model";
import { CylinderGeometry, type Group, Mesh, SphereGeometry, Vector3 } from "three";
import type { SurfaceMaterials } from "./materials.ts";

const up = new Vector3(0, 1, 0);

/** How bones are drawn: as the robot itself, thin and through its surfaces, only where links have no surface, or not. */
export type SkeletonMode = "solid" | "through" | "gaps" | "hidden";

interface Bone {
	readonly mesh: Mesh;
	readonly kind: "bone" | "joint" | "axis";
	/** Whether a moving link without visuals would be missed without this bone. */
	readonly fillsGap: boolean;
	readonly radius: number;
	/** Scale along its length; balls have none. */
	readonly length: number | null;
}

const THIN = 0.4;
const THICK = 2.4;

/**
 * A robot's bones, its joints and their axes: meshes in the links' groups that need no work per frame. A bone runs from
 * each link to each joint it carries; a rail shows the travel of a prismatic joint.
 */
export class Skeleton {
	readonly #materials: SurfaceMaterials;
	readonly #rod = new CylinderGeometry(1, 1, 1, 16);
	readonly #ball = new SphereGeometry(1, 20, 14);
	readonly #bones: Bone[] = [];

	/** @param size the robot's size in metres, which sets the thickness */
	constructor(
		model: RobotModel,
		links: ReadonlyMap<string, Group>,
		materials: SurfaceMaterials,
		size: number,
	) {
		this.#materials = materials;
		const bare = new Set(model.links.filter((link) => link.visuals.length === 0).map((link) => link.name));
		const thickness = size * 0.014;
		for (const joint of model.joints) {
			const fillsGap = joint.type !== "fixed" && (bare.has(joint.parent) || bare.has(joint.child));
			const add = (link: string, kind: Bone["kind"], from: Vector3, to: Vector3 | null) => {
				const radius = thickness * { bone: 1, joint: 1.7, axis: 0.35 }[kind];
				const mesh = new Mesh(to ? this.#rod : this.#ball);
				if (to) align(mesh, from, to);
				else mesh.position.copy(from);
				links.get(link)?.add(mesh);
				this.#bones.push({ mesh, kind, fillsGap, radius, length: to && Math.max(from.distanceTo(to), 1e-6) });
			};
			const end = new Vector3(...joint.origin.xyz);
			if (end.length() > thickness) add(joint.parent, "bone", new Vector3(), end);
			if (joint.type === "fixed") continue;
			const axis = new Vector3(...joint.axis);
			add(joint.child, "joint", new Vector3(), null);
			add(
				joint.child,
				"axis",
				axis.clone().multiplyScalar(-4 * thickness),
				axis.clone().multiplyScalar(4 * thickness),
			);
			if (joint.type !== "prismatic") continue;
			const { lower = 0, upper = 0 } = joint.limit ?? {};
			if (upper > lower)
				add(joint.child, "axis", axis.clone().multiplyScalar(-upper), axis.clone().multiplyScalar(-lower));
		}
	}

	/** Thick copies of the bones and joints that a link carries, to stand in for its surface. */
	standIns(link: Group): Mesh[] {
		const carried = this.#bones.filter(({ mesh, kind }) => mesh.parent === link && kind !== "axis");
		return carried.map(({ mesh, radius, length }) => {
			const copy = new Mesh(mesh.geometry, this.#materials.standIn);
			copy.position.copy(mesh.position);
			copy.quaternion.copy(mesh.quaternion);
			const width = radius * THICK;
			copy.scale.set(width, length ?? width, width);
			return copy;
		});
	}

	/** Every bone, joint and axis, shown or not. */
	get meshes(): Mesh[] {
		return this.#bones.map(({ mesh }) => mesh);
	}

	setMode(mode: SkeletonMode): void {
		const through = mode === "through";
		for (const { mesh, kind, fillsGap, radius, length } of this.#bones) {
			const width = through ? radius * THIN : radius;
			mesh.visible = mode === "gaps" ? fillsGap && kind !== "axis" : mode !== "hidden";
			mesh.material = this.#materials.bones[through ? "through" : "solid"][kind];
			mesh.renderOrder = through ? 2 : 0;
			mesh.castShadow = !through;
			mesh.scale.set(width, length ?? width, width);
		}
	}

	dispose(): void {
		this.#rod.dispose();
		this.#ball.dispose();
	}
}

function align(mesh: Mesh, from: Vector3, to: Vector3): void {
	const direction = to.clone().sub(from);
	mesh.position.copy(from).addScaledVector(direction, 0.5);
	mesh.quaternion.setFromUnitVectors(up, direction.normalize());
}
