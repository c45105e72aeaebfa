import { expect, it } from "vitest";
import { declarationCodes } from "./declaration-codes.ts";
import type { DiagnosticDefinition } from "./define-code.ts";
import { diagnosticCodes } from "./diagnostic-codes.ts";
import { linkageCodes } from "./linkage-codes.ts";
import { privacyCodes } from "./privacy-codes.ts";
import { structureCodes } from "./structure-codes.ts";
import { valueCodes } from "./value-codes.ts";

const severities = { blocking: "blocking", advisory: "advisory", either: "advisory or blocking" };

const sections = [
	{
		title: "Container and structure",
		text: "Whether the bytes are a whole file of one of the encodings, and whether the arrays are there, with their types and shapes.",
		codes: structureCodes,
	},
	{
		title: "Values",
		text: "What the numbers and texts of well-formed arrays say.",
		codes: valueCodes,
	},
	{
		title: "Declarations",
		text: "What the metadata declares about the arrays.",
		codes: declarationCodes,
	},
	{
		title: "Identity, model and linkage",
		text: "Whether the replay fits the robot, its model and the evidence around it. Rules that compare with a robot, a model or annotations apply where the caller gives them; a claim of verification is always judged. How runs are proved is in [EVIDENCE.md](EVIDENCE.md).",
		codes: linkageCodes,
	},
	{
		title: "Public export",
		text: "What must not leave the place where a replay was made. The value that was found is in no path, param or message.",
		codes: privacyCodes,
	},
];

const head = `# Diagnostics of moonrobo.replay.v1

What \`readReplay\` and \`validateReplay\` report. A report is \`{ ok, diagnostics }\`; \`ok\` is false when anything blocks. Codes
never change meaning. A report lists twenty hits of one code and severity; the last one counts the rest in
\`params.suppressed\`. The counts of \`toWireReport\`, of the host and of the command line are of all hits. "Implies" names the codes that the same fault may bring along.

This page is made from \`diagnosticCodes\`; \`vitest run -u packages/replay-protocol/src/report\` writes it again, and fails
without \`-u\` where it is not up to date.
`;

function row([code, definition]: [string, DiagnosticDefinition]): string {
	const { severity, blocksWhen, meaning, params, implies, hint } = definition;
	const bound = blocksWhen === undefined ? "" : `; blocking when ${blocksWhen}`;
	const trigger = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}${bound}.`;
	const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
	const cells = [`\`${code}\``, severities[severity], trigger, list(params), list(implies), hint];
	return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

it("DIAGNOSTICS.md is the table of diagnosticCodes", async () => {
	const pieces = sections.map(({ title, text, codes }) => {
		const rows = Object.entries<DiagnosticDefinition>(codes).map(row);
		const columns =
			"| Code | Severity | Trigger | Params | Implies | Hint |\n| --- | --- | --- | --- | --- | --- |";
		return `## ${title}\n\n${text}\n\n${columns}\n${rows.join("\n")}\n`;
	});
	await expect([head, ...pieces].join("\n")).toMatchFileSnapshot("../../DIAGNOSTICS.md");
});

it("and its sections hold every code once", () => {
	expect(sections.flatMap(({ codes }) => Object.keys(codes))).toEqual(Object.keys(diagnosticCodes));
});
