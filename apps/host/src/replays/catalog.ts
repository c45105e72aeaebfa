import type { Classification, ReplaySummary } from "@hindcast/replay-protocol/http";
import type { ReplayLocation } from "./replay-files.ts";

/** A replay in the catalog: its summary and its place; never its payload. */
export interface CatalogEntry {
	readonly summary: ReplaySummary;
	readonly location: ReplayLocation;
}

/** Which replays to list. */
interface CatalogQuery {
	readonly robotId?: string | undefined;
	readonly classification?: Classification | undefined;
}

/** What the store holds, by replay id. */
export interface Catalog {
	/** Newest first; equal times by id. */
	list(query?: CatalogQuery): readonly CatalogEntry[];
	find(replayId: string): CatalogEntry | undefined;
	/** Whether there is no room for another replay. */
	isFull(): boolean;
	/** Keeps an id from being used: several replays claim it, and none of them is listed. */
	block(replayId: string): void;
	/** @returns why the entry was not taken, if it was not */
	add(entry: CatalogEntry): "added" | "duplicate-id" | "catalog-full";
}

/** A catalog in memory of at most `capacity` replays, rebuilt from the store's folders at each start. */
export function createMemoryCatalog(capacity = 20_000): Catalog {
	const entries = new Map<string, CatalogEntry>();
	const blocked = new Set<string>();
	return {
		list: ({ robotId, classification } = {}) =>
			[...entries.values()]
				.filter(({ summary }) => robotId === undefined || summary.robot_id === robotId)
				.filter(({ summary }) => classification === undefined || summary.classification === classification)
				.sort(newestFirst),
		find: (replayId) => entries.get(replayId),
		isFull: () => entries.size >= capacity,
		block: (replayId) => void blocked.add(replayId),
		add(entry) {
			const { replay_id: id } = entry.summary;
			if (entries.has(id) || blocked.has(id)) return "duplicate-id";
			if (entries.size >= capacity) return "catalog-full";
			entries.set(id, entry);
			return "added";
		},
	};
}

function newestFirst({ summary: a }: CatalogEntry, { summary: b }: CatalogEntry): number {
	const [left, right] = [BigInt(a.created_at_ms), BigInt(b.created_at_ms)];
	if (left !== right) return left > right ? -1 : 1;
	return a.replay_id < b.replay_id ? -1 : 1;
}
