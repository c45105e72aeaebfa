import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
	exportReceiptSchema,
	type ReplayArtifact,
	readReplay,
	type TelemetryFrame,
	writeReplay,
} from "@hindcast/replay-protocol";
import { type ExportResponse, exportResponseSchema, replayListSchema } from "@hindcast/replay-protocol/http";
import { goldenAvailable, readGoldenJson } from "@hindcast/tooling/golden";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportRequest, makeReplay, replayBytes } from "../testing/replays.ts";
import { writeRun } from "../testing/run.ts";
import { putGoldenSession, putSession, telemetryFrame } from "../testing/sessions.ts";
import { fingerprint, startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(() => host.close());

const request = (more: object) => ({ ...exportRequest(), ...more });
const send = (more: object) =>
	fetch(`${host.url}/api/moonrobo/replays/export`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(request(more)),
	});

async function exported(more: object): Promise<ExportResponse> {
	const answer = await send(more);
	const text = await answer.text();
	expect(answer.status, text).toBe(200);
	return exportResponseSchema.parse(JSON.parse(text));
}

async function failed(more: object) {
	const before = await fingerprint(host.booksDir);
	const answer = await send(more);
	const body = (await answer.json()) as {
		code: string;
		persisted?: boolean;
		validation?: { issues: { code: string; severity: string }[] };
	};
	expect(await fingerprint(host.booksDir)).toEqual(before);
	const blocking = body.validation?.issues.filter(({ severity }) => severity === "blocking") ?? [];
	return { status: answer.status, code: body.code, blocking: blocking.map(({ code }) => code) };
}

/** The payload of an export, read anew. */
async function payloadOf({ payload_route }: ExportResponse): Promise<ReplayArtifact> {
	const bytes = await (await fetch(`${host.url}${payload_route}`)).arrayBuffer();
	const { artifact } = await readReplay(bytes);
	if (artifact === undefined) throw new Error("the payload does not read");
	return artifact;
}

const session = (id = "session-1") => ({ source: { kind: "observation-session", id } });
const put = async (path: string, document: object) => {
	await mkdir(dirname(join(host.book, path)), { recursive: true });
	await writeFile(join(host.book, path), JSON.stringify(document));
};

