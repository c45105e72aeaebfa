import type { RobotModel } from "@hindcast/robot-model";
import { Group, type Object3D } from "three";
import URDFLoader, { type URDFLink } from "urdf-loader";

/** A mesh that a visual or collision asks for, and the group it belongs in (origin and scale are the group's). */
export interface MeshSlot {
	readonly reference: string;
	readonly group: Group;
}

/** One visual or collision shape of a link, as urdf-loader placed it. */
export interface LinkShape {
	readonly kind: "visual" | "collision";
	/** Place among the link's visuals or collisions, in document order. */
	readonly index: number;
	readonly group: Group;
}

/** A link's shapes, in a group that waits for a pose. */
export interface LinkNode {
	readonly name: string;
	readonly group: Group;
	readonly shapes: readonly LinkShape[];
}

/** A robot description as urdf-loader reads it, its links loose: nothing moves them but their poses. */
export interface UrdfScene {
	readonly links: ReadonlyMap<string, LinkNode>;
	readonly meshSlots: readonly MeshSlot[];
}

/**
 * Reads a robot description with urdf-loader and takes the link groups out of its joints.
 *
 * urdf-loader fetches nothing here: textures are removed from the document it gets, mesh references are replaced by
 * numbers, and its mesh loader only notes where a mesh belongs.
 *
 * @param text the text that `model` was read from; null for a model that has none
 */
export function readUrdfScene(text: string | null, model: RobotModel): UrdfScene {
	const document = text === null ? documentOf(model) : new DOMParser().parseFromString(text, "text/xml");
	const references = takeReferences(document);
	const meshSlots: MeshSlot[] = [];
	const loader = new URDFLoader();
	loader.parseVisual = true;
	loader.parseCollision = true;
	loader.loadMeshCb = (number, _manager, _material, done) => {
		const place = new Group();
		done(place);
		meshSlots.push({ reference: references[Number(number)], group: place });
	};
	const robot = loader.parse(document);
	const links = new Map<string, LinkNode>();
	for (const { name } of model.links) {
		const link = robot.links[name];
		if (link) links.set(name, looseLink(name, link));
	}
	return { links, meshSlots };
}

/** Removes everything that urdf-loader would fetch; gives the mesh references by their numbers. */
function takeReferences(document: Document): string[] {
	const references: string[] = [];
	for (const texture of document.querySelectorAll("texture")) texture.remove();
	for (const mesh of document.querySelectorAll("geometry > mesh")) {
		references.push(mesh.getAttribute("filename") ?? "");
		mesh.setAttribute("filename", String(references.length - 1));
	}
	return references;
}

/** A document with a model's links and shapes, for robots that were never written as one. */
function documentOf(model: RobotModel): Document {
	const document = new DOMParser().parseFromString("<robot/>", "text/xml");
	const append = (parent: Element, name: string, attributes: Record<string, string>): Element => {
		const element = parent.appendChild(document.createElement(name));
		for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
		return element;
	};
	// urdf-loader takes every link that is no joint's child for the robot itself.
	for (const { name, parent, child } of model.joints) {
		const joint = append(document.documentElement, "joint", { name, type: "fixed" });
		append(joint, "parent", { link: parent });
		append(joint, "child", { link: child });
	}
	for (const { name, visuals, collisions } of model.links) {
		const link = append(document.documentElement, "link", { name });
		const shapes = [
			...visuals.map((shape) => ({ tag: "visual", shape })),
			...collisions.map((shape) => ({ tag: "collision", shape })),
		];
		for (const { tag, shape } of shapes) {
			const element = append(link, tag, {});
			append(element, "origin", { xyz: shape.origin.xyz.join(" "), rpy: shape.origin.rpy.join(" ") });
			const { type, ...numbers } = shape.geometry;
			const attributes = Object.entries(numbers).map(([key, value]) => [key, [value].flat().join(" ")]);
			append(append(element, "geometry", {}), type, Object.fromEntries(attributes));
		}
	}
	return document;
}

function looseLink(name: string, link: URDFLink): LinkNode {
	const group = new Group();
	group.name = name;
	group.matrixAutoUpdate = false;
	const shapes: LinkShape[] = [];
	const counts = { visual: 0, collision: 0 };
	for (const child of [...link.children]) {
		const kind = kindOf(child);
		if (!kind) continue;
		group.add(child);
		shapes.push({ kind, index: counts[kind]++, group: child as Group });
	}
	return { name, group, shapes };
}

function kindOf(child: Object3D): LinkShape["kind"] | null {
	if ("isURDFVisual" in child) return "visual";
	return "isURDFCollider" in child ? "collision" : null;
}
