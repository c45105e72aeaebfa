import { type Diagnostic, toWireReport, type ValidationReport } from "@hindcast/replay-protocol";
import { hintOf } from "./hints.ts";
import { printable } from "./text.ts";

/** A report in one phrase, such as `valid, 2 advisories`. Hits that the report does not list count too. */
export function verdict(report: ValidationReport): string {
	const { valid, blocking_count, advisory_count } = toWireReport(report);
	const counts = [
		counted(blocking_count, "blocking", "blocking"),
		counted(advisory_count, "advisory", "advisories"),
	];
	return [valid ? "valid" : "blocked", ...counts.filter((text) => text !== "")].join(", ");
}

/** The findings of a report for people: severity, code and place, what is wrong, and what to do. */
export function findingLines({ diagnostics }: ValidationReport): string {
	return diagnostics.map(finding).join("");
}

function finding({ severity, code, path, message }: Diagnostic): string {
	const hint = hintOf(code);
	const lines = [`  ${severity} ${code} ${path === "" ? "(whole file)" : path}`, `    ${message}`];
	if (hint !== undefined) lines.push(`    hint: ${hint}`);
	return lines.map((line) => `${printable(line)}\n`).join("");
}

function counted(count: number, one: string, many: string): string {
	return count === 0 ? "" : `${count} ${count === 1 ? one : many}`;
}
