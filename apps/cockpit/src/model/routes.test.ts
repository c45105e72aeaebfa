import { describe, expect, it } from "vitest";
import { formatRoute, parseRoute } from "./routes.ts";

const at = (url: string) => parseRoute(new URL(url, "http://host.invalid"));

describe("routes", () => {
	it.each([
		["/", { name: "home" }],
		["/replays/replay-1", { name: "replay", id: "replay-1", timeNs: null, layers: null }],
		[
			"/replays/replay-1?t=6060000001&layers=robot,axes",
			{ name: "replay", id: "replay-1", timeNs: 6_060_000_001, layers: ["robot", "axes"] },
		],
		["/replays/replay-1?layers=", { name: "replay", id: "replay-1", timeNs: null, layers: [] }],
		["/robots/tern-6", { name: "robot", id: "tern-6" }],
		["/elsewhere", { name: "unknown", path: "/elsewhere" }],
	])("reads and writes %s", (url, route) => {
		expect(at(url)).toEqual(route);
		expect(formatRoute(at(url))).toBe(url);
	});

	it.each([
		"/replays/",
		"/replays/..a",
		"/replays/a..b",
		"/replays/%2e%2e%2fetc",
		"/replays/%zz",
		"/robots/a/b",
	])("refuses %s", (url) => expect(at(url).name).toBe("unknown"));

	it.each(["-1", "1.5", "1e9", "99999999999999999", "", "abc"])("does not take %s for a time", (t) =>
		expect(at(`/replays/a?t=${t}`)).toMatchObject({ timeNs: null }),
	);

	it("keeps every safe integer of nanoseconds exactly", () => {
		const t = String(Number.MAX_SAFE_INTEGER);
		expect(formatRoute(at(`/replays/a?t=${t}`))).toBe(`/replays/a?t=${t}`);
	});

	it("drops layers it does not know", () => {
		expect(at("/replays/a?layers=robot,script")).toMatchObject({ layers: ["robot"] });
	});
});
