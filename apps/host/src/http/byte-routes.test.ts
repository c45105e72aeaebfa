import { open, readdir, readFile, readlink, rename, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256Of } from "../storage/digest-cache.ts";
import { replayBytes } from "../testing/replays.ts";
import { plainRequest, startTestHost, type TestHost } from "../testing/test-host.ts";
import { sendEntity, verified } from "./entity.ts";

let host: TestHost;
let bytes: Uint8Array;
let etag: string;
const payload = "/api/moonrobo/replays/replay-a/payload";

beforeAll(async () => {
	host = await startTestHost();
	const npz = await replayBytes("npz", { frames: 500 });
	await host.import(npz, { replay_id: "replay-a" });
	bytes = npz;
	etag = `"${sha256Of(npz)}"`;
});

afterAll(() => host.close());

const get = (headers: Record<string, string> = {}, method = "GET") =>
	plainRequest(`${host.url}${payload}`, { method, headers });
const latin = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString("latin1");

describe("the payload", () => {
	it("is the stored bytes, with exact length, strong tag, and no transformation", async () => {
		const answer = await get({ "accept-encoding": "gzip, br" });
		expect(answer).toMatchObject({
			status: 200,
			body: latin(0, bytes.length),
			headers: {
				etag,
				"content-length": String(bytes.length),
				"content-type": "application/octet-stream",
				"accept-ranges": "bytes",
				"cache-control": "private, no-cache, no-transform",
			},
		});
		expect(answer.headers["content-encoding"]).toBeUndefined();
		expect(answer.headers["transfer-encoding"]).toBeUndefined();
	});

	it("answers HEAD with the same headers and no body, whatever the range", async () => {
		const [head, whole] = [await get({ range: "bytes=0-1" }, "HEAD"), await get()];
		expect([head.status, head.body]).toEqual([200, ""]);
		for (const name of ["etag", "content-length", "content-type", "accept-ranges", "cache-control"]) {
			expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
		}
	});

	it("is sent in single ranges", async () => {
		const { length } = bytes;
		for (const [range, from, to] of [
			["bytes=0-0", 0, 1],
			["bytes=10-19", 10, 20],
			["bytes=100-", 100, length],
			["bytes=-7", length - 7, length],
			[`bytes=${length - 1}-`, length - 1, length],
			["bytes=5-999999999", 5, length],
		] as const) {
			const answer = await get({ range, "if-range": etag });
			expect([range, answer.status, answer.body === latin(from, to)]).toEqual([range, 206, true]);
			expect(answer.headers).toMatchObject({
				etag,
				"content-range": `bytes ${from}-${to - 1}/${length}`,
				"content-length": String(to - from),
			});
		}
	});

	it("is sent whole when the range is not one, or is of an older state", async () => {
		for (const headers of [
			{ range: "bytes=0-1,5-6" },
			{ range: "bytes=9-3" },
			{ range: "items=0-1" },
			{ range: "bytes=0-1", "if-range": '"sha256:old"' },
			{ range: "bytes=0-1", "if-range": `W/${etag}` },
			{ range: "bytes=0-1", "if-range": "Wed, 21 Oct 2015 07:28:00 GMT" },
		] as Record<string, string>[]) {
			const answer = await get(headers);
			expect([headers, answer.status, answer.body.length]).toEqual([headers, 200, bytes.length]);
			expect(answer.headers["content-range"]).toBeUndefined();
		}
	});

	it("answers 416 with the length, as the host's own error", async () => {
		const answer = await get({ range: `bytes=${bytes.length}-` });
		expect(answer.status).toBe(416);
		expect(answer.headers["content-range"]).toBe(`bytes */${bytes.length}`);
		expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
		expect(JSON.parse(answer.body)).toMatchObject({ code: "range-not-satisfiable" });
	});

	it("answers 304 and 412", async () => {
		const unchanged = await get({ "if-none-match": `W/${etag}` });
		expect([unchanged.status, unchanged.body, unchanged.headers["etag"]]).toEqual([304, "", etag]);
		expect((await get({ "if-match": etag })).status).toBe(200);
		for (const tag of [`W/${etag}`, '"sha256:other"', etag.slice(1, -1)]) {
			const refused = await get({ "if-match": tag });
			expect([tag, refused.status, refused.headers["etag"]]).toEqual([tag, 412, etag]);
		}
	});

	it("leaves no file open when readers go away", async () => {
		const openFiles = async () => {
			const names = await readdir("/proc/self/fd").catch(() => []);
			const targets = await Promise.all(
				names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")),
			);
			return targets.filter((target) => target.includes("payload.npz"));
		};
		for (let round = 0; round < 10; round++) {
			await new Promise<void>((resolve) => {
				const sent = httpRequest(`${host.url}${payload}`, { agent: false }, (answer) => {
					answer.destroy();
					resolve();
				});
				sent.end();
			});
			await get({ "if-match": '"x"' });
			await get({ range: "bytes=999999999-" });
			await get({}, "HEAD");
		}
		await expect.poll(openFiles).toEqual([]);
	});
});

