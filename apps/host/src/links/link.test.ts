import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createReplay, type ReplayBasics, type ReplayFields, writeReplay } from "@hindcast/replay-protocol";
import {
	evidenceSummarySchema,
	linkResponseSchema,
	replayDetailSchema,
	replayListSchema,
} from "@hindcast/replay-protocol/http";
import { goldenAvailable, readGoldenJson, readGoldenText } from "@hindcast/tooling/golden";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Of } from "../storage/digest-cache.ts";
import { exportRequest, makeReplay, profile, replayBytes } from "../testing/replays.ts";
import { type RunVariant, runDocuments, runPaths, writeRun } from "../testing/run.ts";
import { putGoldenSession } from "../testing/sessions.ts";
import { fingerprint, startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;
const replays = "/api/moonrobo/replays";

beforeEach(async () => {
	host = await startTestHost();
	expect((await host.import(await replayBytes("npz"), { replay_id: "a" })).status).toBe(200);
});

afterEach(() => host.close());

const link = async (more: Record<string, unknown> = {}) => {
	const request = {
		replay_id: "a",
		receipt_id: "receipt-1",
		snapshot_id: "snapshot-1",
		requester: { kind: "operator", id: "me" },
		now_ms: "1782000000000",
		...more,
	};
	const answer = await fetch(`${host.url}${replays}/link`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(request),
	});
	return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const accept = async (more: Record<string, unknown> = {}) => {
	const { status, body } = await link(more);
	expect([status, body["code"], body["message"]]).toEqual([200, undefined, undefined]);
	return linkResponseSchema.parse(body);
};
const get = async (path: string) => (await fetch(`${host.url}${replays}${path}`)).json();
const detail = async () => replayDetailSchema.parse(await get("/a"));
const evidence = async () => evidenceSummarySchema.parse(await get("/a/evidence"));
const listed = async (query = "") =>
	replayListSchema
		.parse(await get(query))
		.replays.map(({ replay_id, classification }) => `${replay_id} ${classification}`);

describe("a link to a run that is proved", () => {
	it("raises the class at once, names every document with its digest, and touches no other file", async () => {
		await writeRun(host.book);
		const before = await fingerprint(host.booksDir);
		const answer = await accept({ content_digest: (await detail()).manifest.content_digest });
		expect(answer).toMatchObject({
			previous_classification: "imported",
			classification: "physical-feedback-verified",
			existed: false,
			persisted: true,
			receipt: {
				replay_id: "a",
				robot_id: "kite-2",
				receipt_path: runPaths.receipt,
				snapshot_path: runPaths.snapshot,
			},
		});
		for (const path of Object.values(runPaths)) {
			const bytes = await readFile(join(host.book, path));
			expect(answer.receipt.documents).toContainEqual(
				expect.objectContaining({ path, byte_count: String(bytes.length), checksum: sha256Of(bytes) }),
			);
		}
		expect(answer.receipt.documents).toHaveLength(4);
		const after = await fingerprint(host.booksDir);
		expect(before.filter((line) => !after.includes(line))).toEqual([]);
		expect(after.length).toBe(before.length + 1);
		expect((await detail()).classification).toBe("physical-feedback-verified");
		expect(await listed("?classification=physical-feedback-verified")).toEqual([
			"a physical-feedback-verified",
		]);
		expect(await listed("?classification=imported")).toEqual([]);
	});

	it("is the same link when it is asked for again", async () => {
		await writeRun(host.book);
		const first = await accept();
		const before = await fingerprint(host.booksDir);
		expect(await accept()).toEqual({
			...first,
			existed: true,
			previous_classification: "physical-feedback-verified",
		});
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("stands at the next start, and is in the evidence without paths or private values", async () => {
		await writeRun(host.book);
		await accept();
		const again = await startTestHost({ booksDir: host.booksDir });
		const list = (await (await fetch(`${again.url}${replays}`)).json()) as { replays: unknown[] };
		expect(list.replays).toMatchObject([{ classification: "physical-feedback-verified" }]);
		await again.close();
		const told = await evidence();
		expect(told).toMatchObject({
			classification: "physical-feedback-verified",
			replay_id: "a",
			summary: { robot_id: "kite-2", receipt_count: 2, annotation_count: 0, tick_count: 4 },
			links: [{ receipt_id: "receipt-1", snapshot_id: "snapshot-1", verified: true, reason: null }],
			receipts: [{ receipt_id: "receipt-1", status: "Executed" }],
			snapshots: [{ snapshot_id: "snapshot-1", telemetry_frame_id: "f-2" }],
			dispatches: [{ dispatch_id: "dispatch-request-1", status: "Accepted" }],
		});
		expect(JSON.stringify(told)).not.toMatch(/alice|10\.1\.2\.3|runs\/|\.moonsuite|_path/);
	});
});

describe("advisories that a link answers", () => {
	const answered = ["feedback-missing", "receipt-link-missing"];
	const codesOf = ({ issues }: { readonly issues: readonly { code: string }[] }) =>
		issues.map(({ code }) => code).filter((code) => answered.includes(code));
	const counts = async () => {
		const [summary] = replayListSchema.parse(await get("")).replays;
		return [summary?.validation_status, summary?.advisory_count];
	};
	const send = async (route: string, body: object) =>
		(
			await fetch(`${host.url}${replays}/${route}`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(body),
			})
		).json() as Promise<{ validation: Parameters<typeof codesOf>[0] }>;
	const note = (annotation_id: string) => ({
		...{ replay_id: "a", annotation_id, frame_id: "", label: "seen", note: "", severity: "info" },
		...{ requester: { kind: "operator", id: "me" }, created_at_ms: "1" },
	});

	it("are not told while it is proved, in no answer and no count, and are back when it falls", async () => {
		const stored = join(host.book, "runs/replays/a/report.json");
		const report = await readFile(stored, "utf8");
		const before = (await detail()).validation;
		expect(codesOf(before).sort()).toEqual(answered);
		expect(await counts()).toEqual(["valid-with-advisories", before.advisory_count]);
		await writeRun(host.book);
		const told = (await accept()).validation;
		expect([codesOf(told), told.advisory_count, told.issues.length]).toEqual([
			[],
			before.advisory_count - 2,
			before.issues.length - 2,
		]);
		const imported = await host.import(await replayBytes("npz"), { replay_id: "a" });
		for (const answer of [
			await detail(),
			await evidence(),
			(await get("/a/payload?from=0&to=1")) as Awaited<ReturnType<typeof send>>,
			await send("annotate", note("first")),
			(await imported.json()) as Awaited<ReturnType<typeof send>>,
		]) {
			expect(answer.validation).toEqual(told);
		}
		expect((await evidence()).summary.findings.filter(({ code }) => answered.includes(code))).toEqual([]);
		expect(await counts()).toEqual([told.status, told.advisory_count]);
		const again = await startTestHost({ booksDir: host.booksDir });
		const list = replayListSchema.parse(await (await fetch(`${again.url}${replays}`)).json());
		expect(list.replays[0]?.advisory_count).toBe(told.advisory_count);
		await again.close();
		await rm(join(host.book, runPaths.feedback));
		expect(await counts()).toEqual(["valid-with-advisories", before.advisory_count]);
		expect((await detail()).validation).toEqual(before);
		expect((await send("annotate", note("second"))).validation).toEqual(before);
		expect(codesOf({ issues: (await evidence()).summary.findings }).sort()).toEqual(answered);
		expect(await readFile(stored, "utf8")).toBe(report);
	});
});

describe("a list", () => {
	const verified = "?classification=physical-feedback-verified";

	it("proves what it shows as verified, with a filter and without", async () => {
		await writeRun(host.book);
		await accept();
		await writeRun(host.book, { receipt: { note: "changed" } });
		expect(await listed(verified)).toEqual([]);
		expect(await listed("?classification=imported")).toEqual(["a imported"]);
		await writeRun(host.book);
		expect((await detail()).classification).toBe("physical-feedback-verified");
		expect(await listed()).toEqual(["a physical-feedback-verified"]);
		await rm(join(host.book, runPaths.snapshot));
		expect(await listed()).toEqual(["a imported"]);
		expect(await get(verified)).toEqual({ replay_count: 0, replays: [] });
	});

	it("shows no replay as verified whose folder cannot be read any more", async () => {
		await writeRun(host.book);
		await accept();
		await writeFile(join(host.book, "runs/replays/a/manifest.json"), "{");
		expect(await listed()).toEqual(["a imported"]);
		await rm(join(host.book, "runs/replays/a"), { recursive: true });
		expect(await listed(verified)).toEqual([]);
	});

	it("fills its pages with what is verified, ends one early where very many fell, and goes on behind them", async () => {
		await writeRun(host.book);
		const bytes = await replayBytes("npz");
		for (let at = 0; at < 8; at++) {
			await host.import(bytes, { replay_id: `r-${at}` });
			await accept({ replay_id: `r-${at}` });
		}
		await writeRun(host.book, { receipt: { note: "changed" } });
		const first = replayListSchema.parse(await get(`${verified}&limit=1`));
		expect(first.replays).toEqual([]);
		await writeRun(host.book);
		const second = await listed(`${verified}&limit=9&cursor=${first.next_cursor}`);
		expect(second).toEqual(["r-2", "r-1", "r-0"].map((id) => `${id} physical-feedback-verified`));
		expect(await listed(`${verified}&limit=2`)).toEqual(second.slice(0, 2));
	});
});

describe.skipIf(!goldenAvailable)("a golden run", () => {
	it("verifies the export of its session, and no export of that", async () => {
		const book = await putGoldenSession(host.booksDir);
		const golden = (name: string) => readGoldenText(`moonrobo/ledger/${name}.json`);
		const frames = (await readGoldenJson("moonrobo/frames/walk-24.telemetry-frames.json")) as object[];
		for (const [path, text] of [
			["runs/receipts/receipt-walk-golden.json", await golden("run-receipt")],
			["runs/task-executions/task-execution-golden.json", await golden("task-execution-snapshot")],
			[
				".moonsuite/products/moonrobo/bridge-dispatches/dispatch-request-execute-intent-walk-golden.json",
				await golden("bridge-dispatch"),
			],
			["runs/telemetry/sidecar-execution/frame-walk-0001.json", JSON.stringify(frames[1])],
		] as const) {
			await mkdir(dirname(join(book, path)), { recursive: true });
			await writeFile(join(book, path), text);
		}
		const exportOf = async (source: object) => {
			const answer = await fetch(`${host.url}${replays}/export`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ ...exportRequest(), source }),
			});
			const body = (await answer.json()) as { replay_id: string; classification: string };
			expect([answer.status, body.classification]).toEqual([200, "recorded"]);
			return body.replay_id;
		};
		const replay_id = await exportOf({ kind: "observation-session", id: "session-walk-golden" });
		const run = { receipt_id: "receipt-walk-golden", snapshot_id: "task-execution-golden" };
		expect(await accept({ replay_id, ...run })).toMatchObject({
			previous_classification: "recorded",
			classification: "physical-feedback-verified",
		});
		const again = await exportOf({ kind: "replay", id: replay_id });
		const refused = await link({ replay_id: again, ...run });
		expect([refused.status, refused.body["message"]]).toEqual([
			422,
			expect.stringContaining("export-of-replay"),
		]);
		expect(await listed("?robot_id=noetix-e1-lab-01&classification=recorded")).toEqual([`${again} recorded`]);
	}, 20_000);
});