describe("an export of a session", () => {
	it("is a replay of the book with manifest, report and receipt, and changes nothing else", async () => {
		await putSession(host.book, { frames: 5 });
		const before = await fingerprint(host.booksDir);
		expect(before).toContain(`${join(host.booksDir, ".incoming")} -`);
		const answer = await exported(session());
		expect(answer).toMatchObject({
			persisted: true,
			existed: false,
			classification: "recorded",
			redactions: [],
		});
		expect(answer.manifest?.source).toEqual({ kind: "observation-session", id: "session-1" });
		const folder = join(host.book, `runs/replays/${answer.replay_id}`);
		expect((await readdir(folder, { recursive: true })).sort()).toEqual([
			"manifest.json",
			"payload.npz",
			"receipts",
			`receipts/${answer.receipt?.export_id}.json`,
			"report.json",
		]);
		const after = await fingerprint(host.booksDir);
		expect(after.filter((line) => !/\/runs\/replays( |\/)/.test(line))).toEqual(before);
		const stored = JSON.parse(await readFile(join(host.book, answer.receipt_path ?? ""), "utf8")) as object;
		expect(exportReceiptSchema.parse(stored)).toEqual(answer.receipt);
		const { metadata } = await payloadOf(answer);
		expect(metadata).toMatchObject({
			artifact_class: "recorded",
			visibility: "private",
			robot_id: "kite-2",
			bridge_id: "ros-kite",
			session_id: "session-1",
			evidence_paths: ["runs/observations/session-1.json", "runs/telemetry/session-1"],
			receipt_ids: ["receipt-observe-1"],
			exported_at: "2026-06-21T00:00:00.000Z",
			joint_type: ["revolute", "prismatic"],
			units: { joint_position: "rad|m by joint type" },
		});
		expect(answer.manifest?.metadata).not.toHaveProperty("session_id");
		for (const { path, checksum } of answer.receipt?.files ?? []) {
			expect(after).toContain(`${join(host.book, path)} ${checksum.slice("sha256:".length)}`);
		}
		expect(answer.receipt?.files).toHaveLength(3);
	});

	it("tells of all that a private one has and a public one has not", async () => {
		await putSession(host.book, { frames: 5 });
		await put("runs/reviews/review-1.json", { review_id: "review-1", session_id: "session-1" });
		for (const source of [session().source, { kind: "dataset-episode", id: "episode-session-1" }]) {
			const [mine, theirs] = await Promise.all([
				payloadOf(await exported({ source })),
				exported({ source, visibility: "public" }),
			]);
			const published = (await payloadOf(theirs)).metadata;
			const left = Object.keys(mine.metadata).filter((key) => !(key in published));
			expect(left).toEqual(expect.arrayContaining(["session_id", "evidence_paths", "receipt_ids"]));
			const redacted = left.map((key) => ({ path: `/metadata/${key}`, rule: "private-metadata-key" }));
			expect(theirs.redactions).toEqual(expect.arrayContaining(redacted));
			expect(theirs.receipt?.redactions).toEqual(theirs.redactions);
		}
	});

	it("is the same one when asked again, at another time too, and after a restart", async () => {
		await putSession(host.book, { frames: 5 });
		const first = await exported(session());
		const before = await fingerprint(host.booksDir);
		const again = await exported({ ...session(), now_ms: "1782000999999" });
		expect(again).toEqual({ ...first, existed: true });
		const second = await startTestHost({ booksDir: host.booksDir });
		const answer = await fetch(`${second.url}/api/moonrobo/replays/export`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(request(session())),
		});
		expect(await answer.json()).toEqual({ ...first, existed: true });
		await second.close();
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("is another one for another encoding, visibility, label or part, with one content where that is the same", async () => {
		await putSession(host.book, { frames: 5 });
		const answers: ExportResponse[] = [];
		for (const more of [
			{},
			{ encoding: "json" },
			{ encoding: "msgpack" },
			{ visibility: "public" },
			{ source_label: "Bench 2" },
			{ from_t: 0.02 },
		]) {
			answers.push(await exported({ ...session(), ...more }));
		}
		expect(new Set(answers.map(({ replay_id }) => replay_id)).size).toBe(6);
		const contents = answers.map(({ manifest }) => manifest?.content_digest);
		expect(new Set(contents.slice(0, 5)).size).toBe(1);
		expect(contents[5]).not.toBe(contents[0]);
		const list = replayListSchema.parse(await (await fetch(`${host.url}/api/moonrobo/replays`)).json());
		expect(list.replay_count).toBe(6);
		const types = await Promise.all(
			answers.slice(0, 3).map(async ({ payload_route }) => {
				return (await fetch(`${host.url}${payload_route}`)).headers.get("content-type");
			}),
		);
		expect(types).toEqual(["application/octet-stream", "application/json", "application/msgpack"]);
	});

	it("is asked for by fill where a joint is missing: refused, held or without the frame", async () => {
		await putSession(host.book, { frames: 5 });
		const frame = telemetryFrame({ id: "f-2", atMs: 40 });
		await put("runs/telemetry/session-1/f-2.json", { ...frame, joints: frame.joints.slice(0, 1) });
		expect(await failed(session())).toEqual({
			status: 422,
			code: "export-blocked",
			blocking: ["joint-missing"],
		});
		expect(await failed({ ...session(), fill: "fail", preview: true })).toMatchObject({
			code: "export-blocked",
		});
		const held = await payloadOf(await exported({ ...session(), fill: "hold" }));
		expect([held.arrays.qj.data[5], held.metadata.tick_count]).toEqual([held.arrays.qj.data[3], 5]);
		const dropped = await payloadOf(await exported({ ...session(), fill: "drop-frame" }));
		expect(dropped.arrays.frame_id.data).toEqual(["f-0", "f-1", "f-3", "f-4"]);
		expect(JSON.stringify(held.metadata.repairs)).not.toBe(JSON.stringify(dropped.metadata.repairs));
	});

	it("has the profile's joint order, whatever the order and the indices of the frames", async () => {
		await putSession(host.book, { frames: 3 });
		const straight = await payloadOf(await exported(session()));
		for (let at = 0; at < 3; at++) {
			const frame = telemetryFrame({ id: `f-${at}`, atMs: at * 20 });
			const joints = frame.joints
				.toReversed()
				.map((joint, index) => ({ ...joint, index, position: at + index }));
			await put(`runs/telemetry/session-1/f-${at}.json`, { ...frame, joints });
		}
		const reversed = await payloadOf(await exported(session()));
		expect(reversed.arrays.joint_name.data).toEqual(straight.arrays.joint_name.data);
		// After reversal `slide` has index 0 and `swing` 1: row k holds swing, slide.
		expect([...reversed.arrays.qj.data]).toEqual([1, 0, 2, 1, 3, 2]);
	});

	it("fails where its documents do, and stores nothing", async () => {
		await putSession(host.book, { frames: 3 });
		expect(await failed(session("absent"))).toMatchObject({ status: 404, code: "session-not-found" });
		await rm(join(host.book, "runs/telemetry/session-1/f-1.json"));
		expect(await failed(session())).toMatchObject({ status: 500, code: "session-damaged" });
		expect(host.logs.find(({ event }) => event === "session-damaged")).toMatchObject({ missing: 1 });
		await putSession(host.book, { frames: 0 });
		await rm(join(host.book, "runs/telemetry"), { recursive: true });
		expect(await failed(session())).toMatchObject({ status: 422, code: "export-blocked" });
	});

	it("needs no model: without one it declares no digest and its joints are taken to turn", async () => {
		await rm(join(host.book, "model"), { recursive: true });
		await putSession(host.book, { frames: 3 });
		const { metadata } = await payloadOf(await exported(session()));
		expect(metadata).not.toHaveProperty("model_source_digest");
		expect(metadata.units.joint_position).toBe("rad");
	});
});

describe("an export of an episode", () => {
	const episode = (id = "episode-session-1") => ({ source: { kind: "dataset-episode", id } });

	it("is its session's, bound to the review", async () => {
		await putSession(host.book, { frames: 3 });
		expect(await failed(episode())).toMatchObject({ status: 404, code: "episode-not-found" });
		await put("runs/reviews/review-1.json", {
			review_id: "review-1",
			session_id: "session-1",
			disposition: "accepted",
		});
		const answer = await exported(episode());
		expect(answer.manifest?.source).toEqual({ kind: "dataset-episode", id: "episode-session-1" });
		expect(answer.classification).toBe("recorded");
		const stored = JSON.parse(await readFile(join(host.book, answer.receipt_path ?? ""), "utf8")) as object;
		expect(stored).toMatchObject({
			episode: { session_id: "session-1", review_id: "review-1", review_disposition: "accepted" },
		});
		const { metadata } = await payloadOf(answer);
		expect(metadata.evidence_paths).toContain("runs/reviews/review-1.json");
		const plain = await exported(session());
		expect(plain.replay_id).not.toBe(answer.replay_id);
		expect(plain.manifest?.content_digest).toBe(answer.manifest?.content_digest);
		for (const id of ["episode-absent", "session-1", "episode-"])
			expect(await failed(episode(id))).toMatchObject({ status: 404, code: "episode-not-found" });
	});
});

describe("an export of a replay", () => {
	it("has the same content in every encoding, one after the other", async () => {
		await host.import(await replayBytes("npz", { frames: 30 }), { replay_id: "a" });
		const detail = await fetch(`${host.url}/api/moonrobo/replays/a`);
		const content = ((await detail.json()) as { manifest: { content_digest: string } }).manifest
			.content_digest;
		const original = await readReplay(await replayBytes("npz", { frames: 30 }));
		let id = "a";
		for (const encoding of ["json", "msgpack", "npz"]) {
			const answer = await exported({ source: { kind: "replay", id }, encoding });
			expect(answer.manifest?.content_digest).toBe(content);
			expect(answer.receipt?.source).toEqual({ kind: "replay", id, content_digest: content });
			const { arrays, metadata } = await payloadOf(answer);
			expect(arrays).toEqual(original.artifact?.arrays);
			expect(metadata).toMatchObject({ ...original.artifact?.metadata, visibility: "private" });
			id = answer.replay_id ?? "";
		}
	});

	it("keeps the frames between two times, and begins at 0 again", async () => {
		const source = await makeReplay({ frames: 40 });
		const stamps = Float32Array.from({ length: 40 }, (_, at) => 5 + at * 0.1);
		const wide = Float64Array.from({ length: 120 }, (_, at) => at / 7);
		const replay = {
			metadata: { ...source.metadata, duration_s: stamps[39] - stamps[0] },
			arrays: {
				...source.arrays,
				t: { dtype: "float32" as const, shape: [40], data: stamps },
				base_pos: { dtype: "float64" as const, shape: [40, 3], data: wide },
				x_scale: { dtype: "float64" as const, shape: [2], data: Float64Array.of(1, 2) },
			},
		};
		await host.import(writeReplay(replay, { encoding: "npz" }), { replay_id: "a" });
		for (const [from_t, to_t] of [
			[5.95, 7.02],
			[undefined, 5.2],
			[8.85, undefined],
			[-1, 100],
			[stamps[3], stamps[3]],
		] as const) {
			const { arrays, metadata } = await payloadOf(await exported({ from_t, to_t }));
			// The long way: every frame by itself.
			const kept = [...stamps.keys()].filter(
				(at) => stamps[at] >= (from_t ?? -Infinity) && stamps[at] <= (to_t ?? Infinity),
			);
			expect(kept.length).toBeGreaterThan(0);
			expect([...arrays.t.data]).toEqual(kept.map((at) => Math.fround(stamps[at] - stamps[kept[0]])));
			expect(arrays.frame_id.data).toEqual(kept.map((at) => `f-${at}`));
			expect([...arrays.qj.data]).toEqual(
				kept.flatMap((at) => [...source.arrays.qj.data].slice(2 * at, 2 * at + 2)),
			);
			expect([...(arrays.base_pos?.data ?? [])]).toEqual(
				kept.flatMap((at) => [0, 1, 2].map((k) => wide[3 * at + k])),
			);
			expect([...(arrays.x_scale?.data ?? [])]).toEqual([1, 2]);
			expect(arrays.joint_name.data).toEqual(["swing", "slide"]);
			expect([metadata.tick_count, arrays.t.data[0]]).toEqual([kept.length, 0]);
		}
		const [narrow] = [await exported({ from_t: 6, to_t: 7 })];
		expect(narrow.receipt).toMatchObject({ tick_count: narrow.manifest?.metadata.tick_count });
		expect(await failed({ from_t: 50 })).toMatchObject({ status: 422, code: "export-blocked" });
		expect((await failed({ from_t: 5.01, to_t: 5.02 })).blocking).toContain("empty-replay");
		expect(await failed({ from_t: 7, to_t: 6 })).toMatchObject({ status: 400, code: "decode-request" });
	});

	it("keeps the optional arrays that are asked for, and always the required ones", async () => {
		const source = await makeReplay();
		const vectors = { dtype: "float64" as const, shape: [4, 3], data: new Float64Array(12).fill(1) };
		const arrays = { ...source.arrays, base_pos: vectors, x_wind: vectors, target_pos: vectors };
		await host.import(writeReplay({ ...source, arrays }, { encoding: "npz" }), { replay_id: "a" });
		const names = async (include: string[]) =>
			Object.keys((await payloadOf(await exported({ include }))).arrays).sort();
		const always = ["dqj", "frame_id", "joint_name", "mode", "qj", "t"];
		expect(await names([])).toEqual(always);
		expect(await names(["x_wind", "t", "absent"])).toEqual([...always, "x_wind"]);
	});

	it("is never of a higher class than its source, and never verified by what it says", async () => {
		for (const [id, metadata, expected] of [
			["imported", {}, "imported"],
			["simulated", { artifact_class: "simulated" }, "simulated"],
			["retargeted", { artifact_class: "retargeted" }, "retargeted"],
		] as const) {
			await host.import(await replayBytes("npz", { metadata }), { replay_id: id });
			const source = { source: { kind: "replay", id } };
			expect((await exported({ ...source, preview: true })).classification).toBe(expected);
			const answer = await exported(source);
			expect(answer.classification).toBe(expected);
			const again = { source: { kind: "replay", id: answer.replay_id }, encoding: "json" };
			expect((await exported(again)).classification).toBe(expected);
		}
	});

	it("leaves a proved claim of verification behind, with the replay that may be linked", async () => {
		await writeRun(host.book);
		const claim = {
			artifact_class: "physical-feedback-verified",
			receipt_ids: ["receipt-1"],
			snapshot_ids: ["snapshot-1"],
		};
		const imported = await host.import(await replayBytes("npz", { metadata: claim }), { replay_id: "a" });
		expect(imported.status).toBe(200);
		for (const visibility of ["private", "public"]) {
			const answer = await exported({ visibility });
			expect(answer.classification).toBe("imported");
			expect((await payloadOf(answer)).metadata.artifact_class).toBe("recorded");
		}
	});

	it("fails for what is not there, damaged or no id, and stores nothing", async () => {
		expect(await failed({})).toMatchObject({ status: 404, code: "replay-not-found" });
		for (const id of ["../a", "a/b", "..", "", ".a", "a\u0000", "a".repeat(129), 7, null]) {
			expect(await failed({ source: { kind: "replay", id } })).toMatchObject({
				status: 400,
				code: "unsafe-id",
			});
		}
		expect(await failed({ source: { kind: "elsewhere", id: "a" } })).toMatchObject({
			code: "decode-request",
		});
		expect(await failed({ surprise: 1 })).toMatchObject({ code: "decode-request" });
		expect(await failed({ now_ms: "9223372036854775807" })).toMatchObject({ code: "decode-request" });
		const bytes = await replayBytes("npz");
		await host.import(bytes, { replay_id: "a" });
		await writeFile(join(host.book, "runs/replays/a/payload.npz"), Buffer.alloc(bytes.length));
		expect(await failed({})).toMatchObject({ status: 500, code: "evidence-damaged" });
	});

	it("is not taken for whatever else has its id: conflicts and damage are told, and left as they are", async () => {
		await host.import(await replayBytes("npz"), { replay_id: "a" });
		const { replay_id: id } = await exported({ preview: true });
		const other = await startTestHost({ booksDir: host.booksDir });
		await other.import(await replayBytes("npz", { q0: 0.7 }), { replay_id: id ?? "" });
		await other.close();
		expect(await failed({})).toMatchObject({ status: 409, code: "replay-id-conflict" });
		await rm(join(host.book, `runs/replays/${id}`), { recursive: true });
		await mkdir(join(host.book, `runs/replays/${id}`));
		await writeFile(join(host.book, `runs/replays/${id}/note.txt`), "mine");
		const fresh = await startTestHost({ booksDir: host.booksDir });
		const answer = await fetch(`${fresh.url}/api/moonrobo/replays/export`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(request({})),
		});
		expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
			500,
			"evidence-damaged",
		]);
		await fresh.close();
		expect(await readFile(join(host.book, `runs/replays/${id}/note.txt`), "utf8")).toBe("mine");
	});
});

