import { createReplay, writeReplay } from "@hindcast/replay-protocol";
import type { TelemetryFrame } from "./golden.ts";

/** The bytes of an NPZ replay with the joints, modes and times of telemetry frames. */
export async function replayOfTelemetry(frames: readonly TelemetryFrame[]): Promise<Uint8Array> {
	const [first] = frames;
	if (first === undefined) throw new Error("no telemetry frames");
	const names = first.joints.map(({ name }) => name);
	const strings = (data: string[]) => ({ dtype: "string" as const, shape: [data.length], data });
	const floats = (data: number[], shape: number[]) => ({
		dtype: "float64" as const,
		shape,
		data: Float64Array.from(data),
	});
	const jointValues = (pick: (joint: TelemetryFrame["joints"][number]) => number) =>
		floats(
			frames.flatMap(({ joints }) => joints.map(pick)),
			[frames.length, names.length],
		);
	const artifact = await createReplay({
		metadata: {
			robot_id: first.robot_id,
			source_label: "Walk of 24 frames",
			joint_type: names.map(() => "revolute" as const),
			visibility: "private",
		},
		arrays: {
			t: floats(
				frames.map((frame) => (Number(frame.captured_at_ms) - Number(first.captured_at_ms)) / 1000),
				[frames.length],
			),
			joint_name: strings(names),
			qj: jointValues(({ position }) => position),
			dqj: jointValues(({ velocity }) => velocity),
			mode: strings(frames.map(({ mode }) => mode)),
			frame_id: strings(frames.map(({ frame_id: id }) => id)),
		},
	});
	return writeReplay(artifact, { encoding: "npz" });
}
