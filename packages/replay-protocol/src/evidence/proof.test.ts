import { goldenAvailable, readGoldenJson } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import { evidenceOf, type Ledger, ledger, ledgerIntent, ledgerRobot } from "../testing/ledger.ts";
import { type Proof, proveVerification } from "./proof.ts";
import { type ProofReason, proofReasons } from "./proof-reasons.ts";

type Document = Record<string, unknown>;
/** What a change of a field gives: a reason, or null where the field proves nothing. */
type Outcome = ProofReason | null;

function prove(documents: Ledger, robot = ledgerRobot, intent?: string): ProofReason | null {
	return reasonOf(proveVerification(evidenceOf(documents), robot, intent));
}

function reasonOf(proof: Proof): ProofReason | null {
	return proof.verified ? null : proof.reason;
}

/** The ledger with one document's field changed; undefined removes it. */
function changed(documents: Ledger, path: string, value: unknown): Ledger {
	const copy = structuredClone(documents) as unknown as Document;
	const keys = path.split(".");
	const last = keys.pop() as string;
	const holder = keys.reduce<Document>((at, key) => at[key] as Document, copy);
	if (value === undefined) delete holder[last];
	else holder[last] = value;
	return copy as unknown as Ledger;
}

/** For every field of the four documents: what it gives when it says something else, of the same type. */
const truth: Readonly<Record<string, readonly (readonly [value: unknown, outcome: Outcome])[]>> = {
	"receipt.receipt_id": [["receipt-2", "no-snapshot"]],
	"receipt.robot_id": [["other", "robot-differs"]],
	"receipt.bridge_id": [["other", "dispatch-differs"]],
	"receipt.intent.intent_id": [["intent-2", "dispatch-differs"]],
	"receipt.intent.robot_id": [["other", "robot-differs"]],
	"receipt.intent.capability": [["control.high.run", "snapshot-differs"]],
	"receipt.intent.parameters.x": [["0.11", "echo-differs"]],
	"receipt.intent.parameters.yaw": [["-0.1", "echo-differs"]],
	"receipt.intent.parameters.duration_ms": [["1001", "echo-differs"]],
	"receipt.intent.parameters.gait": [["fast", null]],
	"receipt.status": ["Denied", "WaitingForApproval", "WaitingForDryRun", "ReadyForExecution", "Failed"].map(
		(status) => [status, "receipt-not-executed"] as const,
	),
	"receipt.started_at_ms": [
		["1", null],
		["1782000000091", null],
		["1782000000092", "feedback-before-run"],
		["9007199254740993", "feedback-before-run"],
	],
	"receipt.ended_at_ms": [["1", null]],
	"dispatch.dispatch_id": [["dispatch-2", null]],
	"dispatch.request_id": [["request-2", "no-dispatch"]],
	"dispatch.bridge_id": [["other", "dispatch-differs"]],
	"dispatch.robot_id": [["other", "dispatch-differs"]],
	"dispatch.intent_id": [["intent-2", "dispatch-differs"]],
	"dispatch.receipt_id": [["receipt-2", "dispatch-differs"]],
	"dispatch.status": [
		["Rejected", "bridge-not-accepted"],
		["Error", "bridge-not-accepted"],
	],
	"dispatch.created_at_ms": [
		["1782000000091", null],
		["1782000000092", "feedback-stale"],
		["9007199254740993", "feedback-stale"],
	],
	"snapshot.snapshot_id": [["snapshot-2", null]],
	"snapshot.receipt_id": [["receipt-2", "no-snapshot"]],
	"snapshot.receipt_status": [["Failed", "snapshot-differs"]],
	"snapshot.receipt_path": [["elsewhere.json", null]],
	"snapshot.dispatch_path": [["elsewhere.json", null]],
	"snapshot.command_capability": [["control.emergency.stop", "snapshot-differs"]],
	"snapshot.bridge_request_id": [["request-2", "no-dispatch"]],
	"snapshot.bridge_status": [
		["Rejected", "bridge-not-accepted"],
		["accepted", "bridge-not-accepted"],
	],
	"snapshot.runtime_status": [
		["bridge-unhealthy", "runtime-not-healthy"],
		["", "runtime-not-healthy"],
	],
	"snapshot.runtime_health_persisted": [[false, "runtime-not-healthy"]],
	"snapshot.telemetry_frame_id": [
		["frame-2", "no-feedback"],
		["", "feedback-not-matched"],
	],
	"snapshot.telemetry_captured_at_ms": [
		["1781999999999", "feedback-stale"],
		["1782000000092", "feedback-differs"],
	],
	"snapshot.physical_feedback_path": [
		["elsewhere.json", null],
		["", "feedback-not-matched"],
	],
	"snapshot.physical_feedback_status": [
		["missing", "feedback-not-matched"],
		["stale", "feedback-stale"],
	],
	"snapshot.physical_feedback_verified": [[false, "feedback-not-matched"]],
	"snapshot.command_outcome_status": [
		"failed",
		"incomplete",
		"unconfirmed",
		"feedback-invalid",
		"feedback-error",
		"feedback-stale",
		"feedback-observed",
		"motion-feedback-observed",
		"stop-feedback-observed",
		"observation-feedback-observed",
		"checked",
		"",
		"-feedback-checked",
		"failed-feedback-checked",
		"observation-feedback-checked",
		"xmotion-feedback-checked",
		"motion-feedback-checked ",
		"Motion-feedback-checked",
		"stop_feedback_checked",
	].map((status) => [status, "outcome-not-checked"] as const),
	"snapshot.command_outcome_verified": [[false, "outcome-not-checked"]],
	"snapshot.captured_at_ms": [["1", null]],
	"frame.frame_id": [["frame-2", "no-feedback"]],
	"frame.robot_id": [["other", "feedback-differs"]],
	"frame.bridge_id": [["other", "feedback-differs"]],
	"frame.captured_at_ms": [["1782000000090", "feedback-differs"]],
	"frame.mode": [["low", null]],
	"frame.joints": [[[], "feedback-empty"]],
	"frame.operator_input.command_capability": [["control.high.run", "echo-differs"]],
	"frame.operator_input.command_intent_id": [["intent-2", "echo-differs"]],
	"frame.operator_input.command_bridge_request_id": [["request-2", "echo-differs"]],
	"frame.operator_input.command_receipt_id": [["receipt-2", "echo-differs"]],
	"frame.operator_input.command_x": [
		["0.100", null],
		["1e-1", null],
		["+.1", null],
		["-0.1", "echo-differs"],
		["", "echo-differs"],
		["0.1 ", "echo-differs"],
	],
	"frame.operator_input.command_yaw": [
		["-0.0", null],
		["0x0", "echo-differs"],
		["", "echo-differs"],
	],
	"frame.operator_input.command_duration_ms": [
		["1000.0", null],
		["999", "echo-differs"],
	],
	"frame.errors": [[["bus"], "feedback-errors"]],
};

