import { goldenAvailable, readGolden, readGoldenJson } from "@hindcast/tooling/golden";
import { beforeAll, describe, expect, it } from "vitest";
import { readReplay } from "../../read.ts";
import { writeReplay } from "../../write.ts";
import type { ConvertResult } from "../result.ts";
import { convertTelemetryFrames } from "./convert-telemetry-frames.ts";

/** What the test reads of a frame: plain JSON, no code of the converter. */
interface PlainFrame {
	frame_id: string;
	captured_at_ms: string;
	mode: string;
	joints: { name: string; index: number; position: number; velocity: number; torque: number }[];
	imu: { orientation: number[]; angular_velocity: number[]; linear_acceleration: number[] };
	operator_input: Record<string, string>;
}

const file = "moonrobo/frames/walk-24.telemetry-frames.json";
const exportedAt = "2026-01-31T12:00:00Z";
const profileOrder = "sha256:85ca2b3aaaf883a2e4bbae245691b83a4c3ab442906c14a84cde2da2a141237b";
const reversedOrder = "sha256:93e7034506985dc65c16b3907deccdcb5ff97c5358da6170ae9e86d06ab12d9f";

describe.skipIf(!goldenAvailable)("walk-24 telemetry frames", () => {
	let frames: PlainFrame[];
	let bytes: Uint8Array;
	let converted: ConvertResult;

	beforeAll(async () => {
		frames = await readGoldenJson<PlainFrame[]>(file);
		bytes = await readGolden(file);
		converted = await convertTelemetryFrames(bytes, { exportedAt });
	});

	it("become a valid replay that reads back from every encoding", async () => {
		const { artifact, report } = converted;
		expect(report.diagnostics.filter(({ severity }) => severity === "blocking")).toEqual([]);
		for (const encoding of ["json", "npz", "msgpack"] as const) {
			const read = await readReplay(writeReplay(artifact!, { encoding }));
			expect(read.report.ok).toBe(true);
			expect(read.artifact!.metadata.content_digest).toBe(artifact!.metadata.content_digest);
		}
	});

	it("keep every value, by a plain reading of the JSON", () => {
		const { arrays } = converted.artifact!;
		const names = frames[0].joints.map(({ name }) => name);
		expect(arrays.joint_name.data).toEqual(names);
		expect([...arrays.qj.data]).toEqual(frames.flatMap(({ joints }) => joints.map((j) => j.position)));
		expect([...arrays.dqj.data]).toEqual(frames.flatMap(({ joints }) => joints.map((j) => j.velocity)));
		expect([...arrays["x_tau"]!.data]).toEqual(frames.flatMap(({ joints }) => joints.map((j) => j.torque)));
		expect([...arrays.imu_orientation!.data]).toEqual(frames.flatMap(({ imu }) => imu.orientation));
		expect([...arrays.imu_angular_velocity!.data]).toEqual(frames.flatMap(({ imu }) => imu.angular_velocity));
		expect([...arrays.imu_linear_acceleration!.data]).toEqual(
			frames.flatMap(({ imu }) => imu.linear_acceleration),
		);
		expect(arrays.frame_id.data).toEqual(frames.map(({ frame_id }) => frame_id));
		expect(arrays.mode.data).toEqual(frames.map(({ mode }) => mode));
		for (const key of ["command_capability", "command_intent_id"] as const) {
			expect(arrays[key]!.data).toEqual(frames.map(({ operator_input }) => operator_input[key]));
		}
	});

	it("keep their own times, which are not uniform", () => {
		const t = [...converted.artifact!.arrays.t.data];
		const ms = frames.map(({ captured_at_ms }) =>
			Number(BigInt(captured_at_ms) - BigInt(frames[0].captured_at_ms)),
		);
		expect(t).toEqual(ms.map((since) => since / 1000));
		const steps = new Set(ms.slice(1).map((since, index) => since - ms[index]));
		expect(steps).toEqual(new Set([90, 91]));
		const uniform = t.map((_, index) => (index * t[23]) / 23);
		expect(t).not.toEqual(uniform);
	});

	it("have the digests of the profile's order and of the reversed one, and one content under one order", async () => {
		const names = frames[0].joints.map(({ name }) => name);
		expect(converted.artifact!.metadata.joint_order_digest).toBe(profileOrder);
		const reversed = await convertTelemetryFrames(bytes, { jointOrder: [...names].reverse() });
		expect(reversed.artifact!.metadata.joint_order_digest).toBe(reversedOrder);
		expect([...reversed.artifact!.arrays.qj.data]).toEqual(
			frames.flatMap(({ joints }) => joints.map((j) => j.position).reverse()),
		);
		const shuffled = frames.map((frame, row) => ({
			...frame,
			joints: row % 2 === 0 ? [...frame.joints].reverse() : frame.joints,
		}));
		const again = await convertTelemetryFrames(shuffled.reverse(), { jointOrder: names });
		expect(again.artifact!.metadata.content_digest).toBe(converted.artifact!.metadata.content_digest);
	});

	it("come with a manifest", () => {
		const { manifest, artifact } = converted;
		expect(manifest).toMatchObject({
			manifest: "hindcast.conversion/1",
			protocol: "moonrobo.replay.v1",
			source: { kind: "telemetry-frames", frame_count: 24 },
			robot_id: "noetix-e1-lab-01",
			bridge_id: "sdk-e1",
			visibility: "private",
			duration_s: 2.083,
			tick_count: 24,
			joint_count: 24,
			joint_order_digest: profileOrder,
			filled: [],
			repairs: [],
		});
		expect(artifact!.metadata.receipt_ids).toEqual(["receipt-walk-golden"]);
		expect(artifact!.metadata.exported_at).toBe(exportedAt);
	});

	it("give the same file from the same frames, whatever form they come in", async () => {
		const text = new TextDecoder().decode(bytes);
		const single = frames.map((frame) => JSON.stringify(frame));
		const written = writeReplay(converted.artifact!, { encoding: "npz" });
		for (const input of [text, single, frames]) {
			const { artifact } = await convertTelemetryFrames(input, { exportedAt });
			expect(writeReplay(artifact!, { encoding: "npz" })).toEqual(written);
		}
	});
});

describe.skipIf(!goldenAvailable)("snapshots of the motor SDK", () => {
	it("take names from jointNames and the robot from the options", async () => {
		const bytes = await readGolden("moonrobo/sdk-e1/snapshot-fixture.json");
		const jointNames = Array.from({ length: 24 }, (_, motor) => `motor_${motor}`);
		const { artifact } = await convertTelemetryFrames(bytes, { robotId: "e1", jointNames });
		expect([...artifact!.arrays.qj.data]).toEqual(jointNames.map((_, motor) => motor / 100));
		expect(artifact!.arrays.mode.data).toEqual(["high"]);
		await expect(convertTelemetryFrames(bytes, { robotId: "e1" })).rejects.toMatchObject({
			code: "option-missing",
			place: "jointNames",
		});
	});
});
