import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createReplay, type ReplayBasics, writeReplay } from "@hindcast/replay-protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
	headerOf,
	importRequest,
	makeReplay,
	profile,
	replayBytes,
	robotId,
	urdf,
} from "../testing/replays.ts";
import { type RunVariant, runDocuments, writeRun } from "../testing/run.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(() => host.close());

interface Answer {
	readonly code?: string;
	readonly classification: string;
	readonly receipt: { readonly encoding: string };
	readonly validation: { readonly issues: readonly { code: string; severity: string; params: object }[] };
}

async function judged(bytes: Uint8Array<ArrayBuffer>, request: Parameters<typeof importRequest>[0] = {}) {
	const answer = await host.import(bytes, request);
	const body = (await answer.json()) as Answer;
	const of = (severity: string) =>
		body.validation.issues.filter((issue) => issue.severity === severity).map(({ code }) => code);
	return { status: answer.status, body, blocking: of("blocking"), advisory: of("advisory") };
}

describe("msgpack", () => {
	const send = (route: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
		fetch(`${host.url}/api/moonrobo/replays/${route}`, {
			method: "POST",
			headers: { "content-type": "application/octet-stream", ...headers },
			body,
		});
	const request = (id: string) => ({ "x-replay-request": headerOf(importRequest({ replay_id: id })) });

	it.each<[string, Record<string, string>]>([
		["by its content type", { "content-type": "application/msgpack" }],
		["by both", { "content-type": "application/msgpack; a=b", "x-replay-encoding": "msgpack" }],
		["by the header", { "x-replay-encoding": "msgpack" }],
		["by its bytes alone", {}],
	])("is taken %s, and stored and answered as it came", async (_, headers) => {
		const bytes = await replayBytes("msgpack");
		expect((await send("validate", bytes, headers)).status).toBe(200);
		const answer = await send("import", bytes, { ...request("a"), ...headers });
		expect(answer.status).toBe(200);
		expect(((await answer.json()) as Answer).receipt.encoding).toBe("msgpack");
		expect(new Uint8Array(await readFile(join(host.book, "runs/replays/a/payload.msgpack")))).toEqual(bytes);
		const payload = await fetch(`${host.url}/api/moonrobo/replays/a/payload`);
		expect(payload.headers.get("content-type")).toBe("application/msgpack");
		expect(new Uint8Array(await payload.arrayBuffer())).toEqual(bytes);
		const npz = await send("import", await replayBytes("npz"), request("a"));
		expect(await npz.json()).toMatchObject({ receipt: { existed: true, encoding: "msgpack" } });
	});

	it.each<[string, "npz" | "msgpack", Record<string, string>]>([
		[
			"a type and a header that differ",
			"msgpack",
			{ "content-type": "application/msgpack", "x-replay-encoding": "npz" },
		],
		["a type that is not the bytes'", "npz", { "content-type": "application/msgpack" }],
		["a header that is not the bytes'", "msgpack", { "x-replay-encoding": "json" }],
	])("is 415 for %s", async (_, encoding, headers) => {
		const answer = await send("import", await replayBytes(encoding), { ...request("a"), ...headers });
		expect(answer.status).toBe(415);
		const { message } = (await answer.json()) as { message: string };
		expect(message).toMatch(
			/name two encodings|that the bytes are (?:msgpack|json), and they are (?:npz|msgpack)/,
		);
	});

	it("is blocked where it is cut, as any replay", async () => {
		const bytes = (await replayBytes("msgpack")).slice(0, -1);
		const answer = await send("import", bytes, { ...request("a"), "content-type": "application/msgpack" });
		expect([answer.status, ((await answer.json()) as Answer).code]).toEqual([422, "replay-blocked"]);
	});
});

describe("for whom a replay is judged", () => {
	const validate = async (headers: Record<string, string>, body: Uint8Array<ArrayBuffer> | string) => {
		const url = `${host.url}/api/moonrobo/replays/validate`;
		const answer = await fetch(url, { method: "POST", headers, body });
		const { validation } = (await answer.json()) as Answer;
		return validation.issues.filter(({ severity }) => severity === "blocking").map(({ code }) => code);
	};
	const inline = (bytes: Uint8Array<ArrayBuffer>, profile?: string) =>
		validate(
			{ "content-type": "application/octet-stream", "x-replay-request": headerOf({ profile }) },
			bytes,
		);
	const saying = (visibility: string) =>
		replayBytes("npz", { metadata: { visibility, notes: "kept in /home/alice/takes" } });

	it("is never softened: one that says it is public is judged as that, whatever is asked", async () => {
		const bytes = await saying("public");
		for (const profile of [undefined, "private", "public"]) {
			expect(await inline(bytes, profile)).toContain("home-path");
		}
		for (const visibility of ["private", "public"] as const) {
			const { status, body, blocking } = await judged(bytes, { visibility });
			expect([status, body.code]).toEqual([422, "replay-blocked"]);
			expect(blocking).toContain("home-path");
		}
		expect(await readdir(host.book)).not.toContain("runs");
	});

	it("is what the request says where the replay says less of itself", async () => {
		const bytes = await saying("private");
		for (const profile of [undefined, "private"]) expect(await inline(bytes, profile)).toEqual([]);
		expect(await inline(bytes, "public")).toContain("home-path");
		expect((await judged(bytes, { visibility: "public" })).status).toBe(422);
		expect((await judged(bytes, { replay_id: "a" })).status).toBe(200);
		const stored = (profile?: string) =>
			validate({ "content-type": "application/json" }, JSON.stringify({ replay_id: "a", profile }));
		expect(await stored()).toEqual([]);
		expect(await stored("public")).toContain("home-path");
	});
});

describe("the robot and its model", () => {
	const withJoints = async (...names: string[]) => {
		const { metadata, arrays } = await makeReplay();
		const { joint_order_digest: _, ...basics } = metadata;
		const joint_name = { dtype: "string" as const, shape: [names.length], data: names };
		return writeReplay(
			await createReplay({ metadata: basics as ReplayBasics, arrays: { ...arrays, joint_name } }),
			{ encoding: "npz" },
		);
	};

	it("refuse a replay of another robot than the one that was selected, with 409 and the report", async () => {
		for (const selected of ["tern-6", "../x"]) {
			const { status, body, blocking } = await judged(await replayBytes("npz"), {
				expected_robot_id: selected,
			});
			expect([status, body.code]).toEqual([409, "replay-robot-mismatch"]);
			expect(blocking).toEqual(["robot-id-conflict"]);
		}
		expect((await judged(await replayBytes("npz"), { expected_robot_id: robotId })).status).toBe(200);
	});

	it("refuse joints that the model does not have, and tell of those that either lacks", async () => {
		const strange = await judged(await withJoints("hip", "knee"));
		expect([strange.status, strange.blocking]).toEqual([422, ["joints-unreconcilable"]]);
		const { status, advisory } = await judged(await withJoints("swing", "knee"));
		expect(status).toBe(200);
		expect(advisory).toEqual(
			expect.arrayContaining(["replay-joint-not-in-urdf", "urdf-joint-not-in-replay"]),
		);
	});

	it("tell of positions beyond the model's limits, and of another model", async () => {
		const model_source_digest = `sha256:${"0".repeat(64)}`;
		const far = await judged(await replayBytes("npz", { q0: 1.5, metadata: { model_source_digest } }));
		expect(far.advisory).toEqual(
			expect.arrayContaining(["joint-position-outside-limit", "model-digest-differs"]),
		);
		await writeFile(join(host.book, "model/robot.urdf"), urdf.replace('upper="1"', 'upper="2"'));
		const near = await judged(await replayBytes("npz", { q0: 1.5 }), { replay_id: "near" });
		expect(near.advisory).not.toContain("joint-position-outside-limit");
	});

	it("are no hindrance where the book has no model, or one that cannot be read", async () => {
		await writeFile(join(host.book, "model/robot.urdf"), "<robot");
		expect((await judged(await withJoints("hip", "knee"), { replay_id: "a" })).status).toBe(200);
		await rm(join(host.book, "model"), { recursive: true });
		expect((await judged(await withJoints("hip", "ankle"), { replay_id: "b" })).status).toBe(200);
		for (const replay_id of ["a", "b"]) {
			const answer = await fetch(`${host.url}/api/moonrobo/replays/validate`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ replay_id }),
			});
			expect(await answer.json()).toMatchObject({ validation: { valid: true } });
		}
	});
});

