import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../errors/error-codes.ts";
import { startTestHost } from "../testing/test-host.ts";
import { openApiDocument } from "./openapi.ts";
import { routeList } from "./route-table.ts";

type Node = { [key: string]: Node } & { $ref?: string; description?: string };
const document = JSON.parse(JSON.stringify(openApiDocument())) as {
	openapi: string;
	paths: Node;
	components: Node;
};
const reference = await readFile(new URL("../../API.md", import.meta.url), "utf8");

describe("the OpenAPI document", () => {
	it("is served, and names every route with its answers and errors", async () => {
		const host = await startTestHost();
		expect(await (await fetch(`${host.url}/api/openapi.json`)).json()).toEqual(document);
		await host.close();
		expect(document.openapi).toBe("3.1.0");
		const named = Object.entries(document.paths).flatMap(([path, item]) =>
			Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
		);
		expect(named.sort()).toEqual(
			routeList()
				.map(({ method, path }) => `${method} ${path}`)
				.sort(),
		);
		for (const route of routeList()) {
			const operation = document.paths[route.path]?.[route.method.toLowerCase()];
			const responses = operation?.["responses"] ?? {};
			expect(Object.keys(responses)).toContain("200");
			for (const code of route.errors) {
				expect(String(responses[String(errorCodes[code].status)]?.description)).toContain(`\`${code}\``);
			}
		}
	});

	it("refers only to what it holds", () => {
		const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
			(match) => match[1] ?? "",
		);
		expect(references.length).toBeGreaterThan(10);
		for (const pointer of new Set(references)) {
			expect(
				pointer
					.slice(2)
					.split("/")
					.reduce<unknown>((node, key) => (node as Node)[key], document),
			).toBeDefined();
		}
	});

	it("holds the schemas: a list of replays with its required keys", () => {
		const schema = document.paths["/api/moonrobo/replays"]?.["get"]?.["responses"]?.["200"];
		const json = JSON.stringify(schema);
		expect(json).toContain('"content_digest"');
		expect(json).toContain('"physical-feedback-verified"');
	});
});

describe("API.md", () => {
	it("has a section for every route, and for nothing else", () => {
		const sections = [...reference.matchAll(/^### `(GET|POST) (\S+)`$/gm)].map(
			(match) => `${match[1]} ${match[2]}`,
		);
		expect(sections).toEqual(routeList().map(({ method, path }) => `${method} ${path}`));
		for (const { summary } of routeList()) expect(reference).toContain(summary);
	});

	it("has a row for every error code with its status, and for nothing else", () => {
		const rows = [...reference.matchAll(/^\| (\d{3}) +\| `([a-z-]+)` +\|/gm)].map(
			(match) => `${match[1]} ${match[2]}`,
		);
		expect(rows).toEqual(Object.entries(errorCodes).map(([code, { status }]) => `${status} ${code}`));
	});
});
