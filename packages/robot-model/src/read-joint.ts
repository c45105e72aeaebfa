import { omitUndefined } from "./checker.ts";
import type { JointDefinition, MimicDefinition } from "./definition.ts";
import type { JointDynamics, JointLimit, JointSafety, JointType } from "./model.ts";
import { child, optionalChild, optionalNumber, text, vector } from "./read-attribute.ts";
import { type KeepPlace, readOrigin } from "./read-link.ts";
import type { XmlElement } from "./xml.ts";

/** Reads a `joint` element; its type and values are judged later, together with those of hand-made models. */
export function readJoint(element: XmlElement, keep: KeepPlace): JointDefinition {
	const axis = optionalChild(element, "axis");
	return keep(
		element,
		omitUndefined<JointDefinition>({
			name: text(element, "name"),
			type: text(element, "type") as JointType,
			parent: text(child(element, "parent"), "link"),
			child: text(child(element, "child"), "link"),
			origin: readOrigin(element),
			axis: axis && vector(axis, "xyz"),
			limit: readLimit(optionalChild(element, "limit")),
			mimic: readMimic(optionalChild(element, "mimic")),
			safety: readSafety(optionalChild(element, "safety_controller")),
			dynamics: readDynamics(optionalChild(element, "dynamics")),
		}),
	);
}

function readLimit(element: XmlElement | undefined): JointLimit | undefined {
	if (!element) return undefined;
	return omitUndefined<JointLimit>({
		lower: optionalNumber(element, "lower"),
		upper: optionalNumber(element, "upper"),
		velocity: optionalNumber(element, "velocity"),
		effort: optionalNumber(element, "effort"),
	});
}

function readMimic(element: XmlElement | undefined): MimicDefinition | undefined {
	if (!element) return undefined;
	return omitUndefined<MimicDefinition>({
		joint: text(element, "joint"),
		multiplier: optionalNumber(element, "multiplier"),
		offset: optionalNumber(element, "offset"),
	});
}

function readSafety(element: XmlElement | undefined): JointSafety | undefined {
	if (!element) return undefined;
	return omitUndefined<JointSafety>({
		softLower: optionalNumber(element, "soft_lower_limit"),
		softUpper: optionalNumber(element, "soft_upper_limit"),
		kPosition: optionalNumber(element, "k_position"),
		kVelocity: optionalNumber(element, "k_velocity"),
	});
}

function readDynamics(element: XmlElement | undefined): JointDynamics | undefined {
	if (!element) return undefined;
	return omitUndefined<JointDynamics>({
		damping: optionalNumber(element, "damping"),
		friction: optionalNumber(element, "friction"),
	});
}