/** Fields without which the proof still stands; without any other it does not. */
const dispensable = new Set([
	"receipt.ended_at_ms",
	"receipt.intent.parameters.x",
	"receipt.intent.parameters.yaw",
	"receipt.intent.parameters.duration_ms",
	"receipt.intent.parameters.gait",
	"snapshot.receipt_path",
	"snapshot.dispatch_path",
	"snapshot.physical_feedback_path",
	"frame.errors",
]);

/** Reason when a whole document does not count, because a field that it must have is absent or of another type. */
const unreadable: Readonly<Record<string, ProofReason>> = {
	receipt: "no-receipt",
	dispatch: "no-dispatch",
	snapshot: "no-snapshot",
	frame: "no-feedback",
};

/** Paths of all values of a document but the elements of lists. */
function pathsOf(value: unknown, path: string): string[] {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return [path];
	return Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, `${path}.${key}`));
}

const paths = Object.entries(ledger()).flatMap(([name, document]) => pathsOf(document, name));

it("a whole ledger proves its run", () => {
	const documents = ledger();
	const { receipt, snapshot } = documents;
	for (const intent of [undefined, ledgerIntent]) {
		const proof = proveVerification(evidenceOf(documents), ledgerRobot, intent);
		expect(proof).toEqual({ verified: true, receipt, snapshot });
	}
});

describe("one field changed", () => {
	it("has a row for every field", () => {
		expect(Object.keys(truth).sort()).toEqual([...paths].sort());
	});

	const rows = Object.entries(truth).flatMap(([path, changes]) =>
		changes.map(([value, outcome]) => ({ path, value, outcome })),
	);
	it.each(rows)("$path is $value: $outcome", ({ path, value, outcome }) => {
		expect(prove(changed(ledger(), path, value))).toBe(outcome);
	});

	it("and every reason is met", () => {
		const met = new Set(rows.map(({ outcome }) => outcome));
		const others: ProofReason[] = ["no-receipt", "intent-differs", "echo-missing"];
		expect(Object.keys(proofReasons).filter((one) => !met.has(one as ProofReason))).toEqual(others);
	});
});

