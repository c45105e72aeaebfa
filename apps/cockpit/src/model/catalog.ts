import type { Classification, ReplaySummary, RobotSummary } from "@hindcast/replay-protocol/http";
import type { HostApi } from "../api/host-api.ts";
import { type Fault, isAbort, toFault } from "./fault.ts";
import type { ReplayStage } from "./stage.ts";
import { createStore, type Readable, type Store } from "./store.ts";

/** What the store holds, as far as the cockpit knows. A failed refresh keeps what was known, and says so. */
export interface CatalogState {
	readonly status: "loading" | "ready" | "failed";
	/** Those that were read, newest first. */
	readonly replays: readonly ReplaySummary[];
	/** Replays of the store. */
	readonly total: number;
	/** Where the replays that were not read begin; null where all were. */
	readonly cursor: string | null;
	readonly robots: readonly RobotSummary[];
	readonly fault: Fault | null;
}

/** The catalog of replays and robots. */
export interface Catalog {
	readonly state: Readable<CatalogState>;
	/** Asks the host again; never rejects. */
	refresh(): Promise<void>;
	/** Reads the next page, if there is one; never rejects. */
	more(): Promise<void>;
	/** Reads on to the last page, or until a page fails or `signal` aborts; never rejects. */
	readAll(signal: AbortSignal): Promise<void>;
}

/** Makes an empty catalog that is `loading`. */
export function createCatalog(api: Pick<HostApi, "listReplays" | "listRobots">): Catalog {
	const state = createStore<CatalogState>({
		status: "loading",
		replays: [],
		total: 0,
		cursor: null,
		robots: [],
		fault: null,
	});
	const reading = createReading(state);
	const more = async (): Promise<void> => {
		const { cursor, status } = state.get();
		if (cursor === null || status === "loading") return;
		await reading.start(async (signal) => {
			const page = await api.listReplays({ cursor }, signal);
			return { ...page, replays: joined(state.get().replays, page.replays) };
		});
	};
	const readAll = async (signal: AbortSignal): Promise<void> => {
		for (;;) {
			while (reading.running() !== null) await reading.running();
			const { cursor, replays: before } = state.get();
			if (signal.aborted || cursor === null) return;
			const page = more();
			const own = reading.latest();
			const giveUp = () => own.abort();
			signal.addEventListener("abort", giveUp);
			await page;
			signal.removeEventListener("abort", giveUp);
			// A page without anything new ends it, whatever cursor a host sends with it; a refresh in between does not.
			const { status, replays } = state.get();
			if (reading.latest() === own && (status === "failed" || replays.length === before.length)) return;
		}
	};
	return {
		state,
		refresh: () =>
			reading.start(async (signal) => {
				const [page, robots] = await Promise.all([api.listReplays({}, signal), api.listRobots(signal)]);
				return { ...page, robots };
			}),
		more,
		readAll,
	};
}

/** Readings of the store, one at a time. */
function createReading(state: Store<CatalogState>) {
	let latest = new AbortController();
	let running: Promise<void> | null = null;
	return {
		/** Gives up what runs, and takes what `read` gives for the state. */
		start(read: (signal: AbortSignal) => Promise<Partial<CatalogState>>): Promise<void> {
			latest.abort();
			const own = new AbortController();
			latest = own;
			state.update((known) => ({ ...known, status: "loading" }));
			const settle = (change: Partial<CatalogState>) => {
				if (latest !== own) return;
				running = null;
				state.update((known) => ({ ...known, ...change }));
			};
			running = read(own.signal).then(
				(found) => settle({ ...found, status: "ready", fault: null }),
				(error: unknown) =>
					settle(isAbort(error) ? { status: "ready" } : { status: "failed", fault: toFault(error) }),
			);
			return running;
		},
		/** What runs, if anything does. */
		running: () => running,
		/** Gives up the reading that began last. */
		latest: () => latest,
	};
}

/** What was known and what came, each replay once. */
function joined(known: readonly ReplaySummary[], page: readonly ReplaySummary[]): readonly ReplaySummary[] {
	const listed = new Set(known.map(({ replay_id: id }) => id));
	return [...known, ...page.filter(({ replay_id: id }) => !listed.has(id))];
}

/** What a row of the catalog tells of a replay. */
export type CatalogRow = Pick<
	ReplaySummary,
	"replay_id" | "label" | "robot_id" | "classification" | "duration_s" | "blocking_count" | "advisory_count"
>;

/** The row of a replay that is open; null for one that is not stored. */
export function rowOfStage({
	id,
	detail,
	clock,
}: Pick<ReplayStage, "id" | "detail" | "clock">): CatalogRow | null {
	if (id === null || detail === null) return null;
	const { manifest, validation, classification } = detail;
	return {
		replay_id: id,
		label: manifest.label,
		robot_id: manifest.metadata.robot_id,
		classification,
		duration_s: clock.durationNs / 1e9,
		blocking_count: validation.blocking_count,
		advisory_count: validation.advisory_count,
	};
}

/** The classes that occur, in the order of proof, with their counts. */
export function countClasses(replays: readonly ReplaySummary[]): ReadonlyMap<Classification, number> {
	const counts = new Map<Classification, number>();
	for (const classification of classifications) {
		const count = replays.filter((replay) => replay.classification === classification).length;
		if (count > 0) counts.set(classification, count);
	}
	return counts;
}

const classifications: readonly Classification[] = [
	"physical-feedback-verified",
	"recorded",
	"imported",
	"retargeted",
	"simulated",
	"sandboxed",
];
