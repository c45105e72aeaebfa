import { checkList, received } from "./arguments.ts";
import { ModelChecker, quote } from "./checker.ts";
import { completeJoint } from "./complete-joint.ts";
import { completeLink, completeMaterial, isDefinition } from "./complete-link.ts";
import type { RobotModelDefinition } from "./definition.ts";
import type { UrdfErrorCode } from "./errors.ts";
import { resolveLimits, type UrdfLimits } from "./limits.ts";
import type { Joint, Link, Material, RobotModel } from "./model.ts";
import { findRoot, resolveMimics } from "./model-tree.ts";

/** Options of {@link defineRobotModel}. */
export interface DefineOptions {
	/** Bounds that differ from the defaults. */
	readonly limits?: Partial<UrdfLimits>;
}

/**
 * Makes a robot model without a URDF, under the same rules: finite numbers, unique names, one tree, drivers that exist.
 *
 * @param definition links and joints in the order that the model keeps; SI units; see {@link RobotModelDefinition} for
 *   what may be left out
 * @throws {UrdfError} with the code of what is wrong; `line` and `column` are null
 * @throws {TypeError} when the definition is no object, or its links or joints are no array of objects
 */
export function defineRobotModel(definition: RobotModelDefinition, options: DefineOptions = {}): RobotModel {
	if (typeof definition !== "object" || definition === null) {
		throw new TypeError(`defineRobotModel: definition must be an object, got ${received(definition)}`);
	}
	checkList(definition.links, "definition.links", "objects");
	checkList(definition.joints ?? [], "definition.joints", "objects");
	return buildModel(definition, new ModelChecker(resolveLimits(options.limits)));
}

/** Judges a definition, fills in defaults and normalises axes. `check` knows where its parts came from. */
export function buildModel(definition: RobotModelDefinition, check: ModelChecker): RobotModel {
	const { links, joints = [] } = definition;
	const whole = { at: definition, what: "the robot" };
	check.name(definition.name, whole);
	if (links.length === 0) check.fail("no-links", whole, " has no links", "Declare at least one link.");
	countParts(links, "links", check);
	countParts(joints, "joints", check);
	nameParts(links, "link", "duplicate-link", check);
	nameParts(joints, "joint", "duplicate-joint", check);

	const materials = collectMaterials(definition, check);
	const origins = new Map<Link | Joint, object>();
	const completeLinks = links.map((link) => {
		const complete = completeLink(link, materials, check);
		origins.set(complete, link);
		return complete;
	});
	const completeJoints = joints.map((joint) => {
		const complete = completeJoint(joint, check);
		origins.set(complete, joint);
		return complete;
	});
	const at = (part: Link | Joint): object => origins.get(part) ?? part;
	const rootLink = findRoot(completeLinks, completeJoints, check, at);
	resolveMimics(completeJoints, check, at);
	return {
		name: definition.name,
		rootLink,
		links: completeLinks,
		joints: completeJoints,
		materials: [...materials.values()],
	};
}

function countParts(parts: readonly object[], kind: "links" | "joints", check: ModelChecker): void {
	const limit = check.limits[kind];
	if (parts.length <= limit) return;
	const message = ` has ${parts.length} ${kind}, more than ${limit}`;
	check.fail(`too-many-${kind}`, { at: parts[limit], what: "the robot" }, message, `Raise limits.${kind}.`);
}

function nameParts(
	parts: readonly { readonly name: string }[],
	kind: "link" | "joint",
	code: UrdfErrorCode,
	check: ModelChecker,
): void {
	parts.forEach((part, index) => {
		check.name(part.name, { at: part, what: `${kind} ${index + 1}` });
	});
	check.unique(code, parts, (name) => `${kind} ${quote(name)}`);
}

/** Named materials: the robot's own, then those that a visual defines in passing, the first of each name. */
function collectMaterials(definition: RobotModelDefinition, check: ModelChecker): Map<string, Material> {
	const own = definition.materials ?? [];
	check.unique("duplicate-material", own, (name) => `material ${quote(name)}`);
	const materials = new Map(own.map((material) => [material.name, completeMaterial(material, check)]));
	for (const link of definition.links) {
		for (const { material } of link.visuals ?? []) {
			if (!material || material.name === "" || !isDefinition(material)) continue;
			if (!materials.has(material.name)) materials.set(material.name, completeMaterial(material, check));
		}
	}
	return materials;
}
