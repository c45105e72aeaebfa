import type { LoopRange, PlaybackClock } from "../playback/playback-clock.ts";
import { createStore, type Readable } from "./store.ts";

/** The clock as panels see it. */
export interface PlaybackSnapshot {
	readonly timeNs: number;
	readonly frameIndex: number;
	readonly playing: boolean;
	readonly speed: number;
	readonly loop: boolean;
	/** The part that loops; null for all of it. */
	readonly loopRange: LoopRange | null;
}

/** Snapshots of a clock for panels: every change while it stands, at most ten a second while it plays. */
export type PlaybackView = Readable<PlaybackSnapshot>;

const intervalMs = 100;

/** Makes the view; `now` is any clock of milliseconds that only grows. */
export function createPlaybackView(clock: PlaybackClock, now: () => number): PlaybackView {
	const store = createStore(snapshot(clock));
	let takenAtMs = now();
	clock.subscribe(() => {
		const last = store.get();
		const quiet =
			clock.playing &&
			last.playing &&
			clock.speed === last.speed &&
			clock.loop === last.loop &&
			clock.loopRange === last.loopRange;
		if (quiet && now() - takenAtMs < intervalMs) return;
		takenAtMs = now();
		store.set(snapshot(clock));
	});
	return store;
}

function snapshot(clock: PlaybackClock): PlaybackSnapshot {
	const { timeNs, frameIndex, playing, speed, loop, loopRange } = clock;
	return { timeNs, frameIndex, playing, speed, loop, loopRange };
}
