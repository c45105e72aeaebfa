import { fieldOf } from "../../fields.ts";
import { issueWords } from "../../issue-words.ts";
import { isPortableName } from "../../text.ts";
import { ConvertError } from "../errors.ts";
import { isLabel } from "../options.ts";
import { type ReplayMapping, replayMappingSchema } from "./mapping.ts";
import { type Quantity, replayUnits, unitNames, unitOf } from "./units.ts";

type Joint = ReplayMapping["joints"][number];

/** A declared array of a mapping. */
export type MappedArray = NonNullable<ReplayMapping["arrays"]>[string];

/** Arrays of the protocol that a mapping's `arrays` may name, and what they measure; null where they have no unit. */
const quantities: Readonly<Record<string, Quantity | null>> = {
	base_pos: "length",
	target_pos: "length",
	base_quat: null,
	imu_orientation: null,
	target_quat: null,
	imu_angular_velocity: "angular-velocity",
	imu_linear_acceleration: "acceleration",
};

/**
 * Checks a mapping as a whole: its form, its units against what they are of, and its names.
 *
 * @throws ConvertError `mapping-invalid` with the place in the document
 */
export function checkMapping(document: unknown): ReplayMapping {
	const { data: mapping, error } = replayMappingSchema.safeParse(document, issueWords);
	if (error !== undefined) {
		const [{ path, message }] = error.issues;
		refuse(`/${path.map(String).join("/")}`, message);
	}
	const { source_label, time, joints, joint_arrays = {}, arrays = {} } = mapping;
	if (source_label !== undefined && !isLabel(source_label))
		refuse("/source_label", "not [A-Za-z0-9 ._-]{1,64}");
	checkUnit("/time/unit", time.unit, ["time"]);
	const names = joints.map(({ name }) => name);
	for (const [index, joint] of joints.entries()) {
		if (names.indexOf(joint.name) !== index) refuse(`/joints/${index}/name`, "repeated");
		checkJoint(joint, index, joint_arrays);
	}
	for (const [name, array] of Object.entries(arrays)) checkArray(name, array, mapping);
	return mapping;
}

/** What a joint's position, velocity and torque measure. */
function jointQuantities({ type }: Joint): Readonly<Record<"position" | "velocity" | "torque", Quantity>> {
	return type === "prismatic"
		? { position: "length", velocity: "velocity", torque: "force" }
		: { position: "angle", velocity: "angular-velocity", torque: "torque" };
}

function checkJoint(joint: Joint, index: number, shared: NonNullable<ReplayMapping["joint_arrays"]>): void {
	for (const [part, quantity] of Object.entries(jointQuantities(joint))) {
		const key = part as "position" | "velocity" | "torque";
		checkUnit(`/joints/${index}/${key}/unit`, joint[key]?.unit, [quantity]);
		if (joint[key] !== undefined) continue;
		if (key === "position" && shared.position === undefined) {
			refuse(`/joints/${index}`, "no position, and no joint_arrays.position");
		}
		// A unit on the whole array has to fit every joint that uses it.
		checkUnit(`/joint_arrays/${key}/unit`, shared[key]?.unit, [quantity]);
	}
}

function checkArray(name: string, array: MappedArray, { joints, joint_arrays }: ReplayMapping): void {
	const place = `/arrays/${name}`;
	const isOwn =
		name.startsWith("x_") && isPortableName(name) && !/^x_(?:unlisted_|source_joint_name$)/.test(name);
	const field = fieldOf(name);
	if (!isOwn && (field === undefined || field.required)) {
		refuse(place, "neither an optional array of the protocol nor an x_ array");
	}
	const hasTorque = joint_arrays?.torque !== undefined || joints.some(({ torque }) => torque !== undefined);
	if (name === "x_tau" && hasTorque) refuse(place, "the joints' torques are this array");
	const isNumeric = isOwn || Object.hasOwn(quantities, name);
	const quantity = isOwn ? undefined : quantities[name];
	const units = [
		array.unit,
		...(array.columns ?? []).map((column) => (typeof column === "string" ? undefined : column.unit)),
	];
	for (const unit of units) {
		if (unit !== undefined && quantity === null) refuse(`${place}/unit`, "a quaternion has no unit");
		checkUnit(`${place}/unit`, unit, quantity === undefined || quantity === null ? null : [quantity]);
	}
	const isConverted = [...units, array.scale, array.offset].some((part) => part !== undefined);
	if (isConverted && !isNumeric) refuse(place, "codes and texts have no unit, scale or offset");
	if (array.quaternion_order !== undefined && !isOwn && quantity !== null) {
		refuse(`${place}/quaternion_order`, "not a quaternion");
	}
	if (array.type !== undefined && !isOwn) refuse(`${place}/type`, "the protocol says the type");
	if (array.constant !== undefined && !takesText(name)) refuse(`${place}/constant`, "not an array of text");
}

/** Whether the array may hold text. */
export function takesText(name: string): boolean {
	return fieldOf(name)?.dtypes.includes("string") ?? true;
}

/** Whether the array holds floats by the protocol. */
export function isFloatArray(name: string): boolean {
	return Object.hasOwn(quantities, name);
}

function checkUnit(place: string, name: string | undefined, allowed: readonly Quantity[] | null): void {
	if (name === undefined) return;
	const unit = unitOf(name);
	if (unit === null) refuse(place, `unknown unit; known are ${unitNames.join(" ")}`);
	if (allowed !== null && !allowed.includes(unit.quantity)) {
		const wanted = allowed.map((quantity) => replayUnits[quantity]).join(" or ");
		refuse(place, `measures ${unit.quantity}; wanted is a unit that becomes ${wanted}`);
	}
}

function refuse(place: string, reason: string): never {
	throw new ConvertError("mapping-invalid", place, { reason });
}
