/** The ledger documents of a run of the test robot, and what they are written with. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { robotId } from "./replays.ts";

/** Places of a run's documents, relative to the robot's book. */
export const runPaths = {
	receipt: "runs/receipts/receipt-1.json",
	snapshot: "runs/task-executions/snapshot-1.json",
	dispatch: ".moonsuite/products/moonrobo/bridge-dispatches/dispatch-request-1.json",
	feedback: "runs/telemetry/session-1/f-2.json",
} as const;

type RunDocument = keyof typeof runPaths;

/** What the documents of a run differ in; null leaves one out. */
export type RunVariant = { readonly [Name in RunDocument]?: Record<string, unknown> | null };

/** The documents of a run that is proved: an executed walk whose feedback is the frame `f-2` of the test replay. */
export function runDocuments(variant: RunVariant = {}): Record<RunDocument, unknown> {
	const documents = {
		receipt: {
			receipt_id: "receipt-1",
			robot_id: robotId,
			bridge_id: "ros-kite",
			intent: {
				intent_id: "intent-1",
				robot_id: robotId,
				capability: "control.high.walk",
				parameters: { x: "0.10" },
				requested_by: { kind: "operator", id: "local" },
			},
			status: "Executed",
			started_at_ms: "1782000000000",
			ended_at_ms: "1782000001000",
			artifact_paths: ["/home/alice/secret.log"],
		},
		snapshot: {
			snapshot_id: "snapshot-1",
			receipt_id: "receipt-1",
			receipt_path: runPaths.receipt,
			dispatch_path: runPaths.dispatch,
			receipt_status: "Executed",
			command_capability: "control.high.walk",
			bridge_request_id: "request-1",
			bridge_status: "Accepted",
			runtime_status: "healthy",
			runtime_health_persisted: true,
			telemetry_frame_id: "f-2",
			telemetry_captured_at_ms: "1782000000040",
			physical_feedback_path: runPaths.feedback,
			physical_feedback_status: "matched",
			physical_feedback_verified: true,
			command_outcome_status: "motion-feedback-checked",
			command_outcome_verified: true,
			captured_at_ms: "1782000000100",
		},
		dispatch: {
			dispatch_id: "dispatch-request-1",
			request_id: "request-1",
			bridge_id: "ros-kite",
			robot_id: robotId,
			intent_id: "intent-1",
			receipt_id: "receipt-1",
			status: "Accepted",
			message: "at 10.1.2.3",
			created_at_ms: "1782000000010",
			runtime_log_path: "/home/alice/run.log",
		},
		feedback: {
			frame_id: "f-2",
			robot_id: robotId,
			bridge_id: "ros-kite",
			captured_at_ms: "1782000000040",
			mode: "high",
			joints: [{ name: "swing", index: 0, position: 0.04, velocity: 0.5, torque: 0 }],
			operator_input: {
				command_capability: "control.high.walk",
				command_intent_id: "intent-1",
				command_bridge_request_id: "request-1",
				command_receipt_id: "receipt-1",
				command_x: "0.10",
			},
			errors: [],
		},
	};
	const names = Object.keys(documents) as RunDocument[];
	const varied = names.map((name) => {
		const change = variant[name];
		return [name, change === null ? null : { ...documents[name], ...change }] as const;
	});
	return Object.fromEntries(varied) as Record<RunDocument, unknown>;
}

/** Writes the documents of a run into a book. */
export async function writeRun(book: string, variant: RunVariant = {}): Promise<void> {
	const documents = runDocuments(variant);
	for (const [name, path] of Object.entries(runPaths)) {
		const document = documents[name as RunDocument];
		if (document === null) continue;
		await mkdir(dirname(join(book, path)), { recursive: true });
		await writeFile(join(book, path), JSON.stringify(document));
	}
}
