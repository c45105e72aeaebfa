/** Never-rule 11: an imported replay is never verified by what it says, whatever that is. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeReplay } from "@hindcast/replay-protocol";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeReplay } from "../testing/replays.ts";
import { writeRun } from "../testing/run.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;
const verified = "physical-feedback-verified";

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(() => host.close());

interface Claim {
	readonly artifact_class?: "physical-feedback-verified";
	readonly receipt_ids?: string[];
	readonly snapshot_ids?: string[];
	/** A code of every frame: 4 is "verified". */
	readonly state?: number;
}

async function importClaim(id: string, { state, ...metadata }: Claim): Promise<Response> {
	const replay = await makeReplay({ metadata });
	const verification_state = { dtype: "int8", shape: [4], data: new Int8Array(4).fill(state ?? 0) } as const;
	const arrays = state === undefined ? replay.arrays : { ...replay.arrays, verification_state };
	return host.import(writeReplay({ ...replay, arrays }, { encoding: "npz" }), { replay_id: id });
}

/** Every class that any answer gives of a replay. */
async function answeredClasses(id: string): Promise<unknown[]> {
	const route = `${host.url}/api/moonrobo/replays`;
	const get = async (path: string) =>
		(await (await fetch(`${route}${path}`)).json()) as { classification: unknown };
	const list = (await get("")) as unknown as { replays: { replay_id: string; classification: unknown }[] };
	const validated = await fetch(`${route}/validate`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ replay_id: id }),
	});
	return [
		list.replays.find((one) => one.replay_id === id)?.classification,
		(await get(`/${id}`)).classification,
		(await get(`/${id}/evidence`)).classification,
		(await get(`/${id}/payload?from=0&to=1`)).classification,
		((await validated.json()) as { classification: unknown }).classification,
	];
}

const claims: Record<string, Claim> = {
	"its class": { artifact_class: verified },
	"the state of its frames": { state: 4 },
	"both, and names documents": {
		artifact_class: verified,
		receipt_ids: ["receipt-1"],
		snapshot_ids: ["snapshot-1"],
		state: 4,
	},
};

it.each(Object.keys(claims))("that claims by %s, without documents that prove it", async (name) => {
	const answer = await importClaim("a", claims[name] ?? {});
	const body = (await answer.json()) as { classification?: string; persisted: boolean };
	expect(body.classification).not.toBe(verified);
	if (body.persisted) {
		expect(new Set(await answeredClasses("a"))).toEqual(new Set(["imported"]));
	} else {
		expect(answer.status).toBe(422);
	}
});

it.each(Object.keys(claims))("that claims by %s, although the book's documents prove a run", async (name) => {
	await writeRun(host.book);
	const answer = await importClaim("a", claims[name] ?? {});
	const body = (await answer.json()) as { classification?: string; persisted: boolean };
	if (!body.persisted) return expect(answer.status).toBe(422);
	expect(body.classification).toBe("imported");
	expect(new Set(await answeredClasses("a"))).toEqual(new Set(["imported"]));
	const again = await startTestHost({ booksDir: host.booksDir });
	const list = (await (await fetch(`${again.url}/api/moonrobo/replays`)).json()) as { replays: unknown[] };
	await again.close();
	expect(list.replays).toMatchObject([{ classification: "imported" }]);
});

it("nor by a receipt of its import that says so, as older hosts wrote it", async () => {
	await importClaim("a", {});
	const receipts = join(host.book, "runs/replays/a/receipts");
	const old = { receipt_version: 1, import_id: "import-old", replay_id: "a", classification: verified };
	await writeFile(join(receipts, "import-old.json"), JSON.stringify(old));
	expect(new Set(await answeredClasses("a"))).toEqual(new Set(["imported"]));
});

it("nor when it is validated without being stored", async () => {
	const replay = await makeReplay({ metadata: { artifact_class: verified } });
	const answer = await fetch(`${host.url}/api/moonrobo/replays/validate`, {
		method: "POST",
		headers: { "content-type": "application/octet-stream" },
		body: writeReplay(replay, { encoding: "npz" }),
	});
	expect(((await answer.json()) as { classification: string }).classification).toBe("imported");
});

it("nor by documents that were there once: what claims by them stays readable, and is not verified", async () => {
	await writeRun(host.book);
	const claim = claims["both, and names documents"] ?? {};
	expect((await importClaim("a", claim)).status).toBe(200);
	await writeRun(host.book, { receipt: { status: "Failed" } });
	const route = `${host.url}/api/moonrobo/replays/a`;
	const cut = await fetch(`${route}/payload?from=0&to=1`);
	expect([cut.status, await cut.json()]).toEqual([
		200,
		expect.objectContaining({ classification: "imported" }),
	]);
	expect((await fetch(`${route}/payload`)).status).toBe(200);
	expect(await (await fetch(route)).json()).toMatchObject({ classification: "imported" });
});
