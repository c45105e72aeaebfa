import { DOMParser, parseHTML } from "linkedom";
import URDFLoader from "urdf-loader";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createKinematics } from "./kinematics.ts";
import { readUrdf } from "./read-urdf.ts";

/** Every joint type, roll-pitch-yaw of every size, an axis that is no unit vector, a follower before its driver. */
const urdf = `<robot name="crane">
<link name="base"/><link name="mast"/><link name="boom"/><link name="trolley"/><link name="hook"/><link name="left"/><link name="right"/>
<joint name="slew" type="continuous"><parent link="base"/><child link="mast"/><origin xyz="0.1 -0.2 0.3" rpy="0.3 -0.7 2.9"/><axis xyz="0 0 1"/></joint>
<joint name="right" type="revolute"><parent link="hook"/><child link="right"/><origin xyz="0 -0.05 0"/><axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="1" velocity="1"/><mimic joint="left" multiplier="-0.5" offset="0.2"/></joint>
<joint name="luff" type="revolute"><parent link="mast"/><child link="boom"/><origin xyz="0 0 2" rpy="-1.5707963 0.1 -3.1"/><axis xyz="0.2 1.5 -0.4"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
<joint name="travel" type="prismatic"><parent link="boom"/><child link="trolley"/><origin xyz="1 0 0" rpy="0.5 0.5 0.5"/><axis xyz="1 -1 0.5"/><limit lower="-1" upper="3" effort="1" velocity="1"/></joint>
<joint name="hang" type="fixed"><parent link="trolley"/><child link="hook"/><origin xyz="0 0 -1" rpy="0 1.2 0"/></joint>
<joint name="left" type="revolute"><parent link="hook"/><child link="left"/><origin xyz="0 0.05 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>`;

beforeAll(() => {
	const { Document, Element } = parseHTML("<html></html>");
	vi.stubGlobal("Document", Document);
	vi.stubGlobal("Element", Element);
	vi.stubGlobal("DOMParser", DOMParser);
});
afterAll(() => vi.unstubAllGlobals());

describe("urdf-loader, which draws the robot", () => {
	it("places every link where the kinematics does", () => {
		const robot = new URDFLoader().parse(urdf);
		const kinematics = createKinematics(readUrdf(urdf));
		expect(kinematics.jointNames).toEqual(["slew", "luff", "travel", "left"]);
		for (const q of [
			[0, 0, 0, 0],
			[2.5, -1.25, 0.75, 0.5],
			[-9, 1.9, -1, -1],
		]) {
			kinematics.jointNames.forEach((name, i) => {
				robot.setJointValue(name, q[i]!);
			});
			robot.updateMatrixWorld(true);
			const transforms = kinematics.forward(q);
			for (const [index, name] of kinematics.linkNames.entries()) {
				const { elements } = robot.links[name]!.matrixWorld;
				for (let i = 0; i < 12; i++) {
					const drawn = elements[(i % 4) * 4 + Math.floor(i / 4)]!;
					expect(Math.abs(transforms[index * 12 + i] - drawn), `${name}[${i}]`).toBeLessThan(1e-9);
				}
			}
		}
	});
});
