import { beforeAll, describe, expect, it } from "vitest";
import { createExclusive } from "../exclusive.ts";
import { createRobotBooks } from "../robots/robot-books.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import type { Directory } from "../storage/directory.ts";
import { jsonBytes, writeNewFile } from "../storage/json-file.ts";
import { withMadeDirectory } from "../storage/walk.ts";
import { CrashStore, type Fault } from "../testing/crash-directory.ts";
import { importRequest, profile, replayBytes, robotId, urdf } from "../testing/replays.ts";
import { type ImportContext, importReplay } from "./import-replay.ts";
import { openPayload } from "./replay-detail.ts";
import { importReceiptFile } from "./replay-files.ts";
import { createReplayStore, openReplayStore } from "./replay-store.ts";

let first: Uint8Array;
let second: Uint8Array;

beforeAll(async () => {
	first = await replayBytes("npz", { q0: 0.1 });
	second = await replayBytes("json", { q0: 0.2 });
});

/** A host's inside over a store: what happens at a start. */
async function start(root: Directory): Promise<ImportContext> {
	const books = createRobotBooks(root, () => undefined);
	const store = createReplayStore(root, books);
	await openReplayStore(store, books, () => undefined);
	let ids = 0;
	const maxBytes = 1 << 20;
	const newId = () => `n${ids++}`;
	return {
		store,
		books,
		now: () => 1000 + ids,
		newId,
		maxBytes,
		exclusive: createExclusive(),
	};
}

async function* inTwo(bytes: Uint8Array) {
	yield bytes.subarray(0, bytes.length >> 1);
	yield bytes.subarray(bytes.length >> 1);
}

const take = (context: ImportContext, id: string, bytes: Uint8Array) =>
	importReplay(context, { request: importRequest({ replay_id: id }), body: inTwo(bytes) });

/** A settled store with one robot, and one replay when `withFirst`. */
async function preparedStore(withFirst: boolean): Promise<CrashStore> {
	const disk = new CrashStore();
	const root = disk.directory();
	await withMadeDirectory(root, [robotId], async (book) => {
		await writeNewFile(book, "robot.json", jsonBytes(profile));
		await withMadeDirectory(book, ["model"], (model) =>
			writeNewFile(model, "robot.urdf", new TextEncoder().encode(urdf)),
		);
	});
	const context = await start(root);
	if (withFirst) await take(context, "first", first);
	disk.settle();
	return disk;
}

interface Attempt {
	readonly disk: CrashStore;
	readonly context: ImportContext;
	readonly acknowledged: boolean;
}

/** Imports `second` while `fault` happens. */
async function attempt(withFirst: boolean, fault?: Fault): Promise<Attempt> {
	const disk = await preparedStore(withFirst);
	const context = await start(disk.directory());
	disk.settle();
	if (fault !== undefined) disk.fault = fault;
	let acknowledged = false;
	try {
		acknowledged = (await take(context, "second", second)).persisted;
	} catch {
		// Not acknowledged.
	}
	disk.fault = undefined;
	return { disk, context, acknowledged };
}

/** What is wrong with a store after a start: listed but damaged, or accepted and lost. */
async function faultsAfterStart(found: CrashStore, expected: readonly string[]): Promise<string[]> {
	const { store } = await start(found.directory());
	const faults: string[] = [];
	for (const entry of store.catalog.list().entries) {
		const id = entry.summary.replay_id;
		const content = id === "first" ? first : second;
		try {
			const { file } = await openPayload(store, entry);
			if (sha256Of(await file.read(0, file.byteLength)) !== sha256Of(content))
				faults.push(`${id} has other bytes`);
		} catch {
			faults.push(`${id} is listed and damaged`);
		}
		const receipts = await store.blobs.names(entry.location, "receipts");
		if (receipts.length !== 1) faults.push(`${id} has no receipt`);
		const receipt = await store.blobs
			.read(entry.location, ["receipts", receipts[0] ?? ""], importReceiptFile)
			.catch(() => undefined);
		if (receipt === undefined) faults.push(`${id} has a damaged receipt`);
	}
	const listed = store.catalog.list().entries.map(({ summary }) => summary.replay_id);
	for (const id of expected) if (!listed.includes(id)) faults.push(`${id} was accepted and is lost`);
	return faults;
}