describe("a preview", () => {
	it.each(["private", "public"])(
		"of a %s export says what the export will be, and stores nothing",
		async (visibility) => {
			await host.import(
				await replayBytes("npz", { metadata: { host: "bench-7", notes: "see /srv/data/run" } }),
				{
					replay_id: "a",
				},
			);
			const before = await fingerprint(host.booksDir);
			const preview = await exported({ visibility, preview: true });
			expect(await fingerprint(host.booksDir)).toEqual(before);
			expect(preview).toMatchObject({ persisted: false, existed: false, evidence_paths: [] });
			expect(preview).not.toHaveProperty("receipt");
			const made = await exported({ visibility });
			expect(made.replay_id).toBe(preview.replay_id);
			expect(made.redactions).toEqual(preview.redactions);
			expect(made.redactions.length > 0).toBe(visibility === "public");
			const detail = await (await fetch(`${host.url}/api/moonrobo/replays/${made.replay_id}`)).json();
			expect(detail).toMatchObject({
				receipts: [{ redactions: made.redactions, export_id: made.receipt?.export_id }],
			});
			expect(made.manifest).toEqual({ ...preview.manifest, created_at_ms: made.manifest?.created_at_ms });
			expect(made.validation).toEqual(preview.validation);
			expect(await exported({ visibility, preview: true })).toEqual({ ...made, existed: true });
		},
	);
});

