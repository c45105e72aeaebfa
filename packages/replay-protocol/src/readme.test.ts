import * as crypto from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it, vi } from "vitest";
import * as replayProtocol from "./index.ts";

// A watchdog, not a measure: the compiler starts cold.
vi.setConfig({ testTimeout: 120_000 });

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const examples = new Map(
	[...readme.matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map(([, code], index) => [
		fileURLToPath(new URL(`./readme-example-${index}.ts`, import.meta.url)),
		code,
	]),
);

/** Strict complaints about the examples, as a project beside this package would see them. */
function complaints(): string[] {
	const options: ts.CompilerOptions = {
		strict: true,
		exactOptionalPropertyTypes: true,
		noEmit: true,
		skipLibCheck: true,
		allowImportingTsExtensions: true,
		module: ts.ModuleKind.ESNext,
		moduleResolution: ts.ModuleResolutionKind.Bundler,
		target: ts.ScriptTarget.ES2022,
		customConditions: ["@hindcast/source"],
		types: ["node"],
	};
	const host = ts.createCompilerHost(options);
	const { getSourceFile, fileExists } = host;
	host.fileExists = (file) => examples.has(file) || fileExists(file);
	host.getSourceFile = (file, target, ...rest) => {
		const code = examples.get(file);
		return code === undefined
			? getSourceFile(file, target, ...rest)
			: ts.createSourceFile(file, code, target, true);
	};
	const program = ts.createProgram([...examples.keys()], options, host);
	return [...examples.keys()].flatMap((file) =>
		ts
			.getPreEmitDiagnostics(program, program.getSourceFile(file))
			.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
	);
}

it("the README's examples compile under strict", () => {
	expect(examples.size).toBe(6);
	expect(complaints()).toEqual([]);
});

/** Runs an example with this package in place of its import; gives what it logs. */
async function run(code: string): Promise<string[]> {
	const body = ts
		.transpile(code, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext })
		.replace(/^import (\{[^}]*\}) from "@hindcast\/replay-protocol";$/gm, "const $1 = replayProtocol;")
		.replace(/^import (\{[^}]*\}) from "node:crypto";$/gm, "const $1 = crypto;");
	expect(body).not.toMatch(/^import/m);
	const lines: string[] = [];
	const log = (...values: unknown[]) => lines.push(values.map(String).join(" "));
	const AsyncFunction = (async () => {}).constructor as new (
		...words: string[]
	) => (...values: unknown[]) => Promise<void>;
	await new AsyncFunction("replayProtocol", "crypto", "console", body)(replayProtocol, crypto, { log });
	return lines;
}

it.each([...examples.values()].map((code, index) => [index, code ?? ""] as const))(
	"example %i of the README prints what it says",
	async (_, code) => {
		const said = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line ?? "");
		expect(said.length).toBeGreaterThan(0);
		const lines = await run(code);
		for (const line of said) {
			const found = lines.find((one) =>
				line.endsWith("…") ? one.startsWith(line.slice(0, -1)) : one === line,
			);
			expect(found, `${line} in ${JSON.stringify(lines)}`).toBeDefined();
		}
	},
);

it("the README's links lead somewhere", () => {
	const targets = [...readme.matchAll(/\]\((\.[^)#]+)\)/g)].map(([, target]) => target ?? "");
	expect(targets.length).toBeGreaterThan(3);
	for (const target of targets)
		expect(existsSync(new URL(`../${target}`, import.meta.url)), target).toBe(true);
});
