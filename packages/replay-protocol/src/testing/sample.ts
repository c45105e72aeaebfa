import type { ReplayArray, ReplayArrays, ReplayArtifact } from "../artifact.ts";
import { createReplay, type ReplayBasics } from "../create.ts";

/** Row-major float64 array. */
export function floats(shape: readonly number[], values: Iterable<number>) {
	return { dtype: "float64" as const, shape, data: Float64Array.from(values) };
}

/** Text array of one axis. */
export function texts(values: readonly string[]) {
	return { dtype: "string" as const, shape: [values.length], data: values };
}

/** Small-integer array of one axis. */
export function bytes(values: readonly number[], shape: readonly number[] = [values.length]) {
	return { dtype: "int8" as const, shape, data: Int8Array.from(values) };
}

/** Frames of the sample. */
export const frames = 4;

/** Four frames of two revolute joints: the arrays that every replay has. */
export const sampleArrays: ReplayArrays = {
	t: floats([frames], [0, 0.02, 0.04, 0.06]),
	joint_name: texts(["a_joint", "b_joint"]),
	qj: floats([frames, 2], [0, 0.5, 0.1, -0.5, 0.2, 0.25, 0.3, 0]),
	dqj: floats([frames, 2], [0, 0, 1, 1, 2, 2, Number.NaN, 3]),
	mode: texts(["read-only", "high", "high", "unknown-7"]),
	frame_id: texts(["f-0", "f-1", "f-2", "f-3"]),
};

/** Arrays that link frames to what was felt and asked for; without them there are advisories. */
function linkArrays(count: number = frames) {
	return {
		imu_angular_velocity: floats([count, 3], Array<number>(3 * count).fill(0.25)),
		command_intent_id: texts(Array<string>(count).fill("intent-1")),
	};
}

/** Leaves the sample's links out. */
export const unlinked = { imu_angular_velocity: undefined, command_intent_id: undefined };

/** Every optional array too, still without a finding. */
export const fullArrays: ReplayArrays = {
	...sampleArrays,
	base_pos: floats([frames, 3], [0, 0, 1, 0, 0, 1, Number.NaN, Number.NaN, Number.NaN, 0, 0, 1]),
	base_quat: floats([frames, 4], [1, 0, 0, 0, 1, 0, 0, 0, 0.6, 0.8, 0, 0, 0.6, 0.8, 0, 0]),
	imu_orientation: floats([frames, 4], Array<number>(16).fill(0.5)),
	imu_angular_velocity: floats([frames, 3], Array<number>(12).fill(0.25)),
	imu_linear_acceleration: floats([frames, 3], Array<number>(12).fill(9.8)),
	command_capability: texts(["", "walk", "walk", ""]),
	command_intent_id: texts(["", "intent-1", "intent-1", ""]),
	target_pos: floats([frames, 3], Array<number>(12).fill(1)),
	target_quat: floats([frames, 4], Array<number>(16).fill(-0.5)),
	planned_contact: bytes([-1, 0, 1, 1, 0, 0, 1, 1], [frames, 2]),
	actual_contact: { dtype: "bool", shape: [frames, 2], data: Uint8Array.of(0, 1, 1, 0, 0, 0, 1, 1) },
	limit_state: bytes([0, 1, 2, 3, 4, 5, -1, 0], [frames, 2]),
	verification_state: bytes([0, 1, 7, -1]),
	bridge_status: texts(["ok", "", "anything", "rejected"]),
	planner_status: { dtype: "int16", shape: [frames], data: Int16Array.of(-1, 0, 300, 0) },
	annotation_id: texts(["", "", "annotation-1", ""]),
	x_tau: { dtype: "float32", shape: [frames, 2], data: Float32Array.of(0, 1, 2, 3, 4, 5, 6, Number.NaN) },
};

/** Metadata of the samples, complete. */
const sampleBasics: ReplayBasics = {
	robot_id: "tern",
	bridge_id: "bridge-tern",
	source_label: "sample",
	model_source_digest: `sha256:${"0".repeat(64)}`,
	exported_at: "2026-01-31T12:00:00Z",
	artifact_class: "recorded",
	visibility: "private",
	joint_type: ["revolute", "revolute"],
	enums: { planner_status: { "0": "idle", "300": "reaching" } },
	receipt_ids: ["receipt-1"],
	snapshot_ids: ["snapshot-1"],
};

/** What makes the sample a public one; its snapshot is then named by the context only. */
export const publicBasics = {
	visibility: "public",
	receipt_ids: undefined,
	snapshot_ids: undefined,
} as unknown as Partial<ReplayBasics>;

/**
 * A private replay of the sample's metadata, and of its arrays, its links and these arrays; without a single finding
 * where these have none. An array that is undefined is left out.
 */
export async function sampleReplay(
	arrays: Readonly<Record<string, ReplayArray | undefined>> = {},
	metadata: Partial<ReplayBasics> = {},
): Promise<ReplayArtifact> {
	const links = linkArrays(arrays["t"]?.shape[0]);
	const replay = await createReplay({
		arrays: { ...sampleArrays, ...links, ...arrays } as ReplayArrays,
		metadata: { ...sampleBasics, ...metadata },
	});
	return { metadata: present(replay.metadata), arrays: present(replay.arrays) };
}

/** The entries that are not undefined. */
function present<Part extends object>(part: Part): Part {
	return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Part;
}
