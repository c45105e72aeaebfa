import type { PlaybackClock } from "../playback/playback-clock.ts";

/**
 * Moves a clock on with the browser's animation frames while it plays; asks for none while it stands. What would have
 * played in a hidden tab is not passed over.
 */
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
	const onVisibility = () => {
		if (document.visibilityState === "visible") clock.resume();
	};
	document.addEventListener("visibilitychange", onVisibility);
	const unsubscribe = clock.subscribe(follow);
	follow();
	return () => {
		document.removeEventListener("visibilitychange", onVisibility);
		unsubscribe();
		cancelAnimationFrame(request);
	};
}
