import { createReplay, type ReplayArtifact, type ReplayBasics, writeReplay } from "@hindcast/replay-protocol";

/** Metadata of the vector, complete: nothing in it is private. */
const basics: ReplayBasics = {
	robot_id: "tern",
	bridge_id: "bridge-tern",
	source_label: "sample",
	model_source_digest: `sha256:${"0".repeat(64)}`,
	exported_at: "2026-01-31T12:00:00Z",
	artifact_class: "recorded",
	visibility: "public",
	joint_type: ["revolute", "revolute"],
};

/** The protocol's digest vector: two frames of two joints, velocities not measured. */
function vectorReplay(metadata: Partial<ReplayBasics> = {}): Promise<ReplayArtifact> {
	return createReplay({
		metadata: { ...basics, ...metadata } as ReplayBasics,
		arrays: {
			t: { dtype: "float64", shape: [2], data: Float64Array.of(0, 0.02) },
			joint_name: { dtype: "string", shape: [2], data: ["a_joint", "b_joint"] },
			qj: { dtype: "float64", shape: [2, 2], data: Float64Array.of(0, 0.5, 0.1, -0.5) },
			dqj: { dtype: "float64", shape: [2, 2], data: new Float64Array(4).fill(Number.NaN) },
			mode: { dtype: "string", shape: [2], data: ["read-only", "high"] },
			frame_id: { dtype: "string", shape: [2], data: ["f-0", "f-1"] },
		},
	});
}

/** Digests of the vector, as the protocol publishes them. */
export const vectorDigests = {
	content: "sha256:d534d4948763e3029d5627cabd8a6d8e7ffa20c14519c166051ca27a1ec07a4a",
	jointOrder: "sha256:99dd78006341c27c76e8569d27e4c244c859eda52188a86ed86dbdc32cea8611",
};

/** The vector as a file. */
export async function vectorBytes(
	encoding: "json" | "npz" | "msgpack",
	metadata: Partial<ReplayBasics> = {},
): Promise<Uint8Array> {
	return writeReplay(await vectorReplay(metadata), { encoding });
}

/** A private replay of the vector's times in which judging finds nothing at all. */
export async function flawlessBytes(encoding: "json" | "npz" | "msgpack"): Promise<Uint8Array> {
	const { metadata, arrays } = await vectorReplay({
		visibility: "private",
		receipt_ids: ["receipt-1"],
		snapshot_ids: ["snapshot-1"],
	});
	const rows = (width: number, value: number) =>
		({ dtype: "float64", shape: [2, width], data: new Float64Array(2 * width).fill(value) }) as const;
	const texts = (text: string) => ({ dtype: "string", shape: [2], data: [text, text] }) as const;
	const measured = {
		dqj: rows(2, 0.25),
		imu_orientation: rows(4, 0.5),
		imu_angular_velocity: rows(3, 0.25),
		imu_linear_acceleration: rows(3, 9.8),
		command_intent_id: texts("intent-1"),
		command_capability: texts("walk"),
	};
	return writeReplay({ metadata, arrays: { ...arrays, ...measured } }, { encoding });
}
