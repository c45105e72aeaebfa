import type { Geometry, Joint, Link, Material, Origin, RobotModel } from "./model.ts";

/**
 * Identity of a model file: `sha256:` and the hexadecimal SHA-256 of its bytes as stored (the `model_source_digest` of
 * `moonrobo.replay.v1`). Any change of a byte changes it.
 */
export async function modelSourceDigest(bytes: Uint8Array | ArrayBuffer): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
	const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
	return `sha256:${hex}`;
}

/**
 * Identity of what a model means: the SHA-256 of its names, types and numbers in one fixed order. Comments, blanks,
 * attribute order, the spelling of a number and explicit defaults do not change it; any name, type or number that the
 * model holds, and the order of links and joints, does.
 *
 * The model holds less than a URDF may say: of an axis its direction (`0 0 5` is `0 0 1`), and of several materials in
 * one visual the first, as urdfdom. Where such a difference matters, compare {@link modelSourceDigest}.
 *
 * The bytes are UTF-8 of `hindcast.robot-model.semantic/1`, a newline, and a JSON array of arrays with absent parts as
 * `null` and numbers in ECMAScript's shortest form.
 */
export async function semanticDigest(model: RobotModel): Promise<string> {
	const { name, rootLink, links, joints, materials } = model;
	const content = [name, rootLink, links.map(linkForm), joints.map(jointForm), materials.map(materialForm)];
	const text = `hindcast.robot-model.semantic/1\n${JSON.stringify(content)}`;
	return modelSourceDigest(new TextEncoder().encode(text));
}

function linkForm({ name, visuals, collisions, inertial }: Link): unknown {
	return [
		name,
		visuals.map((visual) => [...shapeForm(visual), visual.material ? materialForm(visual.material) : null]),
		collisions.map(shapeForm),
		inertial ? [...originForm(inertial.origin), inertial.mass, inertiaForm(inertial.inertia)] : null,
	];
}

function shapeForm(shape: { name?: string; origin: Origin; geometry: Geometry }): unknown[] {
	return [shape.name ?? null, ...originForm(shape.origin), ...geometryForm(shape.geometry)];
}

function inertiaForm(inertia: NonNullable<Link["inertial"]>["inertia"]): unknown {
	return [inertia.ixx, inertia.ixy, inertia.ixz, inertia.iyy, inertia.iyz, inertia.izz];
}

function geometryForm(geometry: Geometry): unknown[] {
	switch (geometry.type) {
		case "box":
			return ["box", geometry.size];
		case "cylinder":
			return ["cylinder", geometry.radius, geometry.length];
		case "sphere":
			return ["sphere", geometry.radius];
		case "mesh":
			return ["mesh", geometry.filename, geometry.scale];
	}
}

function materialForm({ name, color, texture }: Material): unknown {
	return [name, color ?? null, texture ?? null];
}

function originForm({ xyz, rpy }: Origin): unknown[] {
	return [xyz, rpy];
}

function jointForm(joint: Joint): unknown {
	const { limit, mimic, safety, dynamics } = joint;
	return [
		joint.name,
		joint.type,
		joint.parent,
		joint.child,
		...originForm(joint.origin),
		joint.axis,
		limit ? [limit.lower ?? null, limit.upper ?? null, limit.velocity ?? null, limit.effort ?? null] : null,
		mimic ? [mimic.joint, mimic.multiplier, mimic.offset] : null,
		safety
			? [
					safety.softLower ?? null,
					safety.softUpper ?? null,
					safety.kPosition ?? null,
					safety.kVelocity ?? null,
				]
			: null,
		dynamics ? [dynamics.damping ?? null, dynamics.friction ?? null] : null,
	];
}
