import type { ContextModel, ReplayContext } from "@hindcast/replay-protocol";
import { modelSourceDigest, type RobotModel, readUrdf } from "@hindcast/robot-model";
import { inFile } from "./failure.ts";
import { decodeText, inputName, readInput } from "./input.ts";
import { readRobotProfile } from "./robot-profile.ts";
import type { Shell } from "./shell.ts";

/** Files that a replay is judged against. */
export interface ContextFiles {
	/** A URDF. */
	readonly model?: string | undefined;
	/** A RoboBook's `robot.json`. */
	readonly robot?: string | undefined;
}

/**
 * Reads what a replay is judged against.
 *
 * @throws Failure and UrdfError where a file is not what it should be
 */
export async function readContext({ model, robot }: ContextFiles, shell: Shell): Promise<ReplayContext> {
	return {
		...(model === undefined ? {} : { model: await readModel(model, shell) }),
		...(robot === undefined ? {} : { robot: await readRobotProfile(robot, shell) }),
	};
}

/** Reads a URDF as what a replay is judged against. */
async function readModel(path: string, shell: Shell): Promise<ContextModel> {
	const bytes = await readInput(path, shell);
	const { joints } = await inFile(inputName(path), () => readUrdf(decodeText(path, bytes)));
	return { digest: await modelSourceDigest(bytes), joints: joints.map(contextJoint) };
}

function contextJoint({
	name,
	type,
	limit,
	mimic,
}: RobotModel["joints"][number]): NonNullable<ContextModel["joints"]>[number] {
	return {
		name,
		type,
		lower: limit?.lower ?? null,
		upper: limit?.upper ?? null,
		// A URDF's 0 means unknown.
		velocity: limit?.velocity || null,
		effort: limit?.effort || null,
		...(mimic === undefined ? {} : { mimic }),
	};
}
