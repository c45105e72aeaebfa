import type * as z from "zod/mini";
import { checkKeys, type Kind, kinds } from "../options.ts";
import { echoFault } from "./command-echo.ts";
import {
	type BridgeDispatch,
	bridgeDispatchSchema,
	type ExecutionSnapshot,
	executionSnapshotSchema,
	type RunReceipt,
	runReceiptSchema,
	type TelemetryFrame,
	telemetryFrameSchema,
} from "./ledger.ts";
import { type ProofReason, proofReasons } from "./proof-reasons.ts";

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
export type Proof = Proved | NotProved;

/** A run that documents prove. */
export interface Proved {
	/** Tells it from {@link NotProved}. */
	readonly verified: true;
	/** The executed receipt. */
	readonly receipt: RunReceipt;
	/** The snapshot that names it. */
	readonly snapshot: ExecutionSnapshot;
	/** Nothing is missing. */
	readonly reason?: never;
}

/** A run that nothing proves. */
export interface NotProved {
	/** Tells it from {@link Proved}. */
	readonly verified: false;
	/** The first thing that is missing. */
	readonly reason: ProofReason;
	/** No receipt proves it. */
	readonly receipt?: never;
	/** No snapshot proves it. */
	readonly snapshot?: never;
}

/**
 * Whether documents prove that a robot did what it was asked to do.
 *
 * All of these must hold, for one receipt and one snapshot of this robot: the receipt is `Executed`; the bridge accepted
 * the request, as the dispatch and the snapshot say; the runtime's health was persisted and healthy; feedback was
 * captured at or after the dispatch and the receipt's start, and matched; the outcome was checked
 * (`motion-feedback-checked` or `stop-feedback-checked`, and no other word). Where feedback frames are given, the
 * snapshot's must be among them: of the same robot, bridge and time, without errors, with a joint that has a finite
 * position or a whole IMU, and with an echo of the command.
 *
 * Documents are read by their schemas, and one that is not what it claims does not count. Where several runs could be
 * the proof, one that is whole is enough; the reason is that of the run that came furthest. Source: MoonRobo's execution
 * proof, see `EVIDENCE.md`.
 *
 * @param robotId the robot that must have run
 * @param intentId only receipts of this intent count, where given
 * @throws TypeError for evidence that is no object, has an unknown key or a value that is no list, and for ids that are no text
 */
export function proveVerification(
	evidence: Partial<LinkedEvidence>,
	robotId: string,
	intentId?: string,
): Proof {
	checkEvidence(evidence);
	checkKeys(
		"argument",
		{ robotId: robotId ?? null, intentId },
		{ robotId: kinds.text, intentId: kinds.text },
	);
	return proveResolved(resolveEvidence(evidence), robotId, intentId);
}

/** Checks the keys of evidence, and that each value is a list; what the documents say is read by their schemas. */
function checkEvidence(evidence: unknown): void {
	const known = { receipts: kinds.list, snapshots: kinds.list, dispatches: kinds.list, feedback: kinds.list };
	checkKeys("evidence", evidence, known satisfies Record<keyof LinkedEvidence, Kind>);
}

/** Keeps the documents that their schemas read. */
export function resolveEvidence(evidence: Partial<LinkedEvidence>): LinkedEvidence {
	const { feedback } = evidence;
	return {
		receipts: readable(runReceiptSchema, evidence.receipts),
		snapshots: readable(executionSnapshotSchema, evidence.snapshots),
		dispatches: readable(bridgeDispatchSchema, evidence.dispatches),
		...(feedback !== undefined && { feedback: readable(telemetryFrameSchema, feedback) }),
	};
}

function readable<Schema extends z.ZodMiniType>(schema: Schema, documents: unknown): z.output<Schema>[] {
	if (!Array.isArray(documents)) return [];
	return documents.flatMap((document) => {
		const { data, success } = schema.safeParse(document);
		return success ? [data] : [];
	});
}

/** {@link proveVerification} for documents that were read already. */
export function proveResolved(evidence: LinkedEvidence, robotId: string, intentId?: string): Proof {
	let furthest: ProofReason = "no-receipt";
	for (const receipt of evidence.receipts) {
		const fault = receiptFault(receipt, robotId, intentId);
		const proof: Proof = fault === null ? proveRun(receipt, evidence) : { verified: false, reason: fault };
		if (proof.verified) return proof;
		furthest = further(furthest, proof.reason);
	}
	return { verified: false, reason: furthest };
}

function receiptFault(receipt: RunReceipt, robotId: string, intentId?: string): ProofReason | null {
	if (receipt.robot_id !== robotId || receipt.intent.robot_id !== robotId) return "robot-differs";
	if (intentId !== undefined && receipt.intent.intent_id !== intentId) return "intent-differs";
	return receipt.status === "Executed" ? null : "receipt-not-executed";
}

