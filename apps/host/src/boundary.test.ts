import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { routeList } from "./http/route-table.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const names = (await readdir(folder, { recursive: true })).filter(
	(name) => name.endsWith(".ts") && !/\.(?:test|bench|soak)\.ts$/.test(name) && !name.startsWith("testing"),
);
const sources = await Promise.all(
	names.map(async (name) => ({ name, text: await readFile(`${folder}/${name}`, "utf8") })),
);

it("writes only beside replays: no route reaches a bridge, a receipt of a run, an approval or a dry run", () => {
	const writing = routeList().filter(({ method }) => method !== "GET");
	expect(writing.map(({ path }) => path)).toEqual([
		"/api/moonrobo/replays/import",
		"/api/moonrobo/replays/validate",
		"/api/moonrobo/replays/export",
		"/api/moonrobo/replays/annotate",
		"/api/moonrobo/replays/link",
	]);
});

it("has nothing that could open a connection", () => {
	expect(sources.length).toBeGreaterThan(30);
	for (const { name, text } of sources) {
		const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "");
		expect([
			name,
			code.match(/\bfetch\s*\(|\bWebSocket\b|\bEventSource\b|\bconnect\s*\(|\bcreateConnection\b/),
		]).toEqual([name, null]);
		const modules = [
			...code.matchAll(
				/from "(node:(?:http|https|http2|net|tls|dgram|dns|child_process|worker_threads)[^"]*)"/g,
			),
		];
		const values =
			modules.length === 0
				? []
				: [...code.matchAll(/import (\{[^}]*\}|type[^;]*?) from "node:(?:http|net)"/g)];
		for (const [, module] of modules)
			expect([name, ["node:http", "node:net"].includes(module ?? "")]).toEqual([name, true]);
		for (const [statement] of values) {
			const named = statement.startsWith("import type") ? "" : statement.replace(/type \w+/g, "");
			expect([name, /\b(?:request|get|Agent|Socket|connect|createConnection)\b/.test(named)]).toEqual([
				name,
				false,
			]);
		}
	}
});
