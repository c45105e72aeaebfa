import { proofReasons } from "../evidence/proof-reasons.ts";
import { type DiagnosticDefinition, define } from "./define-code.ts";

/** What a claim of verification lacks, by the word of the proof. */
const overclaims = Object.fromEntries(
	Object.entries(proofReasons).map(([word, meaning]) => [
		word,
		`the class or a verification_state says verified, and nothing proves it: ${meaning.replaceAll("`", "")}`,
	]),
);

/** Identity, model and linkage: whether the replay fits the robot, its model and the evidence around it. */
export const linkageCodes = {
	"robot-id-conflict": define(
		"blocking",
		"the replay is of another robot than the selected one",
		["expected", "found"],
		"Select the robot that was recorded, or retarget the replay.",
	),
	"bridge-id-conflict": define(
		"advisory",
		"the replay came through another bridge than the robot's profile names",
		["expected", "found"],
		"Check which bridge recorded it.",
	),
	"joints-unreconcilable": define(
		"blocking",
		"fewer than half of the replay's joints, or none, are in the selected model",
		["mapped", "total"],
		"Select the model of the recorded robot, or retarget the replay.",
		["replay-joint-not-in-urdf", "urdf-joint-not-in-replay"],
	),
	"replay-joint-not-in-urdf": define(
		"advisory",
		"a joint of the replay is not in the selected model, and is not drawn",
		["joint"],
		"Check the joint's name against the model.",
	),
	"urdf-joint-not-in-replay": define(
		"advisory",
		"a movable joint of the model, other than a mimic, has no data in the replay",
		["joint"],
		"Export the joint too; until then it is drawn at its neutral position and listed as unmapped.",
	),
	"model-digest-differs": define(
		"advisory",
		"the replay was made with another version of the model than the selected one",
		["declared", "selected"],
		"Select the model with the declared digest, or check what changed.",
	),
	"model-digest-missing": define(
		"advisory",
		"the metadata declares no model digest, so nothing ties the replay to a model",
		[],
		"Write model_source_digest, the SHA-256 of the model file's bytes; retargeting needs it.",
	),
	"joint-position-outside-limit": define(
		"advisory",
		"a recorded joint position is beyond the model's limit by more than 1e-6",
		["joint", "frames", "max_excess"],
		"Check the joint's zero and unit, and the limits in the model.",
	),
	"joint-velocity-outside-limit": define(
		"advisory",
		"a recorded joint velocity is beyond the model's limit by more than 1e-6",
		["joint", "frames", "max_excess"],
		"Check the joint's unit, and the limit in the model.",
	),
	"velocity-unavailable": define(
		"advisory",
		"velocities were not measured: all are NaN (reason all-nan), or all are 0 or NaN while positions change (all-zero)",
		["reason"],
		"Record joint velocities; write NaN where there are none, never 0.",
		[],
		undefined,
		{
			"all-nan": "velocities were not measured: all are NaN",
			"all-zero": "velocities were not measured: all are 0 or NaN while positions change",
		},
	),
	"velocity-inconsistent": define(
		"advisory",
		"a joint's velocities do not fit the differences of its positions: in more than half of the steps they are apart by more than a quarter of the joint's range of velocities, and by more than its noise",
		["joint"],
		"Check the unit and the joint order of dqj.",
	),
	"imu-missing": define(
		"advisory",
		"none of the IMU arrays has a measured row",
		[],
		"Export the IMU arrays, if the robot has an IMU.",
	),
	"command-link-missing": define(
		"advisory",
		"no frame names a command intent",
		[],
		"Export command_intent_id, so that motion can be traced to what was asked for.",
	),
	"receipt-link-missing": define(
		"advisory",
		"a private replay names no receipt, and no receipt of its robot was given to judge it by",
		[],
		"Write metadata.receipt_ids, or link the replay to its receipt.",
	),
	"feedback-missing": define(
		"advisory",
		"no feedback snapshot is linked to the replay, or none that resolves where snapshots are given",
		[],
		"Link the replay to the execution snapshot of its receipt, or write metadata.snapshot_ids.",
	),
	"feedback-stale": define(
		"advisory",
		"a linked feedback snapshot says that its feedback is stale, or the feedback was captured before its command was dispatched",
		["snapshot_id"],
		"Capture feedback after the dispatch; older feedback proves nothing.",
	),
	"verification-overclaimed": define(
		"blocking",
		"the class or a verification_state says verified, without an executed receipt and a verified snapshot of the same robot, and of the frame's intent where it names one, that both resolve; a simulation is never verified (reason simulated)",
		["reason"],
		"Declare what the artifact is by how it was made; verification comes from linking receipt and snapshot. The reasons are in EVIDENCE.md.",
		[],
		undefined,
		{
			...overclaims,
			simulated: "the class or a verification_state says verified, and a simulation is never verified",
		},
	),
	"annotation-unknown": define(
		"advisory",
		"an annotation id is not among the given annotations",
		["annotation_id"],
		"Export the annotations with the replay, or leave the id out.",
	),
	"contact-names-mismatch": define(
		"blocking",
		"the number of contact names is not the number of contacts",
		["expected", "found"],
		"Name each contact column once in metadata.contact_names.",
	),
	"telemetry-stale-span": define(
		"advisory",
		"telemetry paused for longer than the freshness limit; pauses that follow each other are one span",
		["from_t", "to_t"],
		"Check the recorder; playback shows the span as stale.",
		["time-gap"],
	),
} as const satisfies Record<string, DiagnosticDefinition>;