describe("one field absent", () => {
	it.each(paths)("%s", (path) => {
		const [document] = path.split(".");
		const echoed = path.startsWith("frame.operator_input.");
		const expected = dispensable.has(path) ? null : echoed ? "echo-missing" : unreadable[document];
		expect(prove(changed(ledger(), path, undefined))).toBe(expected);
	});

	it.each(["frame.operator_input"])("%s", (path) => {
		expect(prove(changed(ledger(), path, undefined))).toBe("echo-missing");
	});
});

describe("one field of another type", () => {
	it.each(paths)("%s", (path) => {
		expect(prove(changed(ledger(), path, { not: "this" }))).toBe(unreadable[path.split(".")[0]]);
	});

	it("times are exact beyond 2^53", () => {
		const late = changed(ledger(), "dispatch.created_at_ms", "9007199254740993");
		const even = changed(late, "snapshot.telemetry_captured_at_ms", "9007199254740992");
		expect(prove(changed(even, "frame.captured_at_ms", "9007199254740992"))).toBe("feedback-stale");
		const same = changed(late, "snapshot.telemetry_captured_at_ms", "9007199254740993");
		expect(prove(changed(same, "frame.captured_at_ms", "9007199254740993"))).toBe(null);
	});

	it("times of older writers are numbers", () => {
		expect(prove(changed(ledger(), "dispatch.created_at_ms", 1782000000091))).toBe(null);
		expect(prove(changed(ledger(), "dispatch.created_at_ms", 1782000000092))).toBe("feedback-stale");
	});
});

describe("documents", () => {
	const { receipt, dispatch, snapshot, frame } = ledger();
	const whole = evidenceOf(ledger());

	it("each is needed", () => {
		expect(reasonOf(proveVerification({}, ledgerRobot))).toBe("no-receipt");
		expect(reasonOf(proveVerification({ ...whole, receipts: [] }, ledgerRobot))).toBe("no-receipt");
		expect(reasonOf(proveVerification({ ...whole, snapshots: [] }, ledgerRobot))).toBe("no-snapshot");
		expect(reasonOf(proveVerification({ ...whole, dispatches: [] }, ledgerRobot))).toBe("no-dispatch");
		expect(reasonOf(proveVerification({ ...whole, feedback: [] }, ledgerRobot))).toBe("no-feedback");
	});

	it("a snapshot's word is taken for its frame where no frames are given", () => {
		const { feedback, ...rest } = whole;
		expect(feedback).toHaveLength(1);
		expect(reasonOf(proveVerification(rest, ledgerRobot))).toBe(null);
	});

	it("of another robot or intent never count", () => {
		expect(prove(ledger(), "other")).toBe("robot-differs");
		expect(prove(ledger(), ledgerRobot, "intent-2")).toBe("intent-differs");
		expect(prove(ledger(), ledgerRobot, "")).toBe("intent-differs");
	});

	it("one whole run among broken ones is enough, in any order", () => {
		const more = {
			receipts: [{ ...receipt, status: "Failed" as const }, receipt],
			snapshots: [{ ...snapshot, command_outcome_verified: false }, snapshot],
			dispatches: [{ ...dispatch, status: "Rejected" as const }, dispatch],
			feedback: [{ ...frame, errors: ["bus"] }, frame],
		};
		expect(reasonOf(proveVerification(more, ledgerRobot))).toBe(null);
		const reversed = Object.fromEntries(Object.entries(more).map(([key, list]) => [key, list.toReversed()]));
		expect(reasonOf(proveVerification(reversed, ledgerRobot))).toBe(null);
	});

	it("the reason is that of the run that came furthest", () => {
		const more = {
			...whole,
			receipts: [{ ...receipt, robot_id: "other" }, receipt, { ...receipt, status: "Failed" as const }],
			snapshots: [
				{ ...snapshot, runtime_status: "" },
				{ ...snapshot, physical_feedback_verified: false },
			],
		};
		expect(reasonOf(proveVerification(more, ledgerRobot))).toBe("feedback-not-matched");
	});

	it("parts of two runs prove neither", () => {
		const second = { ...receipt, receipt_id: "receipt-2" };
		const answered = { ...snapshot, receipt_id: "receipt-2", bridge_request_id: "request-2" };
		const mixed = { ...whole, receipts: [receipt, second], snapshots: [answered] };
		expect(reasonOf(proveVerification(mixed, ledgerRobot))).toBe("no-dispatch");
	});

	const imu = { orientation: [1, 0, 0, 0], angular_velocity: [0, 0, 0], linear_acceleration: [0, 0, 9.8] };

	it("an IMU alone is feedback too", () => {
		const still = { ...whole, feedback: [{ ...frame, joints: [], imu }] };
		expect(reasonOf(proveVerification(still, ledgerRobot))).toBe(null);
	});

	it.each([
		["without values", { orientation: [], angular_velocity: [], linear_acceleration: [] }],
		["without an orientation", { ...imu, orientation: [] }],
		["with an orientation of three", { ...imu, orientation: [1, 0, 0] }],
		["with a velocity of four", { ...imu, angular_velocity: [0, 0, 0, 0] }],
		["with one null", { ...imu, linear_acceleration: [0, null, 9.8] }],
		["with one NaN", { ...imu, angular_velocity: [0, 0, "NaN"] }],
		["with NaN only", { ...imu, orientation: Array(4).fill(Number.NaN) }],
	])("an IMU %s is none", (_, found) => {
		for (const joints of [[], [{ ...frame.joints[0], position: null }]]) {
			const still = { ...whole, feedback: [{ ...frame, joints, imu: found }] } as never;
			expect(reasonOf(proveVerification(still, ledgerRobot))).toBe("feedback-empty");
		}
	});

	it.each([null, "NaN", Number.NaN])(
		"joints whose positions are all %s are none; one that is not is enough",
		(none) => {
			const [joint] = frame.joints;
			const unmeasured = { ...joint, position: none, velocity: 1, torque: 1 };
			const proofOf = (joints: unknown[]) =>
				reasonOf(proveVerification({ ...whole, feedback: [{ ...frame, joints }] } as never, ledgerRobot));
			expect(proofOf([unmeasured, unmeasured])).toBe("feedback-empty");
			expect(proofOf([unmeasured, { ...joint, position: 0, velocity: null }])).toBe(null);
		},
	);

	it("a frame that was read already counts, values that were not measured too", () => {
		const joint = { ...frame.joints[0], torque: Number.NaN };
		expect(prove({ ...ledger(), frame: { ...frame, joints: [joint] } })).toBe(null);
	});

	it("numbers that no float holds are echoed as text", () => {
		const huge = changed(ledger(), "receipt.intent.parameters.x", "1e400");
		expect(prove(changed(huge, "frame.operator_input.command_x", "1e400"))).toBe(null);
		expect(prove(changed(huge, "frame.operator_input.command_x", "1e401"))).toBe("echo-differs");
	});

	it("a stop is echoed as a motion is", () => {
		const stop = "control.emergency.stop";
		let documents = changed(ledger(), "snapshot.command_outcome_status", "stop-feedback-checked");
		documents = changed(documents, "snapshot.command_capability", stop);
		documents = changed(documents, "receipt.intent.capability", stop);
		documents = changed(documents, "receipt.intent.parameters", {});
		expect(prove(documents)).toBe("echo-differs");
		documents = changed(documents, "frame.operator_input.command_capability", stop);
		expect(prove(documents)).toBe(null);
	});

	it("that are no documents are no proof, and no error", () => {
		for (const junk of [[null], [7], [[]], ["x", {}], new Array(2)]) {
			const evidence = { receipts: junk, snapshots: junk, dispatches: junk, feedback: junk } as never;
			expect(reasonOf(proveVerification(evidence, ledgerRobot))).toBe("no-receipt");
		}
	});
});