describe("a payload that changes on the disk", () => {
	it("is never sent under the old tag: not replaced, not written to", async () => {
		await host.import(await replayBytes("npz", { q0: 0.9 }), { replay_id: "replay-b" });
		const file = join(host.book, "runs/replays/replay-b/payload.npz");
		const route = `${host.url}/api/moonrobo/replays/replay-b/payload`;
		const original = await readFile(file);
		expect((await fetch(route)).status).toBe(200);
		const other = Buffer.from(original);
		other[200] = (other[200] ?? 0) ^ 1;
		await writeFile(`${file}.new`, other);
		await rename(`${file}.new`, file);
		const replaced = await fetch(route);
		expect([replaced.status, replaced.headers.get("etag")]).toEqual([500, null]);
		expect(await replaced.json()).toMatchObject({ code: "evidence-damaged" });
		await writeFile(file, original);
		expect((await fetch(route)).status).toBe(200);
	});
});

describe("bytes that change while they are sent", () => {
	const megabyte = 1 << 20;

	it("are cut off before the end: the answer never looks whole", { timeout: 30_000 }, async () => {
		const asset = join(host.book, "model/meshes/big.stl");
		const content = Buffer.alloc(48 * megabyte, 1);
		await writeFile(asset, content);
		const route = `${host.url}/api/moonrobo/robots/kite-2/assets/meshes/big.stl`;
		expect((await (await fetch(route)).arrayBuffer()).byteLength).toBe(content.length);
		const { length, complete } = await new Promise<{ length: number; complete: boolean }>(
			(resolve, reject) => {
				const sent = httpRequest(route, { agent: false }, async (answer) => {
					// Nothing is read yet, so the host waits with most of the file still before it.
					const file = await open(asset, "r+");
					await file.write(Buffer.from("evil"), 0, 4, content.length - 100);
					await file.close();
					let length = 0;
					answer.on("data", (chunk: Buffer) => {
						length += chunk.length;
					});
					answer.on("error", () => undefined);
					answer.on("close", () => resolve({ length, complete: answer.complete }));
				});
				sent.on("error", reject);
				sent.end();
			},
		);
		expect(complete).toBe(false);
		expect(length).toBeLessThan(content.length);
	});

	const through = async (chunks: readonly Buffer[], digest: string) => {
		const given: Buffer[] = [];
		try {
			for await (const chunk of verified(Readable.from(chunks), digest)) given.push(chunk as Buffer);
		} catch (error) {
			return { given: Buffer.concat(given).toString(), code: (error as { code: string }).code };
		}
		return { given: Buffer.concat(given).toString(), code: undefined };
	};

	it("lose their last chunk, so that a short answer has none", async () => {
		const chunks = ["one,", "two,", "three"].map((text) => Buffer.from(text));
		const digest = sha256Of(Buffer.concat(chunks));
		expect(await through(chunks, digest)).toEqual({ given: "one,two,three", code: undefined });
		expect(await through([], sha256Of(Buffer.alloc(0)))).toEqual({ given: "", code: undefined });
		const { given, code } = await through(chunks, sha256Of(Buffer.from("x")));
		expect([code, "one,two,".startsWith(given)]).toEqual(["evidence-damaged", true]);
		expect(await through(chunks.slice(0, 1), digest)).toEqual({ given: "", code: "evidence-damaged" });
	});

	it("are an error, without the tag's bytes, when they were one chunk", async () => {
		const app = fastify();
		const digest = sha256Of(Buffer.from("accepted"));
		app.get("/", (request, reply) =>
			sendEntity(request, reply, {
				file: {
					byteLength: 8,
					stream: () => Readable.from([Buffer.from("tampered")]),
					close: async () => undefined,
				},
				digest,
				contentType: "text/plain",
				cacheControl: "no-cache",
			}),
		);
		const answer = await app.inject("/");
		expect([answer.statusCode, answer.body.includes("tampered")]).toEqual([500, false]);
		await app.close();
	});
});
