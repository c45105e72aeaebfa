import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { npzErrorCodes } from "./error-codes.ts";
import { hintOf, NpzError } from "./errors.ts";
import * as npzSafe from "./index.ts";
import { limits } from "./limits.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** Runs one example with this package in place of its import, and gives what it logs. */
async function run(example: string): Promise<string[]> {
	const body = example.replace(/^import (\{.*\}) from "@hindcast\/npz-safe";$/m, "const $1 = npzSafe;");
	expect(body).not.toMatch(/^import/m);
	const lines: string[] = [];
	const log = (...values: unknown[]) => lines.push(values.map(String).join(" "));
	const AsyncFunction = (async () => {}).constructor as new (
		...words: string[]
	) => (...values: unknown[]) => Promise<void>;
	await new AsyncFunction("npzSafe", "console", body)(npzSafe, { log });
	return lines;
}

describe("README", () => {
	const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

	it("has examples that run and print what they say", async () => {
		const [read, options, write] = await Promise.all(examples.map(run));
		expect(read).toEqual(["float64 3 0,0.02,0.04", "hip,knee", "joint_name"]);
		expect(options).toEqual(["depth.npy 153728 100000", "Split it, or raise limits.maxEntryBytes."]);
		expect(write.map((line) => readme.includes(`// ${line}`))).toEqual([true, true]);
	});

	it("lists every code once, in order, and no other", () => {
		const listed = [...readme.matchAll(/^\| `([a-z0-9-]+)` +\| .+ \| .+ \|$/gm)].map(([, code]) => code);
		expect(listed.filter((code) => /-|^aborted$|^backend$/.test(code))).toEqual([...npzErrorCodes]);
	});

	it("lists every limit with its values", () => {
		const units = [1024 ** 3, 1024 ** 2, 1024];
		const shown = (value: number) => {
			const unit = units.findIndex((size) => value >= size && value % size === 0);
			const plain = value.toLocaleString("en-US");
			return unit < 0 ? [plain] : [plain, `${value / units[unit]} ${["GiB", "MiB", "KiB"][unit]}`];
		};
		for (const name of Object.keys(limits.browser).filter((name) => name !== "dtypes")) {
			const row = readme.split("\n").find((line) => line.startsWith(`| \`${name}\``));
			const cells = row?.split("|").map((cell) => cell.trim());
			for (const [i, preset] of (["browser", "host", "replay"] as const).entries()) {
				expect(shown(limits[preset][name as "maxDims"])).toContain(cells?.[i + 2]);
			}
		}
	});
});

describe("refusal codes", () => {
	it("each have a stage and a hint", () => {
		for (const code of npzErrorCodes) {
			expect(hintOf(code)).toMatch(/^[A-Z].*\.$/);
			expect(new NpzError(code, "x").stage).toMatch(/^(input|zip|name|npy|value|limit)$/);
		}
		expect(hintOf("limit-entry-bytes")).toContain("limits.maxEntryBytes");
		const named = npzErrorCodes.filter((code) => code.startsWith("limit-")).map((code) => hintOf(code));
		for (const hint of named) expect(limits.browser).toHaveProperty(/limits\.(\w+)/.exec(hint)?.[1] ?? "");
	});
});

describe("package", () => {
	it("needs nothing at run time but fflate", () => {
		expect(Object.keys(manifest.dependencies)).toEqual(["fflate"]);
		expect(manifest.sideEffects).toBe(false);
	});

	it("exports these names", () => {
		const names = [
			"NpzError",
			"isNpzError",
			"limits",
			"npyBytes",
			"readNpy",
			"readNpz",
			"readNpzSync",
			"writeNpy",
			"writeNpz",
		];
		expect(Object.keys(npzSafe).sort()).toEqual(names);
	});
});
