import type { BridgeDispatch, ExecutionSnapshot, RunReceipt, TelemetryFrame } from "./ledger.ts";

/** Documents of a RoboBook that resolved: what a claim of verification can rest on. */
export interface LinkedEvidence {
	/** Receipts of runs. */
	readonly receipts: readonly RunReceipt[];
	/** Snapshots of what was observed after the runs. */
	readonly snapshots: readonly ExecutionSnapshot[];
	/** What the bridge said to the requests. */
	readonly dispatches: readonly BridgeDispatch[];
	/** The telemetry frames that the snapshots name as feedback; where absent, a snapshot's own word is taken for its frame. */
	readonly feedback?: readonly TelemetryFrame[];
}

/** Whether a run is verified, and if not, why: the first thing that is missing. */
export type Proof =
	| { readonly verified: true; readonly receipt: RunReceipt; readonly snapshot: ExecutionSnapshot }
	| { readonly verified: false; readonly reason: string };

/**
 * Whether documents prove that a robot did what it was asked to do.
 *
 * All of these must hold, for one receipt and one snapshot of this robot: the receipt is `Executed`; the bridge accepted
 * the request; the runtime's health was persisted and healthy; feedback was captured at or after the dispatch and
 * matched; the outcome was checked (`*-feedback-checked`, never `*-observed`). For a motion, the feedback frame echoes
 * the command and holds joints or IMU and no errors, where the frame is given.
 *
 * @param robotId the robot that must have run
 * @param intentId only receipts of this intent count, where given
 */
export function proveVerification(
	evidence: Partial<LinkedEvidence>,
	robotId: string,
	intentId?: string,
): Proof {
	throw new Error(`not built: ${robotId} ${intentId} ${Object.keys(evidence).length}`);
}
