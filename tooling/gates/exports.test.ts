import { existsSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { libraries, readJson, root } from "./workspace.ts";

/**
 * The public names of every library, checked in, so that a new or a vanished name is a decision and not an accident:
 * entry (`npz-safe`, `replay-protocol/http`) → sorted names.
 */
const recorded = readJson<Record<string, readonly string[]>>("tooling/gates/public-names.json");

interface Entry {
	readonly name: string;
	readonly file: string;
}

function entries(): Entry[] {
	return libraries().flatMap(({ name, folder, manifest }) =>
		Object.entries(manifest.exports ?? {})
			.filter(([subpath]) => subpath !== "./package.json")
			.map(([subpath, target]) => ({
				name: join(name, subpath),
				file: join(root, folder, (target as Record<string, string>)["@hindcast/source"] ?? ""),
			})),
	);
}

let program: ts.Program;
let checker: ts.TypeChecker;

beforeAll(() => {
	const config = ts.readConfigFile(join(root, "tooling/tsconfig/isomorphic.json"), ts.sys.readFile);
	const base = ts.readConfigFile(join(root, "tooling/tsconfig/base.json"), ts.sys.readFile);
	const { options } = ts.convertCompilerOptionsFromJson(
		{ ...base.config.compilerOptions, ...config.config.compilerOptions },
		join(root, "tooling"),
	);
	program = ts.createProgram(
		entries().map(({ file }) => file),
		options,
	);
	checker = program.getTypeChecker();
}, 120_000);

function exportsOf(file: string): ts.Symbol[] {
	const source = program.getSourceFile(file);
	const symbol = source && checker.getSymbolAtLocation(source);
	return symbol ? checker.getExportsOfModule(symbol) : [];
}

function original(symbol: ts.Symbol): ts.Symbol {
	return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isDocumented(symbol: ts.Symbol): boolean {
	return symbol.getDocumentationComment(checker).length > 0;
}

/** Members of an exported class or interface that a caller sees and that have no doc comment. */
function undocumentedMembers(symbol: ts.Symbol): string[] {
	const declared =
		symbol.declarations?.filter((node) => ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) ??
		[];
	return declared.flatMap((node) =>
		[...node.members]
			.filter(
				(member) =>
					member.name !== undefined &&
					!(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) &&
					!ts.isPrivateIdentifier(member.name),
			)
			.map((member) => checker.getSymbolAtLocation(member.name as ts.Node))
			.filter((member): member is ts.Symbol => member !== undefined && !isDocumented(member))
			.map((member) => `${symbol.name}.${member.name}`),
	);
}

describe("public surface", () => {
	it("records every entry that exists, and no other", () => {
		expect(Object.keys(recorded).sort()).toEqual(
			entries()
				.map(({ name }) => name)
				.sort(),
		);
	});

	for (const { name, file } of entries()) {
		it(`${name} has an entry file`, () => expect(existsSync(file), file).toBe(true));

		it(`${name} exports exactly the recorded names`, () => {
			expect(
				exportsOf(file)
					.map((symbol) => symbol.name)
					.sort(),
			).toEqual(recorded[name]);
		});

		it(`${name} documents every export and every member of its classes and interfaces`, () => {
			const symbols = exportsOf(file).map(original);
			expect(symbols.length).toBeGreaterThan(0);
			expect(symbols.filter((symbol) => !isDocumented(symbol)).map((symbol) => symbol.name)).toEqual([]);
			expect(symbols.flatMap(undocumentedMembers)).toEqual([]);
		});
	}
});
