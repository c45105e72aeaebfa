/** The part of a replay that a timeline shows, ns. */
export interface TimeWindow {
	readonly startNs: number;
	readonly endNs: number;
}

const SHORTEST_NS = 1e6;

/** All of a replay; one of no duration gets a millisecond. */
export function wholeWindow(durationNs: number): TimeWindow {
	return { startNs: 0, endNs: Math.max(durationNs, SHORTEST_NS) };
}

/**
 * Zooms a window around a time, which stays where it is on the screen unless an end of the replay is met.
 *
 * @param factor above 1 goes in
 */
export function zoomWindow(
	window: TimeWindow,
	zoom: { aroundNs: number; factor: number },
	durationNs: number,
): TimeWindow {
	const whole = wholeWindow(durationNs).endNs;
	const before = window.endNs - window.startNs;
	const length = Math.min(Math.max(before / zoom.factor, SHORTEST_NS), whole);
	const part = (zoom.aroundNs - window.startNs) / before;
	return moved(zoom.aroundNs - part * length, length, whole);
}

/** Moves a window by a time, to the replay's ends at most. */
export function panWindow(window: TimeWindow, byNs: number, durationNs: number): TimeWindow {
	const whole = wholeWindow(durationNs).endNs;
	return moved(window.startNs + byNs, window.endNs - window.startNs, whole);
}

/** A window of the same length that holds a time: the same one if it does, else the page that starts or ends there. */
export function followWindow(window: TimeWindow, timeNs: number, durationNs: number): TimeWindow {
	if (timeNs >= window.startNs && timeNs <= window.endNs) return window;
	const length = window.endNs - window.startNs;
	const whole = wholeWindow(durationNs).endNs;
	return timeNs > window.endNs
		? moved(timeNs - length * 0.1, length, whole)
		: moved(timeNs - length * 0.9, length, whole);
}

function moved(startNs: number, length: number, whole: number): TimeWindow {
	const start = Math.min(Math.max(startNs, 0), whole - length);
	return { startNs: start, endNs: start + length };
}

/** Ruler ticks: where they are and how they are written. */
export interface RulerTicks {
	/** Distance of labelled ticks, ns: 1, 2 or 5 times a power of ten, or 15, 30 s, 1, 2, 5, 10, 15, 30 min, 1, 2, 6, 12 h. */
	readonly stepNs: number;
	/** Small ticks for each labelled one. */
	readonly minor: number;
	/** Writes a tick's time in seconds (below 1 min) or as a clock. */
	readonly label: (timeNs: number) => string;
}

const clockSteps = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200];

/** Ticks at least `pixels` apart for a window that is `width` pixels wide. */
export function rulerTicks(window: TimeWindow, width: number, pixels: number): RulerTicks {
	const least = ((window.endNs - window.startNs) / Math.max(width, 1)) * pixels;
	const stepNs = niceStep(least);
	const digits = Math.max(0, Math.ceil(9 - Math.log10(stepNs) - 1e-9));
	return {
		stepNs,
		minor: /^[26]/.test(stepNs.toExponential()) ? 4 : 5,
		label: (timeNs) => tickLabel(timeNs, digits),
	};
}

function niceStep(leastNs: number): number {
	if (leastNs > 10e9) {
		const seconds = clockSteps.find((step) => step * 1e9 >= leastNs);
		return (seconds ?? Math.ceil(leastNs / 86_400e9) * 86_400) * 1e9;
	}
	const power = 10 ** Math.floor(Math.log10(Math.max(leastNs, 1)));
	const factor = [1, 2, 5].find((one) => one * power >= leastNs * (1 - 1e-12)) ?? 10;
	return factor * power;
}

function tickLabel(timeNs: number, digits: number): string {
	const seconds = timeNs / 1e9;
	if (seconds < 60) return seconds.toFixed(digits);
	const whole = Math.floor(seconds + 1e-9);
	const minutes = Math.floor(whole / 60);
	const rest = (seconds - minutes * 60).toFixed(digits).padStart(digits > 0 ? digits + 3 : 2, "0");
	if (minutes < 60) return `${minutes}:${rest}`;
	return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
