import { type ModelChecker, omitUndefined, quote, type Subject } from "./checker.ts";
import type {
	CollisionDefinition,
	GeometryDefinition,
	InertialDefinition,
	LinkDefinition,
	OriginDefinition,
} from "./definition.ts";
import type { Collision, Geometry, Inertial, Link, Material, Origin, Visual } from "./model.ts";

/** Judges a link and fills in its defaults. `materials` are those that its visuals may refer to. */
export function completeLink(
	link: LinkDefinition,
	materials: ReadonlyMap<string, Material>,
	check: ModelChecker,
): Link {
	const what = `link ${quote(link.name)}`;
	const visuals = (link.visuals ?? []).map((visual, index): Visual => {
		const subject = { at: visual, what: `${what}, visual ${index + 1}` };
		const { material } = visual;
		return omitUndefined<Visual>({
			...completeShape(visual, subject, check),
			material: material && resolveMaterial(completeMaterial(material, check), materials),
		});
	});
	const collisions = (link.collisions ?? []).map((collision, index) =>
		completeShape(collision, { at: collision, what: `${what}, collision ${index + 1}` }, check),
	);
	const inertial = link.inertial && completeInertial(link.inertial, `${what}, inertial`, check);
	return omitUndefined<Link>({ name: link.name, visuals, collisions, inertial });
}

/** Judges an origin and fills in zeros. */
export function completeOrigin(
	origin: OriginDefinition | undefined,
	subject: Subject,
	check: ModelChecker,
): Origin {
	return {
		xyz: check.vector(origin?.xyz ?? [0, 0, 0], "xyz", subject),
		rpy: check.vector(origin?.rpy ?? [0, 0, 0], "rpy", subject),
	};
}

/** Judges a material's colour. */
export function completeMaterial(material: Material, check: ModelChecker): Material {
	const { name, color, texture } = material;
	const subject = { at: material, what: `material ${quote(name)}` };
	if (color && color.length !== 4) {
		check.fail("vector-length", subject, ": color needs 4 numbers", "Give red, green, blue and opacity.");
	}
	for (const part of color ?? []) {
		if (!(check.finite(part, "color", subject) >= 0 && part <= 1)) {
			const hint = "Colours go from 0 to 1; divide by 255 where they go to 255.";
			check.fail("color-out-of-range", subject, `: ${part} is not a part of a colour`, hint);
		}
	}
	return omitUndefined<Material>({ name, color: color && [color[0], color[1], color[2], color[3]], texture });
}

/** Whether a material says how it looks, rather than only naming another. */
export function isDefinition(material: Material): boolean {
	return material.color !== undefined || material.texture !== undefined;
}

function resolveMaterial(material: Material, materials: ReadonlyMap<string, Material>): Material {
	return isDefinition(material) ? material : (materials.get(material.name) ?? material);
}

function completeShape(shape: CollisionDefinition, subject: Subject, check: ModelChecker): Collision {
	return omitUndefined<Collision>({
		name: shape.name,
		origin: completeOrigin(shape.origin, subject, check),
		geometry: completeGeometry(shape.geometry, subject, check),
	});
}

function completeGeometry(geometry: GeometryDefinition, subject: Subject, check: ModelChecker): Geometry {
	const size = (value: number, field: string): number => {
		if (check.bounded(value, field, subject) >= 0) return value;
		return check.fail("size-invalid", subject, `: ${field} is negative`, "Sizes are metres, 0 or more.");
	};
	switch (geometry.type) {
		case "box": {
			for (const side of check.vector(geometry.size, "size", subject)) size(side, "size");
			return { type: "box", size: [geometry.size[0], geometry.size[1], geometry.size[2]] };
		}
		case "cylinder":
			return {
				type: "cylinder",
				radius: size(geometry.radius, "radius"),
				length: size(geometry.length, "length"),
			};
		case "sphere":
			return { type: "sphere", radius: size(geometry.radius, "radius") };
		case "mesh": {
			const scale = check.vector(geometry.scale ?? [1, 1, 1], "scale", subject);
			if (scale.includes(0)) {
				const hint = "Use a factor other than 0; a negative one mirrors.";
				check.fail("size-invalid", subject, ": scale flattens the mesh", hint);
			}
			return { type: "mesh", filename: geometry.filename, scale };
		}
		default: {
			const hint = "Use box, cylinder, sphere or mesh.";
			return check.fail("geometry-unknown", subject, " has an unknown geometry", hint);
		}
	}
}

function completeInertial(inertial: InertialDefinition, what: string, check: ModelChecker): Inertial {
	const subject = { at: inertial, what };
	if (check.finite(inertial.mass, "mass", subject) < 0) {
		check.fail("mass-negative", subject, ": mass is negative", "Masses are kilograms, 0 or more.");
	}
	const { ixx, ixy, ixz, iyy, iyz, izz } = inertial.inertia;
	const inertia = { ixx, ixy, ixz, iyy, iyz, izz };
	for (const [field, value] of Object.entries(inertia)) check.finite(value, field, subject);
	return { origin: completeOrigin(inertial.origin, subject, check), mass: inertial.mass, inertia };
}
