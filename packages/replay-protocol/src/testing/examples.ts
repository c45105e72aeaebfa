import * as crypto from "node:crypto";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import * as replayProtocol from "../index.ts";

/** The examples of a page, in its order. */
export function examplesIn(page: string): string[] {
	return [...page.matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
}

/** What the examples say that they print: what stands behind each `console.log`. */
export function saidBy(code: string): string[] {
	return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
}

/** Strict complaints about examples, as a project beside this package would see them. */
export function complaintsAbout(examples: readonly string[]): string[] {
	const files = new Map(
		examples.map((code, index) => [fileURLToPath(new URL(`./example-${index}.ts`, import.meta.url)), code]),
	);
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
	host.fileExists = (file) => files.has(file) || fileExists(file);
	host.getSourceFile = (file, target, ...rest) => {
		const code = files.get(file);
		return code === undefined
			? getSourceFile(file, target, ...rest)
			: ts.createSourceFile(file, code, target, true);
	};
	const program = ts.createProgram([...files.keys()], options, host);
	return [...files.keys()].flatMap((file) =>
		ts
			.getPreEmitDiagnostics(program, program.getSourceFile(file))
			.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
	);
}

/** Runs an example with this package in place of its import; gives the lines that it logs. */
export async function printedBy(code: string): Promise<string[]> {
	const body = ts
		.transpile(code, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext })
		.replace(/^import (\{[^}]*\}) from "@hindcast\/replay-protocol";$/gm, "const $1 = replayProtocol;")
		.replace(/^import (\{[^}]*\}) from "node:crypto";$/gm, "const $1 = crypto;");
	const lines: string[] = [];
	const log = (...values: unknown[]) => lines.push(values.map(String).join(" "));
	const AsyncFunction = (async () => {}).constructor as new (
		...words: string[]
	) => (...values: unknown[]) => Promise<void>;
	await new AsyncFunction("replayProtocol", "crypto", "console", body)(replayProtocol, crypto, { log });
	return lines;
}
