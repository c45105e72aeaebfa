import { omitUndefined } from "./checker.ts";
import type {
	CollisionDefinition,
	GeometryDefinition,
	InertialDefinition,
	LinkDefinition,
	OriginDefinition,
	VisualDefinition,
} from "./definition.ts";
import type { Material } from "./model.ts";
import {
	child,
	failAt,
	number,
	optionalChild,
	optionalNumbers,
	optionalText,
	optionalVector,
	text,
	vector,
} from "./read-attribute.ts";
import type { XmlElement } from "./xml.ts";

/** Remembers where a part came from, and gives the part back. */
export type KeepPlace = <T extends object>(element: XmlElement, part: T) => T;

/** Reads a `link` element. */
export function readLink(element: XmlElement, keep: KeepPlace): LinkDefinition {
	const visuals: VisualDefinition[] = [];
	const collisions: CollisionDefinition[] = [];
	for (const part of element.children) {
		if (part.name === "visual") visuals.push(readVisual(part, keep));
		if (part.name === "collision") collisions.push(readShape(part, keep));
	}
	const inertial = optionalChild(element, "inertial");
	return keep(
		element,
		omitUndefined<LinkDefinition>({
			name: text(element, "name"),
			visuals,
			collisions,
			inertial: inertial && readInertial(inertial, keep),
		}),
	);
}

/** Reads the `origin` child of an element. */
export function readOrigin(parent: XmlElement): OriginDefinition | undefined {
	const element = optionalChild(parent, "origin");
	if (!element) return undefined;
	return omitUndefined<OriginDefinition>({
		xyz: optionalVector(element, "xyz"),
		rpy: optionalVector(element, "rpy"),
	});
}

/** Reads a `material` element: a definition, or only the name of one. */
export function readMaterial(element: XmlElement, keep: KeepPlace): Material {
	const color = optionalChild(element, "color");
	const texture = optionalChild(element, "texture");
	const rgba = color && optionalNumbers(color, "rgba", 4);
	return keep(
		element,
		omitUndefined<Material>({
			name: optionalText(element, "name") ?? "",
			color: rgba && [rgba[0], rgba[1], rgba[2], rgba[3]],
			texture: texture && optionalText(texture, "filename"),
		}),
	);
}

function readVisual(element: XmlElement, keep: KeepPlace): VisualDefinition {
	// Some exporters list every material of a mesh; a visual has one, and the first counts.
	const material = element.children.find((part) => part.name === "material");
	return keep(
		element,
		omitUndefined<VisualDefinition>({
			...readShape(element, keep),
			material: material && readMaterial(material, keep),
		}),
	);
}

function readShape(element: XmlElement, keep: KeepPlace): CollisionDefinition {
	return keep(
		element,
		omitUndefined<CollisionDefinition>({
			name: optionalText(element, "name"),
			origin: readOrigin(element),
			geometry: readGeometry(child(element, "geometry")),
		}),
	);
}

function readGeometry(element: XmlElement): GeometryDefinition {
	const [shape, second] = element.children;
	if (!shape) failAt(element, "element-missing", " is empty", "Add a box, cylinder, sphere or mesh.");
	if (second) failAt(second, "element-duplicate", " is a second shape", "Give each shape its own element.");
	switch (shape.name) {
		case "box":
			return { type: "box", size: vector(shape, "size") };
		case "cylinder":
			return { type: "cylinder", radius: number(shape, "radius"), length: number(shape, "length") };
		case "sphere":
			return { type: "sphere", radius: number(shape, "radius") };
		case "mesh": {
			const scale = optionalVector(shape, "scale");
			return { type: "mesh", filename: text(shape, "filename"), ...(scale && { scale }) };
		}
		default: {
			const hint = "Use box, cylinder, sphere or mesh.";
			return failAt(shape, "geometry-unknown", " is not a known geometry", hint);
		}
	}
}

function readInertial(element: XmlElement, keep: KeepPlace): InertialDefinition {
	const inertia = child(element, "inertia");
	const origin = readOrigin(element);
	return keep(element, {
		...(origin && { origin }),
		mass: number(child(element, "mass"), "value"),
		inertia: {
			ixx: number(inertia, "ixx"),
			ixy: number(inertia, "ixy"),
			ixz: number(inertia, "ixz"),
			iyy: number(inertia, "iyy"),
			iyz: number(inertia, "iyz"),
			izz: number(inertia, "izz"),
		},
	});
}