describe("the class of telemetry follows from the bridge it came through", () => {
	const exportThrough = async (bridge: object | undefined, bridgeId = "ros-kite") => {
		const profile = JSON.parse(await readFile(join(host.book, "robot.json"), "utf8")) as object;
		await put("robot.json", { ...profile, bridge });
		const through = { bridge_id: bridgeId };
		await putSession(host.book, { frames: 3, session: through, frame: through });
		const answer = await exported(session());
		const again = await exported({ source: { kind: "replay", id: answer.replay_id }, encoding: "json" });
		expect(again.classification).toBe(answer.classification);
		return { answer, declared: (await payloadOf(answer)).metadata.artifact_class };
	};
	const id = "ros-kite";

	it.each(["Ros2", "SdkE1", "sdke1", ["Ros2"], { $tag: "SdkE1" }])("%j: recorded", async (kind) => {
		const { answer, declared } = await exportThrough({ id, kind });
		expect([answer.classification, declared]).toEqual(["recorded", "recorded"]);
	});

	it.each(["Mock", "Sim", ["Sim"], "mock", "SIM", "Simulator", { tag: "Mock" }])(
		"%j: simulated",
		async (kind) => {
			const { answer, declared } = await exportThrough({ id, kind });
			expect([answer.classification, declared]).toEqual(["simulated", "simulated"]);
		},
	);

	it.each<[string, object | undefined, string?]>([
		["no bridge", undefined],
		["no kind", { id }],
		["another kind", { id, kind: ["UnknownBridge", "kuka"] }],
		["another bridge than the profile's", { id, kind: "Ros2" }, "mock-kite"],
		["a bridge where the profile names none", { kind: "Ros2" }],
	])("%s: no class is declared, and it counts as imported", async (_name, bridge, bridgeId) => {
		const { answer, declared } = await exportThrough(bridge, bridgeId);
		expect([answer.classification, declared]).toEqual(["imported", undefined]);
		expect(answer.validation.issues).toContainEqual(
			expect.objectContaining({ severity: "advisory", path: "/metadata/artifact_class" }),
		);
	});
});

