import type { ReplayArray } from "../artifact.ts";
import type { ContextJoint, ReplayContext } from "../context.ts";
import type { linkageCodes } from "../report/linkage-codes.ts";
import { type Case, type Cases, declared, edited, given } from "./cases.ts";
import { evidenceOf, type Ledger, ledger } from "./ledger.ts";
import { bytes, floats, frames, publicBasics, texts } from "./sample.ts";

const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
const joint = (name: string, more: Partial<ContextJoint> = {}): ContextJoint => ({
	name,
	type: "revolute",
	...more,
});
const both = [joint("a_joint"), joint("b_joint")];

/** The sample, judged against something. */
const against = (context: ReplayContext, arrays: Record<string, ReplayArray | undefined> = {}): Case =>
	given(arrays, {}, context);
const joints = (...list: ContextJoint[]) => against({ model: { joints: list } });
const column = (...values: number[]) => floats([frames, 2], values);
const evidence = (change: Partial<Ledger> = {}) => evidenceOf({ ...ledger(), ...change });
const verified = { artifact_class: "physical-feedback-verified" } as const;
const { receipt, snapshot, dispatch, frame } = ledger();

/** Frames that claim to be verified, of these intents. */
const claims = (intents: readonly string[], state: ReplayArray = bytes([0, 4, 4, 0])) => ({
	verification_state: state,
	command_intent_id: texts(intents),
});

/** A second of motion at 50 Hz, q = sin(5t), with velocities that a function makes of the true ones. */
function swing(velocity: (truth: number, frame: number) => number): Case {
	const count = 51;
	const t = Float64Array.from({ length: count }, (_, i) => i / 50);
	const pair = (of: (time: number, frame: number) => number) =>
		floats(
			[count, 2],
			[...t].flatMap((time, i) => [of(time, i), 0]),
		);
	return given({
		t: floats([count], t),
		qj: pair((time) => Math.sin(5 * time)),
		dqj: pair((time, i) => velocity(5 * Math.cos(5 * time), i)),
		mode: texts(Array<string>(count).fill("high")),
		frame_id: texts(Array.from({ length: count }, (_, i) => `f-${i}`)),
	});
}