describe("a link falls, and says why", () => {
	it.each<[string, () => Promise<void>, string]>([
		[
			"when a document is another one",
			() => writeRun(host.book, { receipt: { note: "new" } }),
			"document-changed",
		],
		["when a document is gone", () => rm(join(host.book, runPaths.feedback)), "document-missing"],
		[
			"when a document cannot be read",
			() => writeFile(join(host.book, runPaths.dispatch), "{"),
			"document-missing",
		],
	])("%s", async (_name, damage, reason) => {
		await writeRun(host.book);
		await accept();
		await damage();
		expect((await evidence()).links).toMatchObject([{ verified: false, reason }]);
		expect((await detail()).classification).toBe("imported");
		expect(await listed()).toEqual(["a imported"]);
		await writeRun(host.book);
		expect((await detail()).classification).toBe("physical-feedback-verified");
		await damage();
		const again = await startTestHost({ booksDir: host.booksDir });
		const list = (await (await fetch(`${again.url}${replays}`)).json()) as { replays: unknown[] };
		expect(list.replays).toMatchObject([{ classification: "imported" }]);
		await again.close();
	});

	it("when its receipt was made for another replay", async () => {
		await writeRun(host.book);
		const { receipt_path } = await accept();
		await host.import(await replayBytes("npz", { q0: 0.5 }), { replay_id: "b" });
		const text = await readFile(join(host.book, receipt_path), "utf8");
		const copy = join(host.book, "runs/replays/b/receipts/link-x.json");
		await writeFile(copy, text);
		expect((await get("/b")) as object).toMatchObject({ classification: "imported" });
		await writeFile(copy, text.replaceAll('"replay_id": "a"', '"replay_id": "b"'));
		const told = evidenceSummarySchema.parse(await get("/b/evidence"));
		expect(told.links).toMatchObject([{ verified: false, reason: "replay-changed" }]);
	});

	it("and can be made again for the documents that stand now", async () => {
		await writeRun(host.book);
		await accept();
		await writeRun(host.book, { receipt: { note: "corrected" } });
		expect(await accept()).toMatchObject({ existed: false, previous_classification: "imported" });
		expect((await evidence()).links.map(({ verified }) => verified).sort()).toEqual([false, true]);
	});
});

