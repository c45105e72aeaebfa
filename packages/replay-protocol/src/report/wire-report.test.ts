import { expect, it } from "vitest";
import { sampleReplay } from "../testing/sample.ts";
import { validateReplay } from "../validate.ts";
import { createFindings } from "./findings.ts";
import { toWireReport } from "./wire-report.ts";

it("counts every hit, listed or not", () => {
	const findings = createFindings();
	for (let frame = 0; frame < 20_000; frame++) findings.add("mode-empty", { path: "", params: { frame } });
	for (let frame = 0; frame < 21; frame++) findings.add("frame-id-not-increasing", { path: "" });
	findings.add("no-joints", { path: "" });
	const { blocking_count, advisory_count, issues, status } = toWireReport(findings.report());
	expect([status, blocking_count, advisory_count, issues.length]).toEqual(["blocked", 20_001, 21, 41]);
});

it("counts findings that suppress none", async () => {
	const report = validateReplay(await sampleReplay({ imu_orientation: undefined }), {
		robot: { id: "other" },
	});
	const { blocking_count, advisory_count } = toWireReport(report);
	expect(blocking_count + advisory_count).toBe(report.diagnostics.length);
	expect(toWireReport({ ok: true, diagnostics: [] })).toMatchObject({ status: "valid", blocking_count: 0 });
});
