import type { ReplaySummary } from "@hindcast/replay-protocol/http";
import { expect, it } from "vitest";
import { type CatalogEntry, createMemoryCatalog } from "./catalog.ts";

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
	return { summary, location: { folder: "kite-2", replayId: id } };
}

const ids = (entries: readonly CatalogEntry[]) => entries.map(({ summary }) => summary.replay_id);

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
