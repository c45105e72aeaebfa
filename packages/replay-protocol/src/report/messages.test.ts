import { expect, it } from "vitest";
import { proofReasons } from "../evidence/proof-reasons.ts";
import { type DiagnosticCode, diagnosticCodes } from "./diagnostic-codes.ts";
import { createFindings } from "./findings.ts";

function message(code: DiagnosticCode, params: Readonly<Record<string, unknown>>): string {
	const findings = createFindings();
	findings.add(code, { path: "", params });
	return findings.report().diagnostics[0].message;
}

it.each([
	["velocity-unavailable", { reason: "all-nan" }, "Velocities were not measured: all are NaN."],
	[
		"velocity-unavailable",
		{ reason: "all-zero" },
		"Velocities were not measured: all are 0 or NaN while positions change.",
	],
	[
		"malformed-metadata",
		{ key: "robot_id", reason: "must be text, found a number" },
		'The metadata is not as documented: must be text, found a number (key "robot_id").',
	],
	["container-corrupt", { reason: "$& is empty" }, "The bytes are not a whole, strict file: $& is empty."],
	[
		"verification-overclaimed",
		{ reason: "simulated" },
		"The class or a verification_state says verified, and a simulation is never verified.",
	],
	[
		"verification-overclaimed",
		{ reason: "no-receipt" },
		"The class or a verification_state says verified, and nothing proves it: no receipt resolves.",
	],
	["mode-empty", { frame: 3 }, /^A mode is the empty text, or .* \(frame 3\)\.$/],
] as const)("%s names the one cause: %j", (code, params, expected) => {
	if (typeof expected === "string") expect(message(code, params)).toBe(expected);
	else expect(message(code, params)).toMatch(expected);
});

it("a reason that no cause knows is still told", () => {
	expect(message("velocity-unavailable", { reason: "newer" })).toMatch(/\(reason "newer"\)\.$/);
	expect(message("velocity-unavailable", {})).toBe(
		`V${diagnosticCodes["velocity-unavailable"].meaning.slice(1)}.`,
	);
});

it("every reason of the proof has a sentence", () => {
	for (const reason of Object.keys(proofReasons)) {
		expect(message("verification-overclaimed", { reason })).toMatch(/nothing proves it: [^()`]+\.$/);
	}
});