/** For each code of its table, inputs that give it. */
export const linkageCases: Cases<keyof typeof linkageCodes> = {
	"robot-id-conflict": [against({ robot: { id: "other" } }), against({ robot: { id: "" } })],
	"bridge-id-conflict": [against({ robot: { id: "tern", bridge: { id: "bridge-other" } } })],
	"joints-unreconcilable": [
		joints(joint("hip"), joint("knee")),
		joints(),
		given(
			{
				joint_name: texts(["a_joint", "x_joint", "y_joint"]),
				qj: floats([frames, 3], new Float64Array(12)),
				dqj: floats([frames, 3], new Float64Array(12)),
			},
			{ joint_type: ["revolute", "revolute", "revolute"] },
			{ model: { joints: both } },
		),
	],
	"replay-joint-not-in-urdf": [
		joints(joint("a_joint")),
		joints(joint("a_joint"), joint("B_joint", { type: "fixed" })),
	],
	"urdf-joint-not-in-replay": (["revolute", "continuous", "prismatic"] as const).map((type) =>
		joints(...both, joint("c_joint", { type }), joint("m", { mimic: { joint: "a_joint" } })),
	),
	"model-digest-differs": [against({ model: { digest: digest("1") } })],
	"model-digest-missing": [
		declared({ model_source_digest: undefined }),
		declared({ model_source_digest: "" }),
		given({}, { model_source_digest: "" }, { model: { digest: digest("1"), joints: both } }),
	],
	"joint-position-outside-limit": [
		joints(joint("a_joint", { upper: 0.29 }), joint("b_joint")),
		joints(joint("a_joint"), joint("b_joint", { lower: -0.499998 })),
		joints(joint("b_joint", { lower: -0.4, upper: 0.4 }), joint("a_joint", { lower: null, upper: 1 })),
	],
	"joint-velocity-outside-limit": [
		joints(joint("a_joint", { velocity: 1.9 }), joint("b_joint", { velocity: 3 })),
		against(
			{ model: { joints: [joint("a_joint", { velocity: 1 }), joint("b_joint")] } },
			{
				dqj: column(0, 0, -2, 1, Number.NaN, 2, Number.NaN, 3),
			},
		),
	],
	"velocity-unavailable": [
		given({ dqj: floats([frames, 2], Array<number>(8).fill(Number.NaN)) }),
		given({ dqj: floats([frames, 2], Array<number>(8).fill(0)) }),
		given({ dqj: column(0, Number.NaN, -0, 0, 0, 0, 0, Number.NaN) }),
	],
	"velocity-inconsistent": [
		swing((truth) => (truth * 180) / Math.PI),
		swing((truth) => -truth),
		swing((_, i) => (i === 0 ? 1e-9 : 0)),
		swing((truth, i) => (i % 3 === 0 ? Number.NaN : 10 * truth)),
		given({ qj: column(0, 0, 0, 0, 0, 0, 0, 0), dqj: column(3, 0, 3, 0, 3, 0, 3, 0) }),
	],
	"imu-missing": [
		given({ imu_angular_velocity: undefined }),
		given({ imu_angular_velocity: floats([frames, 3], Array<number>(12).fill(Number.NaN)) }),
	],
	"command-link-missing": [
		given({ command_intent_id: undefined }),
		given({ command_intent_id: texts(["", "", "", ""]) }),
	],
	"receipt-link-missing": [
		declared({ receipt_ids: undefined }),
		declared({ receipt_ids: [] }),
		declared({ receipt_ids: [""] }),
		given({}, { ...publicBasics, snapshot_ids: ["snapshot-1"] }, { profile: "private" }),
		given({}, { receipt_ids: [] }, { receipts: [{ ...receipt, robot_id: "other" }] }),
	],
	"feedback-missing": [
		declared({ snapshot_ids: undefined }),
		declared({ snapshot_ids: [] }),
		declared({ visibility: "public", snapshot_ids: undefined, receipt_ids: undefined }),
		against({ snapshots: [] }),
		against({ snapshots: [{ ...snapshot, snapshot_id: "snapshot-2" }] }),
	],
	"feedback-stale": [
		against({ snapshots: [snapshot], dispatches: [{ ...dispatch, created_at_ms: "1782000000092" }] }),
		against({ snapshots: [{ ...snapshot, physical_feedback_status: "stale" }] }),
		given(
			{},
			{ snapshot_ids: [] },
			{ snapshots: [{ ...snapshot, telemetry_captured_at_ms: "1" }], dispatches: [dispatch] },
		),
	],
	"verification-overclaimed": [
		declared(verified),
		given({}, verified, { receipts: [receipt] }),
		given({}, verified, evidence({ receipt: { ...receipt, status: "Failed" } })),
		given({}, { ...verified, robot_id: "heron" }, evidence()),
		given(claims(["intent-1", "", "", ""])),
		given(claims(["intent-1", "intent-1", "intent-1", ""])),
		given(claims(["", "intent-1", "intent-2", ""]), {}, evidence()),
		given({ verification_state: texts(["", "none", "verified", "none"]) }),
		given(claims(["", "intent-1", "", ""]), { artifact_class: "simulated" }, evidence()),
		given({}, verified, { ...evidence(), feedback: [] }),
		given({}, verified, { ...evidence(), feedback: [{ ...frame, errors: ["bus"] }] }),
		edited('"artifact_class":"recorded"', '"artifact_class":"physical-feedback-verified"'),
	],
	"annotation-unknown": [
		against({ annotations: [] }, { annotation_id: texts(["", "note-1", "note-1", ""]) }),
		against(
			{ annotations: [{ annotation_id: "note-2" }] },
			{ annotation_id: texts(["note-2", "", "n", ""]) },
		),
	],
	"contact-names-mismatch": [
		given({ planned_contact: bytes([0, 0, 0, 0]) }, { contact_names: ["left", "right"] }),
		given({ actual_contact: bytes(Array<number>(8).fill(0), [frames, 2]) }, { contact_names: ["left"] }),
		given({ actual_contact: bytes([0, 0, 0, 0]) }, { contact_names: [] }),
	],
	"telemetry-stale-span": [
		given({
			t: floats([frames], [0, 0.3, 0.6, 0.9]),
			qj: column(...Array(8).fill(0)),
			dqj: column(...Array(8).fill(0)),
		}),
		given({ t: floats([frames], [0, 0.02, 0.04, 0.3]) }),
		against({ robot: { limits: { telemetry_freshness_ms: 10 } } }),
	],
};
