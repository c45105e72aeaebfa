/** Never-rule 4: validating never writes anything, not even while it runs. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ReplayEncoding, writeReplay } from "@hindcast/replay-protocol";
import { afterEach, beforeEach, expect, it } from "vitest";
import { headerOf, makeReplay, replayBytes } from "../testing/replays.ts";
import { fingerprint, startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
	await host.import(await replayBytes("npz"), { replay_id: "a" });
});

afterEach(() => host.close());

/** Times of every folder: a file that came and went would show in them. */
async function folderTimes(): Promise<string[]> {
	const entries = await readdir(host.booksDir, { recursive: true, withFileTypes: true });
	const folders = entries
		.filter((entry) => entry.isDirectory())
		.map((entry) => join(entry.parentPath, entry.name));
	return Promise.all(
		[host.booksDir, ...folders].map(
			async (folder) => `${folder} ${(await stat(folder, { bigint: true })).mtimeNs}`,
		),
	);
}

async function validate(
	type: string,
	body: Uint8Array<ArrayBuffer> | string,
	profile: string,
): Promise<boolean> {
	const headers = { "content-type": type, "x-replay-request": headerOf({ profile }) };
	const url = `${host.url}/api/moonrobo/replays/validate`;
	const answer = await fetch(url, { method: "POST", headers, body });
	expect(answer.status).toBe(200);
	const { persisted, validation } = (await answer.json()) as {
		persisted: boolean;
		validation: { valid: boolean };
	};
	expect(persisted).toBe(false);
	return validation.valid;
}

it("holds in every form, for sound and for blocked replays", async () => {
	const before = [await fingerprint(host.booksDir), await folderTimes()];
	const secret = await makeReplay({ metadata: { notes: "/home/zanzibar/run" } });
	for (const profile of ["public", "private"]) {
		for (const encoding of ["npz", "json", "msgpack"] satisfies ReplayEncoding[]) {
			const type = encoding === "msgpack" ? "application/msgpack" : "application/octet-stream";
			expect(await validate(type, await replayBytes(encoding), profile)).toBe(true);
			const blocked = writeReplay(secret, { encoding });
			expect(await validate(type, blocked, profile)).toBe(profile === "private");
			expect(await validate(type, blocked.slice(0, -9), profile)).toBe(false);
		}
		const inline = new TextDecoder().decode(await replayBytes("json"));
		expect(await validate("application/json", `{"artifact":${inline},"profile":"${profile}"}`, profile)).toBe(
			true,
		);
		expect(await validate("application/json", `{"replay_id":"a","profile":"${profile}"}`, profile)).toBe(
			true,
		);
	}
	expect([await fingerprint(host.booksDir), await folderTimes()]).toEqual(before);
});
