import type { ReplayArrays, ReplayArtifact } from "@hindcast/replay-protocol";
import { readUrdf } from "@hindcast/robot-model";
import { describe, expect, it } from "vitest";
import { RobotPose } from "./robot-pose.ts";

const urdf = `<robot name="probe">
	<link name="root"/><link name="turned"/><link name="slid"/><link name="left"/><link name="right"/>
	<joint name="turn" type="revolute"><parent link="root"/><child link="turned"/><axis xyz="0 0 1"/>
		<limit lower="-1" upper="1" velocity="1" effort="1"/></joint>
	<joint name="slide" type="prismatic"><parent link="turned"/><child link="slid"/><origin xyz="1 0 0"/><axis xyz="1 0 0"/>
		<limit lower="0.2" upper="0.5" velocity="1" effort="1"/></joint>
	<joint name="grip" type="prismatic"><parent link="slid"/><child link="left"/><axis xyz="0 1 0"/>
		<limit lower="0" upper="0.1" velocity="1" effort="1"/></joint>
	<joint name="follow" type="prismatic"><parent link="slid"/><child link="right"/><axis xyz="0 -1 0"/>
		<limit lower="0" upper="0.1" velocity="1" effort="1"/><mimic joint="grip" multiplier="2" offset="0.01"/></joint>
</robot>`;

const floats = (data: number[], ...shape: number[]) => ({
	dtype: "float64" as const,
	shape,
	data: Float64Array.from(data),
});
const strings = (data: string[]) => ({ dtype: "string" as const, shape: [data.length], data });

function replay(names: string[], rows: number[][], arrays: Partial<ReplayArrays> = {}): ReplayArtifact {
	const { length } = rows;
	return {
		metadata: {
			protocol: "moonrobo.replay.v1",
			robot_id: "probe",
			units: {},
			quaternion_order: "wxyz",
			joint_order_digest: "",
		},
		arrays: {
			t: floats(
				rows.map((_, k) => k),
				length,
			),
			joint_name: strings(names),
			qj: floats(rows.flat(), length, names.length),
			dqj: floats(rows.flat().fill(0), length, names.length),
			mode: strings(rows.map(() => "")),
			frame_id: strings(rows.map((_, k) => String(k))),
			...arrays,
		},
	};
}

function placeOf(pose: RobotPose, link: string): number[] {
	return [...pose.linkPose(pose.linkNames.indexOf(link)).subarray(0, 3)];
}

function near(found: readonly number[], expected: readonly number[]): void {
	expect(found).toHaveLength(expected.length);
	expected.forEach((value, i) => {
		expect(found[i]).toBeCloseTo(value, 12);
	});
}

describe("RobotPose", () => {
	it("slides prismatic joints and lets followers follow", () => {
		const pose = new RobotPose(readUrdf(urdf));
		pose.setReplay(
			replay(
				["turn", "slide", "grip"],
				[
					[0, 0.3, 0.02],
					[Math.PI / 2, 0.4, 0.05],
				],
			),
		);
		pose.showFrame(0);
		near(placeOf(pose, "slid"), [1.3, 0, 0]);
		near(placeOf(pose, "left"), [1.3, 0.02, 0]);
		near(placeOf(pose, "right"), [1.3, -0.05, 0]);
		pose.showFrame(1);
		near(placeOf(pose, "slid"), [0, 1.4, 0]);
		near(placeOf(pose, "right"), [0.11, 1.4, 0]);
	});

	it("matches joints by name whatever their order, and says what does not match", () => {
		const pose = new RobotPose(readUrdf(urdf));
		const mapping = pose.setReplay(replay(["slide", "ghost", "turn", "follow"], [[0.5, 9, 0.1, 0.03]]));
		expect(mapping).toEqual({
			mappedJoints: ["slide", "turn"],
			followers: ["follow"],
			replayOnly: ["ghost"],
			modelOnly: ["grip"],
		});
		pose.showFrame(0);
		expect([pose.jointPosition("turn"), pose.jointPosition("slide"), pose.jointPosition("grip")]).toEqual([
			0.1, 0.5, 0,
		]);
	});

	it("keeps joints without a recording neutral: 0, or the limit nearest to it", () => {
		const pose = new RobotPose(readUrdf(urdf));
		expect(pose.jointPosition("slide")).toBe(0.2);
		near(placeOf(pose, "slid"), [1.2, 0, 0]);
	});

	it("names the joints beyond their limits, followers among them", () => {
		const pose = new RobotPose(readUrdf(urdf));
		pose.setReplay(
			replay(
				["turn", "slide", "follow"],
				[
					[1.1, 0.3, 0.2],
					[0.9999999, 0.1, 0.1],
					[1.0000005, 0.3, 0],
				],
			),
		);
		pose.showFrame(0);
		expect(pose.beyondLimits).toEqual(["turn", "follow"]);
		pose.showFrame(1);
		expect(pose.beyondLimits).toEqual(["slide"]);
		pose.showFrame(2);
		expect(pose.beyondLimits).toEqual([]);
	});

	it("moves the base, and takes an unknown one for the origin", () => {
		const pose = new RobotPose(readUrdf(urdf));
		const half = Math.SQRT1_2;
		const base_pos = floats([1, 2, 3, Number.NaN, Number.NaN, Number.NaN], 2, 3);
		const base_quat = floats(
			[2 * half, 0, 0, 2 * half, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
			2,
			4,
		);
		pose.setReplay(replay(["slide"], [[0.2], [0.2]], { base_pos, base_quat }));
		pose.showFrame(0);
		near(placeOf(pose, "slid"), [1, 3.2, 3]);
		pose.showFrame(1);
		near(placeOf(pose, "slid"), [1.2, 0, 0]);
		pose.showFrame(7);
		near(placeOf(pose, "slid"), [1.2, 0, 0]);
	});
});
