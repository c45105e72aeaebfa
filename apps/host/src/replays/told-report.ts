import type { ReplaySummary, WireReport } from "@hindcast/replay-protocol/http";
import { withoutPrivateValues } from "../privacy.ts";

/** Advisories that say that no run stands behind a replay: while a link proves one they are not true. */
const answeredByLink: ReadonlySet<string> = new Set(["feedback-missing", "receipt-link-missing"]);

/** How a report comes out, as the catalog tells it. */
export type ReportCounts = Pick<ReplaySummary, "validation_status" | "blocking_count" | "advisory_count">;

/** How a replay's stored report comes out by itself, and while a link of the replay is proved. */
export interface StoredCounts {
	readonly stored: ReportCounts;
	readonly linked: ReportCounts;
}

/** The counts of a stored report, so that the catalog need not keep the report. */
export function countsOf(report: WireReport): StoredCounts {
	return { stored: countsIn(report), linked: countsIn(withoutAnswered(report)) };
}

/**
 * A stored report as it is answered: it repeats nothing private, and says nothing that a link which is proved now
 * answers. What is stored stays as it is, and is told again when the link falls.
 */
export function toldReport(
	report: WireReport,
	{ classification }: Pick<ReplaySummary, "classification">,
): WireReport {
	const isVerified = classification === "physical-feedback-verified";
	return withoutPrivateValues(isVerified ? withoutAnswered(report) : report);
}

function withoutAnswered(report: WireReport): WireReport {
	const isAnswered = ({ code, severity }: WireReport["issues"][number]) =>
		severity === "advisory" && answeredByLink.has(code);
	const advisoryCount = report.advisory_count - report.issues.filter(isAnswered).length;
	return {
		...report,
		status: report.status === "valid-with-advisories" && advisoryCount === 0 ? "valid" : report.status,
		advisory_count: advisoryCount,
		issues: report.issues.filter((issue) => !isAnswered(issue)),
	};
}

function countsIn({ status, blocking_count, advisory_count }: WireReport): ReportCounts {
	return { validation_status: status, blocking_count, advisory_count };
}
