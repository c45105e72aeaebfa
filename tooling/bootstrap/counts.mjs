// Totals of passed, failed and skipped over all suites.
import { existsSync, readFileSync } from "node:fs";

/** Adds counts up. */
export function total(counts) {
	const sum = { passed: 0, failed: 0, skipped: 0 };
	for (const count of counts) for (const key of Object.keys(sum)) sum[key] += count[key];
	return sum;
}

/** A command that is one check: passed or failed by its exit code. */
export function ofExit(code) {
	return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** The closing line, in the form that CI reads. */
export function closingLine({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/**
 * Counts a Vitest JSON report. A file that fails while it loads adds no failed test, and an unhandled error none at
 * all, so both are added here: a run that did not exit 0 never counts as free of failures.
 */
export function ofVitest(file, exitCode) {
	const count = { passed: 0, failed: 0, skipped: 0 };
	if (existsSync(file)) {
		const report = JSON.parse(readFileSync(file, "utf8"));
		const unloaded = report.testResults.filter(
			(suite) => suite.status === "failed" && suite.assertionResults.length === 0,
		);
		count.passed = report.numPassedTests;
		count.failed = report.numFailedTests + unloaded.length;
		count.skipped = report.numPendingTests + report.numTodoTests;
	}
	return settle(count, exitCode);
}

/** Counts a Playwright JSON report; errors outside tests count as failures. */
export function ofPlaywright(file, exitCode) {
	const count = { passed: 0, failed: 0, skipped: 0 };
	if (existsSync(file)) {
		const { stats, errors } = JSON.parse(readFileSync(file, "utf8"));
		count.passed = stats.expected + stats.flaky;
		count.failed = stats.unexpected + errors.length;
		count.skipped = stats.skipped;
	}
	return settle(count, exitCode);
}

function settle(count, exitCode) {
	if (exitCode !== 0 && count.failed === 0) count.failed = 1;
	if (exitCode === 0 && count.passed + count.skipped === 0) count.failed = 1;
	return count;
}
