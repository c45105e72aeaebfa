import type { Classification, ReplaySummary, RobotSummary } from "@hindcast/replay-protocol/http";
import type { HostApi } from "../api/host-api.ts";
import { type Fault, isAbort, toFault } from "./fault.ts";
import { createStore, type Readable } from "./store.ts";

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
	let latest = new AbortController();
	/** Gives up what runs, and takes what `read` gives for the state. */
	const load = async (read: (signal: AbortSignal) => Promise<Partial<CatalogState>>): Promise<void> => {
		latest.abort();
		latest = new AbortController();
		const { signal } = latest;
		state.update((known) => ({ ...known, status: "loading" }));
		try {
			const found = await read(signal);
			if (!signal.aborted) state.update((known) => ({ ...known, ...found, status: "ready", fault: null }));
		} catch (error) {
			if (signal.aborted || isAbort(error)) return;
			state.update((known) => ({ ...known, status: "failed", fault: toFault(error) }));
		}
	};
	return {
		state,
		refresh: () =>
			load(async (signal) => {
				const [page, robots] = await Promise.all([api.listReplays({}, signal), api.listRobots(signal)]);
				return { ...page, robots };
			}),
		async more() {
			const { cursor, status } = state.get();
			if (cursor === null || status === "loading") return;
			await load(async (signal) => {
				const page = await api.listReplays({ cursor }, signal);
				const known = state.get().replays;
				const listed = new Set(known.map(({ replay_id: id }) => id));
				return {
					...page,
					replays: [...known, ...page.replays.filter(({ replay_id: id }) => !listed.has(id))],
				};
			});
		},
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
