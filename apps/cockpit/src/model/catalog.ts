import type { Classification, ReplaySummary, RobotSummary } from "@hindcast/replay-protocol/http";
import type { HostApi } from "../api/host-api.ts";
import { type Fault, isAbort, toFault } from "./fault.ts";
import { createStore, type Readable } from "./store.ts";

/** What the store holds, as far as the cockpit knows. A failed refresh keeps what was known, and says so. */
export interface CatalogState {
	readonly status: "loading" | "ready" | "failed";
	readonly replays: readonly ReplaySummary[];
	readonly robots: readonly RobotSummary[];
	readonly fault: Fault | null;
}

/** The catalog of replays and robots. */
export interface Catalog {
	readonly state: Readable<CatalogState>;
	/** Asks the host again; never rejects. */
	refresh(): Promise<void>;
}

/** Makes an empty catalog that is `loading`. */
export function createCatalog(api: Pick<HostApi, "listReplays" | "listRobots">): Catalog {
	const state = createStore<CatalogState>({ status: "loading", replays: [], robots: [], fault: null });
	let latest = new AbortController();
	return {
		state,
		async refresh() {
			latest.abort();
			const controller = new AbortController();
			latest = controller;
			const { signal } = controller;
			state.update((known) => ({ ...known, status: "loading" }));
			try {
				const [replays, robots] = await Promise.all([api.listReplays(signal), api.listRobots(signal)]);
				if (!signal.aborted) state.set({ status: "ready", replays, robots, fault: null });
			} catch (error) {
				if (signal.aborted || isAbort(error)) return;
				state.update((known) => ({ ...known, status: "failed", fault: toFault(error) }));
			}
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
