/** Never-rule 10: importing never changes a file that stands; twice is once, and other content is refused. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { replayBytes } from "../testing/replays.ts";
import { writeRun } from "../testing/run.ts";
import { fingerprint, startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
	await writeRun(host.book);
});

afterEach(() => host.close());

/** What stands now and is no longer as it was. */
async function changed(before: readonly string[]): Promise<string[]> {
	const after = new Set(await fingerprint(host.booksDir));
	return before.filter((line) => !after.has(line));
}

it("adds files only, for every encoding", async () => {
	let before = await fingerprint(host.booksDir);
	for (const encoding of ["npz", "json", "msgpack"] as const) {
		const answer = await host.import(await replayBytes(encoding), { replay_id: encoding });
		expect(answer.status).toBe(200);
		expect(await changed(before)).toEqual([]);
		before = await fingerprint(host.booksDir);
	}
});

it("twice is once: the second import writes nothing, with or without an id", async () => {
	for (const request of [{ replay_id: "a" }, {}]) {
		const bytes = await replayBytes("npz");
		const first = (await (await host.import(bytes, request)).json()) as { replay_id: string };
		const before = await fingerprint(host.booksDir);
		const again = await host.import(bytes, { ...request, label: "another label", now_ms: "5" });
		const body = (await again.json()) as { replay_id: string; receipt: { existed: boolean } };
		expect([again.status, body.receipt.existed, body.replay_id]).toEqual([200, true, first.replay_id]);
		expect(await fingerprint(host.booksDir)).toEqual(before);
	}
});

it("refuses other content under an id, in any encoding, and changes nothing", async () => {
	await host.import(await replayBytes("npz"), { replay_id: "a" });
	const before = await fingerprint(host.booksDir);
	for (const encoding of ["npz", "json", "msgpack"] as const) {
		const answer = await host.import(await replayBytes(encoding, { q0: 0.5 }), { replay_id: "a" });
		expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
			409,
			"replay-id-conflict",
		]);
		expect(await fingerprint(host.booksDir)).toEqual(before);
	}
});
