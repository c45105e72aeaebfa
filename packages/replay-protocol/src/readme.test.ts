import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it, vi } from "vitest";

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
	expect(examples.size).toBe(4);
	expect(complaints()).toEqual([]);
});
