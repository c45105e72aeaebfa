import type { ReplayArtifact } from "@hindcast/replay-protocol";
import { Box3, Vector3 } from "three";
import type { LinkBox, RobotBody } from "./robot-body.ts";

const SAMPLED_FRAMES = 32;
const corner = new Vector3();

/**
 * Points around all that is drawn of a robot, in the world: through the whole replay (some frames of it) where its base
 * is fixed, else where it is in the frame shown, which stays shown. Planned targets within its reach belong to it.
 *
 * @returns (3 n,) metres
 */
export function robotPoints(
	body: RobotBody,
	artifact: ReplayArtifact | null,
	shownFrame: number,
): Float32Array {
	const boxes = body.linkBoxes();
	const points: number[] = [];
	const { t, base_pos: moves, target_pos: targets } = artifact?.arrays ?? {};
	const frames = t && !moves ? t.data.length : 0;
	const step = Math.max(Math.ceil(frames / SAMPLED_FRAMES), 1);
	for (let frame = 0; frame < frames; frame += step) {
		body.pose.showFrame(frame);
		body.place();
		for (const box of boxes) addCorners(box, points);
	}
	body.pose.showFrame(shownFrame);
	body.place();
	for (const box of boxes) addCorners(box, points);
	const reach = new Box3().setFromArray(points);
	reach.expandByScalar(reach.getSize(corner).length() / 2);
	for (let frame = 0; targets && frame < frames; frame += step) {
		if (reach.containsPoint(corner.fromArray(targets.data, frame * 3)))
			points.push(corner.x, corner.y, corner.z);
	}
	return Float32Array.from(points);
}

/** A link's group stands straight under the scene, so its own matrix is the world's. */
function addCorners({ group, box: { min, max } }: LinkBox, points: number[]): void {
	for (let i = 0; i < 8; i++) {
		corner
			.set(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z)
			.applyMatrix4(group.matrix);
		points.push(corner.x, corner.y, corner.z);
	}
}
