import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import type { DiagnosticDefinition } from "./define-code.ts";
import { diagnosticCodes } from "./diagnostic-codes.ts";

const severities = { blocking: "blocking", advisory: "advisory", either: "advisory or blocking" };

function row([code, definition]: [string, DiagnosticDefinition]): string {
	const { severity, blocksWhen, meaning, params, implies, hint } = definition;
	const bound = blocksWhen === undefined ? "" : `; blocking when ${blocksWhen}`;
	const trigger = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}${bound}.`;
	const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
	const cells = [`\`${code}\``, severities[severity], trigger, list(params), list(implies), hint];
	return cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ");
}

it("DIAGNOSTICS.md is the table of diagnosticCodes", async () => {
	const page = await readFile(new URL("../../DIAGNOSTICS.md", import.meta.url), "utf8");
	const rows = page.split("\n").filter((line) => line.startsWith("| `"));
	const cells = rows.map((line) => line.replace(/^\| *| *\|$/g, "").replace(/ +\| +/g, " | "));
	expect(cells).toEqual(
		Object.entries(diagnosticCodes)
			.map(row)
			.map((one) => one.replace(/ +\| +/g, " | ")),
	);
});
