import { describe, expect, it } from "vitest";
import { isApiError } from "./api-error.ts";
import { createHostApi, isOwnRoute } from "./host-api.ts";

interface Sent {
	readonly url: string;
	readonly init: RequestInit;
}

function serve(answer: (sent: Sent) => Response | Promise<Response>) {
	const sent: Sent[] = [];
	const api = createHostApi(async (url, init = {}) => {
		const request = { url: String(url), init };
		sent.push(request);
		init.signal?.throwIfAborted();
		return answer(request);
	});
	return { api, sent };
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const robots = { robot_count: 0, robots: [] };
const thrown = (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error);

describe("createHostApi", () => {
	it("reads lists from the documented routes", async () => {
		const { api, sent } = serve(() => json(robots));
		expect(await api.listRobots()).toEqual([]);
		expect(sent[0]!.url).toBe("/api/moonrobo/robots");
		expect(sent[0]!.init).toMatchObject({ credentials: "same-origin", redirect: "error" });
	});

	it("turns the host's flat error into an ApiError", async () => {
		const body = {
			code: "replay-not-found",
			path: "/api/moonrobo/replays/{id}",
			message: "No replay has this id.",
			request_id: "r-1",
			hint: "look elsewhere",
		};
		const { api } = serve(() => json(body, 404));
		const error = await thrown(api.readReplay("a"));
		expect(isApiError(error, "replay-not-found")).toBe(true);
		expect(error).toMatchObject({ status: 404, hint: "look elsewhere", requestId: "r-1", report: null });
	});

	it("carries the report of a blocked import", async () => {
		const issue = {
			code: "empty-replay",
			severity: "blocking",
			path: "/arrays/t",
			message: "no frames",
			params: {},
		};
		const validation = {
			valid: false,
			status: "blocked",
			blocking_count: 1,
			advisory_count: 0,
			issues: [issue],
		};
		const body = { code: "replay-blocked", path: "/", message: "blocked", request_id: "r-2", validation };
		const { api } = serve(() => json(body, 422));
		const request = { visibility: "private", requester: { kind: "operator", id: "x" }, now_ms: "1" } as const;
		const error = await thrown(api.importReplay({ body: new Blob(["{}"]), encoding: "json", request }));
		expect(error).toMatchObject({ code: "replay-blocked", report: { issues: [issue] } });
	});

	it.each([
		["no answer", () => Promise.reject(new TypeError("refused")), "offline"],
		["an answer of another form", () => json({ robots: 3 }), "bad-answer"],
		["an answer that is not JSON", () => new Response("<html>"), "bad-answer"],
		["an error page", () => new Response("<html>", { status: 502 }), "http-error"],
		["a proxy's size limit", () => new Response("", { status: 413 }), "payload-too-large"],
	])("says plainly: %s", async (_, answer, code) => {
		const { api } = serve(answer as () => Response);
		expect(await thrown(api.listRobots())).toMatchObject({ name: "ApiError", code });
	});

	it("gives the reason of an abort, not an error of its own", async () => {
		const { api } = serve(() => json(robots));
		expect(await thrown(api.listRobots(AbortSignal.abort()))).toMatchObject({ name: "AbortError" });
	});

	it("sends an import as bytes, with the request in a header that any text survives", async () => {
		const { api, sent } = serve(() => json({}, 500));
		const request = {
			label: "Коридор “1” ✓",
			visibility: "public",
			requester: { kind: "operator", id: "cockpit" },
			now_ms: "1700000000000",
		} as const;
		const body = new Blob([new Uint8Array([80, 75, 3, 4])]);
		await thrown(api.importReplay({ body, encoding: "npz", request }));
		const { url, init } = sent[0]!;
		const headers = new Headers(init.headers);
		expect([url, init.method, init.body]).toEqual(["/api/moonrobo/replays/import", "POST", body]);
		expect(headers.get("content-type")).toBe("application/octet-stream");
		expect(headers.get("x-replay-encoding")).toBe("npz");
		const header = headers.get("x-replay-request")!;
		expect(header).toMatch(/^[A-Za-z0-9_-]+$/);
		expect(JSON.parse(Buffer.from(header, "base64url").toString("utf8"))).toEqual(request);
	});

	it("downloads with progress, and refuses an answer cut short", async () => {
		const { api } = serve(({ url }) => {
			const length = url.endsWith("cut") ? "5" : "3";
			return new Response(new Uint8Array([1, 2, 3]), { headers: { "content-length": length } });
		});
		const progress: unknown[] = [];
		const bytes = await api.download("/api/moonrobo/replays/a/payload", {
			onProgress: (step) => progress.push(step),
		});
		expect([...bytes]).toEqual([1, 2, 3]);
		expect(progress).toEqual([{ received: 3, total: 3 }]);
		expect(await thrown(api.download("/api/moonrobo/cut"))).toMatchObject({ code: "answer-cut-short" });
	});

	it("refuses a declared size beyond the limit without reading it", async () => {
		let pulled = 0;
		const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });
		const { api } = serve(() => new Response(body, { headers: { "content-length": String(2 ** 40) } }));
		expect(await thrown(api.download("/api/moonrobo/big"))).toMatchObject({ code: "answer-too-large" });
		expect(pulled).toBe(0);
	});

	it.each([
		["/api/moonrobo/replays/a/payload", true],
		["https://elsewhere.invalid/api/moonrobo/x", false],
		["//elsewhere.invalid/api/moonrobo/x", false],
		["/api/moonrobo/../other", false],
		["/other", false],
	])("follows %s: %s", async (route, followed) => {
		expect(isOwnRoute(route)).toBe(followed);
		const { api, sent } = serve(() => new Response(new Uint8Array(1)));
		await thrown(api.download(route));
		expect(sent).toHaveLength(followed ? 1 : 0);
	});
});