describe.skipIf(!goldenAvailable)("the golden walk", () => {
	const walk = session("session-walk-golden");

	it("becomes a replay whose numbers are the frames'", async () => {
		await putGoldenSession(host.booksDir);
		const answer = await exported(walk);
		expect(answer.validation.valid).toBe(true);
		expect(answer.classification).toBe("recorded");
		const { arrays, metadata } = await payloadOf(answer);
		const frames = (await readGoldenJson(
			"moonrobo/frames/walk-24.telemetry-frames.json",
		)) as TelemetryFrame[];
		const start = Number(frames[0]?.captured_at_ms);
		expect([...arrays.t.data]).toEqual(frames.map((frame) => (Number(frame.captured_at_ms) - start) / 1000));
		const at = (key: "position" | "velocity") =>
			frames.flatMap((frame) =>
				arrays.joint_name.data.map((name) => {
					return (frame.joints.find((joint) => joint.name === name)?.[key] ?? Number.NaN) + 0;
				}),
			);
		expect([...arrays.qj.data]).toEqual(at("position"));
		expect([...arrays.dqj.data]).toEqual(at("velocity"));
		expect(arrays.command_intent_id?.data).toEqual(frames.map(() => "intent-walk-golden"));
		expect(metadata).toMatchObject({
			joint_order_digest: "sha256:85ca2b3aaaf883a2e4bbae245691b83a4c3ab442906c14a84cde2da2a141237b",
			model_source_digest: "sha256:11da738933ee887605b4bf64f641af58e8f992db30e94b71c7c3c1c9a08c45be",
			receipt_ids: ["receipt-walk-golden-observe", "receipt-walk-golden"],
			tick_count: 24,
		});
		expect(answer.validation.issues.map(({ code }) => code)).not.toContain("model-digest-differs");
	});

	it("is the same replay from frames whose joints come in reverse", async () => {
		await putGoldenSession(host.booksDir);
		const straight = await exported(walk);
		await putGoldenSession(host.booksDir, (frame) => ({
			...frame,
			joints: frame.joints.toReversed(),
		}));
		const reversed = await exported(walk);
		expect(reversed.manifest?.content_digest).toBe(straight.manifest?.content_digest);
	});
});
