import type { WireReport } from "../http/common.ts";
import type { ValidationReport } from "./diagnostic.ts";

/** The report as the host sends it: `{ valid, status, blocking_count, advisory_count, issues }`. */
export function toWireReport(report: ValidationReport): WireReport {
	const issues = report.diagnostics.map((diagnostic) => ({
		...diagnostic,
		params: { ...diagnostic.params },
	}));
	const blocking = issues.filter((issue) => issue.severity === "blocking").length;
	const advisory = issues.length - blocking;
	const passed = advisory === 0 ? "valid" : "valid-with-advisories";
	return {
		valid: report.ok,
		status: report.ok ? passed : "blocked",
		blocking_count: blocking,
		advisory_count: advisory,
		issues,
	};
}
