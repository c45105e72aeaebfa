import {
	type BridgeDispatch,
	bridgeDispatchSchema,
	type ExecutionSnapshot,
	executionSnapshotSchema,
	type LinkedEvidence,
	type LinkReceipt,
	type RunReceipt,
	runReceiptSchema,
	type TelemetryFrame,
	telemetryFrameSchema,
} from "@hindcast/replay-protocol";
import { safeIdSchema } from "@hindcast/replay-protocol/http";
import type * as z from "zod/mini";
import type { RobotBook, RobotBooks } from "../robots/robot-books.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import type { Directory } from "../storage/directory.ts";
import { ifReadable, readEncodedFile } from "../storage/json-file.ts";

/** Receipts, and snapshots, that one reading resolves; those after them are left unresolved. */
const maxIds = 64;

/** A document of a book's ledger: what it says, and which bytes say it. */
export interface LedgerDocument<T> {
	readonly value: T;
	/** Its place in the book, size and digest. */
	readonly file: LinkReceipt["documents"][number];
}

/** The documents that resolved, each once, in the order asked for. */
export interface Ledger {
	readonly receipts: readonly LedgerDocument<RunReceipt>[];
	readonly snapshots: readonly LedgerDocument<ExecutionSnapshot>[];
	/** What the bridge said to the snapshots' requests. */
	readonly dispatches: readonly LedgerDocument<BridgeDispatch>[];
	/** The telemetry frames that the snapshots name as feedback. */
	readonly feedback: readonly LedgerDocument<TelemetryFrame>[];
}

/** Ids to look up; anything that is no safe id resolves to nothing. */
export interface LedgerQuery {
	readonly receiptIds: readonly unknown[];
	readonly snapshotIds: readonly unknown[];
}

interface LedgerKind<T> {
	/** What a file reference says that it is. */
	readonly kind: string;
	readonly folder: readonly string[];
	readonly schema: z.ZodMiniType<T>;
	readonly maxBytes: number;
	/** The id that the document gives itself: the name of its file. */
	readonly idOf: (value: T) => string;
}

const receiptKind: LedgerKind<RunReceipt> = {
	kind: "run-receipt",
	folder: ["runs", "receipts"],
	schema: runReceiptSchema,
	maxBytes: 256 * 1024,
	idOf: ({ receipt_id }) => receipt_id,
};
const snapshotKind: LedgerKind<ExecutionSnapshot> = {
	kind: "execution-snapshot",
	folder: ["runs", "task-executions"],
	schema: executionSnapshotSchema,
	maxBytes: 256 * 1024,
	idOf: ({ snapshot_id }) => snapshot_id,
};
const dispatchKind: LedgerKind<BridgeDispatch> = {
	kind: "bridge-dispatch",
	folder: [".moonsuite", "products", "moonrobo", "bridge-dispatches"],
	schema: bridgeDispatchSchema,
	maxBytes: 256 * 1024,
	idOf: ({ dispatch_id }) => dispatch_id,
};
const frameKind = (session: string): LedgerKind<TelemetryFrame> => ({
	kind: "telemetry-frame",
	folder: ["runs", "telemetry", session],
	schema: telemetryFrameSchema,
	maxBytes: 1024 * 1024,
	idOf: ({ frame_id }) => frame_id,
});

/**
 * Reads receipts and snapshots of a robot's book, and the dispatches and feedback frames that the snapshots name.
 *
 * What is missing, no plain file, too large, misshapen, or gives itself another id than its file's name is left out: it
 * resolves to nothing. Paths in snapshots are followed only where they have the form of the book's own.
 */
export async function readLedger(
	books: RobotBooks,
	book: Pick<RobotBook, "folder">,
	query: LedgerQuery,
): Promise<Ledger> {
	return books.within(book, async (folder) => {
		const receipts = await readAll(folder, receiptKind, query.receiptIds);
		const snapshots = await readAll(folder, snapshotKind, query.snapshotIds);
		const dispatchIds = snapshots.map(({ value }) => dispatchIdOf(value));
		const dispatches = await readAll(folder, dispatchKind, dispatchIds);
		const feedback: LedgerDocument<TelemetryFrame>[] = [];
		for (const [session, frame] of distinct(snapshots.map(({ value }) => feedbackPlaceOf(value)))) {
			feedback.push(...(await readAll(folder, frameKind(session), [frame])));
		}
		return { receipts, snapshots, dispatches, feedback };
	});
}

/** What the documents say, for rules that prove runs from them. */
export function linkedEvidence(ledger: Ledger): Required<LinkedEvidence> {
	const values = <T>(documents: readonly LedgerDocument<T>[]) => documents.map(({ value }) => value);
	return {
		receipts: values(ledger.receipts),
		snapshots: values(ledger.snapshots),
		dispatches: values(ledger.dispatches),
		feedback: values(ledger.feedback),
	};
}

async function readAll<T>(
	book: Directory,
	kind: LedgerKind<T>,
	ids: readonly unknown[],
): Promise<LedgerDocument<T>[]> {
	const found: LedgerDocument<T>[] = [];
	for (const id of new Set(ids.slice(0, maxIds))) {
		const safe = safeIdSchema.safeParse(id);
		if (!safe.success) continue;
		const path = [...kind.folder, `${safe.data}.json`];
		const document = await ifReadable(() => readEncodedFile(book, path, kind));
		if (document === undefined || kind.idOf(document.value) !== safe.data) continue;
		const { bytes, value } = document;
		const file = {
			path: path.join("/"),
			byte_count: String(bytes.length),
			checksum: sha256Of(bytes),
			kind: kind.kind,
		};
		found.push({ value, file });
	}
	return found;
}

/** The dispatch that a snapshot names by its path, or else the one of its request. */
function dispatchIdOf({ dispatch_path, bridge_request_id }: ExecutionSnapshot): string {
	const folder = `${dispatchKind.folder.join("/")}/`;
	const named = dispatch_path?.startsWith(folder) ? stem(dispatch_path.slice(folder.length)) : undefined;
	return named ?? `dispatch-${bridge_request_id}`;
}

/** Session and frame of the feedback that a snapshot names; undefined where the path is not one of the book's. */
function feedbackPlaceOf({ physical_feedback_path = "" }: ExecutionSnapshot): [string, string] | undefined {
	const [runs, telemetry, session = "", name = "", ...rest] = physical_feedback_path.split("/");
	const frame = stem(name);
	const isPlace = runs === "runs" && telemetry === "telemetry" && rest.length === 0;
	return isPlace && frame !== undefined && safeIdSchema.safeParse(session).success
		? [session, frame]
		: undefined;
}

function stem(name: string): string | undefined {
	return name.endsWith(".json") ? name.slice(0, -".json".length) : undefined;
}

function distinct(places: readonly ([string, string] | undefined)[]): [string, string][] {
	const known = new Map(
		places.flatMap((place) => (place === undefined ? [] : [[place.join("/"), place] as const])),
	);
	return [...known.values()];
}
