import type { ImportResponse, ReplayDetail, RobotDetail } from "@hindcast/replay-protocol/http";
import { ApiError } from "../api/api-error.ts";
import type { HostApi } from "../api/host-api.ts";
import type { ReadResult, ReplayOperations } from "../workers/replay-operations.ts";
import type { WorkerClient } from "../workers/worker-client.ts";

/** A digest that is one by its form. */
export const someDigest = `sha256:${"a".repeat(64)}`;

/** A host whose methods all fail unless a test gives them; what was sent to it is recorded. */
export function fakeHost(methods: Partial<HostApi>): HostApi {
	const missing = (code: string) => () => Promise.reject(new ApiError({ code, status: 404, message: code }));
	return {
		listReplays: async () => ({ replays: [], total: 0, cursor: null }),
		listRobots: async () => [],
		readReplay: missing("replay-not-found"),
		readRobot: missing("robot-not-found"),
		download: missing("not-found"),
		importReplay: missing("offline"),
		...methods,
	};
}

/** A reader that answers with what a test gives. */
export function fakeReader(
	read: (payload: ReplayOperations["read"]["payload"]) => Promise<ReadResult>,
): WorkerClient<ReplayOperations> {
	return {
		call: (_, payload, { signal } = {}) =>
			new Promise((resolve, reject) => {
				signal?.addEventListener("abort", () => reject(signal.reason));
				read(payload).then(resolve, reject);
			}),
		dispose() {},
	};
}

const report = { valid: true, status: "valid" as const, blocking_count: 0, advisory_count: 0, issues: [] };

/** The host's answer about a stored replay. */
export function replayDetail(id: string, contentDigest = someDigest): ReplayDetail {
	return {
		classification: "imported",
		validation: report,
		evidence_paths: [],
		persisted: true,
		replay_id: id,
		manifest: { content_digest: contentDigest, visibility: "public" } as ReplayDetail["manifest"],
		receipts: [],
		annotations: [],
		payload_route: `/api/moonrobo/replays/${id}/payload`,
	};
}

/** The host's answer about a robot without a model. */
export function robotWithoutModel(id: string): RobotDetail {
	return {
		robot: { robot_id: id, label: id } as RobotDetail["robot"],
		profile: {},
		model_route: null,
		model_error: null,
		assets: [],
	};
}

/** The host's answer to an import. */
export function importResponse(contentDigest = someDigest, id = "import-1"): ImportResponse {
	return {
		classification: "imported",
		validation: report,
		evidence_paths: [],
		persisted: true,
		replay_id: id,
		receipt: {
			import_id: "import-1",
			replay_id: id,
			content_digest: contentDigest,
			byte_count: "3",
			encoding: "json",
			existed: false,
			classification: "imported",
			label: "Walk",
			visibility: "private",
		},
	};
}
