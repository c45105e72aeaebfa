/** Small replays and RoboBooks for tests. */
import {
	createReplay,
	type ReplayArtifact,
	type ReplayEncoding,
	writeReplay,
} from "@hindcast/replay-protocol";
import type { ExportRequest, ImportRequest } from "@hindcast/replay-protocol/http";

/** Robot of the test store. */
export const robotId = "kite-2";

/** A URDF of two joints with one mesh of each kind of reference. */
export const urdf = `<robot name="kite">
  <link name="base"><visual><geometry><mesh filename="meshes/base.stl"/></geometry></visual></link>
  <link name="arm"><visual><geometry><mesh filename="package://kite/meshes/arm.obj"/></geometry></visual></link>
  <link name="tip"><visual><geometry><mesh filename="/home/alice/secret/tip.stl"/></geometry></visual>
    <collision><geometry><mesh filename="meshes/absent.stl"/></geometry></collision></link>
  <joint name="swing" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="arm"/><child link="tip"/>
    <limit lower="0" upper="0.1" effort="1" velocity="1"/></joint>
</robot>
`;

/** `robot.json` of the test robot, with keys that must not be answered. */
export const profile = {
	id: robotId,
	label: "Kite two",
	kind: "Arm",
	platform: "kite",
	profile_version: 1,
	model: { primary: "model/robot.urdf", alternates: ["model/robot.mjcf"] },
	bridge: { id: "ros-kite", kind: "Ros2", config_path: "/home/alice/bridge.json" },
	joints: [
		{ name: "swing", index: 0 },
		{ name: "slide", index: 1 },
	],
	sensors: [{ id: "cam", kind: "camera", label: "rtsp://10.1.2.3/stream" }],
	capabilities: [],
	limits: { telemetry_freshness_ms: 100 },
	host: "robot.internal",
};

/** What a test replay differs in. */
export interface ReplayVariant {
	readonly metadata?: Record<string, unknown>;
	/** First joint position of the first frame. */
	readonly q0?: number;
	readonly frames?: number;
}

/** A sound replay of the test robot. */
export async function makeReplay({
	metadata = {},
	q0 = 0,
	frames = 4,
}: ReplayVariant = {}): Promise<ReplayArtifact> {
	const cells = Array.from({ length: 2 * frames }, (_, at) => at / 100);
	cells[0] = q0;
	return createReplay({
		metadata: {
			robot_id: robotId,
			bridge_id: "ros-kite",
			source_label: "Kite bench",
			artifact_class: "recorded",
			visibility: "private",
			joint_type: ["revolute", "prismatic"],
			...metadata,
		},
		arrays: {
			t: {
				dtype: "float64",
				shape: [frames],
				data: Float64Array.from({ length: frames }, (_, at) => at / 50),
			},
			joint_name: { dtype: "string", shape: [2], data: ["swing", "slide"] },
			qj: { dtype: "float64", shape: [frames, 2], data: Float64Array.from(cells) },
			dqj: { dtype: "float64", shape: [frames, 2], data: new Float64Array(2 * frames).fill(0.5) },
			mode: { dtype: "string", shape: [frames], data: Array.from({ length: frames }, () => "read-only") },
			frame_id: {
				dtype: "string",
				shape: [frames],
				data: Array.from({ length: frames }, (_, at) => `f-${at}`),
			},
		},
	});
}

/** The bytes of a test replay. */
export async function replayBytes(
	encoding: ReplayEncoding,
	variant: ReplayVariant = {},
): Promise<Uint8Array<ArrayBuffer>> {
	return writeReplay(await makeReplay(variant), { encoding });
}

/** An import request of the tests. */
export function importRequest(more: Partial<ImportRequest> = {}): ImportRequest {
	return {
		visibility: "private",
		requester: { kind: "operator", id: "tester" },
		now_ms: "1782000000000",
		...more,
	};
}

/** An export request of the tests. */
export function exportRequest(more: Partial<ExportRequest> = {}): ExportRequest {
	return {
		source: { kind: "replay", id: "a" },
		encoding: "npz",
		visibility: "private",
		requester: { kind: "operator", id: "tester" },
		now_ms: "1782000000000",
		...more,
	};
}

/** The value of an `x-replay-request` header. */
export function headerOf(value: unknown): string {
	return Buffer.from(JSON.stringify(value)).toString("base64url");
}
