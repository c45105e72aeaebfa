import { describe, expect, it } from "vitest";
import { smallReplay } from "../testing/small-replay.ts";
import type { CatalogState } from "./catalog.ts";
import { find } from "./finder.ts";
import type { Stage } from "./stage.ts";

const catalog = {
	replays: [{ label: "Corridor walk", replay_id: "r-1", robot_id: "heron" }],
	robots: [{ label: "Heron 29", robot_id: "heron" }],
} as unknown as CatalogState;

async function replayStage(): Promise<Stage> {
	const base = await smallReplay({ joints: ["knee", "hip"] });
	const intents = { dtype: "string" as const, shape: [3], data: ["", "intent-walk", "intent-walk"] };
	return {
		kind: "replay",
		artifact: { ...base, arrays: { ...base.arrays, command_intent_id: intents } },
	} as unknown as Stage;
}

describe("find", () => {
	it("finds replays and robots by name, id and robot, whatever the case", () => {
		expect(find("HERON", catalog, { kind: "empty" }).map(({ kind }) => kind)).toEqual(["replay", "robot"]);
		expect(find("r-1", catalog, { kind: "empty" })).toMatchObject([{ kind: "replay", id: "r-1" }]);
	});

	it("finds joints, the first frame of a command, and frames of the open replay", async () => {
		const stage = await replayStage();
		expect(find("knee", catalog, stage)).toMatchObject([{ kind: "joint", name: "knee" }]);
		expect(find("walk", catalog, stage)).toMatchObject([
			{ kind: "replay" },
			{ kind: "command", name: "intent-walk", frame: 1 },
		]);
		expect(find("f-2", catalog, stage)).toMatchObject([{ kind: "frame", frame: 2 }]);
	});

	it("finds the replays and the open one's commands for no words", async () => {
		const found = find("  ", catalog, await replayStage());
		expect(found.map(({ kind, name }) => [kind, name])).toEqual([
			["replay", "Corridor walk"],
			["command", "intent-walk"],
		]);
		expect(find("", catalog, { kind: "empty" }).map(({ kind }) => kind)).toEqual(["replay"]);
	});

	it("finds nothing that has no such name", async () => {
		expect(find("elbow", catalog, await replayStage())).toEqual([]);
	});
});
