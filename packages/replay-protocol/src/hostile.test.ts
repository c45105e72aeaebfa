import { readFile } from "node:fs/promises";
import { goldenAvailable, readGolden, readGoldenJson } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import { npzDiagnostics } from "./npz/npz-codes.ts";
import { readReplay } from "./read.ts";
import { diagnosticCodes } from "./report/diagnostic-codes.ts";

interface Corpus {
	readonly files: readonly { readonly file: string; readonly code: string }[];
}

const corpus = goldenAvailable ? await readGoldenJson<Corpus>("npz/hostile.json") : { files: [] };

describe.skipIf(!goldenAvailable)("hostile files", () => {
	it("are there", () => {
		expect(corpus.files.length).toBe(173);
	});

	it.each(corpus.files)("$file: a blocking report, no artifact, no throw", async ({ file }) => {
		const bytes = await readGolden(`npz/hostile/${file.replace(/^hostile\//, "")}`);
		const { artifact, report } = await readReplay(bytes);
		expect(artifact).toBeUndefined();
		expect(report.ok).toBe(false);
		expect(report.diagnostics.some(({ severity }) => severity === "blocking")).toBe(true);
	});

	it("are files whose every code has a diagnostic that blocks", () => {
		for (const { code } of corpus.files) {
			const diagnostic = npzDiagnostics[code as keyof typeof npzDiagnostics];
			expect(diagnosticCodes[diagnostic]?.severity, code).toBe("blocking");
		}
	});
});

describe("refusals of npz-safe", () => {
	it("have a diagnostic each, but for those that say nothing about the file", async () => {
		const source = await readFile(new URL("../../npz-safe/src/error-codes.ts", import.meta.url), "utf8");
		const codes = [...source.matchAll(/^\t"?([a-z0-9-]+)"?,$/gm)].map(([, code]) => code);
		expect(codes.length).toBeGreaterThan(50);
		const silent = ["aborted", "backend"];
		expect(Object.keys(npzDiagnostics).sort()).toEqual(
			codes.filter((code) => !silent.includes(code!)).sort(),
		);
	});
});

describe.skipIf(!goldenAvailable)("good archives that are no replays", () => {
	it.each(["dtypes.npz", "empty.npz", "unicode_names.npz", "proto_names.npz", "replay_deflated.npz"])(
		"%s: a blocking report",
		async (file) => {
			const { artifact, report } = await readReplay(await readGolden(`npz/good/${file}`));
			expect(artifact).toBeUndefined();
			expect(report.ok).toBe(false);
		},
	);
});
