import type { Link, RobotModel } from "@hindcast/robot-model";
import {
	Box3,
	Group,
	LineBasicMaterial,
	LineSegments,
	Mesh,
	type Object3D,
	Quaternion,
	type Raycaster,
	Vector3,
} from "three";
import { isMeshError, type MeshData, type MeshLoader } from "../assets/mesh.ts";
import type { Mark, MarkedSurface, SurfaceMaterials } from "./materials.ts";
import { meshGeometry } from "./mesh-geometry.ts";
import { primitiveGeometry, primitiveOutline } from "./primitive-geometry.ts";
import type { RobotPose } from "./robot-pose.ts";
import type { SceneLayers } from "./scene-layers.ts";
import type { SceneTheme } from "./scene-theme.ts";
import { Skeleton } from "./skeleton.ts";
import { type LinkShape, type MeshSlot, readUrdfScene, type UrdfScene } from "./urdf-scene.ts";

/** The robot to draw. */
export interface SceneRobot {
	readonly model: RobotModel;
	/** The text that the model was read from, which is what gets drawn; null to draw the model's own shapes. */
	readonly urdf: string | null;
	readonly loadMesh: MeshLoader;
}

/** What could be drawn of a robot. */
export interface RobotDrawing {
	/** `visuals`: everything it declares; `primitives`: some meshes are stand-ins; `skeleton`: it declares nothing to see. */
	readonly drawn: "visuals" | "primitives" | "skeleton";
	/** Meshes that stand-ins replace; `reason` is a MeshError's code. */
	readonly missingMeshes: readonly { readonly reference: string; readonly reason: string }[];
}

/** A link's group, and the box in it that holds the link's origin and all that is drawn of the link. */
export interface LinkBox {
	readonly group: Group;
	readonly box: Box3;
}

interface Surface {
	readonly mesh: Mesh;
	readonly surface: MarkedSurface;
}

const PARALLEL_LOADS = 6;

/**
 * A robot's shapes in the scene: one group for each link, straight under {@link root}, placed from the link's pose.
 * Meshes appear as they arrive; those that do not are replaced by the link's collision primitives or by its bones,
 * drawn so that they cannot be taken for the real surface.
 */
export class RobotBody {
	readonly root = new Group();
	readonly links = new Map<string, Group>();
	readonly pose: RobotPose;
	readonly hasVisuals: boolean;
	readonly #materials: SurfaceMaterials;
	readonly #edge = new LineBasicMaterial();
	readonly #scene: UrdfScene;
	readonly #groups: readonly (Group | undefined)[];
	readonly #childOf: ReadonlyMap<string, Group | undefined>;
	readonly #surfaces = new Map<string, Surface[]>();
	readonly #shapes: LinkShape[] = [];
	readonly #standIns: Mesh[] = [];
	readonly #owned: { dispose(): void }[] = [];
	readonly #skeleton: Skeleton;

	constructor(robot: SceneRobot, pose: RobotPose, materials: SurfaceMaterials) {
		this.pose = pose;
		this.#materials = materials;
		this.#scene = readUrdfScene(robot.urdf, robot.model);
		for (const [name, { group }] of this.#scene.links) {
			this.links.set(name, group);
			this.root.add(group);
		}
		this.#groups = pose.linkNames.map((name) => this.links.get(name));
		this.#childOf = new Map(robot.model.joints.map((joint) => [joint.name, this.links.get(joint.child)]));
		for (const link of robot.model.links) this.#drawPrimitives(link);
		this.hasVisuals = robot.model.links.some((link) => link.visuals.length > 0);
		this.place();
		this.#skeleton = new Skeleton(robot.model, this.links, materials, this.reach());
		this.#owned.push(this.#skeleton, this.#edge);
	}

	/** Puts every link's group where its pose is. */
	place(): void {
		for (let i = 0; i < this.#groups.length; i++) {
			const group = this.#groups[i];
			if (!group) continue;
			const pose = this.pose.linkPose(i);
			group.position.set(pose[0], pose[1], pose[2]);
			group.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
			group.updateMatrix();
			group.matrixWorldNeedsUpdate = true;
		}
	}

