import type { ValidationReport } from "@hindcast/replay-protocol";
import { describe, expect, it } from "vitest";
import { ApiError } from "../api/api-error.ts";
import type { HostApi, ImportUpload } from "../api/host-api.ts";
import { fakeHost, fakeReader, importResponse, someDigest } from "../testing/fake-host.ts";
import { smallReplay } from "../testing/small-replay.ts";
import type { ReadResult } from "../workers/replay-operations.ts";
import { WorkerError } from "../workers/worker-client.ts";
import { classOnImport, createAdmission, maxFileBytes } from "./admission.ts";

const file = new File(["{}"], "secret-name.json");
const clean: ValidationReport = { ok: true, diagnostics: [] };
const blocked: ValidationReport = {
	ok: false,
	diagnostics: [
		{ code: "object-payload", severity: "blocking", path: "/arrays/qj", message: "no", params: {} },
	],
};

async function readable(): Promise<ReadResult> {
	const artifact = await smallReplay();
	return { artifact, report: clean, contentDigest: someDigest, encoding: "json", byteLength: 2 };
}

const refused: ReadResult = {
	artifact: null,
	report: blocked,
	contentDigest: null,
	encoding: "npz",
	byteLength: 2,
};

function start(read: () => Promise<ReadResult>, importReplay?: HostApi["importReplay"]) {
	const uploads: ImportUpload[] = [];
	const api = fakeHost({
		importReplay: (upload, signal) => {
			uploads.push(upload);
			return importReplay === undefined ? Promise.resolve(importResponse()) : importReplay(upload, signal);
		},
	});
	const admission = createAdmission({ api, reader: fakeReader(read), now: () => 1_700_000_000_000 });
	return { admission, uploads, phase: () => admission.state.get().phase };
}

describe("admission", () => {
	it("sends nothing before accept, and then the very file that was read", async () => {
		const { admission, uploads, phase } = start(readable);
		const opening = admission.open(file);
		expect(phase()).toBe("reading");
		await opening;
		expect(phase()).toBe("reported");
		expect(uploads).toHaveLength(0);
		await admission.accept("  Corridor walk ");
		expect(phase()).toBe("accepted");
		expect(uploads[0]!.body).toBe(file);
		expect(uploads[0]!.request).toEqual({
			visibility: "private",
			requester: { kind: "operator", id: "cockpit" },
			now_ms: "1700000000000",
			label: "Corridor walk",
		});
		expect(JSON.stringify(uploads[0]!.request)).not.toContain("secret-name");
	});

	it("never sends a refused file, whatever is asked", async () => {
		const { admission, uploads } = start(async () => refused);
		await admission.open(file);
		expect(admission.state.get()).toMatchObject({ phase: "refused", by: "reader", report: blocked });
		await admission.accept("anyway");
		admission.back();
		await admission.accept("anyway");
		expect(uploads).toHaveLength(0);
	});

	it("does not even read a file beyond the limit", async () => {
		let reads = 0;
		const { admission } = start(() => {
			reads++;
			return readable();
		});
		const huge = new File([], "huge.npz");
		Object.defineProperty(huge, "size", { value: maxFileBytes + 1 });
		await admission.open(huge);
		expect(admission.state.get()).toMatchObject({ phase: "failed", fault: { code: "payload-too-large" } });
		expect(reads).toBe(0);
	});

	it("gives up reading when dismissed, and stays idle when the answer comes late", async () => {
		let finish: (result: ReadResult) => void = () => {};
		const { admission, phase } = start(() => new Promise((resolve) => (finish = resolve)));
		const opening = admission.open(file);
		admission.dismiss();
		finish(await readable());
		await opening;
		expect(phase()).toBe("idle");
	});

	it("reads the newer of two files", async () => {
		const answers = [() => new Promise<ReadResult>(() => {}), async () => refused];
		const { admission } = start(() => answers.shift()!());
		const first = admission.open(file);
		await admission.open(new File([], "second.npz"));
		await first;
		expect(admission.state.get()).toMatchObject({ phase: "refused", file: { name: "second.npz" } });
	});

	it("shows the host's report when the host refuses what the reader passed", async () => {
		const report = { valid: false, status: "blocked" as const, blocking_count: 1, advisory_count: 0 };
		const { admission } = start(readable, () =>
			Promise.reject(
				new ApiError({
					code: "replay-blocked",
					status: 422,
					message: "",
					report: { ...report, issues: [...blocked.diagnostics] },
				}),
			),
		);
		await admission.open(file);
		await admission.accept("");
		expect(admission.state.get()).toMatchObject({ phase: "refused", by: "host", report: blocked });
	});

	it("returns to the report after a failed accept, and can try again", async () => {
		let offline = true;
		const { admission, uploads, phase } = start(readable, async () => {
			if (offline) throw new ApiError({ code: "offline", status: 0, message: "" });
			return importResponse();
		});
		await admission.open(file);
		await admission.accept("");
		expect(admission.state.get()).toMatchObject({ phase: "failed", fault: { code: "offline" } });
		offline = false;
		admission.back();
		await admission.accept("");
		expect(phase()).toBe("accepted");
		expect(uploads).toHaveLength(2);
	});

	it("does not take a receipt for other content as success", async () => {
		const { admission } = start(readable, async () => importResponse(`sha256:${"b".repeat(64)}`));
		await admission.open(file);
		await admission.accept("");
		expect(admission.state.get()).toMatchObject({
			phase: "failed",
			fault: { code: "content-digest-mismatch" },
		});
	});

	it("says that the worker crashed", async () => {
		const crash = new WorkerError({ code: "worker-crashed", message: "", hint: null });
		const { admission } = start(() => Promise.reject(crash));
		await admission.open(file);
		expect(admission.state.get()).toMatchObject({
			phase: "failed",
			fault: { code: "worker-crashed" },
			candidate: null,
		});
	});

	it.each([
		["recorded", "imported"],
		["physical-feedback-verified", "imported"],
		[undefined, "imported"],
		["simulated", "simulated"],
		["retargeted", "retargeted"],
	] as const)("never raises a class by its claim: %s is stored as %s", async (declared, stored) => {
		const { metadata, arrays } = await smallReplay();
		const claimed = declared === undefined ? metadata : { ...metadata, artifact_class: declared };
		expect(classOnImport({ metadata: claimed, arrays })).toBe(stored);
	});
});