describe("a claim of verification", () => {
	const claim = {
		artifact_class: "physical-feedback-verified",
		receipt_ids: ["receipt-1", "../../robot"],
		snapshot_ids: ["snapshot-1"],
	};
	it("is taken where the book's documents prove it, and raises no class", async () => {
		await writeRun(host.book);
		const { status, body, blocking } = await judged(await replayBytes("npz", { metadata: claim }));
		expect([blocking, status, body.classification]).toEqual([[], 200, "imported"]);
	});

	it.each<[string, RunVariant]>([
		["no documents", { receipt: null, snapshot: null, dispatch: null, feedback: null }],
		["a receipt of another robot", { receipt: { robot_id: "tern-6" } }],
		["a receipt that was not executed", { receipt: { status: "Failed" } }],
		["a snapshot of another receipt", { snapshot: { receipt_id: "receipt-2" } }],
		["a feedback frame that is gone", { feedback: null }],
		["a dispatch that is gone", { dispatch: null }],
		[
			"a run through another bridge than the profile's",
			{
				receipt: { bridge_id: "mock-kite" },
				dispatch: { bridge_id: "mock-kite" },
				feedback: { bridge_id: "mock-kite" },
			},
		],
		[
			"feedback that says it is simulated",
			{
				feedback: {
					operator_input: {
						...(runDocuments().feedback as { operator_input: object }).operator_input,
						source: "simulation",
					},
				},
			},
		],
	])("is blocked with %s, whatever the replay says", async (_, variant) => {
		await writeRun(host.book, variant);
		const { status, blocking } = await judged(await replayBytes("npz", { metadata: claim }));
		expect([status, blocking]).toEqual([422, ["verification-overclaimed"]]);
	});

	it.each(["Mock", undefined])("is blocked where the robot's bridge is of kind %j", async (kind) => {
		await writeRun(host.book);
		await writeFile(
			join(host.book, "robot.json"),
			JSON.stringify({ ...profile, bridge: { ...profile.bridge, kind } }),
		);
		const { status, blocking } = await judged(await replayBytes("npz", { metadata: claim }));
		expect([status, blocking]).toEqual([422, ["verification-overclaimed"]]);
	});

	it("is blocked for a robot whose book the store does not have", async () => {
		const metadata = { ...claim, robot_id: "heron-1" };
		const { status, blocking } = await judged(await replayBytes("npz", { metadata }));
		expect([status, blocking]).toEqual([422, ["verification-overclaimed"]]);
	});

	it.each([7, "receipt-1", [null, 7, {}, "a/b"], { length: 1e9 }])(
		"reads nothing for ids that are %j",
		async (ids) => {
			await writeRun(host.book);
			const metadata = { receipt_ids: ids, snapshot_ids: ids };
			const text = new TextDecoder().decode(await replayBytes("json"));
			const body = text.replace('"metadata":{', `"metadata":{${JSON.stringify(metadata).slice(1, -1)},`);
			const { status } = await judged(new TextEncoder().encode(body));
			expect(status).toBeLessThan(500);
		},
	);
});