describe.each([false, true])("an import, with a replay in the book before: %s", (withFirst) => {
	const before = withFirst ? ["first"] : [];

	it("survives a crash after any operation: nothing half-written is listed, nothing accepted is lost", async () => {
		const { disk: whole, acknowledged } = await attempt(withFirst);
		expect(acknowledged).toBe(true);
		const count = whole.operations.length;
		expect(count).toBeGreaterThan(15);
		let states = 0;
		for (let at = 1; at <= count + 1; at++) {
			const crashed = await attempt(withFirst, { at, kind: "kill" });
			expect(crashed.acknowledged).toBe(at > count);
			const expected = crashed.acknowledged ? [...before, "second"] : before;
			for (const state of crashed.disk.crashStates()) {
				states++;
				expect(await faultsAfterStart(state, expected), `crash at ${whole.operations[at - 1]}`).toEqual([]);
			}
		}
		expect(states).toBeGreaterThan(400);
	}, 60_000);

	it("can be sent again after any crash", async () => {
		const count = (await attempt(withFirst)).disk.operations.length;
		for (let at = 1; at <= count; at++) {
			const { disk } = await attempt(withFirst, { at, kind: "kill" });
			const states = [...disk.crashStates()].filter((_, index) => index % 11 === at % 11);
			for (const state of states) {
				const context = await start(state.directory());
				expect((await take(context, "second", second)).replay_id).toBe("second");
			}
		}
	}, 60_000);

	it("leaves the store as it was when any single operation fails, or answers for what stands", async () => {
		const untouched = (await preparedStore(withFirst)).contents();
		const count = (await attempt(withFirst)).disk.operations.length;
		for (const reason of ["failed", "full"] as const) {
			for (let at = 1; at <= count; at++) {
				const { disk, context, acknowledged } = await attempt(withFirst, { at, kind: "fail", reason });
				expect(acknowledged).toBe(false);
				const now = disk.contents();
				for (const [path, bytes] of untouched) expect(now.get(path), path).toEqual(bytes);
				for (const retried of [context, await start(disk.directory())]) {
					expect((await take(retried, "second", second)).persisted).toBe(true);
				}
			}
		}
	}, 60_000);

	it("needs every one of its syncs: without any of them some crash is noticed", async () => {
		const { operations } = (await attempt(withFirst)).disk;
		const syncs = operations.flatMap((label, at) => (label.startsWith("sync") ? [at + 1] : []));
		expect(syncs.length).toBeGreaterThanOrEqual(withFirst ? 7 : 9);
		for (const at of syncs) {
			const { disk, acknowledged } = await attempt(withFirst, { at, kind: "lie" });
			expect(acknowledged).toBe(true);
			let noticed = false;
			for (const state of disk.crashStates()) {
				noticed ||= (await faultsAfterStart(state, [...before, "second"])).length > 0;
			}
			expect(noticed, `without ${operations[at - 1]} (operation ${at})`).toBe(true);
		}
	}, 60_000);
});

describe("leftovers of an interrupted import", () => {
	it("are moved to quarantine with their bytes, once, and never over what is there", async () => {
		const disk = await preparedStore(true);
		const context = await start(disk.directory());
		disk.settle();
		const staging = await context.store.blobs.stage("import-n9");
		await staging.receive(inTwo(second), 1 << 20);
		for (let round = 0; round < 2; round++) {
			await start(disk.directory());
			const kept = [...disk.contents()].filter(([path]) => path.startsWith("/.quarantine/import-n9"));
			expect(kept).toContainEqual(["/.quarantine/import-n9/payload.part", second]);
			expect([...disk.contents().keys()].filter((path) => path.startsWith("/.incoming/"))).toEqual([]);
		}
		const again = await (await start(disk.directory())).store.blobs.stage("import-n9");
		await again.receive(inTwo(first), 1 << 20);
		await start(disk.directory());
		expect(disk.contents().get("/.quarantine/import-n9/payload.part")).toEqual(second);
		expect(disk.contents().get("/.quarantine/import-n9.1/payload.part")).toEqual(first);
	});
});
