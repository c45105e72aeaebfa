import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { replayListSchema } from "@hindcast/replay-protocol/http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { profile, replayBytes } from "../testing/replays.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(() => host.close());

const list = async (query = "", from: { url: string } = host) => {
	const answer = await fetch(`${from.url}/api/moonrobo/replays${query}`);
	expect(answer.status).toBe(200);
	const page = replayListSchema.parse(await answer.json());
	return { ...page, ids: page.replays.map(({ replay_id }) => replay_id) };
};
const classes = async (from: { url: string } = host) =>
	Object.fromEntries((await list("", from)).replays.map((one) => [one.replay_id, one.classification]));

describe("pages of the list", () => {
	it("follow one another through next_cursor, also while replays are imported", async () => {
		const bytes = await replayBytes("npz");
		for (let at = 0; at < 5; at++) await host.import(bytes, { replay_id: `r-${at}` });
		const first = await list("?limit=2");
		expect([first.ids, first.replay_count]).toEqual([["r-4", "r-3"], 5]);
		await host.import(bytes, { replay_id: "new" });
		const second = await list(`?limit=2&cursor=${first.next_cursor}`);
		expect([second.ids, second.replay_count]).toEqual([["r-2", "r-1"], 6]);
		const last = await list(`?limit=2&cursor=${second.next_cursor}`);
		expect([last.ids, last.next_cursor]).toEqual([["r-0"], undefined]);
	});

	it("have 1 to 200 replays, and filters that can be combined", async () => {
		await mkdir(join(host.booksDir, "tern-6/model"), { recursive: true });
		await writeFile(join(host.booksDir, "tern-6/robot.json"), JSON.stringify({ ...profile, id: "tern-6" }));
		await host.import(await replayBytes("npz"), { replay_id: "a" });
		const other = await replayBytes("npz", { metadata: { robot_id: "tern-6" } });
		await host.import(other, { replay_id: "b" });
		const retargeted = { robot_id: "tern-6", artifact_class: "retargeted" };
		await host.import(await replayBytes("npz", { metadata: retargeted }), { replay_id: "c" });
		expect((await list("?robot_id=tern-6")).ids).toEqual(["c", "b"]);
		expect((await list("?robot_id=tern-6&classification=imported")).ids).toEqual(["b"]);
		expect((await list("?classification=imported&limit=1")).replay_count).toBe(2);
		expect(await list("?robot_id=absent")).toMatchObject({ ids: [], replay_count: 0 });
		for (const query of ["limit=0", "limit=201", "limit=1.5", "limit=x", "limit=", "classification=best"]) {
			const answer = await fetch(`${host.url}/api/moonrobo/replays?${query}`);
			expect([query, answer.status]).toEqual([query, 400]);
		}
	});

	it("are answered to HEAD as to GET, without the body", async () => {
		await host.import(await replayBytes("npz"), { replay_id: "a" });
		for (const path of ["", "/a/payload?from=0&to=1", "/a/evidence"]) {
			const url = `${host.url}/api/moonrobo/replays${path}`;
			const [get, head] = await Promise.all([fetch(url), fetch(url, { method: "HEAD" })]);
			const body = await get.text();
			expect([path, head.status, await head.text()]).toEqual([path, 200, ""]);
			for (const name of ["content-type", "content-length", "etag"]) {
				expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)]);
			}
			expect(get.headers.get("content-length")).toBe(String(Buffer.byteLength(body)));
		}
	});

	it.each(["x", "", "bm8", "MTphOmI", "a".repeat(513)])("cursor %s is none", async (cursor) => {
		const answer = await fetch(`${host.url}/api/moonrobo/replays?cursor=${cursor}`);
		expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
			400,
			"decode-request",
		]);
	});
});

describe("exports of replays in a book", () => {
	/** Puts a copy of a replay into the book as an export of another one. */
	async function addExport(id: string, source: string, more: Record<string, unknown> = {}): Promise<void> {
		const place = join(host.book, "runs/replays", id);
		await cp(join(host.book, "runs/replays/a"), place, { recursive: true });
		await rm(join(place, "receipts"), { recursive: true });
		const manifest = JSON.parse(await readFile(join(place, "manifest.json"), "utf8"));
		const changed = { ...manifest, replay_id: id, source: { kind: "replay", id: source }, ...more };
		await writeFile(join(place, "manifest.json"), JSON.stringify(changed));
	}
	const next = async () => {
		const started = await startTestHost({ booksDir: host.booksDir });
		const found = await classes(started);
		await started.close();
		return found;
	};

	it("are never above their sources, through any number of them, in any order", async () => {
		await host.import(await replayBytes("npz"), { replay_id: "a" });
		await host.import(await replayBytes("npz", { metadata: { artifact_class: "simulated" } }), {
			replay_id: "sim",
		});
		// Made before their sources by the clock, so that these are settled later.
		await addExport("e2", "e1", { created_at_ms: "1" });
		await addExport("e1", "sim", { created_at_ms: "2" });
		await addExport("e3", "e2", { created_at_ms: "0" });
		await addExport("of-imported", "a");
		await addExport("of-nothing", "absent");
		await addExport("circle-1", "circle-2");
		await addExport("circle-2", "circle-1");
		expect(await next()).toMatchObject({
			a: "imported",
			sim: "simulated",
			e1: "simulated",
			e2: "simulated",
			e3: "simulated",
			"of-imported": "imported",
			"of-nothing": "imported",
		});
		await rm(join(host.book, "runs/replays/a"), { recursive: true });
		expect(await next()).toMatchObject({ "of-imported": "imported" });
	});
});
