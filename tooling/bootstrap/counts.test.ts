import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { closingLine, ofExit, ofPlaywright, ofVitest, total } from "./counts.mjs";

const folder = mkdtempSync(join(tmpdir(), "hindcast-counts-"));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
	const file = join(folder, "report.json");
	writeFileSync(file, JSON.stringify(content));
	return file;
}

function vitestReport(changes: object) {
	return report({
		numPassedTests: 3,
		numFailedTests: 0,
		numPendingTests: 1,
		numTodoTests: 1,
		testResults: [],
		...changes,
	});
}

describe("ofVitest", () => {
	it("counts pending and todo as skipped", () => {
		expect(ofVitest(vitestReport({}), 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
	});

	it("counts a file that fails while it loads", () => {
		const testResults = [
			{ status: "failed", assertionResults: [] },
			{ status: "failed", assertionResults: [{}] },
		];
		expect(ofVitest(vitestReport({ numFailedTests: 1, testResults }), 1).failed).toBe(2);
	});

	it("counts an exit code that no failed test explains", () => {
		expect(ofVitest(vitestReport({}), 1).failed).toBe(1);
	});

	it("counts an absent report as a failure, whatever the exit code", () => {
		expect(ofVitest(join(folder, "absent.json"), 1).failed).toBe(1);
		expect(ofVitest(join(folder, "absent.json"), 0).failed).toBe(1);
	});
});

describe("ofPlaywright", () => {
	it("counts flaky as passed and errors outside tests as failed", () => {
		const file = report({ stats: { expected: 4, flaky: 1, unexpected: 0, skipped: 2 }, errors: [{}] });
		expect(ofPlaywright(file, 1)).toEqual({ passed: 5, failed: 1, skipped: 2 });
	});
});

describe("closingLine", () => {
	it("names skipped suites only where there are some", () => {
		expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe("12 passed, 0 failed");
		expect(closingLine(total([ofExit(0), ofExit(2), { passed: 1, failed: 0, skipped: 4 }]))).toBe(
			"2 passed, 1 failed, 4 skipped",
		);
	});
});
