import type { ReplayContext, ReplayMetadata } from "@hindcast/replay-protocol";
import { flatJoints, modelSourceDigest, readUrdf } from "@hindcast/robot-model";
import type { HostApi } from "../api/host-api.ts";

type Judging = Omit<ReplayContext, "profile">;

/** Where a file's robot is asked for. */
export interface JudgingSource {
	readonly api: Pick<HostApi, "readRobot" | "download">;
	readonly signal: AbortSignal;
}

/**
 * The robot's profile and model that a file is judged against, as the host has them. Only the robot's id leaves the page.
 * What the host does not have is left out: rules that need it are not applied, and the host judges again before it takes
 * anything.
 */
export async function judgingContext(
	{ api, signal }: JudgingSource,
	{ robot_id: id }: Partial<ReplayMetadata>,
): Promise<Judging> {
	if (typeof id !== "string") return {};
	return robotContext(api, id, signal).catch((): Judging => {
		signal.throwIfAborted();
		return {};
	});
}

async function robotContext(api: JudgingSource["api"], id: string, signal: AbortSignal): Promise<Judging> {
	const { robot: summary, model_route: route, model_error: error } = await api.readRobot(id, signal);
	const { robot_id, bridge_id: bridge, telemetry_freshness_ms: freshness } = summary;
	const robot = {
		id: robot_id,
		...(bridge === null ? {} : { bridge: { id: bridge } }),
		...(freshness === null ? {} : { limits: { telemetry_freshness_ms: freshness } }),
	};
	if (route === null || error !== null) return { robot };
	const bytes = await api.download(route, { signal });
	const joints = flatJoints(readUrdf(new TextDecoder().decode(bytes)));
	return { robot, model: { digest: await modelSourceDigest(bytes), joints } };
}
