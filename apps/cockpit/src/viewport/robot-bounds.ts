import type { ReplayArtifact } from "@hindcast/replay-protocol";
import { Box3 } from "three";
import type { RobotBody } from "./robot-body.ts";

const SAMPLED_FRAMES = 32;
const sampled = new Box3();

/**
 * Bounds of a robot in the world: through the whole replay (some frames of it) where its base is fixed, else where it
 * is in the frame shown, which stays shown.
 */
export function robotBounds(body: RobotBody, artifact: ReplayArtifact | null, shownFrame: number): Box3 {
	const bounds = body.bounds(new Box3());
	const { t, base_pos: moves } = artifact?.arrays ?? {};
	const frames = t && !moves ? t.data.length : 0;
	const step = Math.max(Math.ceil(frames / SAMPLED_FRAMES), 1);
	for (let frame = 0; frame < frames; frame += step) {
		body.pose.showFrame(frame);
		body.place();
		bounds.union(body.bounds(sampled));
	}
	body.pose.showFrame(shownFrame);
	body.place();
	return bounds;
}
