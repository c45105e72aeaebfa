import { createReplay, type ReplayArtifact } from "@hindcast/replay-protocol";

/** Facts of a small replay for tests. */
export interface SmallReplay {
	/** (T,) seconds. */
	readonly t?: readonly number[];
	readonly joints?: readonly string[];
	/** (T × J,) row-major; zeros by default. */
	readonly qj?: readonly number[];
	readonly robotId?: string;
	readonly modelDigest?: string;
}

/** A replay of a few frames for tests. */
export function smallReplay(facts: SmallReplay = {}): Promise<ReplayArtifact> {
	const { t = [0, 0.02, 0.05], joints = ["a", "b"], robotId = "tern-6", modelDigest } = facts;
	const T = t.length;
	const J = joints.length;
	return createReplay({
		metadata: {
			robot_id: robotId,
			...(modelDigest === undefined ? {} : { model_source_digest: modelDigest }),
		},
		arrays: {
			t: { dtype: "float64", shape: [T], data: Float64Array.from(t) },
			joint_name: { dtype: "string", shape: [J], data: joints },
			qj: { dtype: "float64", shape: [T, J], data: Float64Array.from(facts.qj ?? Array(T * J).fill(0)) },
			dqj: { dtype: "float64", shape: [T, J], data: new Float64Array(T * J).fill(Number.NaN) },
			mode: { dtype: "string", shape: [T], data: t.map(() => "high") },
			frame_id: { dtype: "string", shape: [T], data: t.map((_, k) => `f-${k}`) },
		},
	});
}
