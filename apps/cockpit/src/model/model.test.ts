import { readUrdf } from "@hindcast/robot-model";
import { describe, expect, it } from "vitest";
import { PlaybackClock } from "../playback/playback-clock.ts";
import { smallReplay } from "../testing/small-replay.ts";
import { frameFacts, modeLabel } from "./frame-facts.ts";
import { jointRows, limitState, rangePart } from "./joint-rows.ts";
import { defaultLayers, layersForRoute, toggleLayer } from "./layers.ts";
import { createPlaybackView } from "./playback-view.ts";
import { createPreferences, effectiveLanguage } from "./preferences.ts";
import { createStore } from "./store.ts";

describe("createStore", () => {
	it("tells of changes only, with a snapshot that stays the same object", () => {
		const store = createStore({ n: 0 });
		let told = 0;
		const stop = store.subscribe(() => told++);
		store.update((value) => value);
		expect(told).toBe(0);
		store.set({ n: 1 });
		expect(told).toBe(1);
		expect(store.get()).toBe(store.get());
		stop();
		store.set({ n: 2 });
		expect(told).toBe(1);
	});
});

describe("createPlaybackView", () => {
	it("changes at most ten times a second while playing, and at once when it stops", () => {
		let nowMs = 0;
		const clock = new PlaybackClock(
			Float64Array.from({ length: 301 }, (_, k) => k * 1e7),
			{ now: () => nowMs },
		);
		const view = createPlaybackView(clock, () => nowMs);
		let changes = 0;
		view.subscribe(() => changes++);
		clock.play();
		for (nowMs = 5; nowMs <= 1000; nowMs += 5) clock.advance(nowMs);
		expect(changes).toBeGreaterThan(8);
		expect(changes).toBeLessThanOrEqual(11);
		clock.pause();
		expect(view.get()).toMatchObject({ playing: false, timeNs: clock.timeNs });
		clock.step(1);
		expect(view.get().frameIndex).toBe(clock.frameIndex);
	});
});

describe("joint rows", () => {
	const model = readUrdf(`<robot name="r"><link name="base"/><link name="one"/><link name="two"/>
		<joint name="a" type="revolute"><parent link="base"/><child link="one"/><axis xyz="0 0 1"/>
			<limit lower="-1" upper="1" velocity="1" effort="1"/></joint>
		<joint name="b" type="prismatic"><parent link="one"/><child link="two"/><axis xyz="0 0 1"/>
			<limit lower="0" upper="10" velocity="1" effort="1"/></joint></robot>`);

	it("lists those that ever come closest first, and those without limits last", async () => {
		const joints = ["free", "a", "b"];
		const artifact = await smallReplay({ joints, qj: [0, 0, 5, 9, 0.5, 5, 0, 0, 10.5] });
		const rows = jointRows(artifact, model);
		expect(rows.map(({ name }) => name)).toEqual(["b", "a", "free"]);
		expect(rows.map(({ unit }) => unit)).toEqual(["m", "rad", "rad"]);
		expect(rows[0]!.worstMargin).toBeCloseTo(-0.05, 12);
		expect(rows[1]!.worstMargin).toBeCloseTo(0.25, 12);
	});

	it.each([
		[0, "inside"],
		[0.95, "near"],
		[1, "near"],
		[1.0000005, "near"],
		[1.00001, "above"],
		[-1.1, "below"],
		[Number.NaN, "unbounded"],
	])("%s is %s", (q, state) => expect(limitState(q, { lower: -1, upper: 1 })).toBe(state));

	it("places a position in its range", () => {
		expect(rangePart(0.5, { lower: 0, upper: 2 })).toBe(0.25);
		expect(rangePart(99, { lower: 0, upper: 2 })).toBe(1.03);
	});
});

describe("frameFacts", () => {
	it("says what the frame says, and fills nothing in", async () => {
		const base = await smallReplay({ qj: [1, 2, 3, 4, 5, 6] });
		const target = Float64Array.of(Number.NaN, Number.NaN, Number.NaN, 1, 2, 3, 0, 0, 0);
		const artifact = {
			...base,
			arrays: {
				...base.arrays,
				target_pos: { dtype: "float64" as const, shape: [3, 3], data: target },
				verification_state: { dtype: "int8" as const, shape: [3], data: Int8Array.of(-1, 4, 99) },
				command_intent_id: { dtype: "string" as const, shape: [3], data: ["", "intent-1", ""] },
			},
		};
		const facts = frameFacts(artifact, 1);
		expect(facts).toMatchObject({ frameId: "f-1", t: 0.02, mode: "high" });
		expect(facts.joints.map(({ name, position }) => [name, position])).toEqual([
			["a", 3],
			["b", 4],
		]);
		expect(facts.joints[0]!.velocity).toBeNaN();
		expect(facts.vectors).toEqual([{ name: "target_pos", values: [1, 2, 3] }]);
		expect(frameFacts(artifact, 0).vectors[0]!.values).toBeNull();
		const words = [0, 1, 2].map((k) =>
			frameFacts(artifact, k).fields.find((f) => f.name === "verification_state"),
		);
		expect(words.map((field) => field?.value)).toEqual(["unknown", "verified", "unknown"]);
	});

	it("names a mode code by the metadata's table", async () => {
		const base = await smallReplay();
		const artifact = {
			metadata: { ...base.metadata, enums: { mode: { "1": "high" } } },
			arrays: { ...base.arrays, mode: { dtype: "int8" as const, shape: [3], data: Int8Array.of(1, 2, 1) } },
		};
		expect([modeLabel(artifact, 0), modeLabel(artifact, 1)]).toEqual(["high", "2"]);
	});
});

describe("layers", () => {
	it("switch in the legend's order, and the default set needs no address", () => {
		expect(toggleLayer(["grid", "robot"], "target")).toEqual(["robot", "target", "grid"]);
		expect(toggleLayer(["robot", "grid"], "robot")).toEqual(["grid"]);
		expect(layersForRoute(defaultLayers)).toBeNull();
		expect(layersForRoute([])).toEqual([]);
	});
});

describe("preferences", () => {
	it("outlive the page, and survive a blocked or damaged storage", () => {
		const kept = new Map<string, string>();
		const storage = {
			getItem: (key: string) => kept.get(key) ?? null,
			setItem: (k: string, v: string) => void kept.set(k, v),
		};
		createPreferences(storage).set({ language: "ru", theme: "light", legendFolded: true });
		expect(createPreferences(storage).get()).toEqual({ language: "ru", theme: "light", legendFolded: true });
		for (const key of kept.keys()) kept.set(key, '{"language":"xx","theme":7}');
		expect(createPreferences(storage).get()).toEqual({ language: null, theme: "system", legendFolded: null });
		for (const key of kept.keys()) kept.set(key, "{");
		expect(createPreferences(storage).get()).toEqual({ language: null, theme: "system", legendFolded: null });
		const blocked = {
			getItem: () => null,
			setItem: () => {
				throw new DOMException("full", "QuotaExceededError");
			},
		};
		const store = createPreferences(blocked);
		store.set({ language: "en", theme: "dark", legendFolded: null });
		expect(store.get().theme).toBe("dark");
	});

	it("take the browser's first language that we have", () => {
		expect(effectiveLanguage(null, ["de-DE", "ru-RU", "en"])).toBe("ru");
		expect(effectiveLanguage(null, ["de"])).toBe("en");
		expect(effectiveLanguage("en", ["ru"])).toBe("en");
	});
});
