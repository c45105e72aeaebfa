/** Two host processes over one store: what either answered stays, and neither replaces what the other wrote. */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { annotateResponseSchema, importResponseSchema } from "@hindcast/replay-protocol/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HostProcess, startHostProcess } from "../testing/host-process.ts";
import { headerOf, importRequest, replayBytes, robotId } from "../testing/replays.ts";
import { makeStore } from "../testing/test-host.ts";
import { sha256Of } from "./digest-cache.ts";

let booksDir: string;
let hosts: readonly HostProcess[];

beforeAll(async () => {
	booksDir = await makeStore();
	// A host that starts sets aside what others have in flight, so that both run before anything is sent.
	hosts = [await startHostProcess(booksDir), await startHostProcess(booksDir)];
}, 60_000);

afterAll(async () => {
	for (const host of hosts) await host.kill();
	await rm(booksDir, { recursive: true });
});

const routes = "/api/moonrobo/replays";
const hostOf = (at: number) => hosts[at % hosts.length].url;
const inReplay = (id: string, ...rest: string[]) => join(booksDir, robotId, "runs/replays", id, ...rest);

async function sendReplay(at: number, bytes: Uint8Array<ArrayBuffer>, replay_id: string) {
	const answer = await fetch(`${hostOf(at)}${routes}/import`, {
		method: "POST",
		headers: {
			"content-type": "application/octet-stream",
			"x-replay-request": headerOf(importRequest({ replay_id })),
		},
		body: bytes,
	});
	return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function sendNote(at: number, note: string, annotation_id?: string) {
	const answer = await fetch(`${hostOf(at)}${routes}/annotate`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({
			...{ replay_id: "noted", frame_id: "", label: "usable", note, severity: "info", annotation_id },
			...{ requester: { kind: "operator", id: "me" }, created_at_ms: "1782000000000" },
		}),
	});
	return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe("the same replay sent to both at once", () => {
	it("stands once and whole, and both say so", async () => {
		for (let round = 0; round < 8; round++) {
			const id = `same-${round}`;
			const bytes = await replayBytes("npz", { q0: round / 10 });
			const answers = await Promise.all([0, 1, 2, 3].map((at) => sendReplay(at, bytes, id)));
			expect(answers.map(({ status, body }) => [status, body["code"]])).toEqual(
				answers.map(() => [200, undefined]),
			);
			const existed = answers.map(({ body }) => importResponseSchema.parse(body).receipt.existed);
			expect(existed.filter((one) => !one)).toHaveLength(1);
			expect(sha256Of(await readFile(inReplay(id, "payload.npz")))).toBe(sha256Of(bytes));
			expect(await readdir(inReplay(id, "receipts"))).toHaveLength(1);
		}
	}, 60_000);

	it("is refused where the other host was first with another one", async () => {
		for (let round = 0; round < 8; round++) {
			const files = [await replayBytes("npz", { q0: 0.1 }), await replayBytes("npz", { q0: 0.2 })];
			const answers = await Promise.all(files.map((bytes, at) => sendReplay(at, bytes, `other-${round}`)));
			expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
			const first = files[answers.findIndex(({ status }) => status === 200)];
			expect(sha256Of(await readFile(inReplay(`other-${round}`, "payload.npz")))).toBe(sha256Of(first));
		}
	}, 60_000);
});

describe("notes sent to both at once", () => {
	beforeAll(async () => {
		const bytes = await replayBytes("npz", { q0: 0.9 });
		for (const at of [0, 1]) expect((await sendReplay(at, bytes, "noted")).status).toBe(200);
	});

	it("each get an id of their own, and each stands with its text and its receipt", async () => {
		const texts = Array.from({ length: 40 }, (_, at) => `note ${at}`);
		const answers = await Promise.all(texts.map((text, at) => sendNote(at, text)));
		expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
		const told = answers.map(({ body }) => annotateResponseSchema.parse(body));
		expect(told.every(({ existed }) => !existed)).toBe(true);
		expect(new Set(told.map(({ annotation }) => annotation.annotation_id)).size).toBe(texts.length);
		for (const [at, { annotation_path, receipt_path }] of told.entries()) {
			const bytes = await readFile(join(booksDir, robotId, annotation_path));
			expect(JSON.parse(bytes.toString("utf8"))).toMatchObject({ note: texts[at] });
			const receipt = JSON.parse(await readFile(join(booksDir, robotId, receipt_path), "utf8"));
			expect(receipt.annotation.checksum).toBe(sha256Of(bytes));
		}
	}, 60_000);

	it("under one id: the first stands, and whoever says something else is refused", async () => {
		for (let round = 0; round < 8; round++) {
			const id = `mine-${round}`;
			const texts = ["one", "two", "three", "four"];
			const answers = await Promise.all(texts.map((text, at) => sendNote(at, text, id)));
			expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
			const kept = JSON.parse(await readFile(inReplay("noted", "annotations", `${id}.json`), "utf8"));
			expect(kept.note).toBe(texts[answers.findIndex(({ status }) => status === 200)]);
		}
	}, 60_000);
});