describe.skipIf(!goldenAvailable)("the golden ledger", () => {
	async function golden() {
		const file = (name: string) => readGoldenJson(`moonrobo/${name}.json`);
		const frames = (await file("frames/walk-24.telemetry-frames")) as Ledger["frame"][];
		return {
			receipt: (await file("ledger/run-receipt")) as Ledger["receipt"],
			dispatch: (await file("ledger/bridge-dispatch")) as Ledger["dispatch"],
			snapshot: (await file("ledger/task-execution-snapshot")) as Ledger["snapshot"],
			frame: frames[1],
			frames,
		};
	}
	const robot = "noetix-e1-lab-01";

	it("proves its run, with all frames, with the one, and without", async () => {
		const { frames, ...documents } = await golden();
		const { feedback, ...rest } = evidenceOf(documents);
		for (const evidence of [rest, { ...rest, feedback }, { ...rest, feedback: frames }]) {
			expect(reasonOf(proveVerification(evidence, robot, "intent-walk-golden"))).toBe(null);
		}
	});

	it("fails for every change that the own ledger fails for", async () => {
		const { frames, ...documents } = await golden();
		expect(frames).toHaveLength(24);
		// Its frames have an IMU, so that joints are not needed.
		const rows = Object.entries(truth).flatMap(([path, changes]) =>
			changes
				.filter(([, outcome]) => outcome !== null && path !== "frame.joints")
				.map(([value, outcome]) => ({ path, value, outcome })),
		);
		for (const { path, value, outcome } of rows) {
			const reason = prove(changed(documents, path, value), robot);
			expect(reason, `${path} = ${String(value)}`).toBe(outcome);
		}
	});
});
