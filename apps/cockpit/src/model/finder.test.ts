import type { ReplaySummary } from "@hindcast/replay-protocol/http";
import { describe, expect, it } from "vitest";
import { en } from "../i18n/en.ts";
import { ru } from "../i18n/ru.ts";
import { smallReplay } from "../testing/small-replay.ts";
import type { CatalogState } from "./catalog.ts";
import { type FinderSources, find } from "./finder.ts";
import type { Stage } from "./stage.ts";

const replay = (label: string, id: string, facts: Partial<ReplaySummary> = {}) =>
	({ label, replay_id: id, robot_id: "heron", classification: "imported", ...facts }) as ReplaySummary;

const catalog = {
	replays: [replay("Corridor walk", "r-1")],
	robots: [{ label: "Heron 29", robot_id: "heron" }],
} as unknown as CatalogState;

const looking = (given: Partial<FinderSources> = {}): FinderSources => ({
	catalog,
	stage: { kind: "empty" },
	classNames: en.classes,
	...given,
});

const found = (query: string, given?: Partial<FinderSources>) =>
	find(query, looking(given)).flatMap(({ shown }) => shown);

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
		expect(found("HERON").map(({ kind }) => kind)).toEqual(["replay", "robot"]);
		expect(found("r-1")).toMatchObject([{ kind: "replay", id: "r-1" }]);
	});

	it("finds replays by class, in the protocol's word and in the reader's", () => {
		const verified = replay("Walk", "r-2", { classification: "physical-feedback-verified" });
		const given = { catalog: { ...catalog, replays: [...catalog.replays, verified] } };
		expect(found("physical-feedback", given)).toMatchObject([{ id: "r-2" }]);
		expect(found("verified", given)).toMatchObject([{ id: "r-2" }]);
		expect(found("Подтвержд", { ...given, classNames: ru.classes })).toMatchObject([{ id: "r-2" }]);
		expect(found("Подтвержд", given)).toEqual([]);
	});

	it("asks for every word, wherever it stands", () => {
		expect(found("walk  imported")).toMatchObject([{ id: "r-1" }]);
		expect(found("walk recorded")).toEqual([]);
	});

	it("shows a few of many, and says how many there are", () => {
		const replays = Array.from({ length: 10_000 }, (_, k) => replay(`Sweep ${k}`, `s-${k}`));
		const [group, ...others] = find("sweep", looking({ catalog: { replays, robots: [] } }));
		expect(group).toMatchObject({ kind: "replay", total: 10_000 });
		expect(group?.shown).toHaveLength(8);
		expect(others).toEqual([]);
		expect(found("sweep 9731", { catalog: { replays, robots: [] } })).toMatchObject([{ id: "s-9731" }]);
	});

	it("finds joints, the first frame of a command, and frames of the open replay", async () => {
		const stage = await replayStage();
		expect(found("knee", { stage })).toMatchObject([{ kind: "joint", name: "knee" }]);
		expect(found("walk", { stage })).toMatchObject([
			{ kind: "replay" },
			{ kind: "command", name: "intent-walk", frame: 1 },
		]);
		expect(found("f-2", { stage })).toMatchObject([{ kind: "frame", frame: 2 }]);
	});

	it("finds the replays and the open one's commands for no words", async () => {
		const names = found("  ", { stage: await replayStage() }).map(({ kind, name }) => [kind, name]);
		expect(names).toEqual([
			["replay", "Corridor walk"],
			["command", "intent-walk"],
		]);
		expect(found("").map(({ kind }) => kind)).toEqual(["replay"]);
	});

	it("finds nothing that has no such name", async () => {
		expect(find("elbow", looking({ stage: await replayStage() }))).toEqual([]);
	});
});
