import type { FloatArray } from "../artifact.ts";
import type { ReplayContext } from "../context.ts";
import type { ExecutionSnapshot } from "../evidence/ledger.ts";
import { isFeedbackStale, type LinkedEvidence } from "../evidence/proof.ts";
import { arrayPath, type Findings } from "../report/findings.ts";
import type { JudgedContent } from "./judge-context.ts";

/** What links are judged against. */
interface LinkRules {
	readonly context: ReplayContext;
	readonly evidence: LinkedEvidence;
}

const imuArrays = ["imu_orientation", "imu_angular_velocity", "imu_linear_acceleration"] as const;

/** Judges what the replay links to: sensors, commands, receipts, feedback, notes. */
export function judgeLinks(content: JudgedContent, rules: LinkRules, findings: Findings): void {
	const { sound, faulty } = content.structure;
	if (!imuArrays.some((name) => faulty.has(name) || hasMeasuredRow(sound[name]))) {
		findings.add("imu-missing", { path: arrayPath("imu_orientation") });
	}
	const intents = sound.command_intent_id?.data ?? [];
	if (!faulty.has("command_intent_id") && !intents.some((id) => id !== "")) {
		findings.add("command-link-missing", { path: arrayPath("command_intent_id") });
	}
	judgeReceipts(content, rules, findings);
	judgeFeedback(content, rules, findings);
	judgeNotes(content, rules.context.annotations, findings);
}

function hasMeasuredRow(array: FloatArray | undefined): boolean {
	if (array === undefined) return false;
	const { data, shape } = array;
	const width = shape[1];
	for (let at = 0, run = 0; at < data.length; at++) {
		if (at % width === 0) run = 0;
		if (Number.isFinite(data[at]) && ++run === width) return true;
	}
	return false;
}

/** A private replay names its receipts, or is judged with one of its robot. */
function judgeReceipts(
	{ metadata }: JudgedContent,
	{ context, evidence }: LinkRules,
	findings: Findings,
): void {
	const isPublic = (context.profile ?? metadata.visibility) === "public";
	const named = (metadata.receipt_ids ?? []).some((id) => id !== "");
	const linked = evidence.receipts.some((receipt) => receipt.robot_id === metadata.robot_id);
	if (!isPublic && !named && !linked) {
		findings.add("receipt-link-missing", { path: "/metadata/receipt_ids" });
	}
}

/** Snapshots that are linked: those that the metadata names, among those that resolve where any are given. */
function judgeFeedback(
	{ metadata }: JudgedContent,
	{ context, evidence }: LinkRules,
	findings: Findings,
): void {
	const path = "/metadata/snapshot_ids";
	const named = (metadata.snapshot_ids ?? []).filter((id) => id !== "");
	const isLinked = ({ snapshot_id }: ExecutionSnapshot) => named.length === 0 || named.includes(snapshot_id);
	const linked = evidence.snapshots.filter(isLinked);
	const count = context.snapshots === undefined ? named.length : linked.length;
	if (count === 0) findings.add("feedback-missing", { path });
	for (const snapshot of linked) {
		if (!isStale(snapshot, evidence)) continue;
		findings.add("feedback-stale", { path, params: { snapshot_id: snapshot.snapshot_id } });
	}
}

function isStale(snapshot: ExecutionSnapshot, { dispatches }: LinkedEvidence): boolean {
	const requests = dispatches.filter((one) => one.request_id === snapshot.bridge_request_id);
	return (
		snapshot.physical_feedback_status === "stale" ||
		requests.some((dispatch) => isFeedbackStale(snapshot, dispatch))
	);
}

/** Notes that frames name resolve, where the notes are given; each unknown one is reported once. */
function judgeNotes(
	{ structure }: JudgedContent,
	annotations: ReplayContext["annotations"],
	findings: Findings,
): void {
	const ids = structure.sound.annotation_id?.data;
	if (annotations === undefined || ids === undefined) return;
	const known = new Set(["", ...annotations.map((annotation) => annotation.annotation_id)]);
	for (let frame = 0; frame < ids.length; frame++) {
		const annotation_id = ids[frame];
		if (known.has(annotation_id)) continue;
		known.add(annotation_id);
		const path = arrayPath("annotation_id", frame);
		findings.add("annotation-unknown", { path, params: { annotation_id } });
	}
}
