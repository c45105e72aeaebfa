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
});