describe("a link is refused", () => {
	const missing: Readonly<Record<string, string>> = {
		"no-receipt": "no readable receipt",
		"no-snapshot": "no readable execution snapshot",
		"no-dispatch": "the bridge dispatch",
		"no-feedback": "the feedback frame",
	};
	const cases: [string, RunVariant, number, string, string][] = [
		["without the receipt", { receipt: null }, 404, "link-document-not-found", "no-receipt"],
		["without the snapshot", { snapshot: null }, 404, "link-document-not-found", "no-snapshot"],
		["without the dispatch", { dispatch: null }, 404, "link-document-not-found", "no-dispatch"],
		["without the feedback", { feedback: null }, 404, "link-document-not-found", "no-feedback"],
		[
			"to a run that was not executed",
			{ receipt: { status: "Denied" } },
			422,
			"link-not-proven",
			"receipt-not-executed",
		],
		["to another robot's run", { receipt: { robot_id: "tern-6" } }, 422, "link-not-proven", "robot-differs"],
		[
			"to an outcome that was only observed",
			{ snapshot: { command_outcome_status: "motion-feedback-observed" } },
			422,
			"link-not-proven",
			"outcome-not-checked",
		],
		[
			"to feedback that does not repeat the command",
			{ feedback: { operator_input: {} } },
			422,
			"link-not-proven",
			"echo-missing",
		],
	];
	it.each(cases)("%s", async (_name, variant, status, code, reason) => {
		await writeRun(host.book, variant);
		const before = await fingerprint(host.booksDir);
		const { status: found, body } = await link();
		expect([found, body["code"]]).toEqual([status, code]);
		expect(body["message"]).toContain(missing[reason] ?? reason);
		expect(body["reason"]).toBe(reason);
		expect(await fingerprint(host.booksDir)).toEqual(before);
		expect(await listed()).toEqual(["a imported"]);
	});

	it.each<[string, Record<string, unknown>, number, string]>([
		["of another content", { content_digest: `sha256:${"0".repeat(64)}` }, 409, "replay-content-mismatch"],
		["of an unknown replay", { replay_id: "absent" }, 404, "replay-not-found"],
		["to an unsafe id", { receipt_id: "../x" }, 400, "unsafe-id"],
		["without a requester", { requester: undefined }, 400, "decode-request"],
	])("%s", async (_name, change, status, code) => {
		await writeRun(host.book);
		const { status: found, body } = await link(change);
		expect([found, body["code"]]).toEqual([status, code]);
	});

	it("of what is simulated, but not of what was retargeted from elsewhere", async () => {
		await writeRun(host.book);
		const elsewhere = {
			frame_id: { dtype: "string", shape: [4], data: ["g-0", "g-1", "g-2", "g-3"] },
		} as const;
		await importChanged("retargeted", elsewhere, { artifact_class: "retargeted" });
		await importChanged("simulated", {}, { artifact_class: "simulated" });
		expect(await accept({ replay_id: "retargeted" })).toMatchObject({
			previous_classification: "retargeted",
		});
		expect(await refusal({ replay_id: "simulated" })).toBe("class-cannot-be-linked");
	});
});

