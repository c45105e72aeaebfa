import { goldenAvailable, readGoldenJson } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import type { ReplayArray } from "../artifact.ts";
import type { ContextJoint, ReplayContext } from "../context.ts";
import type { ReplayBasics } from "../create.ts";
import { evidenceOf, ledger } from "../testing/ledger.ts";
import { bytes, floats, frames, publicBasics, sampleReplay, texts } from "../testing/sample.ts";
import { validateReplay } from "../validate.ts";

type Arrays = Readonly<Record<string, ReplayArray | undefined>>;

async function judged(context: ReplayContext, arrays: Arrays = {}, metadata: Partial<ReplayBasics> = {}) {
	const { diagnostics } = validateReplay(await sampleReplay(arrays, metadata), context);
	return diagnostics.map(({ code, path, params }) => ({ code, path, params }));
}

const joint = (name: string, more: Partial<ContextJoint> = {}): ContextJoint => ({
	name,
	type: "revolute",
	...more,
});
const modelOf = (...joints: ContextJoint[]): ReplayContext => ({ model: { joints } });
const column = (...values: number[]) => floats([frames, 2], values);

describe("the model", () => {
	it("may be the declared one, with more joints that do not move by themselves", async () => {
		const others = [
			joint("weld", { type: "fixed" }),
			joint("base", { type: "floating" }),
			joint("slide", { type: "planar" }),
			joint("finger", { mimic: { joint: "a_joint", multiplier: -1 } }),
		];
		const alone = { mimic: null };
		const joints = [...others, joint("b_joint", alone), joint("a_joint", alone)];
		const digest = `sha256:${"0".repeat(64)}`;
		expect(await judged({ model: { digest, joints } })).toEqual([]);
		expect(await judged({ model: { digest } })).toEqual([]);
	});

	it("is fitted by name, not by index", async () => {
		// a_joint ends at 0.3 and b_joint at -0.5 .. 0.5.
		const context = modelOf(joint("b_joint", { lower: -0.5, upper: 0.5 }), joint("a_joint", { upper: 0.25 }));
		expect(await judged(context)).toEqual([
			{
				code: "joint-position-outside-limit",
				path: "/arrays/qj",
				params: { joint: "a_joint", frames: 1, max_excess: expect.closeTo(0.05, 12) },
			},
		]);
	});

	it("has limits with a slack of 1e-6, and none where there is none", async () => {
		const limits = (upper: number) => judged(modelOf(joint("a_joint", { upper }), joint("b_joint")));
		expect(await limits(0.3 - 0.9e-6)).toEqual([]);
		expect(await limits(0.3 - 1.1e-6)).toHaveLength(1);
		const free = { lower: 0, upper: 0, velocity: 0 };
		const turning = joint("a_joint", { ...free, type: "continuous" });
		expect(await judged(modelOf(turning, joint("b_joint", { lower: null, upper: null })))).toEqual([]);
		expect(await judged(modelOf(joint("a_joint", { lower: 0.05 }), joint("b_joint")))).toHaveLength(1);
	});

	it("counts frames and excess of both directions and of speed", async () => {
		const qj = column(-2, 0, 2, 0, 3, 0, 0, 0);
		const dqj = column(-4, 0, 4.5, 0, 3, 0, Number.NaN, 0);
		const context = modelOf(joint("a_joint", { lower: -1, upper: 1, velocity: 3 }), joint("b_joint"));
		const found = (await judged(context, { qj, dqj })).filter(({ code }) => code.startsWith("joint-"));
		expect(found.map(({ params }) => params)).toEqual([
			{ joint: "a_joint", frames: 3, max_excess: 2 },
			{ joint: "a_joint", frames: 2, max_excess: 1.5 },
		]);
	});

	it("fits half of the joints at least", async () => {
		const codes = async (...names: string[]) => {
			const found = await judged(modelOf(...names.map((name) => joint(name))));
			return new Set(found.map(({ code }) => code));
		};
		expect(await codes("a_joint", "other")).not.toContain("joints-unreconcilable");
		expect(await codes("other")).toContain("joints-unreconcilable");
	});
});

describe("the robot", () => {
	it("may be the replay's, or say nothing", async () => {
		expect(await judged({ robot: { id: "tern", bridge: { id: "bridge-tern" } } })).toEqual([]);
		expect(await judged({ robot: {} })).toEqual([]);
		expect(await judged({ robot: { id: "heron", bridge: { id: "other" } } })).toEqual([
			{ code: "robot-id-conflict", path: "/metadata/robot_id", params: { expected: "heron", found: "tern" } },
			{
				code: "bridge-id-conflict",
				path: "/metadata/bridge_id",
				params: { expected: "other", found: "bridge-tern" },
			},
		]);
	});
});

describe("pauses", () => {
	it("that follow each other are one span, those apart are two", async () => {
		const t = floats([8], [0, 0.3, 0.6, 0.61, 0.62, 1, 1.01, 1.02]);
		const rest = { qj: floats([8, 2], Array(16).fill(0)), dqj: floats([8, 2], Array(16).fill(0)) };
		const labels = { mode: texts(Array(8).fill("high")), frame_id: texts([..."abcdefgh"]) };
		const found = await judged({}, { t, ...rest, ...labels });
		expect(found.filter(({ code }) => code === "telemetry-stale-span")).toEqual([
			{ code: "telemetry-stale-span", path: "/arrays/t/1", params: { from_t: 0, to_t: 0.6 } },
			{ code: "telemetry-stale-span", path: "/arrays/t/5", params: { from_t: 0.62, to_t: 1 } },
		]);
	});

	it("of exactly the limit are none, whatever decimals make of them", async () => {
		const rest = { qj: column(...Array(8).fill(0)), dqj: column(...Array(8).fill(0)) };
		for (const times of [
			[0, 0.25, 0.5, 0.75],
			[0, 0.05, 0.3, 0.55],
			[0, 0.1, 0.35, 0.6],
		]) {
			expect(await judged({}, { t: floats([4], times), ...rest })).toEqual([]);
		}
	});
});

