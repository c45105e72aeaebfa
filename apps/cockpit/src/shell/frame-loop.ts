import type { PlaybackClock } from "../playback/playback-clock.ts";

/** Moves a clock on with the browser's animation frames while it plays; asks for none while it stands. */
export function runFrameLoop(clock: PlaybackClock): () => void {
	let request = 0;
	const tick = (nowMs: number) => {
		request = 0;
		clock.advance(nowMs);
		follow();
	};
	const follow = () => {
		if (clock.playing && request === 0) request = requestAnimationFrame(tick);
	};
	const unsubscribe = clock.subscribe(follow);
	follow();
	return () => {
		unsubscribe();
		cancelAnimationFrame(request);
	};
}
