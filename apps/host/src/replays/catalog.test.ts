import type { ReplaySummary } from "@hindcast/replay-protocol/http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CatalogEntry, type CatalogPage, createMemoryCatalog } from "./catalog.ts";
import { decodeCursor, encodeCursor, SortedEntries } from "./catalog-order.ts";

function entry(id: string, createdAtMs: string, more: Partial<ReplaySummary> = {}): CatalogEntry {
	const summary: ReplaySummary = {
		replay_id: id,
		label: id,
		robot_id: "kite-2",
		bridge_id: null,
		classification: "imported",
		artifact_class: null,
		tick_count: 1,
		joint_count: 1,
		duration_s: 0,
		protocol: "moonrobo.replay.v1",
		encoding: "npz",
		visibility: "private",
		content_digest: `sha256:${"0".repeat(64)}`,
		created_at_ms: createdAtMs,
		source: { kind: "import", id: "import-1" },
		annotation_count: 0,
		validation_status: "valid",
		blocking_count: 0,
		advisory_count: 0,
		...more,
	};
	const origin = { own: summary.classification, exportedFrom: [], isLinked: false };
	const { validation_status, blocking_count, advisory_count } = summary;
	const stored = { validation_status, blocking_count, advisory_count };
	return {
		summary,
		origin,
		location: { folder: "kite-2", replayId: id },
		counts: { stored, linked: stored },
	};
}

const ids = ({ entries }: CatalogPage) => entries.map(({ summary }) => summary.replay_id);

it("orders by 64-bit time, then by id", () => {
	const catalog = createMemoryCatalog();
	for (const [id, at] of [
		["b", "9007199254740993"],
		["a", "9007199254740992"],
		["d", "9"],
		["c", "9"],
		["e", "-1"],
	] as const) {
		expect(catalog.add(entry(id, at))).toBe("added");
	}
	expect(ids(catalog.list())).toEqual(["b", "a", "c", "d", "e"]);
});

it("filters by robot and class", () => {
	const catalog = createMemoryCatalog();
	catalog.add(entry("a", "1"));
	catalog.add(entry("b", "2", { robot_id: "tern-6" }));
	catalog.add(entry("c", "3", { robot_id: "tern-6", classification: "retargeted" }));
	expect(ids(catalog.list({ robotId: "tern-6" }))).toEqual(["c", "b"]);
	expect(ids(catalog.list({ robotId: "tern-6", classification: "imported" }))).toEqual(["b"]);
});

it("takes each id once, and no more replays than its capacity", () => {
	const catalog = createMemoryCatalog(2);
	expect(catalog.add(entry("a", "1"))).toBe("added");
	expect(catalog.add(entry("a", "2"))).toBe("duplicate-id");
	expect(catalog.isFull()).toBe(false);
	expect(catalog.add(entry("b", "2"))).toBe("added");
	expect(catalog.isFull()).toBe(true);
	expect(catalog.add(entry("c", "3"))).toBe("catalog-full");
	expect(ids(catalog.list())).toEqual(["b", "a"]);
	expect(catalog.find("a")?.summary.created_at_ms).toBe("1");
});

/** All pages of a query, one after another, through cursors as text; `meanwhile` runs between them. */
function walk(
	catalog: ReturnType<typeof createMemoryCatalog>,
	query: Parameters<typeof catalog.list>[0],
	meanwhile: () => void = () => undefined,
): string[] {
	const seen: string[] = [];
	let cursor: string | undefined;
	do {
		const after = cursor === undefined ? undefined : decodeCursor(cursor);
		const page = catalog.list({ ...query, after });
		seen.push(...ids(page));
		cursor = page.next && encodeCursor(page.next);
		meanwhile();
	} while (cursor !== undefined);
	return seen;
}

