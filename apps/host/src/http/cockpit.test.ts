import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rawGet, startTestHost, type TestHost } from "../testing/test-host.ts";

const page = "<!doctype html><title>Hindcast</title>";
let folder: string;
let host: TestHost;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "hindcast-cockpit-"));
	await mkdir(join(folder, "assets"));
	await writeFile(join(folder, "index.html"), page);
	await writeFile(join(folder, "favicon.svg"), "<svg/>");
	await writeFile(join(folder, "assets/index-abc123.js"), "export {};");
	await writeFile(join(folder, "assets/index-abc123.css"), "a{}");
	await writeFile(join(folder, "assets/strange.xyz"), "no known type");
	await symlink("/etc/hostname", join(folder, "assets/host.txt"));
	host = await startTestHost({ cockpitDir: folder });
});

afterAll(async () => {
	await host.close();
	await rm(folder, { recursive: true });
});

describe("the cockpit", () => {
	it("answers its files with their types, hashed ones for good and the page for now", async () => {
		for (const [path, type, cache] of [
			["/", "text/html; charset=utf-8", "no-cache"],
			["/index.html", "text/html; charset=utf-8", "no-cache"],
			["/favicon.svg", "image/svg+xml", "no-cache"],
			["/assets/index-abc123.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
			["/assets/index-abc123.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable"],
			[
				"/assets/index-abc123.js?v=1",
				"text/javascript; charset=utf-8",
				"public, max-age=31536000, immutable",
			],
		]) {
			const answer = await fetch(`${host.url}${path}`);
			expect([path, answer.status]).toEqual([path, 200]);
			expect([answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
				type,
				cache,
			]);
			const tag = answer.headers.get("etag") ?? "";
			expect((await fetch(`${host.url}${path}`, { headers: { "if-none-match": tag } })).status).toBe(304);
		}
	});

	it("answers the app's own addresses with the page", async () => {
		for (const path of [
			"/replays/replay-1",
			"/replays/replay.v1?t=5&layers=a",
			"/robots/kite-2",
			"/apiary",
			"/x/y/z",
		]) {
			const answer = await fetch(`${host.url}${path}`);
			expect([path, answer.status, await answer.text()]).toEqual([path, 200, page]);
		}
	});

	it("answers nothing for missing files, unknown types, links and traversal", async () => {
		for (const path of [
			"/assets/index-old.js",
			"/assets/strange.xyz",
			"/assets/host.txt",
			"/robots.txt",
			"/.env",
			"/assets/../../etc/passwd",
			"/assets/..%2f..%2fetc%2fpasswd",
			"/assets/%2e%2e/%2e%2e/etc/passwd",
		]) {
			const answer = await rawGet(host.port, path);
			expect([path, answer.status]).toEqual([path, 404]);
			expect(answer.head).toContain("application/json");
		}
	});

	it("never answers its page under /api", async () => {
		for (const path of ["/api", "/api/", "/api/moonrobo/x", "/API/x", "//api/x", "/%61pi/x", "/./api/x"]) {
			const answer = await rawGet(host.port, path, ["Accept: text/html"]);
			expect([path, answer.status, answer.body.includes("<!doctype")]).toEqual([path, 404, false]);
		}
	});

	it("answers HEAD without a body", async () => {
		const answer = await fetch(`${host.url}/`, { method: "HEAD" });
		expect([answer.status, answer.headers.get("content-length")]).toEqual([200, String(page.length)]);
	});
});

describe("without a built cockpit", () => {
	it("the host says so, and its API works", async () => {
		const bare = await startTestHost({ cockpitDir: join(folder, "absent") });
		try {
			const answer = await fetch(`${bare.url}/`);
			expect([answer.status, await answer.json()]).toEqual([
				503,
				expect.objectContaining({ code: "cockpit-not-built" }),
			]);
			expect((await fetch(`${bare.url}/api/moonrobo/robots`)).status).toBe(200);
			expect(bare.logs).toContainEqual({ event: "cockpit-not-built" });
		} finally {
			await bare.close();
		}
	});
});
