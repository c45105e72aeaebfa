import type { CatalogEntry, CatalogPage, CatalogQuery } from "./catalog.ts";
import { type CatalogKey, keyOf } from "./catalog-order.ts";
import { readManifest } from "./replay-detail.ts";
import { type ReplayStore, refreshEntry, withClass } from "./replay-store.ts";

/** Times that one answer fills a page up again for replays that were found to be verified no more. */
const maxRounds = 5;
/** Replays that are proved at the same time. */
const batch = 8;

/**
 * A page of the catalog whose verified replays are verified now: each is proved again before it is shown, and one whose
 * documents changed is shown with the class that is left to it, where the filters still take it.
 *
 * Only what the page shows is proved. Where very many fell, the page ends early, and the next one goes on behind it.
 */
export async function listProved(store: ReplayStore, query: CatalogQuery): Promise<CatalogPage> {
	const proved = new Set<string>();
	let last: CatalogKey | undefined;
	const isUnproved = ({ summary: { classification, replay_id } }: CatalogEntry) =>
		classification === "physical-feedback-verified" && !proved.has(replay_id);
	for (let round = 0; round < maxRounds; round++) {
		const page = store.catalog.list(query);
		const unproved = page.entries.filter(isUnproved);
		const lastUnproved = unproved.at(-1);
		if (lastUnproved === undefined) return page;
		for (let start = 0; start < unproved.length; start += batch) {
			await Promise.all(unproved.slice(start, start + batch).map((entry) => proveAgain(store, entry)));
		}
		for (const { summary } of unproved) proved.add(summary.replay_id);
		last = keyOf(lastUnproved);
	}
	return endedBefore(store.catalog.list(query), isUnproved, last);
}

/** A page without its entries from the first of these on; `last` is the place of what was looked at last. */
function endedBefore(
	page: CatalogPage,
	isUnproved: (entry: CatalogEntry) => boolean,
	last: CatalogKey | undefined,
): CatalogPage {
	const end = page.entries.findIndex(isUnproved);
	if (end < 0 || last === undefined) return page;
	return { entries: page.entries.slice(0, end), count: page.count, next: last };
}

/** Proves the links of a replay anew; one that cannot be read any more is verified no more. */
async function proveAgain(store: ReplayStore, entry: CatalogEntry): Promise<void> {
	try {
		await refreshEntry(store, entry, await readManifest(store, entry.location));
	} catch {
		const origin = { ...entry.origin, isLinked: false };
		store.catalog.replace(withClass(store.catalog, { ...entry, origin }));
	}
}