/** Looks for a snapshot and a dispatch that complete an executed receipt. */
function proveRun(receipt: RunReceipt, evidence: LinkedEvidence): Proof {
	let furthest: ProofReason = "no-snapshot";
	for (const snapshot of evidence.snapshots) {
		if (snapshot.receipt_id !== receipt.receipt_id) continue;
		const requests = evidence.dispatches.filter((one) => one.request_id === snapshot.bridge_request_id);
		if (requests.length === 0) {
			furthest = further(furthest, snapshotFault(receipt, snapshot) ?? "no-dispatch");
		}
		for (const dispatch of requests) {
			const fault = runFault({ receipt, snapshot, dispatch }, evidence);
			if (fault === null) return { verified: true, receipt, snapshot };
			furthest = further(furthest, fault);
		}
	}
	return { verified: false, reason: furthest };
}

/** Documents that tell of one run. */
interface Run {
	readonly receipt: RunReceipt;
	readonly snapshot: ExecutionSnapshot;
	readonly dispatch: BridgeDispatch;
}

/** The first thing that a run lacks; null where it is proved. */
function runFault(run: Run, { feedback }: LinkedEvidence): ProofReason | null {
	const { receipt, snapshot } = run;
	return (
		snapshotFault(receipt, snapshot) ??
		dispatchFault(run) ??
		runtimeFault(snapshot) ??
		snapshotFeedbackFault(run) ??
		(feedback === undefined ? null : frameFault(run, feedback))
	);
}

function snapshotFault(receipt: RunReceipt, snapshot: ExecutionSnapshot): ProofReason | null {
	const same =
		snapshot.receipt_status === receipt.status && snapshot.command_capability === receipt.intent.capability;
	return same ? null : "snapshot-differs";
}

function dispatchFault({ receipt, snapshot, dispatch }: Run): ProofReason | null {
	const same =
		dispatch.robot_id === receipt.robot_id &&
		dispatch.bridge_id === receipt.bridge_id &&
		dispatch.receipt_id === receipt.receipt_id &&
		dispatch.intent_id === receipt.intent.intent_id;
	if (!same) return "dispatch-differs";
	const accepted = dispatch.status === "Accepted" && snapshot.bridge_status === "Accepted";
	return accepted ? null : "bridge-not-accepted";
}

function runtimeFault(snapshot: ExecutionSnapshot): ProofReason | null {
	const healthy = snapshot.runtime_health_persisted && snapshot.runtime_status === "healthy";
	return healthy ? null : "runtime-not-healthy";
}

/** Words of an outcome that was checked against feedback. */
const checkedOutcomes: readonly string[] = ["motion-feedback-checked", "stop-feedback-checked"];

function snapshotFeedbackFault({ receipt, snapshot, dispatch }: Run): ProofReason | null {
	if (snapshot.physical_feedback_status === "stale") return "feedback-stale";
	const matched = snapshot.physical_feedback_status === "matched" && snapshot.physical_feedback_verified;
	const named = snapshot.telemetry_frame_id !== "" && snapshot.physical_feedback_path !== "";
	if (!matched || !named) return "feedback-not-matched";
	if (isFeedbackStale(snapshot, dispatch)) return "feedback-stale";
	if (BigInt(snapshot.telemetry_captured_at_ms) < BigInt(receipt.started_at_ms)) return "feedback-before-run";
	const checked = checkedOutcomes.includes(snapshot.command_outcome_status);
	return checked && snapshot.command_outcome_verified ? null : "outcome-not-checked";
}

/** Whether a snapshot's feedback was captured before its command was dispatched. */
export function isFeedbackStale(snapshot: ExecutionSnapshot, dispatch: BridgeDispatch): boolean {
	return BigInt(snapshot.telemetry_captured_at_ms) < BigInt(dispatch.created_at_ms);
}

/** What the telemetry frame that a snapshot names lacks. */
function frameFault(run: Run, feedback: readonly TelemetryFrame[]): ProofReason | null {
	const { receipt, snapshot } = run;
	const named = feedback.filter((frame) => frame.frame_id === snapshot.telemetry_frame_id);
	let furthest: ProofReason = "no-feedback";
	for (const frame of named) {
		const same =
			frame.robot_id === receipt.robot_id &&
			frame.bridge_id === receipt.bridge_id &&
			BigInt(frame.captured_at_ms) === BigInt(snapshot.telemetry_captured_at_ms);
		const fault = same ? (contentFault(frame) ?? echoFault(frame, receipt, snapshot)) : "feedback-differs";
		if (fault === null) return null;
		furthest = further(furthest, fault);
	}
	return furthest;
}

function contentFault(frame: TelemetryFrame): ProofReason | null {
	if ((frame.errors ?? []).length > 0) return "feedback-errors";
	const isMeasured = frame.joints.some(({ position }) => Number.isFinite(position)) || isWhole(frame.imu);
	return isMeasured ? null : "feedback-empty";
}

/** Whether an IMU measured all that it does: a quaternion and two vectors, each of finite numbers. */
function isWhole(imu: TelemetryFrame["imu"]): boolean {
	if (imu === undefined) return false;
	const { orientation, angular_velocity, linear_acceleration } = imu;
	return [
		{ vector: orientation, size: 4 },
		{ vector: angular_velocity, size: 3 },
		{ vector: linear_acceleration, size: 3 },
	].every(({ vector, size }) => vector.length === size && vector.every(Number.isFinite));
}

const order = Object.keys(proofReasons);

/** The reason that is found later. */
function further(one: ProofReason, other: ProofReason): ProofReason {
	return order.indexOf(other) > order.indexOf(one) ? other : one;
}
