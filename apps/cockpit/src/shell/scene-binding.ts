import { toSceneLayers } from "../model/layers.ts";
import type { LoadedRobot } from "../model/load-robot.ts";
import type { Session } from "../model/session.ts";
import { drawnRobot } from "../model/stage.ts";
import { createStore, type Store } from "../model/store.ts";
import type { PlaybackClock } from "../playback/playback-clock.ts";
import type { RobotDrawing } from "../viewport/robot-body.ts";
import type { JointMapping } from "../viewport/robot-pose.ts";
import type { Viewport } from "../viewport/viewport.ts";

/** What the viewport found out about what it draws. */
export interface SceneFacts {
	readonly drawing: RobotDrawing | null;
	readonly mapping: JointMapping | null;
	readonly contextLost: boolean;
	/** Whether moving pictures have less finish, for graphics are slow. */
	readonly reduced: boolean;
}

/** Facts before anything is drawn. */
const noSceneFacts: SceneFacts = { drawing: null, mapping: null, contextLost: false, reduced: false };

/** Makes the store that a binding writes its facts to. */
export function createSceneFacts(): Store<SceneFacts> {
	return createStore(noSceneFacts);
}

/** Keeps a viewport on what the session shows: robot, replay, frame and layers. Returns the function that lets go. */
export function bindScene(viewport: Viewport, session: Session, facts: Store<SceneFacts>): () => void {
	let robot: LoadedRobot | null = null;
	let clock: PlaybackClock | null = null;
	let unfollow: () => void = () => {};

	const showRobot = (next: LoadedRobot | null) => {
		robot = next;
		facts.update((known) => ({ ...known, drawing: null }));
		void viewport
			.setRobot(next)
			.then((drawing) => {
				if (robot === next && next !== null) facts.update((known) => ({ ...known, drawing }));
			})
			.catch(() => {});
	};
	const follow = () => {
		const stage = session.stage.get();
		const nextRobot = drawnRobot(stage);
		const nextClock = stage.kind === "replay" ? stage.clock : null;
		const robotChanged = nextRobot !== robot;
		if (!robotChanged && nextClock === clock) return;
		if (robotChanged) showRobot(nextRobot);
		clock = nextClock;
		unfollow();
		const mapping = viewport.setReplay(stage.kind === "replay" ? stage.artifact : null);
		facts.update((known) => ({
			...known,
			mapping: nextClock === null || nextRobot === null ? null : mapping,
		}));
		if (nextClock === null) return;
		const showFrame = () => viewport.showFrame(nextClock.frameIndex);
		unfollow = nextClock.subscribe(showFrame);
		showFrame();
	};
	const showLayers = () => viewport.setLayers(toSceneLayers(session.layers.get()));
	const stopStage = session.stage.subscribe(follow);
	const stopLayers = session.layers.subscribe(showLayers);
	showLayers();
	follow();
	return () => {
		stopStage();
		stopLayers();
		unfollow();
	};
}
