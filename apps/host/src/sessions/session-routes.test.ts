import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
	sessionAnnotationsSchema,
	sessionListSchema,
	sessionReplaySchema,
} from "@hindcast/replay-protocol/http";
import { goldenAvailable, readGoldenJson } from "@hindcast/tooling/golden";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { putGoldenSession, putSession, sessionDocument, telemetryFrame } from "../testing/sessions.ts";
import { fingerprint, startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(() => host.close());

const get = (path: string) => fetch(`${host.url}${path}`);
const put = async (path: string, document: unknown) => {
	const place = join(host.book, path);
	await mkdir(dirname(place), { recursive: true });
	await writeFile(place, typeof document === "string" ? document : JSON.stringify(document));
};
const damage = () => host.logs.filter(({ event }) => event === "session-damaged");

async function expectDamaged(path = "/api/replays/session-1") {
	const answer = await get(path);
	expect(answer.status).toBe(500);
	const text = await answer.text();
	expect(JSON.parse(text)).toMatchObject({ code: "session-damaged" });
	expect(text).not.toContain(host.booksDir);
}

describe("GET /api/replays/{session_id}", () => {
	it("gives the frames in the order of capture, whatever their names, and changes nothing", async () => {
		const session = sessionDocument({ frames: 3 });
		await put("runs/observations/session-1.json", session);
		for (const [name, at] of [
			["f-0", 20],
			["f-1", 0],
			["f-2", 10],
		] as const) {
			await put(`runs/telemetry/session-1/${name}.json`, telemetryFrame({ id: name, atMs: at }));
		}
		const before = await fingerprint(host.booksDir);
		const { timeline, frame_paths } = sessionReplaySchema.parse(
			await (await get("/api/replays/session-1")).json(),
		);
		expect(timeline.frames.map(({ frame_id }) => frame_id)).toEqual(["f-1", "f-2", "f-0"]);
		expect(frame_paths[0]).toBe("runs/telemetry/session-1/f-1.json");
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("shows a frame that is missing by the session's own count", async () => {
		await putSession(host.book, { frames: 3 });
		await rm(join(host.book, "runs/telemetry/session-1/f-1.json"));
		const { timeline } = sessionReplaySchema.parse(await (await get("/api/replays/session-1")).json());
		expect([timeline.telemetry_frame_count, timeline.frames.length]).toEqual([3, 2]);
	});

	it("masks what looks private, and never names a place outside the book", async () => {
		await putSession(host.book, { frames: 1, frame: { mode: "/home/zanzibar/mode" } });
		const text = await (await get("/api/replays/session-1")).text();
		expect(text).not.toContain("zanzibar");
		expect(JSON.parse(text).timeline.frames[0].mode).toBe("[masked]");
	});

	it.each<[string, unknown, { unreadable: number; contradicting: number }]>([
		["torn", '{"frame_id":"f-1"', { unreadable: 1, contradicting: 0 }],
		["misshapen", { frame_id: "f-1" }, { unreadable: 1, contradicting: 0 }],
		["too large", `{"x":"${"x".repeat(1_100_000)}"}`, { unreadable: 1, contradicting: 0 }],
		["another frame", telemetryFrame({ id: "f-9", atMs: 1 }), { unreadable: 0, contradicting: 1 }],
		[
			"of another robot",
			{ ...telemetryFrame({ id: "f-1", atMs: 1 }), robot_id: "tern-6" },
			{ unreadable: 0, contradicting: 1 },
		],
	])("is session-damaged where a frame is %s, with counts in the log", async (_, document, counts) => {
		await putSession(host.book, { frames: 3 });
		await put("runs/telemetry/session-1/f-1.json", document);
		await expectDamaged();
		expect(damage()).toEqual([{ event: "session-damaged", session_id: "session-1", missing: 0, ...counts }]);
	});

	it("is session-damaged where frames, their folder or the session are links", async () => {
		await putSession(host.book, { frames: 2 });
		await put("elsewhere/f-5.json", telemetryFrame({ id: "f-5", atMs: 1 }));
		await symlink("../../../elsewhere/f-5.json", join(host.book, "runs/telemetry/session-1/f-5.json"));
		await expectDamaged();
		await rm(join(host.book, "runs/telemetry/session-1"), { recursive: true });
		await symlink("../../elsewhere", join(host.book, "runs/telemetry/session-1"));
		await expectDamaged();
		await symlink("session-1.json", join(host.book, "runs/observations/session-2.json"));
		await expectDamaged("/api/replays/session-2");
	});

	it("is session-damaged where two books hold the session, or it is of another robot", async () => {
		await putSession(host.book, { frames: 1 });
		const other = join(host.booksDir, "tern-6");
		await mkdir(other);
		await writeFile(join(other, "robot.json"), JSON.stringify({ id: "tern-6" }));
		await putSession(other, { frames: 1, session: { robot_id: "tern-6" } });
		await expectDamaged();
		await put("runs/observations/session-3.json", {
			...sessionDocument({ frames: 0 }),
			session_id: "session-3",
			robot_id: "tern-6",
		});
		await expectDamaged("/api/replays/session-3");
	});

	it.each([
		["absent", 404, "session-not-found"],
		["..%2f..%2frobot", 400, "unsafe-id"],
		["%2e%2e", 404, "not-found"],
		["a%00b", 400, "unsafe-id"],
		["a..b", 400, "unsafe-id"],
	])("answers %s with %i %s", async (id, status, code) => {
		const answer = await get(`/api/replays/${id}`);
		expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
	});
});

describe("GET /api/moonrobo/sessions", () => {
	const list = async () => sessionListSchema.parse(await (await get("/api/moonrobo/sessions")).json());

	it("lists newest first, with the episode of those that were reviewed", async () => {
		for (const [id, at] of [
			["session-1", "100"],
			["session-2", "9223372036854775807"],
			["session-3", "20"],
		] as const) {
			await putSession(host.book, { frames: 1, session: { session_id: id, started_at_ms: at } });
		}
		await put("runs/reviews/review-1.json", {
			review_id: "review-1",
			session_id: "session-3",
			disposition: "accepted",
		});
		const { session_count, sessions } = await list();
		expect(session_count).toBe(3);
		expect(sessions.filter((session) => "episode_id" in session)).toHaveLength(1);
		expect(sessions.map(({ session_id, episode_id }) => [session_id, episode_id])).toEqual([
			["session-2", undefined],
			["session-1", undefined],
			["session-3", "episode-session-3"],
		]);
		expect(sessions[0]).toMatchObject({ status: "stopped", robot_id: "kite-2", telemetry_frame_count: 1 });
	});

	it("leaves out what cannot be read, counts it in the log once, and sees files that change", async () => {
		await putSession(host.book, { frames: 1 });
		await put("runs/observations/torn.json", "{");
		await put("runs/observations/other.json", sessionDocument({ frames: 1 }));
		await symlink("session-1.json", join(host.book, "runs/observations/link.json"));
		for (let round = 0; round < 2; round++) expect((await list()).session_count).toBe(1);
		expect(host.logs.filter(({ event }) => event === "sessions-not-listed")).toEqual([
			{ event: "sessions-not-listed", count: 3 },
		]);
		await put("runs/observations/torn.json", { ...sessionDocument({ frames: 1 }), session_id: "torn" });
		expect((await list()).sessions.map(({ session_id }) => session_id)).toEqual(["session-1", "torn"]);
	});

	it("is empty where no book has a session", async () => {
		expect(await list()).toEqual({ session_count: 0, sessions: [] });
	});
});

describe("GET /api/replays/{session_id}/annotations", () => {
	const note = (id: string, more: object = {}) => ({
		annotation_id: id,
		session_id: "session-1",
		frame_id: "",
		label: "usable",
		note: "steady",
		severity: "info",
		created_by: { kind: "operator", id: "local" },
		created_at_ms: "10",
		...more,
	});

	it("gives the notes by time, without private values", async () => {
		await putSession(host.book, { frames: 1 });
		await put("runs/annotations/session-1/a-1.json", note("a-1", { created_at_ms: "30" }));
		await put("runs/annotations/session-1/a-2.json", note("a-2", { note: "see /home/zanzibar/run.npz" }));
		const text = await (await get("/api/replays/session-1/annotations")).text();
		expect(text).not.toContain("zanzibar");
		const { annotation_count, annotations } = sessionAnnotationsSchema.parse(JSON.parse(text));
		expect([annotation_count, annotations.map(({ annotation_id }) => annotation_id)]).toEqual([
			2,
			["a-2", "a-1"],
		]);
		expect(annotations[1]).toEqual(note("a-1", { created_at_ms: "30" }));
	});

	it("is empty for a session without notes, and unknown for no session", async () => {
		await putSession(host.book, { frames: 1 });
		expect(await (await get("/api/replays/session-1/annotations")).json()).toEqual({
			session_id: "session-1",
			annotation_count: 0,
			annotations: [],
		});
		expect((await get("/api/replays/absent/annotations")).status).toBe(404);
	});

	it("is session-damaged where a note is torn or on another session", async () => {
		await putSession(host.book, { frames: 1 });
		await put("runs/annotations/session-1/a-1.json", note("a-1", { session_id: "session-2" }));
		await put("runs/annotations/session-1/a-2.json", "{");
		await expectDamaged("/api/replays/session-1/annotations");
		expect(damage()).toEqual([
			{ event: "session-damaged", session_id: "session-1", unreadable: 1, contradicting: 1, missing: 0 },
		]);
	});
});

describe.skipIf(!goldenAvailable)("the golden session", () => {
	const golden = (name: string) => readGoldenJson(`moonrobo/${name}.json`);

	it("is answered exactly as MoonRobo answers it, with its note", async () => {
		await putGoldenSession(host.booksDir);
		expect(await (await get("/api/replays/session-walk-golden")).json()).toEqual(
			await golden("ledger/replay-timeline.response"),
		);
		expect(await (await get("/api/replays/session-walk-golden/annotations")).json()).toEqual({
			session_id: "session-walk-golden",
			annotation_count: 1,
			annotations: [await golden("ledger/replay-annotation")],
		});
	});
});
