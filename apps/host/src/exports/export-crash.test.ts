import { beforeAll, describe, expect, it } from "vitest";
import { createExclusive } from "../exclusive.ts";
import { type ImportContext, importReplay } from "../replays/import-replay.ts";
import { openPayload } from "../replays/replay-detail.ts";
import { exportReceiptFile } from "../replays/replay-files.ts";
import { createReplayStore, openReplayStore } from "../replays/replay-store.ts";
import { createRobotBooks } from "../robots/robot-books.ts";
import { createSessions } from "../sessions/sessions.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import type { Directory } from "../storage/directory.ts";
import { jsonBytes, writeNewFile } from "../storage/json-file.ts";
import { withMadeDirectory } from "../storage/walk.ts";
import { CrashStore, type Fault } from "../testing/crash-directory.ts";
import { exportRequest, importRequest, profile, replayBytes, robotId, urdf } from "../testing/replays.ts";
import { sessionDocument, telemetryFrame } from "../testing/sessions.ts";
import { type ExportContext, exportReplay } from "./export-replay.ts";

let first: Uint8Array;

beforeAll(async () => {
	first = await replayBytes("npz", { q0: 0.1 });
});

/** A host's inside over a store: what happens at a start. */
async function start(root: Directory): Promise<ExportContext & ImportContext> {
	const books = createRobotBooks(root, () => undefined);
	const store = createReplayStore(root, books);
	await openReplayStore(store, books, () => undefined);
	let ids = 0;
	return {
		store,
		books,
		sessions: createSessions(books, () => undefined),
		now: () => 1000 + ids,
		newId: () => `n${ids++}`,
		maxBytes: 1 << 20,
		exclusive: createExclusive(),
	};
}

/** A settled store with one robot, a session of it, and one replay. */
async function preparedStore(): Promise<CrashStore> {
	const disk = new CrashStore();
	const root = disk.directory();
	const put = (path: readonly string[], bytes: Uint8Array) =>
		withMadeDirectory(root, [robotId, ...path.slice(0, -1)], (folder) =>
			writeNewFile(folder, path.at(-1) ?? "", bytes),
		);
	await put(["robot.json"], jsonBytes(profile));
	await put(["model", "robot.urdf"], new TextEncoder().encode(urdf));
	await put(["runs", "observations", "session-1.json"], jsonBytes(sessionDocument({ frames: 3 })));
	for (let at = 0; at < 3; at++) {
		const frame = telemetryFrame({ id: `f-${at}`, atMs: at * 20 });
		await put(["runs", "telemetry", "session-1", `f-${at}.json`], jsonBytes(frame));
	}
	const context = await start(root);
	await importReplay(context, { request: importRequest({ replay_id: "first" }), body: whole(first) });
	disk.settle();
	return disk;
}

async function* whole(bytes: Uint8Array) {
	yield bytes;
}

const sources = {
	session: exportRequest({ source: { kind: "observation-session", id: "session-1" } }),
	replay: exportRequest({ source: { kind: "replay", id: "first" }, encoding: "json", visibility: "public" }),
};
type Source = keyof typeof sources;

interface Attempt {
	readonly disk: CrashStore;
	readonly context: ExportContext;
	/** The id of the export, if it was answered. */
	readonly acknowledged: string | undefined;
}

/** Exports while `fault` happens. */
async function attempt(source: Source, fault?: Fault): Promise<Attempt> {
	const disk = await preparedStore();
	const context = await start(disk.directory());
	disk.settle();
	if (fault !== undefined) disk.fault = fault;
	let acknowledged: string | undefined;
	try {
		acknowledged = (await exportReplay(context, sources[source])).replay_id ?? undefined;
	} catch {
		// Not acknowledged.
	}
	disk.fault = undefined;
	return { disk, context, acknowledged };
}

