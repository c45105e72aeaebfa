import { ModelChecker } from "./checker.ts";
import { buildModel } from "./define-robot-model.ts";
import type { TextPlace } from "./errors.ts";
import { resolveLimits, type UrdfLimits } from "./limits.ts";
import type { RobotModel } from "./model.ts";
import { failAt, text } from "./read-attribute.ts";
import { readJoint } from "./read-joint.ts";
import { readLink, readMaterial } from "./read-link.ts";
import { readXml, type XmlElement } from "./xml.ts";

/** Options of {@link readUrdf}. */
export interface ReadUrdfOptions {
	/** Bounds that differ from the defaults. */
	readonly limits?: Partial<UrdfLimits>;
}

/**
 * Reads an expanded URDF, strictly: what it cannot mean exactly, it refuses with the line and column.
 *
 * Follows the URDF XML specification (wiki.ros.org/urdf/XML): `rpy` turns about fixed axes, an axis is x where absent,
 * a `limit` without `lower` or `upper` has 0 there, a mimic has multiplier 1 and offset 0. Only direct children of
 * `robot` count, so joints inside `transmission` or `gazebo` are not the robot's. Elements and attributes that the
 * specification does not name are ignored. Nothing is read besides `text`: mesh paths are kept as written.
 *
 * @throws {UrdfError} with the code of what is wrong, its place and a hint
 */
export function readUrdf(urdf: string, options: ReadUrdfOptions = {}): RobotModel {
	if (typeof urdf !== "string") throw new TypeError(`readUrdf needs a string, got ${typeof urdf}`);
	const limits = resolveLimits(options.limits);
	const root = readXml(urdf, limits);
	if (root.name !== "robot") {
		failAt(root, "not-a-robot", " is not a <robot>", "Give a URDF; SDF and MJCF are other formats.");
	}
	const places = new WeakMap<object, TextPlace>();
	const keep = <T extends object>(element: XmlElement, part: T): T => {
		places.set(part, element.place);
		return part;
	};
	const parts: Record<"link" | "joint" | "material", XmlElement[]> = { link: [], joint: [], material: [] };
	for (const element of root.children) {
		const { name } = element;
		if (name === "link" || name === "joint" || name === "material") parts[name].push(element);
		else if (name.startsWith("xacro:")) {
			const hint = "Expand the file first: xacro robot.urdf.xacro > robot.urdf";
			failAt(element, "xacro-unexpanded", " is a xacro instruction", hint);
		}
	}
	const definition = keep(root, {
		name: text(root, "name"),
		materials: parts.material.map((element) => readMaterial(element, keep)),
		links: parts.link.map((element) => readLink(element, keep)),
		joints: parts.joint.map((element) => readJoint(element, keep)),
	});
	return buildModel(definition, new ModelChecker(limits, places));
}
