import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainRequest, rawExchange, rawGet, startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;

beforeAll(async () => {
	host = await startTestHost();
});

afterAll(() => host.close());

const validate = (headers: Record<string, string>, body = '{"artifact":{}}') =>
	plainRequest(`${host.url}/api/moonrobo/replays/validate`, {
		method: "POST",
		headers: { "content-type": "application/json", ...headers },
		body,
	});

describe("Host", () => {
	it("takes its own loopback names with its port", async () => {
		for (const name of ["127.0.0.1", "localhost", "[::1]"]) {
			const answer = await plainRequest(`${host.url}/api/moonrobo/robots`, {
				headers: { host: `${name}:${host.port}` },
			});
			expect([name, answer.status]).toEqual([name, 200]);
		}
	});

	it("refuses every other name and port, for pages and API alike", async () => {
		const { port } = host;
		const names = [
			"evil.example",
			`evil.example:${port}`,
			"127.0.0.1",
			"localhost",
			`127.0.0.1:${port + 1}`,
			`127.0.0.1.nip.io:${port}`,
			`localhost.:${port}`,
			`127.0.0.2:${port}`,
			`0.0.0.0:${port}`,
			`user@127.0.0.1:${port}`,
			`127.0.0.1:${port}, evil.example`,
			`LOCALHOST:${port}.`,
		];
		for (const name of names) {
			for (const path of ["/", "/api/moonrobo/replays"]) {
				const answer = await plainRequest(`${host.url}${path}`, { headers: { host: name } });
				expect([name, answer.status]).toEqual([name, 421]);
				expect(answer.body).not.toContain("evil");
			}
		}
	});

	it("refuses no Host, two of them, and an absolute address of another server", async () => {
		const { port } = host;
		const own = `Host: 127.0.0.1:${port}\r\n`;
		const end = "Connection: close\r\n\r\n";
		expect((await rawExchange(port, `GET / HTTP/1.0\r\n${end}`)).status).toBe(421);
		const nameless = await rawExchange(port, `GET / HTTP/1.1\r\n${end}`);
		expect([nameless.status, JSON.parse(nameless.body)]).toMatchObject([
			400,
			{ code: "bad-request", path: "/*" },
		]);
		expect((await rawExchange(port, `GET / HTTP/1.1\r\n${own}Host: evil.example\r\n${end}`)).status).toBe(
			421,
		);
		expect((await rawExchange(port, `GET http://evil.example/ HTTP/1.1\r\n${own}${end}`)).status).toBe(400);
	});
});

describe("Origin and Sec-Fetch-Site", () => {
	it("let the host's own pages and local programs write", async () => {
		const own = `http://127.0.0.1:${host.port}`;
		expect((await validate({})).status).toBe(200);
		expect((await validate({ origin: own })).status).toBe(200);
		expect((await validate({ origin: own, "sec-fetch-site": "same-origin" })).status).toBe(200);
		expect((await validate({ "sec-fetch-site": "none" })).status).toBe(200);
	});

	it.each([
		{ origin: "http://evil.example" },
		{ origin: "null" },
		{ origin: "" },
		{ origin: "http://127.0.0.1" },
		{ origin: "https://127.0.0.1" },
		{ "sec-fetch-site": "cross-site" },
		{ "sec-fetch-site": "same-site" },
		{ "sec-fetch-site": "" },
	])("refuse %o before the body is read", async (headers) => {
		const answer = await validate(headers as Record<string, string>, "{");
		expect([answer.status, answer.body.includes("cross-origin-request")]).toEqual([403, true]);
	});

	it("refuses an origin that is this server under another of its names", async () => {
		expect((await validate({ origin: `http://localhost:${host.port}` })).status).toBe(403);
	});

	it("guard every method but GET and HEAD, preflights included, on every address", async () => {
		for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
			for (const path of ["/", "/api/moonrobo/replays", "/api/nothing"]) {
				const headers = { origin: "http://evil.example", "access-control-request-method": "POST" };
				const answer = await plainRequest(`${host.url}${path}`, { method, headers });
				expect([method, path, answer.status]).toEqual([method, path, 403]);
			}
		}
	});
});

describe("content types", () => {
	it.each([
		"text/plain",
		"text/plain; charset=utf-8",
		"application/x-www-form-urlencoded",
		"multipart/form-data; boundary=x",
		"application/jsonp",
		"",
	])("%j is not taken", async (type) => {
		expect((await validate({ "content-type": type })).status).toBe(415);
	});

	it("takes JSON with parameters", async () => {
		expect((await validate({ "content-type": "application/json; charset=utf-8" })).status).toBe(200);
	});
});

describe("headers of every answer", () => {
	it("isolate it: good, refused, malformed and unknown alike", async () => {
		const { port } = host;
		const heads = [
			await rawGet(port, "/api/moonrobo/replays"),
			await rawGet(port, "/api/moonrobo/robots/kite-2/model"),
			await rawGet(port, "/"),
			await rawGet(port, "/api/nothing"),
			await rawGet(port, "/%E0%A4%A"),
			await rawGet(port, "/api", [`X-Long: ${"x".repeat(20_000)}`]),
			await rawExchange(port, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
			await rawExchange(port, "nonsense\r\n\r\n"),
		].map(({ head }) => head.toLowerCase());
		for (const head of heads) {
			expect(head).toContain("content-security-policy: default-src 'self'; script-src 'self';");
			expect(head).toContain("frame-ancestors 'none'");
			expect(head).not.toContain("unsafe");
			expect(head).toContain("x-content-type-options: nosniff");
			expect(head).toContain("cross-origin-resource-policy: same-origin");
			expect(head).not.toContain("access-control-");
			expect(head).not.toContain("x-powered-by");
			expect(head).not.toMatch(/\nserver:/);
		}
	});
});
