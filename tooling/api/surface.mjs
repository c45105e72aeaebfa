// The public surface as the compiler sees it.
import { resolve } from "node:path";
import ts from "typescript";
import { root } from "../bootstrap/command.mjs";
import { libraryEntries } from "./entries.mjs";

/**
 * Reads what every library entry exports.
 *
 * @returns `checker`, and `exportsOf(file)`: the symbols that an entry's source exports
 */
export function publicSurface() {
	const config = ts.getParsedCommandLineOfConfigFile(
		resolve(root, "tooling/api/tsconfig.json"),
		{},
		{ ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
	);
	const program = ts.createProgram(
		libraryEntries().map(({ file }) => file),
		config.options,
	);
	const checker = program.getTypeChecker();
	return {
		checker,
		exportsOf(file) {
			const source = program.getSourceFile(file);
			const symbol = source && checker.getSymbolAtLocation(source);
			return symbol ? checker.getExportsOfModule(symbol) : [];
		},
	};
}

/** Entry → its public names, sorted: the content of `tooling/gates/public-names.json`. */
export function publicNames({ exportsOf } = publicSurface()) {
	return Object.fromEntries(
		libraryEntries().map(({ name, file }) => [
			name,
			exportsOf(file)
				.map((symbol) => symbol.name)
				.sort(),
		]),
	);
}
