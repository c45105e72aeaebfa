import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as npz from "@hindcast/npz-safe";
import { afterAll, describe, expect, it } from "vitest";
import * as protocol from "../index.ts";
import type { DiagnosticDefinition } from "../report/define-code.ts";
import { complaintsAbout, examplesIn, runExample } from "../testing/examples.ts";
import * as convert from "./index.ts";
import { unitNames } from "./mapped/units.ts";

const page = readFileSync(new URL("../../CONVERTING.md", import.meta.url), "utf8");
const examples = examplesIn(page);

const folder = mkdtempSync(join(tmpdir(), "converting-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const modules: Readonly<Record<string, unknown>> = {
	"@hindcast/npz-safe": npz,
	"@hindcast/replay-protocol": protocol,
	"@hindcast/replay-protocol/convert": convert,
	"node:fs/promises": await import("node:fs/promises"),
	"node:path": await import("node:path"),
};

describe("the examples of CONVERTING.md", () => {
	it("print what they say", async () => {
		expect(examples).toHaveLength(3);
		for (const number of [0, 1]) {
			const joints = ["knee", "hip"].map((name, index) => ({
				name,
				index,
				position: 1,
				velocity: 0,
				torque: 0,
			}));
			const frame = {
				frame_id: `f-${number}`,
				robot_id: "tern",
				bridge_id: "b",
				captured_at_ms: String(20 * number),
				mode: "high",
				joints,
			};
			writeFileSync(join(folder, `f-${number}.json`), JSON.stringify(frame));
		}
		const here = examples[0]!.replace('"runs/telemetry/session-walk"', JSON.stringify(folder));
		expect(await runExample(here, modules)).toEqual([[2, Float64Array.of(0, 0.02)]]);
		expect(await runExample(examples[1]!, modules)).toEqual([
			[
				[2, 3],
				["velocity-not-measured", "mode-not-recorded", "frame-ids-numbered"],
			],
			["jointNames"],
		]);
		const [[qj, basePos], [manifest]] = await runExample(examples[2]!, modules);
		const right = Math.PI / 2;
		expect(qj).toEqual(Float64Array.of(-right, 0, -right, Math.PI / 180));
		expect(basePos).toEqual(Float64Array.of(0, 0, 0.85, 0.01, 0, 0.85));
		expect(JSON.parse(String(manifest))).toMatchObject({ files: [{ name: "replay.npz" }] });
	});

	it("compile under strict", { timeout: 120_000 }, () => {
		expect(complaintsAbout(examples)).toEqual([]);
	});

	it("and the module's own run", { timeout: 120_000 }, async () => {
		const source = readFileSync(new URL("./index.ts", import.meta.url), "utf8");
		const code = source.match(/```ts\n([\s\S]*?)```/)![1]!.replace(/^ \* ?/gm, "");
		expect(complaintsAbout([code])).toEqual([]);
		expect(await runExample(code, modules)).toEqual([
			[true, Float64Array.of(0, 0.02), Float64Array.of(0, Math.PI / 2)],
		]);
	});
});

describe("the tables of CONVERTING.md", () => {
	/** The first cells of the tables below a heading. */
	function firstCells(heading: string): string[] {
		const [section] = page.slice(page.indexOf(`## ${heading}\n`) + 3).split("\n## ");
		return [...section!.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, cell]) => cell!);
	}

	it("name every step", () => {
		const sources = readdirSync(new URL(".", import.meta.url), { recursive: true, encoding: "utf8" })
			.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
			.map((name) => readFileSync(new URL(name, import.meta.url), "utf8"));
		const rules = sources.flatMap((text) =>
			[...text.matchAll(/rule: "([a-z-]+)"/g)].map(([, rule]) => rule!),
		);
		const kinds = ["operator-input", "error-texts", "unknown-keys"].map((kind) => `${kind}-left-out`);
		expect(firstCells("Steps").sort()).toEqual([...new Set([...rules, ...kinds])].sort());
	});

	it("name every code", () => {
		const row = ([code, { severity, blocksWhen, meaning, params, hint }]: [string, DiagnosticDefinition]) => {
			const bound = blocksWhen === undefined ? "" : `; blocking when ${blocksWhen}`;
			const level = severity === "either" ? "advisory or blocking" : severity;
			const trigger = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}${bound}.`;
			return `| \`${code}\` | ${level} | ${trigger} | ${params.map((name) => `\`${name}\``).join(", ")} | ${hint} |`;
		};
		const rows = Object.entries(convert.convertCodes).map(row);
		const found = page
			.split("\n")
			.filter((line) => rows.some((one) => one.split(" | ")[0] === line.split(" | ")[0]));
		expect(found).toEqual(rows);
		const errors = readFileSync(new URL("./errors.ts", import.meta.url), "utf8");
		const codes = [...errors.matchAll(/^\t"([a-z-]+)":\s+"/gm)].map(([, code]) => code!);
		expect(
			firstCells("Codes of the converters").filter((code) => !Object.hasOwn(convert.convertCodes, code)),
		).toEqual(codes);
	});

	it("name every unit", () => {
		const [section] = page.slice(page.indexOf("| Quantity |")).split("\n\n");
		const units = [...section!.matchAll(/`([^`]+)`/g)].map(([, unit]) => unit!);
		expect(units.sort()).toEqual([...unitNames].sort());
	});
});
