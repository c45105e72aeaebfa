import { describe, expect, it, vi } from "vitest";
import {
	fakeHost,
	fakeReader,
	importResponse,
	replayDetail,
	robotWithoutModel,
	someDigest,
} from "../testing/fake-host.ts";
import { smallReplay } from "../testing/small-replay.ts";
import { createRouter, type RouterHost } from "./router.ts";
import { Session } from "./session.ts";

const urdf = `<robot name="r"><link name="base"/><link name="arm"/>
<joint name="a" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`;

function browser(start: string): RouterHost & { url: string } {
	const go = (_: unknown, __: string, url?: string | URL | null) => {
		host.url = String(url);
	};
	const host = {
		url: start,
		get location() {
			const { pathname, search } = new URL(host.url, "http://host.invalid");
			return { pathname, search };
		},
		history: { pushState: go, replaceState: go },
		addEventListener() {},
		setTimeout: () => 0,
		clearTimeout() {},
		// Every look is an hour after the one before, so that no correction of the address has to wait.
		now: () => (elapsed += 3_600_000),
	};
	let elapsed = 0;
	return host;
}

interface Setup {
	readonly url: string;
	readonly known?: readonly string[];
	readonly manifestDigest?: string;
}

async function start({ url, known = ["tern-6"], manifestDigest = someDigest }: Setup) {
	const artifact = await smallReplay({ modelDigest: "sha256:other" });
	const readResult = {
		artifact,
		report: { ok: true, diagnostics: [] },
		contentDigest: someDigest,
		encoding: "npz" as const,
		byteLength: 1,
	};
	const api = fakeHost({
		readReplay: async (id) => replayDetail(id, manifestDigest),
		download: async (route) =>
			new TextEncoder().encode(route.endsWith("model") ? urdf : "PK") as Uint8Array<ArrayBuffer>,
		importReplay: async () => importResponse(),
		...(known.length === 0
			? {}
			: {
					readRobot: async (id: string) => ({
						...robotWithoutModel(id),
						model_route: known.includes(id) ? `/api/moonrobo/robots/${id}/model` : null,
					}),
				}),
	});
	const host = browser(url);
	const reader = () => fakeReader(async () => structuredClone(readResult));
	const session = new Session({
		api,
		router: createRouter(host),
		stageReader: reader(),
		admissionReader: reader(),
		now: () => 0,
		wallClock: () => 0,
	});
	await session.start();
	return { session, host };
}

function replayOf(session: Session) {
	const stage = session.stage.get();
	if (stage.kind !== "replay") throw new Error(`stage is ${stage.kind}: ${JSON.stringify(stage)}`);
	return stage;
}

describe("Session", () => {
	it("shows the address's replay at its exact nanosecond, with its layers", async () => {
		const { session } = await start({ url: "/replays/r1?t=20000000&layers=robot" });
		const { clock, match, robot } = replayOf(session);
		expect([clock.timeNs, clock.frameIndex, clock.playing]).toEqual([20_000_000, 1, false]);
		expect(session.layers.get()).toEqual(["robot"]);
		expect([robot.state, match]).toEqual(["ready", "differs"]);
	});

	it("writes the time and the layers back to the address", async () => {
		const { session, host } = await start({ url: "/replays/r1" });
		replayOf(session).clock.toEnd();
		expect(host.url).toBe("/replays/r1?t=50000000");
		session.layers.set(["robot", "axes"]);
		expect(host.url).toBe("/replays/r1?t=50000000&layers=robot,axes");
		replayOf(session).clock.toStart();
		expect(host.url).toBe("/replays/r1?layers=robot,axes");
	});

	it("shows nothing of bytes that are not what the manifest names", async () => {
		const { session } = await start({ url: "/replays/r1", manifestDigest: `sha256:${"0".repeat(64)}` });
		expect(session.stage.get()).toMatchObject({ kind: "failed", fault: { code: "content-digest-mismatch" } });
	});

	it("guesses no model for an unknown robot, and takes the operator's choice for this view only", async () => {
		const { session } = await start({ url: "/replays/r1", known: [] });
		expect(replayOf(session)).toMatchObject({ robot: { state: "unknown" }, match: "none", chosen: false });
	});

	it("draws on a chosen model and says so", async () => {
		const { session } = await start({ url: "/replays/r1", known: ["heron"] });
		expect(replayOf(session).robot.state).toBe("no-model");
		const { clock } = replayOf(session);
		await session.chooseModel("heron");
		expect(replayOf(session)).toMatchObject({ chosen: true, match: "differs", robot: { state: "ready" } });
		expect(replayOf(session).clock).toBe(clock);
	});

	it("opens what was accepted", async () => {
		const { session, host } = await start({ url: "/" });
		await session.admission.open(new File(["PK"], "x.npz"));
		await session.admission.accept("name");
		expect(host.url).toBe("/replays/import-1");
		await vi.waitFor(() => expect(replayOf(session).id).toBe("import-1"));
	});

	it("previews a candidate without an address or a record", async () => {
		const { session, host } = await start({ url: "/robots/tern-6" });
		expect(session.stage.get()).toMatchObject({ kind: "robot", robot: { state: "ready" } });
		await session.admission.open(new File(["PK"], "x.npz"));
		await session.preview();
		expect(replayOf(session)).toMatchObject({ id: null, detail: null });
		replayOf(session).clock.toEnd();
		expect(host.url).toBe("/");
		expect(session.admission.state.get()).toMatchObject({ phase: "reported", aside: true });
		session.admission.dismiss();
		expect(session.stage.get().kind).toBe("empty");
	});

	it("has a state for every address", async () => {
		const at = async (url: string) => (await start({ url })).session.stage.get().kind;
		expect([await at("/"), await at("/nowhere/x"), await at("/robots/x")]).toEqual([
			"empty",
			"nowhere",
			"robot",
		]);
	});

	it("pauses the replay that it leaves", async () => {
		const { session } = await start({ url: "/replays/r1" });
		const { clock } = replayOf(session);
		clock.play();
		session.openRobot("tern-6");
		expect(clock.playing).toBe(false);
	});
});