describe("pages", () => {
	const robots = ["kite-2", "tern-6"];
	const classes = ["imported", "recorded", "retargeted"] as const;
	const added = fc.record({
		at: fc.integer({ min: 0, max: 20 }),
		robot: fc.constantFrom(...robots),
		classification: fc.constantFrom(...classes),
	});

	it("are together what filtering and sorting everything gives, whatever their size", () => {
		const property = fc.property(
			fc.array(added, { maxLength: 60 }),
			fc.integer({ min: 1, max: 7 }),
			fc.option(fc.constantFrom(...robots), { nil: undefined }),
			fc.option(fc.constantFrom(...classes), { nil: undefined }),
			(list, limit, robotId, classification) => {
				const catalog = createMemoryCatalog();
				for (const [at, one] of list.entries()) {
					catalog.add(
						entry(`r-${at}`, String(one.at), { robot_id: one.robot, classification: one.classification }),
					);
				}
				const passing = list
					.map((one, at) => ({ ...one, id: `r-${at}` }))
					.filter((one) => robotId === undefined || one.robot === robotId)
					.filter((one) => classification === undefined || one.classification === classification)
					.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
					.map(({ id }) => id);
				expect(walk(catalog, { robotId, classification, limit })).toEqual(passing);
				expect(catalog.list({ robotId, classification, limit }).count).toBe(passing.length);
			},
		);
		fc.assert(property, { seed: 20_261_130, numRuns: 60 });
	});

	it("hold their place while replays come and change: nothing is listed twice or left out", () => {
		const catalog = createMemoryCatalog();
		for (let at = 0; at < 20; at++) catalog.add(entry(`r-${at}`, String(at)));
		let fresh = 0;
		const seen = walk(catalog, { limit: 3 }, () => {
			catalog.add(entry(`new-${fresh}`, String(1000 + fresh++)));
			catalog.replace(entry("r-12", "12", { annotation_count: fresh }));
		});
		expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => `r-${19 - at}`));
		expect(catalog.find("r-12")?.summary.annotation_count).toBe(fresh);
	});

	it("follow a replay whose class changes", () => {
		const catalog = createMemoryCatalog();
		catalog.add(entry("a", "1"));
		catalog.replace(entry("a", "1", { classification: "physical-feedback-verified" }));
		catalog.replace(entry("absent", "1"));
		expect(ids(catalog.list({ classification: "imported" }))).toEqual([]);
		expect(ids(catalog.list({ classification: "physical-feedback-verified" }))).toEqual(["a"]);
		expect(ids(catalog.list())).toEqual(["a"]);
	});

	it("touch as many entries as they show, and a few more to find their place", () => {
		const list = new SortedEntries();
		let touched = 0;
		for (let at = 0; at < 10_000; at++) {
			const plain = entry(`r-${at}`, String(at));
			const key = { createdAtMs: BigInt(at), replayId: `r-${at}` };
			list.insert({
				get key() {
					touched++;
					return key;
				},
				get entry() {
					touched++;
					return plain;
				},
			});
		}
		touched = 0;
		const page = list.page({ createdAtMs: 5000n, replayId: "r-5000" }, 50);
		expect([page.entries.length, page.count]).toEqual([50, 10_000]);
		expect(touched).toBeLessThan(50 + 25);
	});
});

describe("cursors", () => {
	it("are read back, to the ends of 64 bits", () => {
		for (const createdAtMs of [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n)]) {
			const key = { createdAtMs, replayId: "replay-a.b_c" };
			expect(decodeCursor(encodeCursor(key))).toEqual(key);
		}
	});

	it.each([
		["no text", ""],
		["no base64url", "%%%"],
		["another alphabet", Buffer.from("1:a>>?").toString("base64")],
		["no id", Buffer.from("1:").toString("base64url")],
		["an unsafe id", Buffer.from("1:../x").toString("base64url")],
		["no time", Buffer.from("now:a").toString("base64url")],
		["a time beyond 64 bits", Buffer.from("9223372036854775808:a").toString("base64url")],
		["another spelling", `${Buffer.from("1:a").toString("base64url")}=`],
		["more parts", Buffer.from("1:a:b").toString("base64url")],
	])("of %s are none", (_name, text) => {
		expect(decodeCursor(text)).toBeUndefined();
	});
});