/** What is wrong with a store after a start: listed but damaged, or answered for and lost. */
async function faultsAfterStart(found: CrashStore, expected: readonly string[]): Promise<string[]> {
	const { store } = await start(found.directory());
	const faults: string[] = [];
	const { entries } = store.catalog.list();
	for (const entry of entries) {
		const id = entry.summary.replay_id;
		try {
			const { file, manifest } = await openPayload(store, entry);
			const digest = sha256Of(await file.read(0, file.byteLength));
			if (digest !== manifest.file_digest || (id === "first" && digest !== sha256Of(first)))
				faults.push(`${id} has other bytes`);
		} catch {
			faults.push(`${id} is listed and damaged`);
		}
		if (id === "first") continue;
		const [name = ""] = await store.blobs.names(entry.location, "receipts");
		const receipt = await store.blobs
			.read(entry.location, ["receipts", name], exportReceiptFile)
			.catch(() => undefined);
		if (receipt?.replay_id !== id) faults.push(`${id} has no receipt`);
	}
	const listed = entries.map(({ summary }) => summary.replay_id);
	for (const id of ["first", ...expected]) if (!listed.includes(id)) faults.push(`${id} is lost`);
	return faults;
}

describe.each<Source>(["session", "replay"])("an export of a %s", (source) => {
	it("survives a crash after any operation: nothing half-written is listed, nothing answered is lost", async () => {
		const { disk: intact, acknowledged } = await attempt(source);
		expect(acknowledged).toMatch(/^replay-/);
		const count = intact.operations.length;
		expect(count).toBeGreaterThan(15);
		let states = 0;
		for (let at = 1; at <= count + 1; at++) {
			const crashed = await attempt(source, { at, kind: "kill" });
			expect(crashed.acknowledged).toBe(at > count ? acknowledged : undefined);
			const expected = crashed.acknowledged === undefined ? [] : [crashed.acknowledged];
			for (const state of crashed.disk.crashStates()) {
				states++;
				expect(await faultsAfterStart(state, expected), `crash at ${intact.operations[at - 1]}`).toEqual([]);
			}
		}
		expect(states).toBeGreaterThan(200);
	}, 120_000);

	// What is published is the same from both: one source tells.
	it.skipIf(source !== "session")(
		"can be asked for again after any crash, and is then the same replay",
		async () => {
			const { disk: intact, acknowledged } = await attempt(source);
			for (let at = 1; at <= intact.operations.length; at++) {
				const { disk } = await attempt(source, { at, kind: "kill" });
				const states = [...disk.crashStates()].filter((_, index) => index % 11 === at % 11);
				for (const state of states) {
					const context = await start(state.directory());
					expect((await exportReplay(context, sources[source])).replay_id).toBe(acknowledged);
				}
			}
		},
		120_000,
	);

	it.skipIf(source !== "session")(
		"leaves the store as it was when any single operation fails, or answers for what stands",
		async () => {
			const untouched = (await preparedStore()).contents();
			const { disk: intact, acknowledged } = await attempt(source);
			for (const reason of ["failed", "full"] as const) {
				for (let at = 1; at <= intact.operations.length; at++) {
					const failed = await attempt(source, { at, kind: "fail", reason });
					const now = failed.disk.contents();
					for (const [path, bytes] of untouched) expect(now.get(path), path).toEqual(bytes);
					for (const retried of [failed.context, await start(failed.disk.directory())]) {
						expect((await exportReplay(retried, sources[source])).replay_id).toBe(acknowledged);
					}
				}
			}
		},
		120_000,
	);

	it("needs every one of its syncs: without any of them some crash is noticed", async () => {
		const { operations } = (await attempt(source)).disk;
		const syncs = operations.flatMap((label, at) => (label.startsWith("sync") ? [at + 1] : []));
		expect(syncs.length).toBeGreaterThanOrEqual(7);
		for (const at of syncs) {
			const { disk, acknowledged } = await attempt(source, { at, kind: "lie" });
			let noticed = false;
			for (const state of disk.crashStates()) {
				noticed ||= (await faultsAfterStart(state, [acknowledged ?? ""])).length > 0;
			}
			expect(noticed, `without ${operations[at - 1]} (operation ${at})`).toBe(true);
		}
	}, 120_000);

	it("changes nothing at all as a preview", async () => {
		const disk = await preparedStore();
		const context = await start(disk.directory());
		disk.settle();
		const before = disk.contents();
		const preview = await exportReplay(context, { ...sources[source], preview: true });
		expect(preview.persisted).toBe(false);
		expect(disk.operations).toEqual([]);
		expect(disk.contents()).toEqual(before);
	});
});