/** Imports the test replay with other arrays and metadata. */
async function importChanged(
	replay_id: string,
	arrays: Partial<ReplayFields>,
	metadata: Record<string, unknown> = {},
): Promise<void> {
	const { arrays: before, metadata: own } = await makeReplay({ metadata });
	const { robot_id, artifact_class, bridge_id, joint_type } = own as Record<string, unknown>;
	const basics = { robot_id, artifact_class, bridge_id, joint_type } as unknown as ReplayBasics;
	const made = await createReplay({ metadata: basics, arrays: { ...before, ...arrays } });
	const answer = await host.import(await writeReplay(made, { encoding: "npz" }), { replay_id });
	expect(answer.status).toBe(200);
}

/** The word for why a link is refused. */
async function refusal(more: Record<string, unknown> = {}): Promise<unknown> {
	const { status, body } = await link(more);
	expect([status, body["code"]]).toEqual([422, "link-not-proven"]);
	return body["reason"];
}

describe("a recording is of a run by what its frame holds", () => {
	const strings = (...data: string[]) => ({ dtype: "string", shape: [data.length], data }) as const;
	const qj = (swing: number, slide = 0.05) =>
		({
			dtype: "float64",
			shape: [4, 2],
			data: Float64Array.from([0, 0.01, 0.02, 0.03, swing, slide, 0.06, 0.07]),
		}) as const;
	const joints = (...positions: [string, number | null][]) => ({
		feedback: {
			joints: positions.map(([name, position], index) => ({ name, index, position, velocity: 0, torque: 0 })),
		},
	});
	const imuAlone = {
		feedback: {
			joints: [],
			imu: { orientation: [1, 0, 0, 0], angular_velocity: [0, 0, 0], linear_acceleration: [0, 0, 9.8] },
		},
	};
	const both = joints(["slide", 0.05], ["swing", 0.04]);

	it.each<[string, Partial<ReplayFields>, RunVariant, string | null]>([
		["with all joints, in another order", {}, both, null],
		[
			"rounded to float32",
			{ qj: { ...qj(0), dtype: "float32", data: new Float32Array(qj(0.04).data) } },
			both,
			null,
		],
		["within the tolerance", { qj: qj(0.04 + 9e-7) }, both, null],
		["beyond the tolerance", { qj: qj(0.04 + 2e-6) }, both, "frame-differs"],
		["with one joint that is elsewhere", { qj: qj(0.04, 0.06) }, both, "frame-differs"],
		[
			"with a joint that the robot did not measure",
			{ qj: qj(3) },
			joints(["slide", 0.05], ["swing", null]),
			null,
		],
		["with no joint that both have", {}, joints(["other", 0.04]), "frame-differs"],
		["with an IMU alone", {}, imuAlone, "frame-differs"],
		["with other frames", { frame_id: strings("g-0", "g-1", "g-2", "g-3") }, {}, "replay-of-other-run"],
		[
			"with other frames under the run's command",
			{
				frame_id: strings("g-0", "g-1", "g-2", "g-3"),
				command_intent_id: strings("", "intent-1", "intent-1", ""),
			},
			{},
			"replay-of-other-run",
		],
		[
			"with its frame under the run's command",
			{ command_intent_id: strings("", "", "intent-1", "") },
			{},
			null,
		],
		[
			"with its frame under another command",
			{ command_intent_id: strings("", "intent-1", "intent-9", "") },
			{},
			"replay-of-other-run",
		],
	])("%s", async (_name, arrays, variant, expected) => {
		await writeRun(host.book, variant);
		await importChanged("b", arrays);
		if (expected === null) await accept({ replay_id: "b" });
		else expect(await refusal({ replay_id: "b" })).toBe(expected);
	});

	it("and a number is not the id that is written alike", async () => {
		const numbered = { telemetry_frame_id: "2", physical_feedback_path: "runs/telemetry/session-1/2.json" };
		await writeRun(host.book, { snapshot: numbered });
		const frame = JSON.parse(await readFile(join(host.book, runPaths.feedback), "utf8")) as object;
		await writeFile(
			join(host.book, numbered.physical_feedback_path),
			JSON.stringify({ ...frame, frame_id: "2" }),
		);
		await importChanged("numbers", {
			frame_id: { dtype: "int32", shape: [4], data: Int32Array.of(0, 1, 2, 3) },
		});
		await importChanged("texts", { frame_id: strings("0", "1", "2", "3") });
		expect(await refusal({ replay_id: "numbers" })).toBe("replay-of-other-run");
		await accept({ replay_id: "texts" });
	});

	it("and by the bridge that it says it came through", async () => {
		await writeRun(host.book);
		await importChanged("b", {}, { bridge_id: "mock-kite" });
		expect(await refusal({ replay_id: "b" })).toBe("replay-of-other-run");
	});
});

