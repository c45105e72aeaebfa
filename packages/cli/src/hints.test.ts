import { diagnosticCodes } from "@hindcast/replay-protocol";
import { convertCodes } from "@hindcast/replay-protocol/convert";
import { expect, it } from "vitest";
import { hintOf, spokenHint, spokenMessage } from "./hints.ts";

it("has a hint for every code, and none speaks of a library's functions and options", () => {
	for (const code of [...Object.keys(diagnosticCodes), ...Object.keys(convertCodes)]) {
		expect(hintOf(code), code).toMatch(/\.$/);
		expect(hintOf(code), code).not.toMatch(/\b[a-z]+[A-Z]\w*|(?<!--)\bfill (?:hold|drop)/);
	}
	expect(hintOf("private-metadata-key")).toContain("hindcast sanitize");
	expect(hintOf("of-a-newer-package")).toBe(undefined);
});

it("calls options as the program does", () => {
	expect(spokenMessage("jointNames: recordings do not hold it")).toBe(
		"--joint-names: recordings do not hold it",
	);
	expect(spokenMessage("/frames/1: bad")).toBe("/frames/1: bad");
	expect(spokenHint("json-malformed", "Write it.")).toBe("Write it.");
});
