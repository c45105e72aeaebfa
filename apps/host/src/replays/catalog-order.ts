import { int64StringSchema, safeIdSchema } from "@hindcast/replay-protocol/http";
import type { CatalogEntry, CatalogPage } from "./catalog.ts";

/** Place of a replay in the catalog's order: newest first, equal times by id. */
export interface CatalogKey {
	readonly createdAtMs: bigint;
	readonly replayId: string;
}

/** An entry with its place. */
export interface Keyed {
	readonly key: CatalogKey;
	readonly entry: CatalogEntry;
}

/** The place of an entry. */
export function keyOf({ summary }: CatalogEntry): CatalogKey {
	return { createdAtMs: BigInt(summary.created_at_ms), replayId: summary.replay_id };
}

/** A place as text for addresses, opaque to whoever gets it. */
export function encodeCursor({ createdAtMs, replayId }: CatalogKey): string {
	return Buffer.from(`${createdAtMs}:${replayId}`).toString("base64url");
}

/** The place that a cursor names; undefined for a text that {@link encodeCursor} never gives. */
export function decodeCursor(cursor: string): CatalogKey | undefined {
	const [createdAtMs = "", replayId = ""] = Buffer.from(cursor, "base64url").toString("latin1").split(":");
	if (!int64StringSchema.safeParse(createdAtMs).success || !safeIdSchema.safeParse(replayId).success) {
		return undefined;
	}
	const key = { createdAtMs: BigInt(createdAtMs), replayId };
	return encodeCursor(key) === cursor ? key : undefined;
}

/** Entries in the catalog's order. */
export class SortedEntries {
	readonly #entries: Keyed[] = [];

	insert(keyed: Keyed): void {
		this.#entries.splice(this.#place(keyed.key), 0, keyed);
	}

	/** Removes the entry at exactly this place, if there is one. */
	remove(key: CatalogKey): void {
		const at = this.#place(key);
		if (this.#entries[at]?.key.replayId === key.replayId) this.#entries.splice(at, 1);
	}

	/** Up to `limit` entries behind `after`, or from the first. */
	page(after: CatalogKey | undefined, limit: number): CatalogPage {
		const start = after === undefined ? 0 : this.#placeBehind(after);
		const shown = this.#entries.slice(start, start + limit);
		const last = shown.at(-1);
		const hasMore = last !== undefined && start + limit < this.#entries.length;
		return {
			entries: shown.map(({ entry }) => entry),
			count: this.#entries.length,
			...(hasMore ? { next: last.key } : {}),
		};
	}

	#placeBehind(key: CatalogKey): number {
		const at = this.#place(key);
		const found = this.#entries[at];
		return found !== undefined && compare(found.key, key) === 0 ? at + 1 : at;
	}

	/** Index of the first entry that does not come before `key`, by binary search. */
	#place(key: CatalogKey): number {
		let low = 0;
		let high = this.#entries.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (compare(this.#entries[middle].key, key) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

function compare(a: CatalogKey, b: CatalogKey): number {
	if (a.createdAtMs !== b.createdAtMs) return a.createdAtMs > b.createdAtMs ? -1 : 1;
	return a.replayId === b.replayId ? 0 : a.replayId < b.replayId ? -1 : 1;
}
