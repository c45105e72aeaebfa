/** Never-rule 3: no route of replays ever makes a file of runs, dry runs, approvals or dispatches. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { routeList } from "../http/route-table.ts";
import { exportRequest, headerOf, importRequest, replayBytes } from "../testing/replays.ts";
import { putSession } from "../testing/sessions.ts";
import { fingerprint, startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(() => host.close());

const now = { requester: { kind: "operator", id: "tester" }, now_ms: "1782000000000" };

async function post(path: string, body: object): Promise<number> {
	const headers = { "content-type": "application/json" };
	const url = `${host.url}/api/moonrobo/replays/${path}`;
	return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
}

it("holds for every route that writes, whether it succeeds or not", async () => {
	await putSession(host.book, { frames: 3 });
	for (const place of [
		"runs/receipts/receipt-1.json",
		"runs/task-executions/snapshot-1.json",
		"runs/reviews/review-1.json",
		".moonsuite/products/moonrobo/dry-runs/dry-run-1.json",
		".moonsuite/products/moonrobo/approvals/approval-1.json",
		".moonsuite/products/moonrobo/bridge-dispatches/dispatch-1.json",
	]) {
		await mkdir(dirname(join(host.book, place)), { recursive: true });
		await writeFile(
			join(host.book, place),
			JSON.stringify({ review_id: "review-1", session_id: "session-1" }),
		);
	}
	const before = await fingerprint(host.booksDir);
	const statuses = new Map<string, number[]>();
	const note = (route: string, status: number) =>
		statuses.set(route, [...(statuses.get(route) ?? []), status]);

	note("import", (await host.import(await replayBytes("npz"), { replay_id: "a" })).status);
	note("import", (await host.import(await replayBytes("npz", { q0: 2 }), { replay_id: "a" })).status);
	note("validate", await post("validate", { replay_id: "a" }));
	note("validate", await post("validate", { replay_id: "absent" }));
	for (const source of [
		{ kind: "replay", id: "a" },
		{ kind: "observation-session", id: "session-1" },
		{ kind: "dataset-episode", id: "episode-session-1" },
		{ kind: "observation-session", id: "absent" },
	]) {
		note("export", await post("export", { ...exportRequest(), source }));
	}
	const remark = { replay_id: "a", frame_id: "", label: "usable", note: "", severity: "info" };
	const { now_ms: created_at_ms, requester } = now;
	note("annotate", await post("annotate", { ...remark, requester, created_at_ms }));
	note("annotate", await post("annotate", { ...remark, frame_id: "absent", requester, created_at_ms }));
	note(
		"link",
		await post("link", { replay_id: "a", receipt_id: "receipt-1", snapshot_id: "snapshot-1", ...now }),
	);

	const writing = routeList().filter(({ method }) => method === "POST");
	expect([...statuses.keys()].sort()).toEqual(writing.map(({ path }) => path.split("/").at(-1)).sort());
	expect(statuses.get("export")).toEqual([200, 200, 200, 404]);
	expect(statuses.get("annotate")?.[0]).toBe(200);
	const own = /\/runs\/replays(?:\/| -)/;
	expect((await fingerprint(host.booksDir)).filter((line) => !own.test(line))).toEqual(before);
});

it("holds where a replay's id is the name of such a place", async () => {
	await mkdir(join(host.book, "runs/receipts"), { recursive: true });
	const before = await fingerprint(host.booksDir);
	for (const replay_id of ["../receipts/x", "..", "a/../../receipts", "runs\\receipts"]) {
		const headers = {
			"content-type": "application/octet-stream",
			"x-replay-request": headerOf({ ...importRequest(), replay_id }),
		};
		const body = await replayBytes("npz");
		const answer = await fetch(`${host.url}/api/moonrobo/replays/import`, { method: "POST", headers, body });
		expect(answer.status).toBe(400);
		expect(await post("export", { ...exportRequest(), source: { kind: "replay", id: replay_id } })).toBe(400);
	}
	expect(await fingerprint(host.booksDir)).toEqual(before);
});