describe("a run verifies only through a bridge behind which a robot stands", () => {
	const setBridge = (bridge: object | undefined) =>
		writeFile(join(host.book, "robot.json"), JSON.stringify({ ...profile, bridge }));
	const id = "ros-kite";

	it.each<[object | undefined, string | null]>([
		[{ id, kind: "Ros2" }, null],
		[{ id, kind: "ros2" }, null],
		[{ id, kind: ["SdkE1"] }, null],
		[{ id, kind: { $tag: "SdkE1" } }, null],
		[{ id, kind: { tag: "Ros2" } }, null],
		[{ id, kind: "Mock" }, "class-cannot-be-linked"],
		[{ id, kind: "mock" }, "class-cannot-be-linked"],
		[{ id, kind: "SIM" }, "class-cannot-be-linked"],
		[{ id, kind: "Simulator" }, "class-cannot-be-linked"],
		[{ id, kind: ["Sim"] }, "class-cannot-be-linked"],
		[{ id, kind: { tag: "Mock" } }, "class-cannot-be-linked"],
		[{ id, kind: ["UnknownBridge", "Ros2"] }, "bridge-not-physical"],
		[{ id, kind: { $tag: "UnknownBridge", 0: "kuka" } }, "bridge-not-physical"],
		[{ id, kind: [] }, "bridge-not-physical"],
		[{ id }, "bridge-not-physical"],
		[{ kind: "Ros2" }, "bridge-not-physical"],
		[{ id: "ros-kite-2", kind: "Ros2" }, "bridge-not-physical"],
		[undefined, "bridge-not-physical"],
	])("%j", async (bridge, expected) => {
		await writeRun(host.book);
		await setBridge(bridge);
		if (expected === null) {
			await accept();
			return;
		}
		expect(await refusal()).toBe(expected);
		await setBridge(profile.bridge);
		await accept();
		await setBridge(bridge);
		expect((await evidence()).links).toMatchObject([{ verified: false, reason: expected }]);
		expect(await listed()).toEqual(["a imported"]);
	});

	it("and not where its documents name another bridge than the profile", async () => {
		const through = { bridge_id: "mock-kite" };
		await writeRun(host.book, { receipt: through, dispatch: through, feedback: through });
		expect(await refusal()).toBe("bridge-not-physical");
	});

	it.each(["simulation", "Sim", " MOCK "])("and not where its feedback says %j of itself", async (source) => {
		const { operator_input } = runDocuments().feedback as { operator_input: object };
		await writeRun(host.book, { feedback: { operator_input: { ...operator_input, source } } });
		expect(await refusal()).toBe("class-cannot-be-linked");
	});
});