describe("links", () => {
	it("may come from the context", async () => {
		const { receipts, snapshots } = evidenceOf(ledger());
		const none = { receipt_ids: [], snapshot_ids: [] };
		expect(await judged({ receipts, snapshots }, {}, none)).toEqual([]);
		expect((await judged({}, {}, none)).map(({ code }) => code)).toEqual([
			"receipt-link-missing",
			"feedback-missing",
		]);
	});

	it("of a public replay are asked for where it is judged as private only", async () => {
		const codes = async (context: ReplayContext) =>
			(await judged(context, {}, publicBasics)).map(({ code }) => code);
		expect(await codes({})).toEqual(["feedback-missing"]);
		expect(await codes({ profile: "public" })).toEqual(["feedback-missing"]);
		expect(await codes({ profile: "private" })).toEqual(["receipt-link-missing", "feedback-missing"]);
	});

	it("are stale only where the snapshot is linked", async () => {
		const { snapshot, dispatch } = ledger();
		const stale = { ...snapshot, snapshot_id: "snapshot-2", telemetry_captured_at_ms: "1" };
		expect(await judged({ snapshots: [snapshot, stale], dispatches: [dispatch] })).toEqual([]);
	});
});

describe("claims of verification", () => {
	const claim = { artifact_class: "physical-feedback-verified" } as const;
	const states = { verification_state: bytes([0, 4, 4, 0]) };

	it("stand where the documents prove them", async () => {
		const evidence = evidenceOf(ledger());
		expect(await judged(evidence, states, claim)).toEqual([]);
		expect(await judged(evidence, { ...states, command_intent_id: texts(["intent-2", "", "", ""]) })).toEqual(
			[],
		);
		const words = { verification_state: texts(["", "verified", "verified", ""]) };
		expect(await judged(evidence, words)).toEqual([]);
	});

	it("are named by place and reason, each intent once", async () => {
		const { receipt, ...rest } = ledger();
		const evidence = evidenceOf({ ...rest, receipt: { ...receipt, status: "Failed" } });
		const intents = { command_intent_id: texts(["", "intent-1", "intent-1", "intent-2"]) };
		const found = await judged(evidence, { verification_state: bytes([4, 4, 4, 4]), ...intents }, claim);
		expect(found.map(({ path, params }) => [path, params["reason"]])).toEqual([
			["/metadata/artifact_class", "receipt-not-executed"],
			["/arrays/verification_state/0", "receipt-not-executed"],
			["/arrays/verification_state/1", "receipt-not-executed"],
			["/arrays/verification_state/3", "intent-differs"],
		]);
	});

	it("of many intents cost no proof each", async () => {
		const count = 20_000;
		const rest = {
			qj: floats([count, 2], Array(2 * count).fill(0)),
			dqj: floats([count, 2], Array(2 * count).fill(0)),
		};
		const replay = await sampleReplay({
			t: floats(
				[count],
				Array.from({ length: count }, (_, i) => i / 50),
			),
			...rest,
			mode: texts(Array(count).fill("high")),
			frame_id: texts(Array.from({ length: count }, (_, i) => `f-${i}`)),
			command_intent_id: texts(Array.from({ length: count }, (_, i) => `intent-${i + 1}`)),
			verification_state: bytes(Array(count).fill(4)),
		});
		const { receipt, ...others } = ledger();
		const receipts = Array.from({ length: 2000 }, (_, i) => ({ ...receipt, receipt_id: `receipt-${i + 1}` }));
		const { diagnostics } = validateReplay(replay, { ...evidenceOf({ receipt, ...others }), receipts });
		expect(diagnostics.map(({ code }) => code)).toEqual(Array(20).fill("verification-overclaimed"));
		expect(diagnostics[19].params["suppressed"]).toBe(count - 1 - 20);
	}, 20_000);

	it.skipIf(!goldenAvailable)("stand with the golden ledger as it lies in its book", async () => {
		const document = async (name: string) => [await readGoldenJson(`moonrobo/${name}.json`)] as never;
		const evidence: ReplayContext = {
			receipts: await document("ledger/run-receipt"),
			dispatches: await document("ledger/bridge-dispatch"),
			snapshots: await document("ledger/task-execution-snapshot"),
			feedback: (await readGoldenJson("moonrobo/frames/walk-24.telemetry-frames.json")) as never,
		};
		const golden = { ...claim, robot_id: "noetix-e1-lab-01", snapshot_ids: ["task-execution-golden"] };
		const intents = { command_intent_id: texts(Array(frames).fill("intent-walk-golden")) };
		expect(await judged(evidence, { ...states, ...intents }, golden)).toEqual([]);
		const other = await judged(evidence, { ...states, ...intents }, { ...golden, robot_id: "tern" });
		expect(other.map(({ params }) => params["reason"])).toEqual(["robot-differs", "robot-differs"]);
	});
});
