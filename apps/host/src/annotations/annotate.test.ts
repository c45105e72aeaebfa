import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { annotateReceiptSchema } from "@hindcast/replay-protocol";
import { annotateResponseSchema, replayDetailSchema, replayListSchema } from "@hindcast/replay-protocol/http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Of } from "../storage/digest-cache.ts";
import { replayBytes } from "../testing/replays.ts";
import { fingerprint, startTestHost, type TestHost } from "../testing/test-host.ts";
import { annotateIdOf } from "./standing-notes.ts";

let host: TestHost;
let folder: string;

beforeEach(async () => {
	host = await startTestHost();
	folder = join(host.book, "runs/replays/a");
	expect((await host.import(await replayBytes("npz"), { replay_id: "a" })).status).toBe(200);
});

afterEach(() => host.close());

const note = (more: Record<string, unknown> = {}) => ({
	replay_id: "a",
	frame_id: "",
	label: "usable",
	note: "steady",
	severity: "info",
	requester: { kind: "operator", id: "me" },
	created_at_ms: "1782000000000",
	...more,
});
const sendText = (body: string) =>
	fetch(`${host.url}/api/moonrobo/replays/annotate`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body,
	});
const send = (body: unknown) => sendText(JSON.stringify(body));
const annotate = async (more: Record<string, unknown> = {}) => {
	const answer = await send(note(more));
	return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const accept = async (more: Record<string, unknown> = {}) => {
	const { status, body } = await annotate(more);
	expect([status, body["code"]]).toEqual([200, undefined]);
	return annotateResponseSchema.parse(body);
};
const detail = async () =>
	replayDetailSchema.parse(await (await fetch(`${host.url}/api/moonrobo/replays/a`)).json());
const summary = async () => {
	const list = await (await fetch(`${host.url}/api/moonrobo/replays`)).json();
	return replayListSchema.parse(list).replays[0];
};

describe("a note", () => {
	it("stands beside the replay with a receipt, is listed and counted, and touches no other file", async () => {
		const before = await fingerprint(host.booksDir);
		const answer = await accept({ frame_id: "f-2" });
		expect(answer).toMatchObject({
			classification: "imported",
			persisted: true,
			replay_id: "a",
			annotation_path: "runs/replays/a/annotations/annotation-a-0.json",
			receipt_path: "runs/replays/a/receipts/annotate-annotation-a-0.json",
			existed: false,
			annotation: {
				annotation_id: "annotation-a-0",
				session_id: "",
				replay_id: "a",
				frame_id: "f-2",
				created_by: { kind: "operator", id: "me" },
			},
		});
		const after = await fingerprint(host.booksDir);
		expect(before.filter((line) => !after.includes(line))).toEqual([]);
		expect(after.length).toBe(before.length + 3);
		const bytes = await readFile(join(host.book, answer.annotation_path));
		const stored = JSON.parse(await readFile(join(host.book, answer.receipt_path), "utf8"));
		expect(annotateReceiptSchema.parse(stored)).toMatchObject({
			replay_id: "a",
			robot_id: "kite-2",
			annotation_id: "annotation-a-0",
			requested_at_ms: "1782000000000",
			annotation: {
				path: answer.annotation_path,
				byte_count: String(bytes.length),
				checksum: sha256Of(bytes),
			},
		});
		const { annotations, receipts } = await detail();
		expect(annotations).toMatchObject([{ annotation_id: "annotation-a-0", note: "steady" }]);
		expect(receipts.map((one) => one["annotate_id"] ?? one["import_id"])).toHaveLength(2);
		expect((await summary())?.annotation_count).toBe(1);
	});

	it("that names the replay's content is taken, and one that names another content is not", async () => {
		const { content_digest } = (await detail()).manifest;
		await accept({ content_digest, annotation_id: "mine" });
		expect(await accept({ annotation_id: "mine" })).toMatchObject({ existed: true });
		const before = await fingerprint(host.booksDir);
		const { status, body } = await annotate({ content_digest: `sha256:${"0".repeat(64)}` });
		expect([status, body["code"]]).toEqual([409, "replay-content-mismatch"]);
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("gets the next number, also after others were taken away or two are sent at once", async () => {
		const at = (index: number) => join(folder, `annotations/annotation-a-${index}.json`);
		const both = await Promise.all([accept(), accept(), accept({ note: "other" })]);
		expect(both.map(({ annotation }) => annotation.annotation_id).sort()).toEqual([
			"annotation-a-0",
			"annotation-a-1",
			"annotation-a-2",
		]);
		await rm(at(1));
		expect((await accept()).annotation.annotation_id).toBe("annotation-a-3");
		await writeFile(at(7), "{");
		expect((await accept()).annotation.annotation_id).toBe("annotation-a-8");
	});

	it("of an id that stands is the same one when it says the same, and a conflict when not", async () => {
		const first = await accept({ annotation_id: "mine" });
		const before = await fingerprint(host.booksDir);
		const again = await accept({ annotation_id: "mine" });
		expect(again).toEqual({ ...first, existed: true });
		const span = JSON.stringify(note({ annotation_id: "span", t_start: 0, t_end: 0.02 }));
		for (const text of [span.replace('"t_start":0', '"t_start":-0'), span, span.replace("0.02", "2e-2")]) {
			expect((await sendText(text)).status).toBe(200);
		}
		for (const change of [
			{ note: "x" },
			{ severity: "critical" },
			{ frame_id: "f-1" },
			{ t_start: 0, t_end: 0.02 },
			{ created_at_ms: "1" },
			{ requester: { kind: "operator", id: "you" } },
		]) {
			const { status, body } = await annotate({ annotation_id: "mine", ...change });
			expect([change, status, body["code"]]).toEqual([change, 409, "annotation-conflict"]);
		}
		await writeFile(join(folder, "annotations/odd.json"), "not a note");
		expect((await annotate({ annotation_id: "odd" })).status).toBe(409);
		expect((await fingerprint(host.booksDir)).length).toBe(before.length + 3);
	});

	it("has a receipt under a name of its own, however long its id", async () => {
		const ids = ["n".repeat(123), `${"n".repeat(122)}m`];
		for (const annotation_id of ids) await accept({ annotation_id });
		expect(new Set(ids.map(annotateIdOf)).size).toBe(2);
		expect((await detail()).receipts).toHaveLength(3);
		expect((await detail()).annotations).toHaveLength(2);
	});

	it("is on a frame that the replay has, by text or by number", async () => {
		expect((await annotate({ frame_id: "f-4" })).body["code"]).toBe("annotation-frame-unknown");
		expect((await annotate({ frame_id: "f-" })).status).toBe(422);
		const { makeReplay } = await import("../testing/replays.ts");
		const { writeReplay } = await import("@hindcast/replay-protocol");
		const replay = await makeReplay();
		const frame_id = {
			dtype: "int64",
			shape: [4],
			data: BigInt64Array.from([0n, 1n, 2n, 9007199254740993n]),
		} as const;
		const bytes = writeReplay({ ...replay, arrays: { ...replay.arrays, frame_id } }, { encoding: "npz" });
		await host.import(bytes, { replay_id: "numbered" });
		const on = (frame: string) => annotate({ replay_id: "numbered", frame_id: frame });
		expect((await on("9007199254740993")).status).toBe(200);
		expect((await on("2")).status).toBe(200);
		expect((await on("9007199254740992")).status).toBe(422);
		expect((await on("02")).status).toBe(422);
	});

	it("is on a span inside the replay", async () => {
		for (const [t_start, t_end, status] of [
			[0, 0.06, 200],
			[0.02, 0.02, 200],
			[0.01, 0.03, 200],
			[-0.001, 0.02, 422],
			[0, 0.061, 422],
			[0.04, 0.02, 422],
			[0, undefined, 422],
			[undefined, 0.02, 422],
		]) {
			const { status: found, body } = await annotate({ t_start, t_end });
			expect([t_start, t_end, found]).toEqual([t_start, t_end, status]);
			if (found !== 200) expect(body["code"]).toBe("annotation-span-invalid");
		}
		expect((await annotate({ frame_id: "f-1", t_start: 0, t_end: 0.02 })).status).toBe(422);
	});
});

describe("refused notes", () => {
	it.each<[string, Record<string, unknown>, number, string]>([
		["an unknown replay", { replay_id: "absent" }, 404, "replay-not-found"],
		["an unsafe replay id", { replay_id: "../a" }, 400, "unsafe-id"],
		["an unsafe id", { annotation_id: "../a" }, 400, "unsafe-id"],
		["no label", { label: "" }, 400, "decode-request"],
		["a long note", { note: "x".repeat(4097) }, 400, "decode-request"],
		["no requester", { requester: undefined }, 400, "decode-request"],
		["an unknown severity", { severity: "fatal" }, 400, "decode-request"],
		["a number for a time", { created_at_ms: 1 }, 400, "decode-request"],
		["an unknown key", { extra: 1 }, 400, "decode-request"],
	])("%s", async (_name, change, status, code) => {
		const before = await fingerprint(host.booksDir);
		const { status: found, body } = await annotate(change);
		expect([found, body["code"]]).toEqual([status, code]);
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("on a payload that is damaged, or where the book's folder is a link, change nothing", async () => {
		const outside = join(host.booksDir, "outside");
		await mkdir(outside);
		await symlink(outside, join(folder, "annotations"));
		expect((await annotate()).body["code"]).toBe("book-refused");
		expect(await readdir(outside)).toEqual([]);
		await rm(join(folder, "annotations"));
		await writeFile(join(folder, "payload.npz"), Buffer.alloc((await replayBytes("npz")).length));
		const before = await fingerprint(host.booksDir);
		expect((await annotate()).body["code"]).toBe("evidence-damaged");
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});
});

it("private values of a note are stored as they are, and answered masked", async () => {
	const answer = await accept({ note: "see /home/alice/notes.txt", label: "10.1.2.3" });
	expect(answer.annotation).toMatchObject({ note: "[masked]", label: "[masked]" });
	expect(await readFile(join(host.book, answer.annotation_path), "utf8")).toContain("/home/alice/notes.txt");
	expect(JSON.stringify([await detail(), host.logs])).not.toMatch(/alice|10\.1\.2\.3/);
});

it("notes of older books are listed without a receipt, and sent again get one", async () => {
	await mkdir(join(folder, "annotations"));
	const old = {
		annotation_id: "old",
		session_id: "",
		replay_id: "a",
		frame_id: "",
		label: "usable",
		note: "steady",
		severity: "info",
		created_by: { kind: "operator", id: "me" },
		created_at_ms: "1782000000000",
	};
	await writeFile(join(folder, "annotations/old.json"), JSON.stringify(old));
	expect((await detail()).annotations).toHaveLength(1);
	const answer = await accept();
	expect([answer.existed, answer.annotation.annotation_id]).toEqual([true, "old"]);
	const receipt = JSON.parse(await readFile(join(host.book, answer.receipt_path), "utf8"));
	expect(receipt.annotation.checksum).toBe(sha256Of(Buffer.from(JSON.stringify(old))));
	expect(await readFile(join(folder, "annotations/old.json"), "utf8")).toBe(JSON.stringify(old));
});

it("notes are counted whoever looks at the replay meanwhile", async () => {
	for (let round = 0; round < 8; round++) {
		const looks = Array.from({ length: 4 }, () => detail());
		await Promise.all([accept({ note: `note ${round}` }), ...looks]);
		expect((await summary())?.annotation_count).toBe(round + 1);
	}
});
