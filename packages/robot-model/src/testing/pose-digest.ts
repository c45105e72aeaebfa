import { modelSourceDigest } from "../digest.ts";
import { createKinematics } from "../kinematics.ts";
import { readUrdf } from "../read-urdf.ts";

const urdf = `<robot name="chain"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>
<joint name="i" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0.1 0.2 0.3" rpy="0.4 -1.1 2.7"/><axis xyz="1 2 3"/></joint>
<joint name="j" type="prismatic"><parent link="b"/><child link="c"/><origin xyz="0 0 0.7" rpy="3 2 1"/><axis xyz="0 1 -1"/><limit lower="-9" upper="9"/></joint>
<joint name="k" type="continuous"><parent link="c"/><child link="d"/><origin rpy="-0.1 7 100"/><axis xyz="-1 0.3 0"/></joint></robot>`;

/** What {@link poseDigest} gives on every engine. */
export const expectedPoseDigest = "sha256:c4d58e4ff9d27e69781751ef255574ce757ba9a0178937ac95ae139a817f9733";

/** Digest of the bits of poses and Jacobians of a small robot at a thousand configurations, huge angles included. */
export async function poseDigest(): Promise<string> {
	const kinematics = createKinematics(readUrdf(urdf));
	const numbers: number[] = [];
	for (let frame = 0; frame < 1000; frame++) {
		const q = frame * 0.37 - 150;
		kinematics.forward([q, q / 100, frame % 50 === 0 ? q * 1e15 : q * q], [0, 1, 2, 1, q, 0.5, -0.25]);
		numbers.push(...kinematics.linkPose("d"), ...kinematics.jacobian("d"));
	}
	// Little-endian on every machine that runs JavaScript today; a big-endian one would fail here, visibly.
	return modelSourceDigest(new Uint8Array(Float64Array.from(numbers).buffer));
}
