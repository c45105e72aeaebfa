import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { errorBodySchema } from "@hindcast/replay-protocol/http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { errorBody, toHostError } from "../errors/error-answer.ts";
import { type ErrorCode, errorCodes } from "../errors/error-codes.ts";
import { HostError } from "../errors/host-error.ts";
import { failureOf } from "../log.ts";
import { StorageError } from "../storage/directory.ts";
import { exportRequest, headerOf, importRequest, replayBytes } from "../testing/replays.ts";
import { writeRun } from "../testing/run.ts";
import { putSession } from "../testing/sessions.ts";
import {
	fingerprint,
	plainRequest,
	rawExchange,
	rawGet,
	startTestHost,
	type TestHost,
} from "../testing/test-host.ts";

interface Answer {
	readonly status: number;
	readonly body: string;
}

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost({ limits: { octetBytes: 100_000, jsonBytes: 50_000, collectedBytes: 30_000 } });
});

afterEach(() => host.close());

const replays = "/api/moonrobo/replays";
const robots = "/api/moonrobo/robots";
const send = (path: string, options: Parameters<typeof plainRequest>[1] = {}) =>
	plainRequest(`${host.url}${path}`, options);
const get = (path: string, headers: Record<string, string> = {}) => send(path, { headers });
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
	send(path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
const importBytes = async (body: Uint8Array<ArrayBuffer>, request = importRequest()): Promise<Answer> => {
	const answer = await host.import(body, request);
	return { status: answer.status, body: await answer.text() };
};
const importReplay = async (id: string, variant = {}) =>
	importBytes(await replayBytes("npz", variant), importRequest({ replay_id: id }));

const requester = { kind: "operator", id: "tester" };
const annotate = (more: Record<string, unknown>) => {
	const note = { replay_id: "a", frame_id: "", label: "usable", note: "", severity: "info", requester };
	return post(`${replays}/annotate`, JSON.stringify({ ...note, created_at_ms: "1782000000000", ...more }));
};
const linkTo = (replay_id: string, more: Record<string, unknown> = {}) => {
	const run = { receipt_id: "receipt-1", snapshot_id: "snapshot-1", requester, now_ms: "1782000000000" };
	return post(`${replays}/link`, JSON.stringify({ replay_id, ...run, ...more }));
};

const ask = (kind: "replay" | "dataset-episode", id: string, more: object = {}) =>
	post(`${replays}/export`, JSON.stringify({ ...exportRequest({ source: { kind, id } }), ...more }));

/** One way to every code over HTTP; null for those that need a broken machine, tested below. */
const provocations: Record<ErrorCode, (() => Promise<Answer>) | null> = {
	"bad-request": () => get("/api/moonrobo/replays/%E0%A4%A"),
	"parse-request": () => post(`${replays}/validate`, "{"),
	"decode-request": () => post(`${replays}/import`, '{"artifact":{}}'),
	"unsafe-id": () => get(`${replays}/..%2fx`),
	"cross-origin-request": () => post(`${replays}/validate`, "{}", { origin: "http://evil.example" }),
	"not-found": () => get("/api/nothing"),
	"replay-not-found": () => get(`${replays}/absent`),
	"robot-not-found": () => get(`${robots}/absent`),
	"session-not-found": () => get("/api/replays/absent"),
	"episode-not-found": () => ask("dataset-episode", "episode-absent"),
	"session-damaged": async () => {
		await putSession(host.book, { frames: 2, frame: { robot_id: "tern-6" } });
		return get("/api/replays/session-1");
	},
	"session-too-large": null,
	"export-blocked": async () => {
		await importReplay("a");
		return ask("replay", "a", { from_t: 1e6 });
	},
	"model-not-found": async () => {
		await rm(join(host.book, "model/robot.urdf"));
		return get(`${robots}/kite-2/model`);
	},
	"asset-not-found": () => get(`${robots}/kite-2/assets/meshes/absent.stl`),
	"method-not-allowed": () => send(replays, { method: "DELETE" }),
	"request-timeout": null,
	"replay-id-conflict": async () => {
		await importReplay("a");
		return importReplay("a", { q0: 0.5 });
	},
	"replay-robot-mismatch": async () =>
		importBytes(await replayBytes("npz"), importRequest({ expected_robot_id: "tern-6" })),
	"book-refused": async () => {
		await mkdir(join(host.booksDir, "elsewhere"));
		await symlink(join(host.booksDir, "elsewhere"), join(host.book, "runs"));
		return importReplay("a");
	},
	"link-document-not-found": async () => {
		await importReplay("a");
		return linkTo("a");
	},
	"annotation-conflict": async () => {
		await importReplay("a");
		await annotate({ annotation_id: "mine", note: "first" });
		return annotate({ annotation_id: "mine", note: "second" });
	},
	"replay-content-mismatch": async () => {
		await importReplay("a");
		return linkTo("a", { content_digest: `sha256:${"0".repeat(64)}` });
	},
	"annotation-frame-unknown": async () => {
		await importReplay("a");
		return annotate({ frame_id: "absent" });
	},
	"annotation-span-invalid": async () => {
		await importReplay("a");
		return annotate({ t_start: 1, t_end: 0 });
	},
	"link-not-proven": async () => {
		await writeRun(host.book, { receipt: { status: "Denied" } });
		await importReplay("a");
		return linkTo("a");
	},
	// Needs a replay larger than this host takes: tested with the windows.
	"window-too-large": null,
	"precondition-failed": async () => {
		await importReplay("a");
		return get(`${replays}/a/payload`, { "if-match": '"sha256:00"' });
	},
	"payload-too-large": () => post(`${replays}/validate`, `{"artifact":"${"x".repeat(60_000)}"}`),
	"unsupported-media-type": () => post(`${replays}/validate`, "{}", { "content-type": "text/plain" }),
	"range-not-satisfiable": () => get(`${robots}/kite-2/model`, { range: "bytes=9999999-" }),
	"expectation-failed": () => rawGet(host.port, replays, ["Expect: a-miracle"]),
	"host-not-allowed": () => get(replays, { host: "rebound.example" }),
	"replay-blocked": () => importBytes(new TextEncoder().encode("PK\x03\x04 not an archive")),
	"replay-not-storable": null,
	"robot-unknown": async () => importBytes(await replayBytes("npz", { metadata: { robot_id: "heron-1" } })),
	"header-too-large": () => rawGet(host.port, "/api", [`X-Long: ${"x".repeat(20_000)}`]),
	"internal-error": null,
	"storage-failed": null,
	"evidence-damaged": async () => {
		await importReplay("a");
		const { length } = await replayBytes("npz");
		await writeFile(join(host.book, "runs/replays/a/payload.npz"), Buffer.alloc(length));
		return get(`${replays}/a/payload`);
	},
	"cockpit-not-built": () => get("/"),
	"uploads-busy": async () => {
		const headers = { "content-type": "application/octet-stream", "content-length": "20000" };
		const waiting = request(`${host.url}${replays}/validate`, { method: "POST", headers });
		waiting.on("error", () => undefined);
		waiting.write("PK");
		try {
			await expect
				.poll(() => post(`${replays}/validate`, `{"a":"${"x".repeat(20_000)}"}`))
				.toMatchObject({ status: 503 });
			return await post(`${replays}/validate`, `{"a":"${"x".repeat(20_000)}"}`);
		} finally {
			waiting.destroy();
		}
	},
	"storage-full": null,
};

describe("every code of the table", () => {
	const reachable = Object.entries(provocations).filter((entry) => entry[1] !== null);

	it.each(reachable)("%s", async (code, provoke) => {
		const answer = await provoke?.();
		const definition = errorCodes[code as ErrorCode];
		expect([answer?.status, answer?.body.includes(`"${code}"`)]).toEqual([definition.status, true]);
		const body = errorBodySchema.strict().parse(JSON.parse(answer?.body ?? ""));
		expect(body.code).toBe(code);
		expect(body.request_id).toMatch(/^t\d+$/);
		expect(body.path).toMatch(/^\/(?:\*|api\/)/);
		expect(body.hint).toBe(definition.hint);
	});

	it("has the words of those that need a broken machine", () => {
		expect(toHostError(new StorageError("full", "ENOSPC"))).toMatchObject({
			code: "storage-full",
			status: 507,
		});
		expect(toHostError(new StorageError("failed", "EIO"))).toMatchObject({
			code: "storage-failed",
			status: 500,
		});
		expect(toHostError(new Error("/home/alice/x"))).toMatchObject({ code: "internal-error", status: 500 });
		expect(toHostError("text")).toMatchObject({ code: "internal-error" });
		expect(toHostError(Object.assign(new Error("x"), { code: "FST_ERR_X", statusCode: 414 }))).toMatchObject({
			code: "unsafe-id",
			status: 400,
		});
		expect(errorBody(new HostError("request-timeout"), "/*", "t1")).toMatchObject({
			code: "request-timeout",
		});
	});

	it("has a sentence, a status and no path in every definition", () => {
		for (const [code, definition] of Object.entries(errorCodes)) {
			expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
			expect(definition.status).toBeGreaterThanOrEqual(400);
			expect(definition.message).toMatch(/^[A-Z].*\.$/);
			expect(definition.hint).toMatch(/^(?:[A-Z]|robot\.json).*\.$/);
		}
	});
});

describe("refused imports", { timeout: 30_000 }, () => {
	it("change nothing, and carry the report where there is one", async () => {
		const before = await fingerprint(host.booksDir);
		const npz = await replayBytes("npz");
		const broken = npz.slice();
		const middle = broken.length >> 1;
		broken[middle] = (broken[middle] ?? 0) ^ 0xff;
		const nan = await replayBytes("npz", { q0: Number.NaN });
		const answers = {
			"replay-blocked": [
				await importBytes(broken),
				await importBytes(nan),
				await importBytes(new Uint8Array(0)),
			],
			"robot-unknown": [await importBytes(await replayBytes("npz", { metadata: { robot_id: "heron-1" } }))],
			"replay-robot-mismatch": [await importBytes(npz, importRequest({ expected_robot_id: "tern-6" }))],
		};
		for (const [code, list] of Object.entries(answers)) {
			for (const { body } of list) {
				const parsed = errorBodySchema.parse(JSON.parse(body));
				expect([parsed.code, parsed.persisted, parsed.validation?.valid]).toEqual([
					code,
					false,
					code === "robot-unknown",
				]);
			}
		}
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it.each<[string, Record<string, string>, number, string]>([
		["no request", {}, 400, "decode-request"],
		["a request that is not base64url", { "x-replay-request": "{}" }, 400, "decode-request"],
		["a request that is not JSON", { "x-replay-request": "AAAA" }, 400, "parse-request"],
		[
			"a request without a requester",
			{ "x-replay-request": headerOf({ visibility: "public" }) },
			400,
			"decode-request",
		],
		[
			"an id with a path",
			{ "x-replay-request": headerOf({ ...importRequest(), replay_id: "../x" }) },
			400,
			"unsafe-id",
		],
		[
			"an id of a route",
			{ "x-replay-request": headerOf(importRequest({ replay_id: "validate" })) },
			400,
			"unsafe-id",
		],
		[
			"an unknown encoding",
			{ "x-replay-request": headerOf(importRequest()), "x-replay-encoding": "mcap" },
			415,
			"unsupported-media-type",
		],
		[
			"another encoding",
			{ "x-replay-request": headerOf(importRequest()), "x-replay-encoding": "json" },
			415,
			"unsupported-media-type",
		],
		[
			"a compressed body",
			{ "x-replay-request": headerOf(importRequest()), "content-encoding": "gzip" },
			415,
			"unsupported-media-type",
		],
		[
			"msgpack",
			{ "x-replay-request": headerOf(importRequest()), "content-type": "application/msgpack" },
			415,
			"unsupported-media-type",
		],
		[
			"a number as a 64-bit integer",
			{ "x-replay-request": headerOf({ ...importRequest(), now_ms: 1782000000000 }) },
			400,
			"decode-request",
		],
		...["9223372036854775808", "-9223372036854775809", "9999999999999999999", "1e3", "01"].map(
			(now_ms): [string, Record<string, string>, number, string] => [
				`${now_ms} as a 64-bit integer`,
				{ "x-replay-request": headerOf({ ...importRequest(), now_ms }) },
				400,
				"decode-request",
			],
		),
		...[
			'{"visibility":"private","visibility":"private","requester":{"kind":"a","id":"b"},"now_ms":"1"}',
			'{"visibility":"private","requester":{"kind":"a","id":"b","id":"c"},"now_ms":"1"}',
		].map((text): [string, Record<string, string>, number, string] => [
			"a repeated key in the header",
			{ "x-replay-request": Buffer.from(text).toString("base64url") },
			400,
			"parse-request",
		]),
		[
			"a private label of a public replay",
			{ "x-replay-request": headerOf(importRequest({ visibility: "public", label: "/home/alice/x" })) },
			400,
			"decode-request",
		],
	])("%s", async (_name, headers, status, code) => {
		const before = await fingerprint(host.booksDir);
		const answer = await fetch(`${host.url}${replays}/import`, {
			method: "POST",
			headers: { "content-type": "application/octet-stream", ...headers },
			body: await replayBytes("npz"),
		});
		const body = (await answer.json()) as { code: string };
		expect([answer.status, body.code]).toEqual([status, code]);
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it.each<[string, object | undefined, string]>([
		["the header", undefined, "The header x-replay-request is missing."],
		["visibility", { visibility: "zanzibar" }, 'shape at visibility: expected "public" or "private".'],
		[
			"a requester's kind",
			{ requester: { kind: "", id: "zanzibar" } },
			"at requester.kind: expected at least 1 char",
		],
		[
			"a requester's id",
			{ requester: { kind: "a", id: "zanzibar".repeat(20) } },
			"at requester.id: expected at most 128",
		],
		["a requester", { requester: "zanzibar" }, "shape at requester: expected object."],
		["a time", { now_ms: 1782000000000 }, "shape at now_ms: expected string."],
		["a time as text", { now_ms: "zanzibar" }, "shape at now_ms: expected text like /^-?(0|"],
	])("says what was expected of %s, and no value", async (_name, wrong, message) => {
		const request = wrong && headerOf({ ...importRequest(), ...wrong });
		const answer = await fetch(`${host.url}${replays}/import`, {
			method: "POST",
			headers: {
				"content-type": "application/octet-stream",
				...(request && { "x-replay-request": request }),
			},
			body: await replayBytes("npz"),
		});
		const body = (await answer.json()) as { code: string; message: string; hint?: string };
		expect([answer.status, body.code]).toEqual([400, "decode-request"]);
		expect(body.message).toContain(message);
		expect(JSON.stringify(body)).not.toContain("zanzibar");
		if (!request) expect(body.hint).toContain('{"visibility":"private","requester":{"kind":"operator"');
	});

	it.each<[string, string, string?]>([
		["?limit=0", "at limit: expected at least 1."],
		["?limit=201", "at limit: expected at most 200."],
		["?limit=1.5", "at limit: expected a whole number."],
		["?limit=x", "at limit: expected a number."],
		["?robot=x", '"robot" is no key of it.', "Its keys are robot_id, classification, cursor, limit."],
		["?limit=1&lim%C3%AEt=1", "[masked] is no key of it."],
		["?%2Fhome%2Fzanzibar=1", "[masked] is no key of it."],
		["?zanzibar.internal=1", "[masked] is no key of it."],
		["/a/payload?from=0&until=1", '"until" is no key of it.', "Its keys are from, to."],
		["/a/payload?from=0x1&to=1", "at from: expected text like /"],
	])("says what is wrong with the query %s", async (query, message, hint) => {
		await importReplay("a");
		const { status, body } = await get(`${replays}${query}`);
		const told = errorBodySchema.parse(JSON.parse(body));
		expect([status, told.code]).toEqual([400, "decode-request"]);
		expect(told.message).toContain(message);
		if (hint !== undefined) expect(told.hint).toBe(hint);
		expect(body).not.toContain("zanzibar");
	});

	it("names the key of a document that has one too many, unless it looks private", async () => {
		for (const [more, message] of [
			[{ profil: "x" }, '"profil" is no key of it.'],
			[{ "/home/zanzibar": 1 }, "[masked] is no key of it."],
			[{ requester: { ...requester, name: "zanzibar" } }, undefined],
		] as const) {
			const { status, body } = await annotate(more);
			expect([status, body.includes("zanzibar")]).toEqual([message === undefined ? 404 : 400, false]);
			if (message !== undefined) expect(JSON.parse(body).message).toContain(message);
		}
	});

	it("gives one word for why a note has no place", async () => {
		await importReplay("a");
		for (const [place, reason] of [
			[{ frame_id: "f-1", t_start: 0, t_end: 0.02 }, "frame-and-span"],
			[{ t_start: 0 }, "one-end"],
			[{ t_end: 0 }, "one-end"],
			[{ t_start: 0.02, t_end: 0 }, "ends-before-it-begins"],
			[{ t_start: 0, t_end: 9 }, "outside-replay"],
			[{ t_start: -1, t_end: 0 }, "outside-replay"],
		] as const) {
			const told = errorBodySchema.parse(JSON.parse((await annotate(place)).body));
			expect([told.code, told.reason]).toEqual(["annotation-span-invalid", reason]);
		}
	});

	it("stops at the limit when the length was not said", async () => {
		const before = await fingerprint(host.booksDir);
		const head = [
			`POST ${replays}/import HTTP/1.1`,
			`Host: 127.0.0.1:${host.port}`,
			"Connection: close",
			"Content-Type: application/octet-stream",
			`X-Replay-Request: ${headerOf(importRequest())}`,
			"Transfer-Encoding: chunked",
		].join("\r\n");
		const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
		const answer = await rawExchange(host.port, `${head}\r\n\r\n${chunk.repeat(4)}0\r\n\r\n`);
		expect([answer.status, answer.body.includes("payload-too-large")]).toEqual([413, true]);
		await expect.poll(() => fingerprint(host.booksDir)).toEqual(before);
	});

	it("answers 413 while the sender is still sending, and takes its next request", async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const exchange = (path: string, chunks: number) =>
			new Promise<number>((resolve, reject) => {
				const headers = {
					"content-type": "application/octet-stream",
					"x-replay-request": headerOf(path.endsWith("import") ? importRequest() : {}),
				};
				const method = chunks === 0 ? "GET" : "POST";
				const sent = request(`${host.url}${path}`, { method, headers, agent }, (answer) => {
					answer.resume();
					answer.on("end", () => resolve(answer.statusCode ?? 0));
				});
				sent.on("error", reject);
				for (let count = 0; count < chunks; count++) sent.write(Buffer.alloc(1 << 20));
				sent.end();
			});
		expect(await exchange(`${replays}/import`, 8)).toBe(413);
		expect(await exchange(`${replays}/validate`, 8)).toBe(413);
		expect(await exchange(robots, 0)).toBe(200);
		agent.destroy();
		expect(await readdir(join(host.booksDir, ".incoming"))).toEqual([]);
	});

	it("refuses a repeated key in a JSON body, at any level outside of the artifact", async () => {
		const artifact = new TextDecoder().decode(await replayBytes("json"));
		const body = (requester: string) =>
			`{"visibility":"private","requester":${requester},"now_ms":"1","replay_id":"a","artifact":${artifact}}`;
		const repeated = await post(`${replays}/import`, body('{"kind":"a","id":"b","id":"c"}'));
		expect([repeated.status, JSON.parse(repeated.body).code]).toEqual([400, "parse-request"]);
		expect((await post(`${replays}/import`, body('{"kind":"a","id":"b"}'))).status).toBe(200);
	});

	it("share the memory for bodies: whoever finds no room is told, and finds it when the others are done", async () => {
		const big = () => post(`${replays}/validate`, `{"a":"${"x".repeat(20_000)}"}`);
		for (let round = 0; round < 4; round++) expect((await big()).status).toBe(400);
		const octets = { "content-type": "application/octet-stream", "transfer-encoding": "chunked" };
		const unfinished = Array.from({ length: 2 }, () =>
			request(`${host.url}${replays}/validate`, { method: "POST", headers: octets }),
		);
		const refused = unfinished.map(
			(sent) =>
				new Promise<number>((resolve) => {
					sent.on("response", (answer) => resolve(answer.resume().statusCode ?? 0));
					sent.on("error", () => resolve(0));
				}),
		);
		for (const sent of unfinished) sent.write(Buffer.alloc(20_000));
		expect(await Promise.race(refused)).toBe(503);
		for (const sent of unfinished) sent.destroy();
		await expect.poll(async () => (await big()).status).toBe(400);
		expect((await importBytes(await replayBytes("npz"))).status).toBe(200);
	});

	it("takes the largest and the smallest 64-bit integer", async () => {
		for (const now_ms of ["9223372036854775807", "-9223372036854775808"]) {
			expect((await importBytes(await replayBytes("npz"), importRequest({ now_ms }))).status).toBe(200);
		}
	});

	it("refuses a validate request that names a replay and brings one, or neither", async () => {
		for (const body of ["{}", '{"replay_id":"a","artifact":{}}', '{"unknown":1}', '{"profile":"secret"}']) {
			expect((await post(`${replays}/validate`, body)).status).toBe(400);
		}
		expect((await send(`${replays}/validate`, { method: "POST" })).status).toBe(415);
		expect((await get(`${replays}?classification=best`)).status).toBe(400);
	});
});

describe("methods", { timeout: 30_000 }, () => {
	it("are answered with 405 and what the route takes", async () => {
		for (const [path, allow, methods] of [
			[replays, "GET, HEAD", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "SEARCH"]],
			[`${replays}/a`, "GET, HEAD", ["POST", "DELETE"]],
			[`${replays}/import`, "POST", ["GET", "HEAD", "PUT", "OPTIONS"]],
			[`${robots}/kite-2/assets/meshes/base.stl`, "GET, HEAD", ["PUT", "DELETE"]],
			["/api/openapi.json", "GET, HEAD", ["POST"]],
			["/", "GET, HEAD", ["POST", "DELETE", "TRACE", "LINK"]],
		] as const) {
			for (const method of methods) {
				const answer = await send(path, { method });
				expect([path, method, answer.status, answer.headers["allow"]]).toEqual([path, method, 405, allow]);
			}
		}
	});

	it("never answer HTML under /api, in any spelling", async () => {
		const spellings = [
			"/api",
			"/api/",
			"/api/x",
			"/API/x",
			"//api/x",
			"/%61pi/x",
			"/api%2fx",
			"/./api/x",
			"/api\\x",
			"/api?x",
		];
		for (const address of spellings) {
			for (const line of ["Accept: text/html", "Accept: */*"]) {
				const answer = await rawGet(host.port, address, [line]);
				expect([address, answer.status]).toEqual([address, 404]);
				expect(answer.head).toContain("application/json");
			}
		}
	});
});

describe("ids that are too long", () => {
	it.each([129, 1100, 9000])(
		"of %d characters are unsafe, whatever the router thinks of them",
		async (length) => {
			const id = "a".repeat(length);
			for (const path of [`${replays}/${id}`, `${replays}/${id}/payload`, `${robots}/${id}`]) {
				const answer = await get(path);
				expect([answer.status, JSON.parse(answer.body).code]).toEqual([400, "unsafe-id"]);
			}
		},
	);
});

describe("failureOf", () => {
	it("keeps class, system code and function names, and nothing of messages or paths", () => {
		const error = Object.assign(new TypeError("cannot open /home/alice/secret"), { code: "EIO" });
		const { cause, frames } = failureOf(error);
		expect(cause).toBe("TypeError EIO");
		expect(JSON.stringify(frames)).not.toMatch(/\//);
		expect(failureOf({ path: "/home/alice" })).toEqual({ cause: "object", frames: [] });
		expect(failureOf(Object.assign(new Error("x"), { code: "/home/alice" })).cause).toBe("Error");
	});
});
