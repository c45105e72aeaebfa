import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeReplay } from "@hindcast/replay-protocol";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headerOf, importRequest, makeReplay, replayBytes } from "../testing/replays.ts";
import { rawGet, startTestHost, type TestHost } from "../testing/test-host.ts";

/** Every private value of these tests holds this word: no answer and no log line may. */
const word = "zanzibar";
const privateValues = [
	`/home/${word}/robots/run.npz`,
	`C:\\Users\\${word}\\run.npz`,
	`\\\\nas\\${word}\\run.npz`,
	`file:///srv/${word}`,
	`http://user:${word}@10.0.0.5/x`,
	`${word}@example.org`,
	`${word}.internal`,
	`~/${word}/x`,
];

let host: TestHost;

beforeAll(async () => {
	host = await startTestHost();
});

afterAll(() => host.close());

const api = (path: string) => `${host.url}/api/moonrobo${path}`;

async function expectClean(answer: Response): Promise<Response> {
	const text = await answer.clone().text();
	const headers = JSON.stringify([...answer.headers]);
	expect(`${headers}${text}`).not.toContain(word);
	expect(`${headers}${text}`).not.toContain(host.booksDir);
	return answer;
}

const octets = (path: string, body: Uint8Array<ArrayBuffer>, request: unknown) =>
	fetch(api(path), {
		method: "POST",
		headers: { "content-type": "application/octet-stream", "x-replay-request": headerOf(request) },
		body,
	});

describe("no private value comes back", { timeout: 30_000 }, () => {
	it("from the metadata, labels, names and texts of a replay: reports, manifests, receipts, the catalog", async () => {
		for (const [at, value] of privateValues.entries()) {
			const artifact = await makeReplay({
				q0: at / 100,
				metadata: {
					source_label: value,
					notes: value,
					robobook_root: value,
					evidence_paths: [value],
					host: value,
					exported_at: value,
					[value]: "as a key",
					nested: { list: [value] },
				},
			});
			const { mode, frame_id, ...arrays } = artifact.arrays;
			const replay = {
				...artifact,
				arrays: {
					...arrays,
					frame_id,
					mode: { ...mode, dtype: "string" as const, data: [value, value, value, value] },
				},
			};
			const request = importRequest({
				replay_id: `replay-${at}`,
				label: value,
				requester: { kind: "operator", id: value },
			});
			for (const encoding of ["json", "npz"] as const) {
				const body = writeReplay(replay, { encoding });
				await expectClean(await octets("/replays/validate", body, {}));
				const answer = await expectClean(await octets("/replays/import", body, request));
				expect(answer.status).toBe(200);
			}
			await expectClean(await fetch(api(`/replays/replay-${at}`)));
		}
		const list = await expectClean(await fetch(api("/replays")));
		expect(((await list.json()) as { replay_count: number }).replay_count).toBe(privateValues.length);
	});

	it("from blocked replays, whatever was put where", async () => {
		const key = fc.constantFrom(
			"protocol",
			"robot_id",
			"units",
			"quaternion_order",
			"mode",
			"x",
			"joint_name",
		);
		await fc.assert(
			fc.asyncProperty(key, fc.constantFrom(...privateValues), fc.boolean(), async (name, value, nested) => {
				const metadata = { protocol: "moonrobo.replay.v1", [name]: nested ? { [value]: value } : value };
				const arrays = { [name]: nested ? [[value]] : value, [value]: [1] };
				const body = new TextEncoder().encode(JSON.stringify({ metadata, arrays }));
				await expectClean(await octets("/replays/validate", body, {}));
				await expectClean(await octets("/replays/import", body, importRequest()));
			}),
			{ seed: 3, numRuns: 60 },
		);
	});

	it("from addresses, queries, headers and request documents", async () => {
		for (const value of privateValues) {
			const encoded = encodeURIComponent(value);
			for (const path of [
				`/replays/${encoded}`,
				`/robots/${encoded}`,
				`/robots/kite-2/assets/${encoded}.stl`,
				`/${encoded}`,
			]) {
				await expectClean(await fetch(api(path)));
			}
			await expectClean(await fetch(api(`/replays?classification=${encoded}`)));
			await expectClean(await fetch(api("/replays"), { headers: { "x-anything": encoded } }));
			const body = await replayBytes("npz");
			for (const request of [
				// A name without separators is a usable id: whoever chose it gets it back.
				{ ...importRequest(), ...(/^[\w.-]+$/.test(value) ? {} : { replay_id: value }) },
				{ ...importRequest(), visibility: value },
				{ ...importRequest(), [value]: value },
				{ ...importRequest(), expected_robot_id: value },
				{ ...importRequest(), now_ms: value },
				{ ...importRequest(), visibility: "public", label: value },
			]) {
				await expectClean(await octets("/replays/import", body, request));
			}
		}
		const raw = await rawGet(host.port, `/api/moonrobo/replays/${word}%zz`);
		expect(raw.body).not.toContain(word);
	});

	it("from a robot's book", async () => {
		const book = join(host.booksDir, "private-1");
		await mkdir(join(book, "model"), { recursive: true });
		for (const value of privateValues) {
			const profile = {
				id: "private-1",
				label: value,
				platform: value,
				kind: value,
				bridge: { id: value },
				[value]: value,
			};
			await writeFile(join(book, "robot.json"), JSON.stringify(profile));
			const name = value.replaceAll("\\", "/");
			for (const urdf of [
				`<robot name="x"><link name="a"><visual><geometry><mesh filename="${name}"/></geometry></visual></link></robot>`,
				`<robot name="x"><link name="${name}"/><link name="${name}"/></robot>`,
			]) {
				await writeFile(join(book, "model/robot.urdf"), urdf);
				await expectClean(await fetch(api("/robots")));
				await expectClean(await fetch(api("/robots/private-1")));
			}
		}
	});

	it("in any log line of all this", () => {
		const lines = JSON.stringify(host.logs);
		expect(host.logs.length).toBeGreaterThan(200);
		expect(lines).not.toContain(word);
		expect(lines).not.toContain(host.booksDir);
		expect(lines).not.toMatch(/\/(?:home|tmp|Users)\//);
		expect(host.logs.filter((entry) => entry.event === "failure")).toEqual([]);
	});
});
