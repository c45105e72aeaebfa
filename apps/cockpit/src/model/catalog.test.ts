import type { ReplaySummary } from "@hindcast/replay-protocol/http";
import { describe, expect, it } from "vitest";
import { ApiError } from "../api/api-error.ts";
import type { HostApi } from "../api/host-api.ts";
import { fakeHost } from "../testing/fake-host.ts";
import { createCatalog } from "./catalog.ts";

const named = (...ids: string[]) => ids.map((id) => ({ replay_id: id }) as ReplaySummary);
const listed = (catalog: ReturnType<typeof createCatalog>) =>
	catalog.state.get().replays.map(({ replay_id: id }) => id);

/** A host with two pages; the second begins again with the last of the first, as after an import in between. */
function paged(second: () => ReturnType<HostApi["listReplays"]>) {
	const asked: unknown[] = [];
	const api = fakeHost({
		listReplays: async (query = {}) => {
			asked.push(query.cursor ?? null);
			return query.cursor == null ? { replays: named("c", "b"), total: 3, cursor: "after-b" } : second();
		},
	});
	return { catalog: createCatalog(api), asked };
}

describe("createCatalog", () => {
	it("reads one page, and the next ones when asked, each replay once", async () => {
		const { catalog, asked } = paged(async () => ({ replays: named("b", "a"), total: 3, cursor: null }));
		await catalog.refresh();
		expect(listed(catalog)).toEqual(["c", "b"]);
		expect(catalog.state.get()).toMatchObject({ status: "ready", total: 3, cursor: "after-b" });
		await catalog.more();
		expect(listed(catalog)).toEqual(["c", "b", "a"]);
		await catalog.more();
		expect(asked).toEqual([null, "after-b"]);
	});

	it("keeps what it knows when the next page does not come, and says so", async () => {
		const { catalog } = paged(() =>
			Promise.reject(new ApiError({ code: "offline", status: 0, message: "" })),
		);
		await catalog.refresh();
		await catalog.more();
		expect(listed(catalog)).toEqual(["c", "b"]);
		expect(catalog.state.get()).toMatchObject({
			status: "failed",
			cursor: "after-b",
			fault: { code: "offline" },
		});
	});

	it("starts again with the first page on a refresh", async () => {
		const { catalog } = paged(async () => ({ replays: named("a"), total: 3, cursor: null }));
		await catalog.refresh();
		await catalog.more();
		await catalog.refresh();
		expect(listed(catalog)).toEqual(["c", "b"]);
		expect(catalog.state.get().cursor).toBe("after-b");
	});

	it("reads on to the last page, also where a page is being read or the list is refreshed", async () => {
		const { catalog, asked } = manyPages(5);
		void catalog.refresh();
		const reading = catalog.readAll(new AbortController().signal);
		await reading;
		expect(listed(catalog)).toEqual(["r0", "r1", "r2", "r3", "r4"]);
		expect(asked).toEqual([0, 1, 2, 3, 4]);
		await catalog.refresh();
		const again = catalog.readAll(new AbortController().signal);
		void catalog.refresh();
		await again;
		expect(listed(catalog)).toHaveLength(5);
		expect(catalog.state.get().status).toBe("ready");
	});

	it("stops reading on when it is told to, and can go on later", async () => {
		const stop = new AbortController();
		const { catalog, asked } = manyPages(9, (page) => page === 2 && stop.abort());
		await catalog.refresh();
		await catalog.readAll(stop.signal);
		expect(asked).toEqual([0, 1, 2]);
		expect(catalog.state.get()).toMatchObject({ status: "ready", fault: null });
		await catalog.readAll(new AbortController().signal);
		expect(listed(catalog)).toHaveLength(9);
	});

	it("stops reading on where a page fails or brings nothing new", async () => {
		const failing = manyPages(5, (page) => {
			if (page === 2) throw new ApiError({ code: "offline", status: 0, message: "" });
		});
		await failing.catalog.refresh();
		await failing.catalog.readAll(new AbortController().signal);
		expect(failing.catalog.state.get()).toMatchObject({ status: "failed", fault: { code: "offline" } });
		expect(failing.asked).toEqual([0, 1, 2]);
		const stuck = paged(async () => ({ replays: named("b"), total: 3, cursor: "after-b" }));
		await stuck.catalog.refresh();
		await stuck.catalog.readAll(new AbortController().signal);
		expect(stuck.asked).toEqual([null, "after-b"]);
	});
});

/** A host with one replay a page; `meet` may fail a page or do something while it is read. */
function manyPages(count: number, meet: (page: number) => unknown = () => {}) {
	const asked: number[] = [];
	const api = fakeHost({
		listReplays: async (query = {}, signal) => {
			const page = Number(query.cursor ?? 0);
			asked.push(page);
			meet(page);
			await Promise.resolve();
			signal?.throwIfAborted();
			const cursor = page + 1 < count ? String(page + 1) : null;
			return { replays: named(`r${page}`), total: count, cursor };
		},
	});
	return { catalog: createCatalog(api), asked };
}
