/** Never-rule 12: a browser writes to a RoboBook only by a typed POST that says who asks, from the host's own pages. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ApiRoute, routeList } from "../http/route-table.ts";
import { exportRequest, headerOf, importRequest, replayBytes } from "../testing/replays.ts";
import { writeRun } from "../testing/run.ts";
import { fingerprint, plainRequest, startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
	await writeRun(host.book);
	await host.import(await replayBytes("npz"), { replay_id: "a" });
});

afterEach(() => host.close());

const requester = { kind: "operator", id: "tester" };
const base = "/api/moonrobo/replays";
/** A whole request of each route that writes. */
const requests: Record<string, Record<string, unknown>> = {
	[`${base}/import`]: { ...importRequest({ replay_id: "b" }) },
	[`${base}/export`]: { ...exportRequest(), source: { kind: "replay", id: "a" } },
	[`${base}/annotate`]: {
		replay_id: "a",
		frame_id: "",
		label: "usable",
		note: "",
		severity: "info",
		requester,
		created_at_ms: "1",
	},
	[`${base}/link`]: {
		replay_id: "a",
		receipt_id: "receipt-1",
		snapshot_id: "snapshot-1",
		requester,
		now_ms: "1",
	},
};
const writing = Object.keys(requests);
const schemaOf = ({ request, body }: ApiRoute) => request ?? body;

async function send(path: string, request: Record<string, unknown>, headers: Record<string, string> = {}) {
	const type = { "content-type": "application/json", ...headers };
	if (!path.endsWith("import")) {
		return plainRequest(`${host.url}${path}`, {
			method: "POST",
			headers: type,
			body: JSON.stringify(request),
		});
	}
	const artifact = new TextDecoder().decode(await replayBytes("json", { q0: 0.5 }));
	const text = JSON.stringify(request);
	return plainRequest(`${host.url}${path}`, {
		method: "POST",
		headers: type,
		body: `${text.slice(0, -1)},"artifact":${artifact}}`,
	});
}

it("every route that is no GET writes with a requester, but validate, which writes nothing", () => {
	const posts = routeList().filter(({ method }) => method !== "GET");
	expect(posts.map(({ path }) => path).sort()).toEqual([...writing, `${base}/validate`].sort());
	for (const route of posts) {
		const keys = Object.keys(schemaOf(route)?.shape ?? {});
		expect([route.path, keys.includes("requester")]).toEqual([route.path, !route.path.endsWith("validate")]);
	}
});

it.each(writing)("%s writes for a requester, and for nobody else", async (path) => {
	const request = requests[path] ?? {};
	const before = await fingerprint(host.booksDir);
	const { requester: _who, ...anonymous } = request;
	for (const wrong of [
		anonymous,
		{ ...request, requester: "me" },
		{ ...request, requester: { kind: "operator", id: "" } },
		{ ...request, requester: { kind: "", id: "me" } },
	]) {
		const { status, body } = await send(path, wrong);
		expect([status, JSON.parse(body).code]).toEqual([400, "decode-request"]);
	}
	for (const headers of [
		{ origin: "http://evil.example" },
		{ "sec-fetch-site": "cross-site" },
		{ "content-type": "text/plain" },
		{ "content-type": "application/x-www-form-urlencoded" },
	]) {
		expect([403, 415]).toContain((await send(path, request, headers)).status);
	}
	expect(await fingerprint(host.booksDir)).toEqual(before);
	expect((await send(path, request)).status).toBe(200);
	expect(await fingerprint(host.booksDir)).not.toEqual(before);
});

it("reading and every other method write nothing", async () => {
	const before = await fingerprint(host.booksDir);
	for (const { path } of routeList()) {
		const address = path
			.replace("{replay_id}", "a")
			.replace("{robot_id}", "kite-2")
			.replace("{session_id}", "session-1")
			.replace("{asset}", "meshes/base.stl");
		for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
			const body = ["GET", "HEAD", "OPTIONS"].includes(method) ? {} : { body: "{}" };
			const headers = { "content-type": "application/json", "x-replay-request": headerOf(importRequest()) };
			await plainRequest(`${host.url}${address}`, { method, headers, ...body });
		}
	}
	expect(await fingerprint(host.booksDir)).toEqual(before);
});
