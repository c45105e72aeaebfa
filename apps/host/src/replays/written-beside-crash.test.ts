import { beforeAll, describe, expect, it } from "vitest";
import { annotateReplay } from "../annotations/annotate-replay.ts";
import { createExclusive } from "../exclusive.ts";
import { linkReplay } from "../links/link-replay.ts";
import { createRobotBooks } from "../robots/robot-books.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import { jsonBytes, writeNewFile } from "../storage/json-file.ts";
import { withMadeDirectory } from "../storage/walk.ts";
import { CrashStore, type Fault } from "../testing/crash-directory.ts";
import { importRequest, profile, replayBytes, robotId, urdf } from "../testing/replays.ts";
import { runDocuments, runPaths } from "../testing/run.ts";
import { type ImportContext, importReplay } from "./import-replay.ts";
import { readDetail } from "./replay-detail.ts";
import { createReplayStore, openReplayStore } from "./replay-store.ts";

let payload: Uint8Array;

beforeAll(async () => {
	payload = await replayBytes("npz");
});

/** A host's inside over a store: what happens at a start. */
async function start(disk: CrashStore): Promise<ImportContext> {
	const root = disk.directory();
	const books = createRobotBooks(root, () => undefined);
	const store = createReplayStore(root, books);
	await openReplayStore(store, books, () => undefined);
	let ids = 0;
	return {
		store,
		books,
		now: () => 1000 + ids,
		newId: () => `n${ids++}`,
		maxBytes: 1 << 20,
		exclusive: createExclusive(),
	};
}

/** A settled store with the documents of a run, a replay `a`, and a note on it where `withNote`. */
async function preparedStore(withNote: boolean): Promise<CrashStore> {
	const disk = new CrashStore();
	const documents = runDocuments();
	await withMadeDirectory(disk.directory(), [robotId], async (book) => {
		await writeNewFile(book, "robot.json", jsonBytes(profile));
		await withMadeDirectory(book, ["model"], (model) =>
			writeNewFile(model, "robot.urdf", new TextEncoder().encode(urdf)),
		);
		for (const [name, path] of Object.entries(runPaths)) {
			const segments = path.split("/");
			await withMadeDirectory(book, segments.slice(0, -1), (folder) =>
				writeNewFile(folder, segments.at(-1) ?? "", jsonBytes(documents[name as keyof typeof documents])),
			);
		}
	});
	const context = await start(disk);
	await importReplay(context, {
		request: importRequest({ replay_id: "a" }),
		body: (async function* () {
			yield payload;
		})(),
	});
	if (withNote) await note(context, "before");
	disk.settle();
	return disk;
}

const requester = { kind: "operator", id: "tester" };
const note = (context: ImportContext, text: string) =>
	annotateReplay(context, {
		replay_id: "a",
		frame_id: "",
		label: "usable",
		note: text,
		severity: "info",
		requester,
		created_at_ms: "1782000000000",
	});
const link = (context: ImportContext) =>
	linkReplay(context, {
		replay_id: "a",
		receipt_id: "receipt-1",
		snapshot_id: "snapshot-1",
		requester,
		now_ms: "1782000000000",
	});

interface Write {
	readonly run: (context: ImportContext) => Promise<{ readonly existed: boolean }>;
	/** What is wrong with what stands of an accepted write. */
	readonly missing: (found: Found) => string[];
}

interface Found {
	readonly classification: string;
	readonly notes: readonly Record<string, unknown>[];
	readonly receipts: readonly Record<string, unknown>[];
	readonly unreadable: number;
}

const writes: Record<string, Write> = {
	"a note": {
		run: (context) => note(context, "new"),
		missing: ({ notes, receipts }) => {
			const id = notes.find((one) => one["note"] === "new")?.["annotation_id"];
			if (id === undefined) return ["the accepted note is lost"];
			return receipts.some((one) => one["annotation_id"] === id) ? [] : ["the note's receipt is lost"];
		},
	},
	"a link": {
		run: link,
		missing: ({ classification }) =>
			classification === "physical-feedback-verified" ? [] : ["the accepted link is lost"],
	},
};

interface Attempt {
	readonly disk: CrashStore;
	readonly context: ImportContext;
	readonly acknowledged: boolean;
}

async function attempt({ run }: Write, withNote: boolean, fault?: Fault): Promise<Attempt> {
	const disk = await preparedStore(withNote);
	const context = await start(disk);
	disk.settle();
	if (fault !== undefined) disk.fault = fault;
	let acknowledged = false;
	try {
		await run(context);
		acknowledged = true;
	} catch {
		// Not acknowledged.
	}
	disk.fault = undefined;
	return { disk, context, acknowledged };
}

