import { expect, it } from "vitest";
import { flatJoints } from "./flat-joints.ts";
import { readUrdf } from "./read-urdf.ts";

it("gives each joint's bounds, and null where there are none", () => {
	const joint = (name: string, type: string, rest: string) =>
		`<link name="${name}_link"/><joint name="${name}" type="${type}"><parent link="base"/><child link="${name}_link"/>${rest}</joint>`;
	const model = readUrdf(`<robot name="r"><link name="base"/>
		${joint("hip", "revolute", '<limit lower="-1" upper="2" velocity="3" effort="4"/>')}
		${joint("wheel", "continuous", '<limit lower="-1" upper="1" velocity="0" effort="0"/>')}
		${joint("jaw", "prismatic", '<limit lower="0" upper="0.1" velocity="1" effort="0"/><mimic joint="hip" multiplier="2"/>')}
		${joint("mount", "fixed", "")}</robot>`);
	expect(flatJoints(model)).toEqual([
		{ name: "hip", type: "revolute", lower: -1, upper: 2, velocity: 3, effort: 4, mimic: null },
		{
			name: "wheel",
			type: "continuous",
			lower: null,
			upper: null,
			velocity: null,
			effort: null,
			mimic: null,
		},
		{
			name: "jaw",
			type: "prismatic",
			lower: 0,
			upper: 0.1,
			velocity: 1,
			effort: null,
			mimic: { joint: "hip", multiplier: 2, offset: 0 },
		},
		{ name: "mount", type: "fixed", lower: null, upper: null, velocity: null, effort: null, mimic: null },
	]);
});
