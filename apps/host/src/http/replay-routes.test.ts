import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { contentDigest } from "@hindcast/replay-protocol";
import {
	type ImportResponse,
	importResponseSchema,
	replayDetailSchema,
	replayListSchema,
	replayManifestSchema,
	validateResponseSchema,
} from "@hindcast/replay-protocol/http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sha256Of } from "../storage/digest-cache.ts";
import { importRequest, makeReplay, replayBytes, robotId } from "../testing/replays.ts";
import { fingerprint, makeStore, startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(() => host.close());

const api = (path: string) => `${host.url}/api/moonrobo${path}`;

async function getJson(path: string): Promise<unknown> {
	const answer = await fetch(api(path));
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
	return answer.json();
}

async function imported(answer: Response): Promise<ImportResponse> {
	expect(answer.status, await answer.clone().text()).toBe(200);
	return importResponseSchema.parse(await answer.json());
}

async function listed(query = ""): Promise<string[]> {
	return replayListSchema.parse(await getJson(`/replays${query}`)).replays.map((replay) => replay.replay_id);
}

function postJson(path: string, body: unknown): Promise<Response> {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return fetch(api(path), { method: "POST", headers: { "content-type": "application/json" }, body: text });
}

describe("import of an octet stream", () => {
	it("stores the bytes as they came, with manifest, report and receipt, and lists the replay", async () => {
		const bytes = await replayBytes("npz");
		const answer = await imported(await host.import(bytes, { replay_id: "replay-a", label: "Bench" }));
		expect(answer).toMatchObject({
			classification: "imported",
			persisted: true,
			replay_id: "replay-a",
			validation: { valid: true, blocking_count: 0 },
			receipt: { replay_id: "replay-a", encoding: "npz", existed: false, byte_count: String(bytes.length) },
		});
		const folder = join(host.book, "runs/replays/replay-a");
		expect(new Uint8Array(await readFile(join(folder, "payload.npz")))).toEqual(bytes);
		expect(await readdir(folder)).toEqual(["manifest.json", "payload.npz", "receipts", "report.json"]);
		const manifest = replayManifestSchema.parse(
			JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")),
		);
		expect(manifest).toMatchObject({
			replay_id: "replay-a",
			label: "Bench",
			file_digest: sha256Of(bytes),
			content_digest: await contentDigest(await makeReplay()),
			payload_path: "runs/replays/replay-a/payload.npz",
			source: { kind: "import" },
		});
		const receipt = await readFile(join(folder, "receipts", `${answer.receipt.import_id}.json`), "utf8");
		expect(JSON.parse(receipt)).toMatchObject({
			requester: { kind: "operator", id: "tester" },
			requested_at_ms: "1782000000000",
			file_digest: sha256Of(bytes),
		});
		expect(await listed()).toEqual(["replay-a"]);
		for (const path of answer.evidence_paths) await readFile(join(host.book, path));
	});

	it("answers the catalog and the detail by their schemas, the same after a restart", async () => {
		await host.import(await replayBytes("npz"), { replay_id: "replay-a" });
		const list = replayListSchema.strict().parse(await getJson("/replays"));
		expect(list.replays[0]).toMatchObject({
			robot_id: robotId,
			bridge_id: "ros-kite",
			tick_count: 4,
			joint_count: 2,
			duration_s: 0.06,
			protocol: "moonrobo.replay.v1",
			source: { kind: "import" },
			validation_status: "valid-with-advisories",
		});
		const detail = replayDetailSchema.strict().parse(await getJson("/replays/replay-a"));
		expect(detail.payload_route).toBe("/api/moonrobo/replays/replay-a/payload");
		expect(detail.receipts).toHaveLength(1);
		expect(detail.manifest.arrays).toContainEqual({ name: "qj", dtype: "float64", shape: [4, 2] });
		const second = await startTestHost({ booksDir: host.booksDir });
		try {
			expect(await (await fetch(`${second.url}/api/moonrobo/replays`)).json()).toEqual(list);
			expect(await (await fetch(`${second.url}/api/moonrobo/replays/replay-a`)).json()).toEqual(detail);
		} finally {
			await second.close();
		}
	});

	it("takes the bytes in chunks without a length, and tells the encoding from the bytes", async () => {
		const bytes = await replayBytes("json");
		const status = await new Promise<number>((resolve, reject) => {
			const headers = {
				"content-type": "application/octet-stream",
				"x-replay-request": Buffer.from(JSON.stringify(importRequest())).toString("base64url"),
			};
			const sent = httpRequest(api("/replays/import"), { method: "POST", headers }, (answer) => {
				answer.resume();
				resolve(answer.statusCode ?? 0);
			});
			sent.on("error", reject);
			for (let at = 0; at < bytes.length; at += 97) sent.write(bytes.subarray(at, at + 97));
			sent.end();
		});
		expect(status).toBe(200);
		expect((await readdir(join(host.book, "runs/replays"))).length).toBe(1);
	});

	it("leaves nothing behind when the sender stops halfway", async () => {
		const before = await fingerprint(host.booksDir);
		await new Promise<void>((resolve) => {
			const headers = {
				"content-type": "application/octet-stream",
				"content-length": "100000",
				"x-replay-request": Buffer.from(JSON.stringify(importRequest())).toString("base64url"),
			};
			const sent = httpRequest(api("/replays/import"), { method: "POST", headers });
			sent.on("error", () => resolve());
			sent.write("PK");
			setTimeout(() => sent.destroy(), 50);
		});
		await expect.poll(() => fingerprint(host.booksDir)).toEqual(before);
		expect(host.logs.some((entry) => entry.event === "failure")).toBe(false);
	});
});

describe("identity", { timeout: 30_000 }, () => {
	it("answers the same content under the same id with what stands, in either encoding", async () => {
		const first = await imported(await host.import(await replayBytes("npz"), { replay_id: "replay-a" }));
		const before = await fingerprint(host.booksDir);
		for (const encoding of ["npz", "json"] as const) {
			const again = await imported(await host.import(await replayBytes(encoding), { replay_id: "replay-a" }));
			expect(again.receipt).toEqual({ ...first.receipt, existed: true });
		}
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("derives the id from the content when none is given", async () => {
		const first = await imported(await host.import(await replayBytes("npz")));
		expect(first.replay_id).toMatch(/^replay-[0-9a-f]{24}$/);
		expect(first.receipt.content_digest).toContain(String(first.replay_id).slice("replay-".length));
		const again = await imported(await host.import(await replayBytes("json")));
		expect(again).toMatchObject({ replay_id: first.replay_id, receipt: { existed: true } });
		const other = await imported(await host.import(await replayBytes("npz", { q0: 0.3 })));
		expect(other.replay_id).not.toBe(first.replay_id);
	});

	it("refuses other content, and other metadata, under an id that is taken", async () => {
		await host.import(await replayBytes("npz"), { replay_id: "replay-a" });
		const before = await fingerprint(host.booksDir);
		for (const variant of [{ q0: 0.5 }, { metadata: { notes: "another run" } }]) {
			const answer = await host.import(await replayBytes("npz", variant), { replay_id: "replay-a" });
			expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
				409,
				"replay-id-conflict",
			]);
		}
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("publishes once when the same replay, or several under one id, arrive at the same time", async () => {
		const bytes = await replayBytes("npz");
		const same = await Promise.all(
			Array.from({ length: 6 }, () => host.import(bytes, { replay_id: "replay-a" })),
		);
		const answers = await Promise.all(same.map(imported));
		expect(answers.filter(({ receipt }) => !receipt.existed)).toHaveLength(1);
		expect(await readdir(join(host.book, "runs/replays/replay-a/receipts"))).toHaveLength(1);
		const rivals = await Promise.all(
			[0.1, 0.2, 0.3].map(async (q0) =>
				host.import(await replayBytes("npz", { q0 }), { replay_id: "replay-b" }),
			),
		);
		expect(rivals.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
		expect((await listed()).sort()).toEqual(["replay-a", "replay-b"]);
		expect(await readdir(join(host.booksDir, ".incoming"))).toEqual([]);
	});

	it("sees what another host published meanwhile", async () => {
		const second = await startTestHost({ booksDir: host.booksDir });
		try {
			await second.import(await replayBytes("npz"), { replay_id: "replay-a" });
			expect(await listed()).toEqual([]);
			expect((await host.import(await replayBytes("npz", { q0: 1 }), { replay_id: "replay-a" })).status).toBe(
				409,
			);
			const again = await imported(await host.import(await replayBytes("npz"), { replay_id: "replay-a" }));
			expect(again.receipt.existed).toBe(true);
			expect(await listed()).toEqual(["replay-a"]);
		} finally {
			await second.close();
		}
	});

	it("leaves a folder alone that has the id but is no whole replay, and says that it is damaged", async () => {
		await mkdir(join(host.book, "runs/replays/replay-a"), { recursive: true });
		await writeFile(join(host.book, "runs/replays/replay-a/notes.txt"), "mine");
		const before = await fingerprint(host.booksDir);
		const answer = await host.import(await replayBytes("npz"), { replay_id: "replay-a" });
		expect(answer.status).toBe(500);
		expect(await answer.json()).toMatchObject({ code: "evidence-damaged", persisted: false });
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});
});

describe("import of JSON", () => {
	it("stores the bytes of the artifact exactly as they stand in the body", async () => {
		const artifact = new TextDecoder()
			.decode(await replayBytes("json"))
			.replace('"metadata"', ' "metadata" ');
		const request = JSON.stringify(importRequest({ replay_id: "replay-j", visibility: "public" }));
		const answer = await imported(
			await postJson("/replays/import", `{"artifact": ${artifact}, ${request.slice(1)}`),
		);
		expect(answer.receipt).toMatchObject({ encoding: "json", existed: false });
		expect(await readFile(join(host.book, "runs/replays/replay-j/payload.json"), "utf8")).toBe(artifact);
		const npz = await imported(await host.import(await replayBytes("npz"), { replay_id: "replay-j" }));
		expect(npz.receipt.existed).toBe(true);
	});

	it("refuses what JSON.parse would let pass: a metadata key twice", async () => {
		const artifact = new TextDecoder()
			.decode(await replayBytes("json"))
			.replace('"metadata":{', '"metadata":{"robot_id":"other",');
		const request = JSON.stringify(importRequest());
		const answer = await postJson("/replays/import", `{"artifact":${artifact},${request.slice(1)}`);
		expect(answer.status).toBe(422);
		expect(
			((await answer.json()) as { validation: { issues: { code: string }[] } }).validation.issues[0]?.code,
		).toBe("malformed-metadata");
	});
});

describe("classification", () => {
	it.each([
		["recorded", "imported"],
		["simulated", "simulated"],
		["retargeted", "retargeted"],
	])("an imported replay that claims %s is answered as %s", async (claimed, expected) => {
		const bytes = await replayBytes("npz", { metadata: { artifact_class: claimed } });
		const answer = await imported(await host.import(bytes, { replay_id: "replay-c" }));
		expect([answer.classification, answer.receipt.classification]).toEqual([expected, expected]);
		const list = replayListSchema.parse(await getJson("/replays"));
		expect(list.replays[0]?.classification).toBe(expected);
		expect(replayDetailSchema.parse(await getJson("/replays/replay-c")).classification).toBe(expected);
		expect(await listed(`?classification=${expected}`)).toEqual(["replay-c"]);
		expect(await listed("?classification=sandboxed")).toEqual([]);
		expect(JSON.stringify(list).includes('"classification":"physical-feedback-verified"')).toBe(false);
	});

	it("an import that claims to be verified, without documents that prove it, is blocked", async () => {
		const metadata = { artifact_class: "physical-feedback-verified", receipt_ids: ["receipt-1"] };
		const answer = await host.import(await replayBytes("npz", { metadata }));
		expect(answer.status).toBe(422);
		const body = (await answer.json()) as { validation: { issues: { code: string; severity: string }[] } };
		const blocking = body.validation.issues.filter(({ severity }) => severity === "blocking");
		expect(blocking.map(({ code }) => code)).toEqual(["verification-overclaimed"]);
		expect(await listed()).toEqual([]);
	});

	it("a replay that came with its book is recorded, even if it claims to be verified", async () => {
		await host.import(await replayBytes("npz"), { replay_id: "replay-c" });
		const folder = join(host.book, "runs/replays/replay-c");
		const stored = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as { metadata: object };
		const source = { kind: "observation-session", id: "observe-kite-2-1" };
		const metadata = { ...stored.metadata, artifact_class: "physical-feedback-verified" };
		await writeFile(join(folder, "manifest.json"), JSON.stringify({ ...stored, source, metadata }));
		const classOf = async () => {
			const second = await startTestHost({ booksDir: host.booksDir });
			const list = replayListSchema.parse(await (await fetch(`${second.url}/api/moonrobo/replays`)).json());
			await second.close();
			return list.replays[0]?.classification;
		};
		expect(await classOf()).toBe("imported");
		await rm(join(folder, "receipts"), { recursive: true });
		expect(await classOf()).toBe("recorded");
	});
});

describe("the catalog", () => {
	it("lists newest first, and by robot", async () => {
		for (const id of ["b", "a", "c"])
			await host.import(await replayBytes("npz", { q0: id.charCodeAt(0) / 1000 }), { replay_id: id });
		expect(await listed()).toEqual(["c", "a", "b"]);
		expect(await listed(`?robot_id=${robotId}`)).toEqual(["c", "a", "b"]);
		expect(await listed("?robot_id=other")).toEqual([]);
	});

	it("does not list what is not whole, and says so in the log without a path", async () => {
		for (const [at, id] of [
			"ok",
			"no-manifest",
			"no-report",
			"no-payload",
			"short",
			"renamed",
			"other-id",
		].entries()) {
			await host.import(await replayBytes("npz", { q0: at / 10 }), { replay_id: id });
		}
		const replays = join(host.book, "runs/replays");
		await rm(join(replays, "no-manifest/manifest.json"));
		await rm(join(replays, "no-report/report.json"));
		await rm(join(replays, "no-payload/payload.npz"));
		await writeFile(join(replays, "short/payload.npz"), "PK");
		await writeFile(join(replays, "renamed/manifest.json"), "{");
		const manifest = await readFile(join(replays, "other-id/manifest.json"), "utf8");
		await writeFile(join(replays, "other-id/manifest.json"), manifest.replaceAll('"other-id"', '"ok"'));
		const second = await startTestHost({ booksDir: host.booksDir });
		const list = replayListSchema.parse(await (await fetch(`${second.url}/api/moonrobo/replays`)).json());
		await second.close();
		expect(list.replays.map(({ replay_id }) => replay_id)).toEqual(["ok"]);
		const skipped = second.logs.filter((entry) => entry.event === "replay-not-listed");
		expect(skipped).toHaveLength(6);
	});
});

describe("validate", () => {
	it("judges inline JSON, bytes and stored replays, and writes nothing at all", async () => {
		await host.import(await replayBytes("npz"), { replay_id: "replay-a" });
		const before = await fingerprint(host.booksDir);
		const artifact = new TextDecoder().decode(await replayBytes("json"));
		const octets = (body: Uint8Array<ArrayBuffer>) =>
			fetch(api("/replays/validate"), {
				method: "POST",
				headers: { "content-type": "application/octet-stream" },
				body,
			});
		const answers = [
			await postJson("/replays/validate", `{"artifact":${artifact},"profile":"public"}`),
			await octets(await replayBytes("npz")),
			await postJson("/replays/validate", { replay_id: "replay-a" }),
			await octets(new TextEncoder().encode("not a replay")),
			await postJson("/replays/validate", '{"artifact":{}}'),
		];
		const documents = await Promise.all(
			answers.map(async (answer) => {
				expect(answer.status).toBe(200);
				return validateResponseSchema.strict().parse(await answer.json());
			}),
		);
		expect(documents.map(({ validation }) => validation.valid)).toEqual([true, true, true, false, false]);
		expect(documents.map(({ replay_id }) => replay_id)).toEqual([null, null, "replay-a", null, null]);
		expect(documents.every(({ persisted }) => persisted === false)).toBe(true);
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("uses the freshness limit of the replay's robot", async () => {
		const artifact = await makeReplay({ frames: 40 });
		const t = artifact.arrays.t.data;
		for (let at = 20; at < t.length; at++) t[at] = (t[at] ?? 0) + 0.22;
		const { writeReplay } = await import("@hindcast/replay-protocol");
		const { duration_s: _measured, ...metadata } = artifact.metadata;
		const body = writeReplay({ ...artifact, metadata }, { encoding: "npz" });
		const answer = await fetch(api("/replays/validate"), {
			method: "POST",
			headers: { "content-type": "application/octet-stream" },
			body,
		});
		const { validation } = validateResponseSchema.parse(await answer.json());
		expect(validation.issues.filter(({ code }) => code === "time-gap")).toHaveLength(1);
	});
});

describe("a start", () => {
	it("quarantines what an interrupted import left, and lists the rest", async () => {
		const booksDir = await makeStore();
		const left = join(booksDir, ".incoming/import-x");
		await mkdir(left, { recursive: true });
		await writeFile(join(left, "payload.part"), "PK half");
		const started = await startTestHost({ booksDir });
		await started.close();
		expect(await readdir(join(booksDir, ".incoming"))).toEqual([]);
		expect(await readFile(join(booksDir, ".quarantine/import-x/payload.part"), "utf8")).toBe("PK half");
		expect(started.logs).toContainEqual({ event: "interrupted-import-quarantined", count: 1 });
		await rm(booksDir, { recursive: true });
	});
});
