import type { ContextRobot } from "../context.ts";
import { type Findings, pointer } from "../report/findings.ts";
import type { ReadableMetadata } from "./judge-metadata.ts";

/** Judges whether the replay is of the selected robot, and came through the bridge that its profile names. */
export function judgeIdentity(metadata: ReadableMetadata, robot: ContextRobot, findings: Findings): void {
	const ids = [
		["robot-id-conflict", "robot_id", robot.id],
		["bridge-id-conflict", "bridge_id", robot.bridge?.id],
	] as const;
	for (const [code, key, expected] of ids) {
		const found = metadata[key];
		if (expected === undefined || found === undefined || found === expected) continue;
		findings.add(code, { path: pointer("metadata", key), params: { expected, found } });
	}
}
