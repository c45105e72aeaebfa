/** Never-rule 14: no error body and no log line holds the private value that caused it. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createReplay, type ReplayBasics, writeReplay } from "@hindcast/replay-protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportRequest, makeReplay } from "../testing/replays.ts";
import { putSession, sessionDocument } from "../testing/sessions.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

const word = "zanzibar";
const values = [`/home/${word}/run`, `C:\\${word}\\run`, `user:${word}@10.0.0.5`, `${word}.internal`];

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(() => host.close());

async function expectSilent(answer: Response): Promise<number> {
	const said = `${await answer.text()}${JSON.stringify([...answer.headers])}${JSON.stringify(host.logs)}`;
	expect(said).not.toContain(word);
	expect(said).not.toContain(host.booksDir);
	return answer.status;
}

const ask = (more: object) =>
	fetch(`${host.url}/api/moonrobo/replays/export`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ...exportRequest(), ...more }),
	});

describe.each(values)("of %s", (value) => {
	it("in an export's request", async () => {
		for (const more of [
			{ source: { kind: "replay", id: value } },
			{ source: { kind: value, id: "a" } },
			{ encoding: value },
			{ source_label: value },
			{ include: [value], from_t: value },
			{ requester: { kind: value, id: value } },
			{ [value]: value },
			{ now_ms: value },
		]) {
			expect(await expectSilent(await ask(more))).toBeGreaterThanOrEqual(400);
		}
	});

	it("in the joint names of a replay, imported or exported", async () => {
		const { metadata, arrays } = await makeReplay({ metadata: { notes: value } });
		const { joint_order_digest: _, ...basics } = metadata;
		const names = { dtype: "string" as const, shape: [2], data: [value, `left ${value}`] };
		const named = await createReplay({
			metadata: basics as ReplayBasics,
			arrays: { ...arrays, joint_name: names },
		});
		const body = writeReplay(named, { encoding: "npz" });
		await expectSilent(await host.import(body, { visibility: "public" }));
		await expectSilent(await host.import(body, { replay_id: "a" }));
		await expectSilent(await ask({ visibility: "public" }));
	});

	it("in the documents of a session, damaged or not", async () => {
		const put = async (path: string, text: string) => {
			await mkdir(dirname(join(host.book, path)), { recursive: true });
			await writeFile(join(host.book, path), text);
		};
		await putSession(host.book, { frames: 2, frame: { mode: value, robot_id: "kite-2", bridge_id: value } });
		const routes = ["/api/replays/session-1", "/api/replays/session-1/annotations", "/api/moonrobo/sessions"];
		for (const route of routes) await expectSilent(await fetch(`${host.url}${route}`));
		const session = { ...sessionDocument({ frames: 2 }), bridge_id: value, latest_frame_id: value };
		await put("runs/observations/session-1.json", JSON.stringify(session));
		await put("runs/annotations/session-1/a-1.json", JSON.stringify({ note: value }));
		for (const route of routes) await expectSilent(await fetch(`${host.url}${route}`));
		await expectSilent(await ask({ source: { kind: "observation-session", id: "session-1" } }));
		await expectSilent(
			await ask({ source: { kind: "observation-session", id: "session-1" }, visibility: "public" }),
		);
		await put("runs/telemetry/session-1/f-1.json", `{"frame_id": "${value.replaceAll("\\", "/")}`);
		for (const route of routes) await expectSilent(await fetch(`${host.url}${route}`));
		expect(await expectSilent(await ask({ source: { kind: "observation-session", id: "session-1" } }))).toBe(
			500,
		);
	});
});
