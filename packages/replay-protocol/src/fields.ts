import type { ReplayDtype, ReplayFields } from "./artifact.ts";

/** A symbolic or fixed dimension: T frames, J joints, C contacts. */
export type Dimension = "T" | "J" | "C" | 3 | 4;

/** What the protocol says about one array. */
export interface Field {
	readonly required: boolean;
	/** Accepted shapes; the first is the canonical one. */
	readonly shapes: readonly (readonly Dimension[])[];
	/** Accepted element types; the first is what bare JSON numbers become, if there is a numeric one. */
	readonly dtypes: readonly ReplayDtype[];
	/** Value that stands for "not recorded" in the normal form; null where the array is never filled. */
	readonly neutral: number | "" | null;
}

/** `limit_state` words in the order of their codes; -1 is unknown. */
export const limitStates = [
	"ok",
	"below-limit",
	"above-limit",
	"unbounded",
	"missing-telemetry",
	"missing-model",
] as const;

/** `verification_state` words in the order of their codes; -1 is unknown. */
export const verificationStates = [
	"none",
	"incomplete",
	"bridge-accepted",
	"runtime-healthy",
	"verified",
	"failed",
	"stale",
	"mismatch",
] as const;

/** `bridge_status` words in the order of their codes; -1 is unknown. */
export const bridgeStatuses = ["ok", "accepted", "rejected", "error", "unavailable"] as const;

const floats = ["float64", "float32"] as const;
const modeDtypes = ["int32", "int16", "int8", "uint8", "string"] as const;

function field(shapes: Field["shapes"], dtypes: Field["dtypes"], neutral: Field["neutral"]): Field {
	return { required: false, shapes, dtypes, neutral };
}

function required(shape: readonly Dimension[], dtypes: Field["dtypes"]): Field {
	return { required: true, shapes: [shape], dtypes, neutral: null };
}

const position = field([["T", 3]], floats, Number.NaN);
const quaternion = field([["T", 4]], floats, Number.NaN);
const text = field([["T"]], ["string"], "");
const contact = field([["T", "C"], ["T"]], ["int8", "bool"], -1);
const code = field([["T"]], ["int8", "string"], -1);

/** The arrays of `moonrobo.replay.v1`, in the order in which reports go through them. */
export const fields: { readonly [Name in keyof ReplayFields]-?: Field } = {
	t: required(["T"], floats),
	joint_name: required(["J"], ["string"]),
	qj: required(["T", "J"], floats),
	dqj: required(["T", "J"], floats),
	mode: required(["T"], modeDtypes),
	frame_id: required(["T"], ["int64", "int32", "uint32", "string"]),
	base_pos: position,
	base_quat: quaternion,
	imu_orientation: quaternion,
	imu_angular_velocity: position,
	imu_linear_acceleration: position,
	command_capability: text,
	command_intent_id: text,
	target_pos: position,
	target_quat: quaternion,
	planned_contact: contact,
	actual_contact: contact,
	limit_state: field([["T", "J"], ["T"]], ["int8", "string"], -1),
	verification_state: code,
	bridge_status: code,
	planner_status: field([["T"]], ["int16", "int8", "string"], -1),
	annotation_id: text,
};

/** Names of the arrays of the protocol. */
export const fieldNames = Object.keys(fields) as (keyof ReplayFields)[];

/** The protocol's field of this name, if it is one. */
export function fieldOf(name: string): Field | undefined {
	return Object.hasOwn(fields, name) ? fields[name as keyof ReplayFields] : undefined;
}
