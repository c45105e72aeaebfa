import { type ModelChecker, quote, type Subject } from "./checker.ts";
import type { Joint, Link } from "./model.ts";

/** How a follower moves with the independent joint at the end of its chain of mimics. */
export interface MimicRule {
	readonly driver: string;
	readonly multiplier: number;
	readonly offset: number;
}

/**
 * Finds the one root of a non-empty set of links and their joints.
 *
 * @param at the joint as it was defined, which has the place in the text
 * @throws {UrdfError} `unknown-link`, `two-parents`, `cycle`, `two-roots`
 */
export function findRoot(
	links: readonly Link[],
	joints: readonly Joint[],
	check: ModelChecker,
	at: (part: Link | Joint) => object,
): string {
	const names = new Set(links.map((link) => link.name));
	const parentJoint = new Map<string, string>();
	for (const joint of joints) {
		const subject = { at: at(joint), what: `joint ${quote(joint.name)}` };
		for (const name of [joint.parent, joint.child]) {
			if (names.has(name)) continue;
			const message = ` names the link ${quote(name)}, which is not declared`;
			check.fail("unknown-link", subject, message, "Declare the link, or correct the name.");
		}
		const other = parentJoint.get(joint.child);
		if (other !== undefined) {
			const message = ` is a second parent of link ${quote(joint.child)}, after joint ${quote(other)}`;
			check.fail("two-parents", subject, message, "A robot is a tree: keep one of the two joints.");
		}
		parentJoint.set(joint.child, joint.name);
	}
	const [root, second] = links.filter((link) => !parentJoint.has(link.name));
	if (second && root) {
		const message = ` is a second root link, beside ${quote(root.name)}`;
		const hint = "Connect the two trees with a joint.";
		check.fail("two-roots", { at: at(second), what: `link ${quote(second.name)}` }, message, hint);
	}
	const reached = root ? new Set(orderFromRoot(root.name, joints).map((joint) => joint.child)) : new Set();
	const stray = joints.find((joint) => !reached.has(joint.child));
	if (stray || !root) {
		const subject = stray
			? { at: at(stray), what: `joint ${quote(stray.name)}` }
			: { at: links, what: "the robot" };
		return check.fail("cycle", subject, " is part of a loop of joints", "A robot is a tree: open the loop.");
	}
	return root.name;
}

/** The joints that the root reaches, each after the joint that moves its parent link. */
export function orderFromRoot(root: string, joints: readonly Joint[]): Joint[] {
	const below = new Map<string, Joint[]>();
	for (const joint of joints) {
		const siblings = below.get(joint.parent);
		if (siblings) siblings.push(joint);
		else below.set(joint.parent, [joint]);
	}
	const ordered: Joint[] = [...(below.get(root) ?? [])];
	for (let i = 0; i < ordered.length; i++) {
		for (const joint of below.get(ordered[i].child) ?? []) ordered.push(joint);
	}
	return ordered;
}

/**
 * Resolves chains of mimic joints to their independent driver: a follower of a follower multiplies through.
 *
 * @throws {UrdfError} `mimic-unknown-joint`, `mimic-not-movable`, `mimic-loop`, `number-out-of-range`
 */
export function resolveMimics(
	joints: readonly Joint[],
	check: ModelChecker,
	at: (joint: Joint) => object,
): Map<string, MimicRule> {
	const byName = new Map(joints.map((joint) => [joint.name, joint]));
	const rules = new Map<string, MimicRule>();
	for (const joint of joints) {
		if (!joint.mimic) continue;
		const subject = { at: at(joint), what: `joint ${quote(joint.name)}` };
		const chain: Joint[] = [];
		const onChain = new Set<Joint>();
		let end: Joint = joint;
		while (end.mimic && !rules.has(end.name)) {
			if (onChain.has(end)) {
				const hint = "Let one joint of the loop move by itself: remove its mimic.";
				check.fail("mimic-loop", subject, " follows itself through its mimics", hint);
			}
			chain.push(end);
			onChain.add(end);
			end = followed(end, byName, { at: at(end), what: `joint ${quote(end.name)}` }, check);
		}
		let rule = rules.get(end.name) ?? { driver: end.name, multiplier: 1, offset: 0 };
		for (const follower of chain.reverse()) {
			const { multiplier, offset } = follower.mimic ?? { multiplier: 1, offset: 0 };
			rule = {
				driver: rule.driver,
				multiplier: check.bounded(multiplier * rule.multiplier, "mimic multiplier", subject),
				offset: check.bounded(multiplier * rule.offset + offset, "mimic offset", subject),
			};
			rules.set(follower.name, rule);
		}
	}
	return rules;
}

function followed(
	joint: Joint,
	byName: ReadonlyMap<string, Joint>,
	subject: Subject,
	check: ModelChecker,
): Joint {
	const name = joint.mimic?.joint ?? "";
	const driver = byName.get(name);
	if (!driver) {
		const message = ` follows the joint ${quote(name)}, which is not declared`;
		return check.fail("mimic-unknown-joint", subject, message, "Declare the joint, or correct the name.");
	}
	if (joint.type === "fixed" || driver.type === "fixed") {
		const message = ` follows ${quote(name)}, and one of the two is fixed`;
		return check.fail("mimic-not-movable", subject, message, "Only moving joints follow moving joints.");
	}
	return driver;
}
