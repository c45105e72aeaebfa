import type { WireReport } from "../http/common.ts";
import type { Diagnostic, ValidationReport } from "./diagnostic.ts";

/**
 * The report as the host sends it: `{ valid, status, blocking_count, advisory_count, issues }`.
 *
 * The counts are of all hits: a report lists twenty of one code, and the last one's `params.suppressed` counts the rest.
 */
export function toWireReport(report: ValidationReport): WireReport {
	const issues = report.diagnostics.map((diagnostic) => ({
		...diagnostic,
		params: { ...diagnostic.params },
	}));
	const blocking = hits(issues, "blocking");
	const advisory = hits(issues, "advisory");
	const passed = advisory === 0 ? "valid" : "valid-with-advisories";
	return {
		valid: report.ok,
		status: report.ok ? passed : "blocked",
		blocking_count: blocking,
		advisory_count: advisory,
		issues,
	};
}

function hits(issues: readonly Diagnostic[], severity: Diagnostic["severity"]): number {
	let count = 0;
	for (const issue of issues) {
		if (issue.severity !== severity) continue;
		const suppressed = issue.params["suppressed"];
		count += 1 + (typeof suppressed === "number" ? suppressed : 0);
	}
	return count;
}
