import { bridgeStatuses, type ReplayArray, type ReplayArtifact } from "@hindcast/replay-protocol";
import { verificationWord } from "./verification-words.ts";

/** A vector of a frame; null where the replay has none or its row is not known. */
export type FrameVector = readonly number[] | null;

/** What one frame says, as the details panel shows it and copies it. */
export interface FrameFacts {
	readonly index: number;
	readonly frameId: string;
	/** Seconds as stored. */
	readonly t: number;
	readonly mode: string;
	readonly joints: readonly { readonly name: string; readonly position: number; readonly velocity: number }[];
	readonly vectors: readonly { readonly name: VectorName; readonly values: FrameVector }[];
	/** Text and code fields that the replay has, as stored: an empty string where the frame says nothing. */
	readonly fields: readonly { readonly name: FieldName; readonly value: string }[];
}

const vectorNames = [
	"base_pos",
	"base_quat",
	"target_pos",
	"target_quat",
	"imu_orientation",
	"imu_angular_velocity",
	"imu_linear_acceleration",
] as const;
const fieldNames = [
	"command_capability",
	"command_intent_id",
	"bridge_status",
	"planner_status",
	"verification_state",
	"annotation_id",
] as const;

/** Name of a frame's vector. */
export type VectorName = (typeof vectorNames)[number];
/** Name of a frame's text or code. */
export type FieldName = (typeof fieldNames)[number];

/** Collects what a frame says. Nothing is filled in: what the replay lacks is absent or null. */
export function frameFacts(artifact: ReplayArtifact, index: number): FrameFacts {
	const { arrays } = artifact;
	const names = arrays.joint_name.data;
	const at = index * names.length;
	return {
		index,
		frameId: frameId(artifact, index),
		t: Number(arrays.t.data[index]),
		mode: modeLabel(artifact, index),
		joints: names.map((name, column) => ({
			name,
			position: Number(arrays.qj.data[at + column]),
			velocity: Number(arrays.dqj.data[at + column]),
		})),
		vectors: vectorNames.flatMap((name) => {
			const array = arrays[name];
			return array === undefined ? [] : [{ name, values: row(array.data, array.shape[1] ?? 1, index) }];
		}),
		fields: fieldNames.flatMap((name) => {
			const array = arrays[name];
			return array === undefined ? [] : [{ name, value: fieldText(name, array, index) }];
		}),
	};
}

/** A frame's id as text. */
export function frameId(artifact: ReplayArtifact, index: number): string {
	return String(artifact.arrays.frame_id.data[index] ?? "");
}

/** A frame's mode; a code gets its label from `metadata.enums.mode` where it has one there. */
export function modeLabel(artifact: ReplayArtifact, index: number): string {
	const { mode } = artifact.arrays;
	const value = mode.data[index];
	if (mode.dtype === "string") return String(value ?? "");
	const labels = Object(Object(artifact.metadata["enums"])["mode"]) as Record<string, unknown>;
	const label = labels[String(value)];
	return typeof label === "string" ? label : String(value);
}

function fieldText(name: FieldName, array: ReplayArray, index: number): string {
	const value = array.data[index];
	if (array.dtype === "string") return String(value ?? "");
	if (name === "verification_state") return verificationWord(Number(value));
	if (name === "bridge_status") return bridgeStatuses[Number(value)] ?? "unknown";
	return Number(value) === -1 ? "unknown" : String(value);
}

function row(data: ArrayLike<number>, width: number, index: number): FrameVector {
	const values = Array.from({ length: width }, (_, column) => Number(data[index * width + column]));
	return values.every(Number.isFinite) ? values : null;
}
