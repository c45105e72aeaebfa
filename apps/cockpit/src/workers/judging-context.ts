import type { ReplayContext, ReplayMetadata } from "@hindcast/replay-protocol";
import { flatJoints, modelSourceDigest, readUrdf } from "@hindcast/robot-model";
import type { HostApi } from "../api/host-api.ts";

type Judging = Omit<ReplayContext, "profile">;

/** What a replay is judged against: its robot's profile and model, and the evidence it is linked to, as the host has them. */
export interface JudgingSource {
	readonly api: Pick<HostApi, "readRobot" | "readEvidence" | "download">;
	/** The stored replay that the bytes are of; null for a file that is only previewed. */
	readonly replayId: string | null;
	readonly signal: AbortSignal;
}

/**
 * Asks the host for what stands around a replay. Only the robot's id leaves the page. What the host does not have is
 * left out: rules that need it are not applied, and the host judges again before it takes anything.
 */
export async function judgingContext(
	{ api, replayId, signal }: JudgingSource,
	{ robot_id: robotId }: Partial<ReplayMetadata>,
): Promise<Judging> {
	const orNothing = (part: Promise<Judging>): Promise<Judging> =>
		part.catch((): Judging => {
			signal.throwIfAborted();
			return {};
		});
	const [robot, evidence] = await Promise.all([
		typeof robotId === "string" ? orNothing(robotContext(api, robotId, signal)) : {},
		replayId === null ? {} : orNothing(linkedEvidence(api, replayId, signal)),
	]);
	return { ...robot, ...evidence };
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

async function linkedEvidence(api: JudgingSource["api"], id: string, signal: AbortSignal): Promise<Judging> {
	const { receipts, snapshots, dispatches } = await api.readEvidence(id, signal);
	return {
		receipts,
		// The summary holds no paths; that the host answers the snapshot says that its feedback frame resolved.
		snapshots: snapshots.map((snapshot) => ({ ...snapshot, physical_feedback_path: "resolved" })),
		dispatches,
	};
}
