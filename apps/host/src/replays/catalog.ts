import type { Classification, ReplaySummary } from "@hindcast/replay-protocol/http";
import { type CatalogKey, type Keyed, keyOf, SortedEntries } from "./catalog-order.ts";
import type { Origin } from "./classification.ts";
import type { ReplayLocation } from "./replay-files.ts";
import type { StoredCounts } from "./told-report.ts";

/** A replay in the catalog: its summary and its place; never its payload. */
export interface CatalogEntry {
	readonly summary: ReplaySummary;
	readonly location: ReplayLocation;
	readonly origin: Origin;
	/** How its stored report comes out. */
	readonly counts: StoredCounts;
}

/** Which replays to list. */
export interface CatalogQuery {
	readonly robotId?: string | undefined;
	readonly classification?: Classification | undefined;
	/** Only replays behind this place in the order; it need not be that of a replay that still stands. */
	readonly after?: CatalogKey | undefined;
	/** Most entries to give; all where absent. */
	readonly limit?: number | undefined;
}

/** Some of the replays that pass a query's filters. */
export interface CatalogPage {
	/** Newest first; equal times by id. */
	readonly entries: readonly CatalogEntry[];
	/** How many pass the filters, on this page and others. */
	readonly count: number;
	/** Place of the last entry, where there are more behind it. */
	readonly next?: CatalogKey;
}

/** What the store holds, by replay id. */
export interface Catalog {
	list(query?: CatalogQuery): CatalogPage;
	find(replayId: string): CatalogEntry | undefined;
	/** Whether there is no room for another replay. */
	isFull(): boolean;
	/** Keeps an id from being used: several replays claim it, and none of them is listed. */
	block(replayId: string): void;
	/** @returns why the entry was not taken, if it was not */
	add(entry: CatalogEntry): "added" | "duplicate-id" | "catalog-full";
	/** Puts an entry in the place of the one with its id; nothing happens where there is none. */
	replace(entry: CatalogEntry): void;
}

/**
 * A catalog in memory of at most `capacity` replays, rebuilt from the store's folders at each start.
 *
 * Entries are put in order when they come, in a list for each combination of filters that they pass: a page costs a
 * binary search and its own length, whatever the store holds.
 */
export function createMemoryCatalog(capacity = 20_000): Catalog {
	const entries = new Map<string, Keyed>();
	const blocked = new Set<string>();
	const lists = new Map<string, SortedEntries>();
	const listOf = (name: string) => {
		const known = lists.get(name) ?? new SortedEntries();
		lists.set(name, known);
		return known;
	};
	const insert = (entry: CatalogEntry) => {
		const keyed = { key: keyOf(entry), entry };
		entries.set(entry.summary.replay_id, keyed);
		for (const name of listsFor(entry)) listOf(name).insert(keyed);
	};
	return {
		list({ robotId, classification, after, limit = Number.POSITIVE_INFINITY } = {}) {
			return lists.get(listName(robotId, classification))?.page(after, limit) ?? { entries: [], count: 0 };
		},
		find: (replayId) => entries.get(replayId)?.entry,
		isFull: () => entries.size >= capacity,
		block: (replayId) => void blocked.add(replayId),
		add(entry) {
			const { replay_id: id } = entry.summary;
			if (entries.has(id) || blocked.has(id)) return "duplicate-id";
			if (entries.size >= capacity) return "catalog-full";
			insert(entry);
			return "added";
		},
		replace(entry) {
			const standing = entries.get(entry.summary.replay_id);
			if (standing === undefined) return;
			for (const name of listsFor(standing.entry)) listOf(name).remove(standing.key);
			insert(entry);
		},
	};
}

/** Names of the lists that hold an entry: one for each combination of filters that it passes. */
function listsFor({ summary: { robot_id, classification } }: CatalogEntry): string[] {
	return [
		listName(),
		listName(robot_id),
		listName(undefined, classification),
		listName(robot_id, classification),
	];
}

function listName(robotId?: string, classification?: Classification): string {
	return JSON.stringify([robotId ?? null, classification ?? null]);
}