async function look({ store }: ImportContext): Promise<Found> {
	const entry = store.catalog.find("a");
	if (entry === undefined) throw new Error("the replay is not listed");
	const detail = await readDetail(store, entry);
	const { classification, receipts, annotations, unreadable } = detail;
	return { classification, receipts, notes: annotations, unreadable: unreadable?.count ?? 0 };
}

/** What is wrong after a start: half-written and listed, or accepted and lost. */
async function faultsAfterStart(disk: CrashStore, expected: readonly Write[], withNote: boolean) {
	const context = await start(disk);
	const listed = context.store.catalog.find("a")?.summary;
	const found = await look(context);
	const faults = expected.flatMap(({ missing }) => missing(found));
	if (found.unreadable > 0) faults.push("something unreadable is listed");
	if (listed?.classification !== found.classification) faults.push("the list and the detail differ");
	if (listed?.annotation_count !== found.notes.length) faults.push("the count is another one");
	if (withNote && !found.notes.some((one) => one["note"] === "before")) faults.push("the older note is lost");
	for (const receipt of found.receipts) {
		const id = receipt["annotation_id"];
		const isOfNote = id === undefined || found.notes.some((one) => one["annotation_id"] === id);
		if (!isOfNote) faults.push("a receipt is of a note that is not there");
	}
	const bytes = disk.contents().get(`/${robotId}/runs/replays/a/payload.npz`);
	if (bytes === undefined || bytes === null || sha256Of(bytes) !== sha256Of(payload)) {
		faults.push("the payload was touched");
	}
	return faults;
}

describe.each(Object.keys(writes))("%s", (name) => {
	const write = writes[name] as Write;

	describe.each([false, true])("with a note beside the replay before: %s", (withNote) => {
		it("survives a crash after any operation: nothing half-written is listed, nothing accepted is lost", async () => {
			const { disk: whole, acknowledged } = await attempt(write, withNote);
			expect(acknowledged).toBe(true);
			const count = whole.operations.length;
			for (let at = 1; at <= count + 1; at++) {
				const crashed = await attempt(write, withNote, { at, kind: "kill" });
				const expected = crashed.acknowledged ? [write] : [];
				// What follows the last move into place only tidies up.
				expect(crashed.acknowledged || at <= count).toBe(true);
				for (const state of crashed.disk.crashStates()) {
					expect(
						await faultsAfterStart(state, expected, withNote),
						`crash at ${whole.operations[at - 1]}`,
					).toEqual([]);
				}
			}
		}, 60_000);

		it("is completed when it is sent again after any crash, and stands once", async () => {
			const count = (await attempt(write, withNote)).disk.operations.length;
			for (let at = 1; at <= count; at++) {
				const { disk, acknowledged } = await attempt(write, withNote, { at, kind: "kill" });
				if (acknowledged) continue;
				const states = [...disk.crashStates()].filter((_, index) => index % 7 === at % 7);
				for (const state of states) {
					const context = await start(state);
					// Whole already, but never answered: without an id of its own, it cannot be told from a new one.
					if (write.missing(await look(context)).length === 0) continue;
					await write.run(context);
					const found = await look(context);
					expect(write.missing(found)).toEqual([]);
					expect(found.notes.filter((one) => one["note"] === "new").length).toBeLessThan(2);
					expect(found.receipts.filter((one) => "link_id" in one).length).toBeLessThan(2);
				}
			}
		}, 60_000);
	});

	it("leaves what stood when any single operation fails, and can be sent again", async () => {
		const untouched = (await preparedStore(true)).contents();
		const count = (await attempt(write, true)).disk.operations.length;
		for (const reason of ["failed", "full"] as const) {
			for (let at = 1; at <= count; at++) {
				const { disk, context } = await attempt(write, true, { at, kind: "fail", reason });
				const now = disk.contents();
				for (const [path, bytes] of untouched) expect(now.get(path), path).toEqual(bytes);
				for (const retried of [context, await start(disk)]) {
					await write.run(retried);
					expect(write.missing(await look(retried))).toEqual([]);
				}
			}
		}
	}, 60_000);

	it("needs every one of its syncs: without any of them some crash is noticed", async () => {
		const { operations } = (await attempt(write, false)).disk;
		// The folder of what is in flight is made durable for nobody: what is in it is never looked at again.
		const syncs = operations.flatMap((label, at) => (label.startsWith("sync") ? [at + 1] : []));
		const unnoticed: string[] = [];
		for (const at of syncs) {
			const { disk, acknowledged } = await attempt(write, false, { at, kind: "lie" });
			expect(acknowledged).toBe(true);
			let noticed = false;
			for (const state of disk.crashStates()) {
				noticed ||= (await faultsAfterStart(state, [write], false)).length > 0;
			}
			if (!noticed) unnoticed.push(`${operations[at - 1]} (operation ${at})`);
		}
		expect(unnoticed).toEqual([]);
	}, 60_000);
});
