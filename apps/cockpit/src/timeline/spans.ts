/** Runs of frames that share a label, in time order, as parallel arrays. */
export interface Spans {
	/** Number of spans. */
	readonly length: number;
	/** (length,) integer ns. */
	readonly startNs: Float64Array;
	/** (length,) integer ns; a run lasts until the next frame, or until its own last frame where a gap or nothing follows. */
	readonly endNs: Float64Array;
	/** (length,) first frame. */
	readonly firstFrame: Uint32Array;
	/** (length,) last frame. */
	readonly lastFrame: Uint32Array;
	/** (length,) index into {@link labels}. */
	readonly label: Uint32Array;
	/** Distinct labels in the order of their first use: wire values such as a mode or a command intent. */
	readonly labels: readonly string[];
}

/** Spans of a track with nothing on it. */
export const noSpans: Spans = {
	length: 0,
	startNs: new Float64Array(),
	endNs: new Float64Array(),
	firstFrame: new Uint32Array(),
	lastFrame: new Uint32Array(),
	label: new Uint32Array(),
	labels: [],
};

/** The frames' times and where they are interrupted. */
export interface FrameAxis {
	/** (T,) integer ns. */
	readonly timesNs: Float64Array;
	/** A longer step is a gap, ns. */
	readonly gapNs: number;
}

/**
 * Merges frames of equal label into spans; a gap ends a span even where the label goes on.
 *
 * @param labelAt label of a frame, or null for none
 */
export function mergeSpans(axis: FrameAxis, labelAt: (frame: number) => string | null): Spans {
	const { timesNs, gapNs } = axis;
	const names = new Map<string, number>();
	const first: number[] = [];
	const last: number[] = [];
	const label: number[] = [];
	let open: string | null = null;
	for (let k = 0; k < timesNs.length; k++) {
		const name = labelAt(k);
		const joined = k > 0 && timesNs[k] - timesNs[k - 1] <= gapNs;
		if (name !== null && name === open && joined) last[last.length - 1] = k;
		else if (name !== null) {
			const index = names.get(name) ?? names.size;
			names.set(name, index);
			first.push(k);
			last.push(k);
			label.push(index);
		}
		open = name;
	}
	const endOf = (frame: number) => {
		const next = Math.min(frame + 1, timesNs.length - 1);
		return timesNs[next] - timesNs[frame] <= gapNs ? timesNs[next] : timesNs[frame];
	};
	return {
		length: first.length,
		startNs: Float64Array.from(first, (frame) => timesNs[frame]),
		endNs: Float64Array.from(last, endOf),
		firstFrame: Uint32Array.from(first),
		lastFrame: Uint32Array.from(last),
		label: Uint32Array.from(label),
		labels: [...names.keys()],
	};
}

/**
 * The span at a time, or the nearest one within `slackNs` of it.
 *
 * @returns its index, or -1
 */
export function spanAt(spans: Spans, timeNs: number, slackNs = 0): number {
	let low = 0;
	let high = spans.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (spans.startNs[middle] <= timeNs) low = middle + 1;
		else high = middle;
	}
	const before = low - 1;
	if (before >= 0 && timeNs <= spans.endNs[before]) return before;
	const sinceBefore = before >= 0 ? timeNs - spans.endNs[before] : Number.POSITIVE_INFINITY;
	const untilNext = low < spans.length ? spans.startNs[low] - timeNs : Number.POSITIVE_INFINITY;
	if (Math.min(sinceBefore, untilNext) > slackNs) return -1;
	return sinceBefore <= untilNext ? before : low;
}
