import type { Classification } from "@hindcast/replay-protocol/http";
import { describe, expect, it } from "vitest";
import { canBeLinked, classify, classOf, type Origin } from "./classification.ts";

const manifest = (kind: string, artifact_class?: string) =>
	({ metadata: { artifact_class }, source: { kind, id: "x" } }) as unknown as Parameters<typeof classify>[0];
const origin = (own: Classification, more: Partial<Origin> = {}): Origin => ({
	own,
	exportedFrom: [],
	isLinked: false,
	...more,
});
const exported = { exportedFrom: [{ replayId: "source", contentDigest: undefined }] };

describe("the class of a replay by itself", () => {
	it.each<[string, string, string | undefined, boolean, Classification]>([
		["stood in its book", "observation-session", "recorded", false, "recorded"],
		["says nothing", "", undefined, false, "recorded"],
		["is made of a session and says nothing", "observation-session", undefined, false, "imported"],
		["is made of an episode and says nothing", "dataset-episode", undefined, false, "imported"],
		["was imported", "import", "recorded", true, "imported"],
		["was imported, by its receipt only", "observation-session", "recorded", true, "imported"],
		["was imported, by its manifest only", "import", "recorded", false, "imported"],
		["is simulated", "simulation", "recorded", false, "simulated"],
		["says that it is simulated", "import", "simulated", true, "simulated"],
		["is retargeted", "retarget", "recorded", false, "retargeted"],
		["says that it is retargeted", "import", "retargeted", true, "retargeted"],
		["says that it is verified", "import", "physical-feedback-verified", true, "imported"],
		["says so in its book", "observation-session", "physical-feedback-verified", false, "recorded"],
	])("that %s", (_name, kind, claimed, wasImported, expected) => {
		expect(classify(manifest(kind, claimed), wasImported)).toBe(expected);
	});
});

describe("the class of a replay among others", () => {
	const classes = ["sandboxed", "simulated", "retargeted", "imported", "recorded"] as const;

	it("is never higher than its source's, and at most imported when that is gone", () => {
		for (const [at, own] of classes.entries()) {
			for (const [rank, source] of classes.entries()) {
				const found = classOf(origin(own, exported), () => source);
				expect([own, source, found]).toEqual([own, source, classes[Math.min(at, rank)]]);
			}
			const gone = classOf(origin(own, exported), () => undefined);
			expect([own, gone]).toEqual([own, classes[Math.min(at, classes.indexOf("imported"))]]);
		}
	});

	it("is verified by a link, but for exports of replays and for what no robot did", () => {
		for (const own of classes) {
			const linked = origin(own, { isLinked: true });
			const isRobots = own !== "sandboxed" && own !== "simulated";
			expect(canBeLinked(linked)).toBe(isRobots);
			expect(classOf(linked, () => undefined)).toBe(isRobots ? "physical-feedback-verified" : own);
			const found = classOf({ ...linked, ...exported }, () => "recorded");
			expect(found).toBe(own);
		}
	});

	it("is the lowest of several sources", () => {
		const sources = [
			{ replayId: "recorded", contentDigest: undefined },
			{ replayId: "simulated", contentDigest: undefined },
		];
		const found = classOf(
			origin("recorded", { exportedFrom: sources }),
			({ replayId }) => replayId as Classification,
		);
		expect(found).toBe("simulated");
	});
});
