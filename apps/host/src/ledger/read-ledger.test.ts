import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { proveVerification } from "@hindcast/replay-protocol";
import { goldenAvailable, readGoldenJson } from "@hindcast/tooling/golden";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRobotBooks } from "../robots/robot-books.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import type { Directory } from "../storage/directory.ts";
import { openRootDirectory } from "../storage/node-directory.ts";
import { robotId } from "../testing/replays.ts";
import { makeStore } from "../testing/test-host.ts";
import { linkedEvidence, readLedger } from "./read-ledger.ts";

let booksDir: string;
let root: Directory;

beforeEach(async () => {
	booksDir = await makeStore();
	root = await openRootDirectory(booksDir);
});

afterEach(async () => {
	await root.close();
	await rm(booksDir, { recursive: true });
});

const read = (receiptIds: unknown[], snapshotIds: unknown[] = []) =>
	readLedger(
		createRobotBooks(root, () => undefined),
		{ folder: robotId },
		{ receiptIds, snapshotIds },
	);

async function put(path: string, document: unknown): Promise<Uint8Array> {
	const place = join(booksDir, robotId, path);
	await mkdir(dirname(place), { recursive: true });
	const text = typeof document === "string" ? document : JSON.stringify(document);
	await writeFile(place, text);
	return new TextEncoder().encode(text);
}

const receipt = (id: string) => ({
	receipt_id: id,
	robot_id: robotId,
	bridge_id: "ros-kite",
	intent: { intent_id: "intent-1", robot_id: robotId, capability: "observe", parameters: {} },
	status: "Executed",
	started_at_ms: "1",
});

describe("readLedger", () => {
	it("gives each document once, with the digest and size of its bytes", async () => {
		const bytes = await put("runs/receipts/r-1.json", receipt("r-1"));
		const { receipts } = await read(["r-1", "absent", "r-1"]);
		expect(receipts).toEqual([
			{
				value: receipt("r-1"),
				file: {
					path: "runs/receipts/r-1.json",
					byte_count: String(bytes.length),
					checksum: sha256Of(bytes),
					kind: "run-receipt",
				},
			},
		]);
	});

	it("resolves nothing that is damaged, too large, a link, elsewhere, or says another id", async () => {
		await put("runs/receipts/torn.json", JSON.stringify(receipt("torn")).slice(0, -1));
		await put("runs/receipts/other.json", receipt("r-2"));
		await put("runs/receipts/large.json", { ...receipt("large"), note: "x".repeat(300_000) });
		await put("runs/receipts/folder.json/x", "");
		await put("secret.json", receipt("secret"));
		await symlink("../../secret.json", join(booksDir, robotId, "runs/receipts/secret.json"));
		const hostile = ["torn", "other", "large", "folder", "secret", "../../secret", "a/../b", "", 7, null, {}];
		expect((await read(hostile)).receipts).toEqual([]);
	});

	it("does not follow a folder of receipts that is a link", async () => {
		await put("elsewhere/r-1.json", receipt("r-1"));
		await mkdir(join(booksDir, robotId, "runs"));
		await symlink("../elsewhere", join(booksDir, robotId, "runs/receipts"));
		expect((await read(["r-1"])).receipts).toEqual([]);
	});

	it("reads no more than 64 ids", async () => {
		const ids = Array.from({ length: 80 }, (_, at) => `r-${at}`);
		for (const id of ids) await put(`runs/receipts/${id}.json`, receipt(id));
		expect((await read(ids)).receipts).toHaveLength(64);
	});
});

describe.skipIf(!goldenAvailable)("the golden run", () => {
	const golden = async (name: string) =>
		(await readGoldenJson(`moonrobo/${name}.json`)) as Record<string, unknown>;
	const dispatches = ".moonsuite/products/moonrobo/bridge-dispatches";

	async function putRun(snapshot: Record<string, unknown> = {}): Promise<void> {
		const [frame] = (
			(await readGoldenJson("moonrobo/frames/walk-24.telemetry-frames.json")) as unknown[]
		).slice(1);
		const dispatch = await golden("ledger/bridge-dispatch");
		await put("runs/receipts/receipt-walk-golden.json", await golden("ledger/run-receipt"));
		await put(`${dispatches}/${dispatch.dispatch_id}.json`, dispatch);
		await put("runs/telemetry/sidecar-execution/frame-walk-0001.json", frame);
		await put("runs/task-executions/task-execution-golden.json", {
			...(await golden("ledger/task-execution-snapshot")),
			...snapshot,
		});
	}
	const run = () => read(["receipt-walk-golden"], ["task-execution-golden"]);

	it("resolves whole, and proves itself", async () => {
		await putRun();
		const ledger = await run();
		const { receipts, snapshots, dispatches: said, feedback } = ledger;
		const found = [receipts, snapshots, said, feedback].map((documents) =>
			documents.map(({ file }) => file.path),
		);
		expect(found).toEqual([
			["runs/receipts/receipt-walk-golden.json"],
			["runs/task-executions/task-execution-golden.json"],
			[`${dispatches}/dispatch-request-execute-intent-walk-golden.json`],
			["runs/telemetry/sidecar-execution/frame-walk-0001.json"],
		]);
		expect(proveVerification(linkedEvidence(ledger), "noetix-e1-lab-01")).toMatchObject({ verified: true });
	});

	it.each([
		{ physical_feedback_path: "runs/telemetry/../../secret.json" },
		{ physical_feedback_path: "/etc/passwd" },
		{ physical_feedback_path: "runs/telemetry/a/b/frame-walk-0001.json" },
		{ physical_feedback_path: "runs/receipts/sidecar-execution/frame-walk-0001.json" },
		{ physical_feedback_path: "runs/telemetry/sidecar-execution/frame-walk-0001" },
		{ physical_feedback_path: "runs/telemetry/sidecar-execution/frame-walk-0002.json" },
	])("has no feedback where the snapshot says $physical_feedback_path", async (snapshot) => {
		await putRun(snapshot);
		await put("secret.json", {});
		const ledger = await run();
		expect([ledger.snapshots.length, ledger.feedback]).toEqual([1, []]);
		expect(proveVerification(linkedEvidence(ledger), "noetix-e1-lab-01")).toMatchObject({ verified: false });
	});

	it("has its dispatch by the request where the snapshot's path is not one of the book's", async () => {
		await putRun({ dispatch_path: `${dispatches}/../../../../secret.json` });
		expect((await run()).dispatches).toEqual([]);
		await putRun({ dispatch_path: "elsewhere/x.json" });
		expect((await run()).dispatches).toHaveLength(1);
	});
});
