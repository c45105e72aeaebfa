import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeReplay } from "@hindcast/replay-protocol";
import { convertTelemetryFrames } from "@hindcast/replay-protocol/convert";
import { dropFiles, expect, snapshotStore, test } from "./support/cockpit.ts";
import { goldenBook, goldenLedger, goldenTelemetry } from "./support/golden.ts";

test.beforeEach(({ cockpit }) => cockpit.prefer("en", "dark"));

test("blocks a public file that says too much, without showing what it says", async ({ cockpit, page }) => {
	await page.goto("/");
	const before = snapshotStore();
	const { metadata, arrays } = JSON.parse(readFileSync(dropFiles.json, "utf8"));
	const secret = "/home/ada.q7k3/take-4";
	const told = { metadata: { ...metadata, visibility: "public", notes: `from ${secret}` }, arrays };
	await cockpit.choose({ name: "told.json", bytes: Buffer.from(JSON.stringify(told)) });
	await expect(cockpit.dialog.getByText("home-path")).toBeVisible();
	await expect(cockpit.dialog.getByText("the value is not shown here").first()).toBeVisible();
	await expect(cockpit.accept).toBeDisabled();
	await expect(page.getByText("q7k3")).toHaveCount(0);
	expect(snapshotStore()).toEqual(before);
});

test("shows a replay as verified only while the documents of its run stand", async ({ cockpit, page }) => {
	const telemetry = goldenTelemetry();
	test.skip(telemetry === null || goldenBook === null, "needs golden data");
	const frames = JSON.parse(telemetry ?? "[]");
	const { artifact } = await convertTelemetryFrames(frames, { sourceLabel: "Walk to verify" });
	if (artifact === undefined) throw new Error("the walk does not convert");
	const book = join(String(process.env["HINDCAST_E2E_BOOKS"]), "noetix-e1-lab-01");
	const snapshot = goldenLedger("task-execution-snapshot");
	const receipt = goldenLedger("run-receipt");
	const documents: Record<string, unknown> = {
		[String(snapshot["receipt_path"])]: receipt,
		[String(snapshot["dispatch_path"])]: goldenLedger("bridge-dispatch"),
		[`runs/task-executions/${snapshot["snapshot_id"]}.json`]: snapshot,
		[String(snapshot["physical_feedback_path"])]: frames[1],
	};
	for (const [path, document] of Object.entries(documents)) {
		mkdirSync(dirname(join(book, path)), { recursive: true });
		writeFileSync(join(book, path), JSON.stringify(document));
	}
	const by = { requester: { kind: "operator", id: "e2e" }, now_ms: "1782000100000" };
	const asked = { replay_id: "walk-verified", visibility: "private", ...by };
	const imported = await page.request.post("/api/moonrobo/replays/import", {
		headers: {
			"content-type": "application/octet-stream",
			"x-replay-request": Buffer.from(JSON.stringify(asked)).toString("base64url"),
		},
		data: Buffer.from(writeReplay(artifact, { encoding: "npz" })),
	});
	expect(await imported.json()).toMatchObject({ classification: "imported" });

	await cockpit.openReplay("/replays/walk-verified");
	await expect(cockpit.provenance).toContainText("not verified by receipt");

	const run = { receipt_id: receipt["receipt_id"], snapshot_id: snapshot["snapshot_id"] };
	const linked = await page.request.post("/api/moonrobo/replays/link", {
		data: { replay_id: "walk-verified", ...run, ...by },
	});
	expect(await linked.json()).toMatchObject({ classification: "physical-feedback-verified" });
	await page.reload();
	await expect(cockpit.provenance).toContainText("✔");
	await expect(cockpit.provenance).not.toContainText("not verified");
	await page.getByRole("tab", { name: "Proof" }).click();
	await expect(page.getByRole("tabpanel")).toContainText("prove the run behind this replay");

	rmSync(join(book, String(snapshot["physical_feedback_path"])));
	await page.reload();
	await expect(cockpit.provenance).toContainText("not verified by receipt");
});
