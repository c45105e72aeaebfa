import { existsSync } from "node:fs";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { libraryEntries } from "../api/entries.mjs";
import { publicNames, publicSurface } from "../api/surface.mjs";
import { readJson } from "./workspace.ts";

/**
 * The public names of every library, checked in, so that a new or a vanished name is a decision and not an accident:
 * entry (`npz-safe`, `replay-protocol/http`) → sorted names. `npm run names` records them again.
 */
const recorded = readJson<Record<string, readonly string[]>>("tooling/gates/public-names.json");

const entries = libraryEntries();
let surface: ReturnType<typeof publicSurface>;
let names: ReturnType<typeof publicNames>;

beforeAll(() => {
	surface = publicSurface();
	names = publicNames(surface);
}, 120_000);

function original(symbol: ts.Symbol): ts.Symbol {
	return symbol.flags & ts.SymbolFlags.Alias ? surface.checker.getAliasedSymbol(symbol) : symbol;
}

function isDocumented(symbol: ts.Symbol): boolean {
	return symbol.getDocumentationComment(surface.checker).length > 0;
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
			.map((member) => surface.checker.getSymbolAtLocation(member.name as ts.Node))
			.filter((member): member is ts.Symbol => member !== undefined && !isDocumented(member))
			.map((member) => `${symbol.name}.${member.name}`),
	);
}

describe("public surface", () => {
	it("records every entry that exists, and no other", () => {
		expect(Object.keys(recorded).sort()).toEqual(entries.map(({ name }) => name).sort());
	});

	for (const { name, file } of entries) {
		it(`${name} has an entry file`, () => expect(existsSync(file), file).toBe(true));

		it(`${name} exports exactly the recorded names (else: npm run names)`, () => {
			expect(names[name]).toEqual(recorded[name]);
		});

		it(`${name} documents every export and every member of its classes and interfaces`, () => {
			const symbols = surface.exportsOf(file).map(original);
			expect(symbols.length).toBeGreaterThan(0);
			expect(symbols.filter((symbol) => !isDocumented(symbol)).map((symbol) => symbol.name)).toEqual([]);
			expect(symbols.flatMap(undocumentedMembers)).toEqual([]);
		});
	}
});
