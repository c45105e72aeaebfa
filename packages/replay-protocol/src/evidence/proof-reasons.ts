/** Why documents do not prove a run, in the order in which they are looked at. The words never change meaning. */
export const proofReasons = {
	"no-receipt": "no receipt resolves",
	"robot-differs": "the receipt, or the intent in it, is of another robot",
	"intent-differs": "the receipt is of another intent",
	"receipt-not-executed": "the receipt is not `Executed`",
	"no-snapshot": "no execution snapshot names the receipt",
	"snapshot-differs": "the snapshot tells another status or capability than its receipt",
	"no-dispatch": "no dispatch of the snapshot's request resolves",
	"dispatch-differs": "the dispatch is of another robot, bridge, receipt or intent than the receipt",
	"bridge-not-accepted": "the dispatch or the snapshot does not say that the bridge accepted the request",
	"runtime-not-healthy": "the runtime's health was not persisted, or is not `healthy`",
	"feedback-not-matched": "the snapshot names no feedback, or its feedback is not matched and verified",
	"feedback-stale": "the feedback was captured before the dispatch",
	"feedback-before-run": "the feedback was captured before the run of the receipt started",
	"outcome-not-checked": "the command's outcome was only observed or not confirmed, and not checked",
	"no-feedback": "the telemetry frame that the snapshot names does not resolve",
	"feedback-differs": "the feedback frame is of another robot, bridge or time than the snapshot says",
	"feedback-errors": "the feedback frame tells of errors",
	"feedback-empty":
		"the feedback frame measured nothing: no joint has a finite position, and no IMU is whole",
	"echo-missing": "the feedback frame does not repeat the command: a key of its operator input is absent",
	"echo-differs": "the feedback frame repeats another command",
} as const;

/** A word of {@link proofReasons}. */
export type ProofReason = keyof typeof proofReasons;
