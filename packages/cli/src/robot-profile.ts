import type { ContextRobot } from "@hindcast/replay-protocol";
import { exitCode } from "./exit-codes.ts";
import { Failure } from "./failure.ts";
import { readJsonDocument } from "./input.ts";
import type { Shell } from "./shell.ts";

/** What the program takes of a RoboBook's `robot.json`. */
export interface RobotProfile extends ContextRobot {
	/** Joint names by their index, where every joint has one of its own. */
	readonly jointOrder?: readonly string[];
	/** Whether the profile's bridge is a mock or a simulator, so that its telemetry was never a robot's. */
	readonly isSimulated?: boolean;
}

/** Kinds of bridges, in MoonRobo's words, behind which there is no robot. */
const simulators = ["Mock", "Sim"];

/**
 * Reads a `robot.json`.
 *
 * @throws Failure `robot-invalid` where it is none
 */
export async function readRobotProfile(path: string, shell: Shell): Promise<RobotProfile> {
	const document = await readJsonDocument(path, shell);
	if (!isObject(document) || typeof document["id"] !== "string") {
		throw new Failure({
			code: "robot-invalid",
			message: `${path} is no robot profile`,
			hint: "Name the robot.json of a RoboBook: a JSON object with an id.",
			exit: exitCode.blocked,
		});
	}
	const { id, bridge, limits, joints } = document;
	const bridgeId = isObject(bridge) ? bridge["id"] : undefined;
	const freshness = isObject(limits) ? limits["telemetry_freshness_ms"] : undefined;
	const jointOrder = Array.isArray(joints) ? namesByIndex(joints) : undefined;
	return {
		id,
		...(typeof bridgeId === "string" ? { bridge: { id: bridgeId } } : {}),
		...(typeof freshness === "number" ? { limits: { telemetry_freshness_ms: freshness } } : {}),
		...(isObject(bridge) && simulators.some((kind) => kind === bridge["kind"]) ? { isSimulated: true } : {}),
		...(jointOrder === undefined ? {} : { jointOrder }),
	};
}

function namesByIndex(joints: readonly unknown[]): readonly string[] | undefined {
	const names: string[] = [];
	for (const joint of joints) {
		if (!isObject(joint)) return undefined;
		const { name, index } = joint;
		if (typeof name !== "string" || typeof index !== "number" || names[index] !== undefined) return undefined;
		names[index] = name;
	}
	return names.length === joints.length && names.length > 0 ? names : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
