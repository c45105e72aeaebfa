import * as crypto from "node:crypto";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import * as replayProtocol from "../index.ts";

/** The code of the examples on a page, in their order. */
export function examplesIn(page: string): string[] {
	return [...page.matchAll(/^```[jt]s\n([\s\S]*?)^```$/gm)].map(([, code]) => code ?? "");
}

/** What the examples say that they print: what stands behind each `console.log`. */
export function saidBy(code: string): string[] {
	return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line ?? "");
}

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

/** Strict complaints about examples, each as a module `.mts` of a project beside this package would have them. */
export function complaintsAbout(examples: readonly string[]): string[] {
	const files = new Map(
		examples.map((code, index) => [fileURLToPath(new URL(`../example-${index}.mts`, import.meta.url)), code]),
	);
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

/** Runs an example with these modules in place of its imports; gives the values that each `console.log` was handed. */
export async function runExample(
	code: string,
	modules: Readonly<Record<string, unknown>>,
): Promise<unknown[][]> {
	const body = ts
		.transpile(code, {
			target: ts.ScriptTarget.ES2022,
			module: ts.ModuleKind.ESNext,
			verbatimModuleSyntax: true,
		})
		.replace(/^import (\{[^}]*\}) from ("[^"]+");$/gm, "const $1 = modules[$2];");
	if (/^import/m.test(body)) throw new Error("an import of another form");
	const printed: unknown[][] = [];
	const log = (...values: unknown[]) => printed.push(values);
	const AsyncFunction = (async () => {}).constructor as new (
		...words: string[]
	) => (...values: unknown[]) => Promise<void>;
	await new AsyncFunction("modules", "console", body)(modules, { log });
	return printed;
}

/** Runs an example of this package and of Node's crypto; gives the lines that it logs. */
export async function printedBy(code: string): Promise<string[]> {
	const printed = await runExample(code, {
		"@hindcast/replay-protocol": replayProtocol,
		"node:crypto": crypto,
	});
	return printed.map((values) => values.map(String).join(" "));
}
