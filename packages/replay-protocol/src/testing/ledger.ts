import type {
	BridgeDispatch,
	ExecutionSnapshot,
	ObservationSession,
	RunReceipt,
	TelemetryFrame,
} from "../evidence/ledger.ts";

/** Robot of the ledger. */
export const ledgerRobot = "tern";
/** Intent of the ledger's run. */
export const ledgerIntent = "intent-1";

/** The documents that prove one run; copies, so that a test may change them. */
export interface Ledger {
	readonly receipt: RunReceipt;
	readonly dispatch: BridgeDispatch;
	readonly snapshot: ExecutionSnapshot;
	readonly frame: TelemetryFrame;
}

/** A run that is verified: a walk, dispatched, answered 91 ms later. */
export function ledger(): Ledger {
	const intent = {
		intent_id: ledgerIntent,
		robot_id: ledgerRobot,
		capability: "control.high.walk",
		parameters: { x: "0.10", yaw: "0.00", duration_ms: "1000", gait: "slow" },
	};
	return {
		receipt: {
			receipt_id: "receipt-1",
			robot_id: ledgerRobot,
			bridge_id: "bridge-tern",
			intent,
			status: "Executed",
			started_at_ms: "1782000000000",
			ended_at_ms: "1782000001000",
		},
		dispatch: {
			dispatch_id: "dispatch-request-1",
			request_id: "request-1",
			bridge_id: "bridge-tern",
			robot_id: ledgerRobot,
			intent_id: ledgerIntent,
			receipt_id: "receipt-1",
			status: "Accepted",
			created_at_ms: "1782000000000",
		},
		snapshot: {
			snapshot_id: "snapshot-1",
			receipt_id: "receipt-1",
			receipt_status: "Executed",
			receipt_path: "runs/receipts/receipt-1.json",
			dispatch_path: "bridge-dispatches/dispatch-request-1.json",
			command_capability: intent.capability,
			bridge_request_id: "request-1",
			bridge_status: "Accepted",
			runtime_status: "healthy",
			runtime_health_persisted: true,
			telemetry_frame_id: "frame-1",
			telemetry_captured_at_ms: "1782000000091",
			physical_feedback_path: "runs/telemetry/sidecar-execution/frame-1.json",
			physical_feedback_status: "matched",
			physical_feedback_verified: true,
			command_outcome_status: "motion-feedback-checked",
			command_outcome_verified: true,
			captured_at_ms: "1782000000000",
		},
		frame: {
			frame_id: "frame-1",
			robot_id: ledgerRobot,
			bridge_id: "bridge-tern",
			captured_at_ms: "1782000000091",
			mode: "high",
			joints: [{ name: "a_joint", index: 0, position: 0.1, velocity: 0, torque: 0 }],
			operator_input: {
				command_capability: intent.capability,
				command_intent_id: ledgerIntent,
				command_bridge_request_id: "request-1",
				command_receipt_id: "receipt-1",
				command_x: "0.1",
				command_yaw: "0",
				command_duration_ms: "1000",
			},
			errors: [],
		},
	};
}

/** The ledger's documents as evidence. */
export function evidenceOf({ receipt, dispatch, snapshot, frame }: Ledger) {
	return { receipts: [receipt], dispatches: [dispatch], snapshots: [snapshot], feedback: [frame] };
}

/** A stopped session of four frames, as the sample replay's. */
export function session(): ObservationSession {
	const paths = [0, 1, 2, 3].map((index) => `runs/telemetry/session-1/f-${index}.json`);
	return {
		session_id: "session-1",
		robot_id: ledgerRobot,
		bridge_id: "bridge-tern",
		requested_by: { kind: "operator", id: "local" },
		status: "Stopped",
		started_at_ms: "1782000000000",
		stopped_at_ms: "1782000000060",
		telemetry_frame_count: paths.length,
		latest_frame_id: "f-3",
		receipt_id: "receipt-observe-1",
		artifact_paths: paths,
	};
}

/** Four frames, 20 ms apart. */
export function sessionFrames(): TelemetryFrame[] {
	return [0, 1, 2, 3].map((index) => ({
		frame_id: `f-${index}`,
		robot_id: ledgerRobot,
		bridge_id: "bridge-tern",
		captured_at_ms: String(1782000000000 + 20 * index),
		mode: "high",
		joints: [{ name: "a_joint", index: 0, position: index / 10, velocity: 5, torque: Number.NaN }],
		errors: [],
	}));
}