	/** Loads the meshes; calls `onArrival` for each that can be seen. */
	async load(loadMesh: MeshLoader, signal: AbortSignal, onArrival: () => void): Promise<RobotDrawing> {
		const slots = groupByReference(this.#scene.meshSlots);
		const missing: { reference: string; reason: string }[] = [];
		const waiting = [...slots];
		const loadNext = async (): Promise<void> => {
			for (let next = waiting.shift(); next; next = waiting.shift()) {
				const [reference, places] = next;
				try {
					const data = await loadMesh(reference, signal);
					if (signal.aborted) return;
					this.#drawMesh(data, places);
				} catch (error) {
					missing.push({ reference, reason: isMeshError(error) ? error.code : "mesh-fetch-failed" });
					if (!signal.aborted) for (const slot of places) this.#drawStandIn(slot);
				}
				onArrival();
			}
		};
		await Promise.all(Array.from({ length: PARALLEL_LOADS }, loadNext));
		if (!this.hasVisuals) return { drawn: "skeleton", missingMeshes: missing };
		return { drawn: this.#standIns.length > 0 ? "primitives" : "visuals", missingMeshes: missing };
	}

	/** The group of the link that a joint moves. */
	childOf(joint: string): Group | undefined {
		return this.#childOf.get(joint);
	}

	/** World pose of a link's group, `[x, y, z, qw, qx, qy, qz]`, from its world matrix; null for an unknown link. */
	worldPose(link: string): Float64Array | null {
		const group = this.links.get(link);
		if (!group) return null;
		group.updateWorldMatrix(true, false);
		const turn = new Quaternion();
		group.matrixWorld.decompose(corner, turn, new Vector3());
		return new Float64Array([corner.x, corner.y, corner.z, turn.w, turn.x, turn.y, turn.z]);
	}

	/** The nearest visible link that a ray meets. */
	linkAlong(ray: Raycaster): string | null {
		const seen: Mesh[] = [...this.#standIns, ...this.#skeleton.meshes];
		for (const surfaces of this.#surfaces.values()) for (const { mesh } of surfaces) seen.push(mesh);
		let object: Object3D | null = ray.intersectObjects(seen.filter(isShown), false)[0]?.object ?? null;
		for (; object; object = object.parent) if (this.links.get(object.name) === object) return object.name;
		return null;
	}

	/** Marks the surfaces of a link. Costs nothing when they have that mark already. */
	mark(link: string, mark: Mark): void {
		const surfaces = this.#surfaces.get(link);
		if (!surfaces) return;
		for (let i = 0; i < surfaces.length; i++) surfaces[i].mesh.material = surfaces[i].surface[mark];
	}

	setLayers(layers: SceneLayers): void {
		for (const shape of this.#shapes)
			shape.group.visible = shape.kind === "visual" ? layers.robot : layers.collisions;
		for (const mesh of this.#standIns) mesh.visible = layers.robot;
		if (layers.robot && this.hasVisuals) this.#skeleton.setMode(layers.skeleton ? "through" : "gaps");
		else this.#skeleton.setMode(layers.robot || layers.skeleton ? "solid" : "hidden");
	}

	setTheme(theme: SceneTheme): void {
		this.#edge.color.set(theme.ink2);
	}

	/** Bounds in the world, of all that is drawn. */
	bounds(into: Box3): Box3 {
		this.root.updateMatrixWorld(true);
		into.makeEmpty();
		for (const surfaces of this.#surfaces.values())
			for (const { mesh } of surfaces) into.expandByObject(mesh);
		for (const mesh of this.#standIns) into.expandByObject(mesh);
		for (const group of this.links.values())
			into.expandByPoint(corner.setFromMatrixPosition(group.matrixWorld));
		return into;
	}

	/** Every link with the box around what is drawn of it. */
	linkBoxes(): LinkBox[] {
		this.root.updateMatrixWorld(true);
		const boxes = new Map<Group, Box3>();
		for (const group of this.links.values()) boxes.set(group, new Box3(new Vector3(), new Vector3()));
		const add = (link: string, mesh: Mesh) => {
			const group = this.links.get(link);
			if (!group) return;
			mesh.geometry.computeBoundingBox();
			const inLink = group.matrixWorld.clone().invert().multiply(mesh.matrixWorld);
			if (mesh.geometry.boundingBox)
				boxes.get(group)?.union(mesh.geometry.boundingBox.clone().applyMatrix4(inLink));
		};
		for (const [link, surfaces] of this.#surfaces) for (const { mesh } of surfaces) add(link, mesh);
		for (const mesh of this.#standIns) add(mesh.parent?.name ?? "", mesh);
		return Array.from(boxes, ([group, box]) => ({ group, box }));
	}

	/** The robot's size in metres: its bounds' diagonal. */
	reach(): number {
		return this.bounds(new Box3()).getSize(corner).length() || 1;
	}

	dispose(): void {
		this.root.removeFromParent();
		for (const one of this.#owned) one.dispose();
	}

	#drawPrimitives(link: Link): void {
		for (const shape of this.#scene.links.get(link.name)?.shapes ?? []) {
			this.#shapes.push(shape);
			const source = shape.kind === "visual" ? link.visuals[shape.index] : link.collisions[shape.index];
			if (!source || source.geometry.type === "mesh") continue;
			const draw = shape.kind === "visual" ? primitiveGeometry : primitiveOutline;
			const geometry = draw(source.geometry);
			this.#owned.push(geometry);
			shape.group.clear();
			if (shape.kind === "visual") {
				const surface = this.#materials.surface(link.visuals[shape.index].material, { closed: true });
				this.#addSurface(link.name, shape.group, { mesh: new Mesh(geometry), surface });
			} else {
				shape.group.add(new LineSegments(geometry, this.#edge));
			}
		}
	}

	#drawMesh(data: MeshData, places: readonly MeshSlot[]): void {
		const geometry = meshGeometry(data);
		this.#owned.push(geometry);
		for (const { group } of places) {
			const owner = this.#ownerOf(group);
			if (!owner) continue;
			if (owner.shape.kind === "collision") {
				group.add(new Mesh(geometry, this.#materials.collision));
				continue;
			}
			const surface = this.#materials.surface(owner.material, { vertexColors: data.colors !== null });
			this.#addSurface(owner.link, group, { mesh: new Mesh(geometry), surface });
		}
	}

	#addSurface(link: string, group: Group, { mesh, surface }: Surface): void {
		mesh.material = surface.none;
		mesh.castShadow = true;
		mesh.receiveShadow = true;
		group.add(mesh);
		const list = this.#surfaces.get(link);
		if (list) list.push({ mesh, surface });
		else this.#surfaces.set(link, [{ mesh, surface }]);
	}

	#drawStandIn(slot: MeshSlot): void {
		const owner = this.#ownerOf(slot.group);
		if (owner?.shape.kind !== "visual") return;
		const node = this.#scene.links.get(owner.link);
		const before = this.#standIns.length;
		for (const shape of node?.shapes ?? []) {
			if (shape.kind !== "collision") continue;
			const source = owner.source.collisions[shape.index];
			if (!source || source.geometry.type === "mesh") continue;
			const geometry = primitiveGeometry(source.geometry);
			const mesh = new Mesh(geometry, this.#materials.standIn);
			mesh.applyMatrix4(shape.group.matrix);
			this.#addStandIn(owner.link, mesh, geometry);
		}
		if (this.#standIns.length > before) return;
		for (const mesh of node ? this.#skeleton.standIns(node.group) : [])
			this.#addStandIn(owner.link, mesh, null);
	}

	#addStandIn(link: string, mesh: Mesh, geometry: { dispose(): void } | null): void {
		this.links.get(link)?.add(mesh);
		this.#standIns.push(mesh);
		if (geometry) this.#owned.push(geometry);
	}

	#ownerOf(
		group: Group,
	): { link: string; source: Link; shape: LinkShape; material: Link["visuals"][number]["material"] } | null {
		for (const source of this.pose.model.links) {
			for (const shape of this.#scene.links.get(source.name)?.shapes ?? []) {
				if (shape.group !== group.parent) continue;
				const material = shape.kind === "visual" ? source.visuals[shape.index]?.material : undefined;
				return { link: source.name, source, shape, material };
			}
		}
		return null;
	}
}

const corner = new Vector3();

function isShown(mesh: Mesh): boolean {
	for (let object: Object3D | null = mesh; object; object = object.parent) if (!object.visible) return false;
	return true;
}

function groupByReference(slots: readonly MeshSlot[]): Map<string, MeshSlot[]> {
	const groups = new Map<string, MeshSlot[]>();
	for (const slot of slots) {
		const group = groups.get(slot.reference);
		if (group) group.push(slot);
		else groups.set(slot.reference, [slot]);
	}
	return groups;
}
