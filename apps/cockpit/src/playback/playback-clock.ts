const NS_PER_MS = 1e6;
const ASLEEP_MS = 5000;
const ASLEEP_COUNTS_MS = 100;

/** Slowest and fastest playback speeds. */
const speedRange = { min: 0.1, max: 4 } as const;

/** A span of playback time, integer nanoseconds from the first frame. */
export interface LoopRange {
	readonly startNs: number;
	readonly endNs: number;
}

/** What a clock takes besides the frame times. */
export interface PlaybackClockOptions {
	/** Wall clock in milliseconds; the owner's `advance` uses the same one. Defaults to `performance.now`. */
	readonly now?: () => number;
}

/**
 * The one clock of a replay: integer nanoseconds from the first frame over the real, non-uniform frame times.
 *
 * The owner's animation frame calls {@link advance}. Playback follows the wall clock from an anchor, so it does not
 * drift, however slow frames are. Time that nobody watched does not count, so the story goes on where it was seen:
 * the owner tells of a hidden tab by {@link resume}, and more than 5 s between two calls (the machine slept) counts as
 * 100 ms.
 *
 * The frame at a time is the last one whose time is not after it. A frame reached by {@link seekFrame} or
 * {@link step} stays the current one even where the next has the same time, so duplicates can be stepped through.
 *
 * @example
 * const clock = new PlaybackClock(frameTimesNs(artifact.arrays.t));
 * const stop = clock.subscribe(() => viewport.showFrame(clock.frameIndex));
 * clock.play();
 */
export class PlaybackClock {
	readonly #times: Float64Array;
	readonly #now: () => number;
	readonly #listeners = new Set<() => void>();
	#timeNs = 0;
	#frame: number;
	#playing = false;
	#speed = 1;
	#loop = false;
	#loopRange: LoopRange | null = null;
	#anchorMs = 0;
	#anchorNs = 0;
	#lastMs = 0;

	/**
	 * @param timesNs (T,) integer nanoseconds from the first frame, not decreasing, as `frameTimesNs` gives them; kept,
	 *   not copied
	 * @throws RangeError for times that start elsewhere than 0, decrease, or are not safe integers
	 */
	constructor(timesNs: Float64Array, options: PlaybackClockOptions = {}) {
		if (timesNs.length > 0 && timesNs[0] !== 0) throw new RangeError("frame times must start at 0");
		for (let k = 1; k < timesNs.length; k++) {
			if (!Number.isSafeInteger(timesNs[k]) || timesNs[k] < timesNs[k - 1]) {
				throw new RangeError(`frame ${k} has time ${timesNs[k]} ns after ${timesNs[k - 1]} ns`);
			}
		}
		this.#times = timesNs;
		this.#now = options.now ?? (() => performance.now());
		this.#frame = timesNs.length === 0 ? -1 : 0;
	}

	/** (T,) integer nanoseconds; not to be changed. */
	get timesNs(): Float64Array {
		return this.#times;
	}

	/** Time of the last frame. */
	get durationNs(): number {
		return this.#times.length === 0 ? 0 : this.#times[this.#times.length - 1];
	}

	/** Current time, an integer from 0 to {@link durationNs}. */
	get timeNs(): number {
		return this.#timeNs;
	}

	/** Current frame; -1 when there are no frames. */
	get frameIndex(): number {
		return this.#frame;
	}

	/** Whether time moves. */
	get playing(): boolean {
		return this.#playing;
	}

	/** Playback speed, 0.1 to 4. */
	get speed(): number {
		return this.#speed;
	}

	/** Whether playback starts over at the end instead of stopping there. */
	get loop(): boolean {
		return this.#loop;
	}

	/** The part that loops; null for all of it. */
	get loopRange(): LoopRange | null {
		return this.#loopRange;
	}

	/** Calls `listener` after every change of state; returns the function that ends it. */
	subscribe(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	/** Starts playback; at the end (or at the loop range's end) it starts over. */
	play(): void {
		if (this.#playing || this.#times.length === 0) return;
		if (this.#timeNs >= this.#endNs()) this.#moveTo(this.#startNs());
		this.#playing = true;
		this.#anchor(this.#now());
		this.#emit();
	}

	/** Stops playback where it is. */
	pause(): void {
		if (!this.#playing) return;
		this.#playing = false;
		this.#emit();
	}

	/** Plays or pauses. */
	toggle(): void {
		if (this.#playing) this.pause();
		else this.play();
	}

	/** Goes to a time, limited to the replay and rounded to an integer. Playback goes on from there. */
	seek(ns: number): void {
		if (Number.isNaN(ns)) throw new RangeError("cannot seek to NaN");
		this.#moveTo(Math.round(Math.min(Math.max(ns, 0), this.durationNs)));
		this.#anchor(this.#now());
		this.#emit();
	}

	/** Goes to a frame, limited to the frames there are. */
	seekFrame(index: number): void {
		if (this.#times.length === 0) return;
		if (Number.isNaN(index)) throw new RangeError("cannot seek to frame NaN");
		this.#frame = Math.round(Math.min(Math.max(index, 0), this.#times.length - 1));
		this.#timeNs = this.#times[this.#frame];
		this.#anchor(this.#now());
		this.#emit();
	}

	/** Pauses and moves by whole frames; negative goes back. Between two frames, -1 goes to the one before the time. */
	step(frames: number): void {
		this.#playing = false;
		const between = this.#frame >= 0 && this.#timeNs > this.#times[this.#frame];
		this.seekFrame(this.#frame + frames + (between && frames < 0 ? 1 : 0));
	}

	/** Goes to the first frame. */
	toStart(): void {
		this.seekFrame(0);
	}

	/** Goes to the last frame. */
	toEnd(): void {
		this.seekFrame(this.#times.length - 1);
	}

	/** Sets the speed, limited to 0.1 to 4. */
	setSpeed(speed: number): void {
		if (Number.isNaN(speed)) throw new RangeError("speed is NaN");
		this.#speed = Math.min(Math.max(speed, speedRange.min), speedRange.max);
		this.#anchor(this.#now());
		this.#emit();
	}

	/**
	 * Switches looping.
	 *
	 * @param range the part to loop, limited to the replay; null for all of it; left out, it stays as it is. A range
	 *   whose ends are swapped is put in order
	 */
	setLoop(loop: boolean, range: LoopRange | null = this.#loopRange): void {
		this.#loop = loop;
		this.#loopRange = range === null ? null : this.#ordered(range);
		this.#anchor(this.#now());
		this.#emit();
	}

	/** Goes on from where playback was last seen, as if no wall time had passed since. */
	resume(): void {
		this.#anchor(this.#now());
	}

	/** Makes the loop begin at the current time; an end that is not after it becomes the replay's. Nothing at the very end. */
	setLoopStart(): void {
		if (this.#timeNs >= this.durationNs) return;
		const end = this.#loopRange?.endNs ?? this.durationNs;
		this.setLoop(true, { startNs: this.#timeNs, endNs: end > this.#timeNs ? end : this.durationNs });
	}

	/** Makes the loop end at the current time; a start that is not before it becomes the first frame's. Nothing at the very start. */
	setLoopEnd(): void {
		if (this.#timeNs <= 0) return;
		const start = this.#loopRange?.startNs ?? 0;
		this.setLoop(true, { startNs: start < this.#timeNs ? start : 0, endNs: this.#timeNs });
	}

	/**
	 * Moves time on to `nowMs` of the wall clock; does nothing while paused.
	 *
	 * @returns whether the time changed
	 */
	advance(nowMs: number): boolean {
		if (!this.#playing) return false;
		const elapsed = nowMs - this.#lastMs;
		if (elapsed > ASLEEP_MS) this.#anchorMs += elapsed - ASLEEP_COUNTS_MS;
		if (elapsed < 0) this.#anchorMs += elapsed;
		this.#lastMs = nowMs;
		const before = this.#timeNs;
		const target = this.#anchorNs + Math.round((nowMs - this.#anchorMs) * NS_PER_MS * this.#speed);
		this.#moveTo(this.#wrapped(Math.max(target, before)));
		if (!this.#loop && target >= this.durationNs) this.#playing = false;
		if (this.#timeNs === before && this.#playing) return false;
		this.#emit();
		return this.#timeNs !== before;
	}

	#wrapped(ns: number): number {
		const end = this.#endNs();
		if (ns < end || (ns === end && !this.#loop)) return ns;
		if (!this.#loop) return end;
		const start = this.#startNs();
		const length = end - start;
		const wrapped = length > 0 ? start + ((ns - start) % length) : start;
		this.#anchorNs += wrapped - ns;
		return wrapped;
	}

	#startNs(): number {
		return this.#loop && this.#loopRange ? this.#loopRange.startNs : 0;
	}

	#endNs(): number {
		return this.#loop && this.#loopRange ? this.#loopRange.endNs : this.durationNs;
	}

	#ordered(range: LoopRange): LoopRange {
		if (Number.isNaN(range.startNs + range.endNs)) throw new RangeError("a loop range's ends are numbers");
		const limit = (ns: number) => Math.round(Math.min(Math.max(ns, 0), this.durationNs));
		const a = limit(range.startNs);
		const b = limit(range.endNs);
		return { startNs: Math.min(a, b), endNs: Math.max(a, b) };
	}

	#anchor(nowMs: number): void {
		this.#anchorMs = nowMs;
		this.#lastMs = nowMs;
		this.#anchorNs = this.#timeNs;
	}

	#moveTo(ns: number): void {
		if (ns === this.#timeNs) return;
		this.#timeNs = ns;
		this.#frame = frameAt(this.#times, ns);
	}

	#emit(): void {
		this.#listeners.forEach(tell);
	}
}

function tell(listener: () => void): void {
	listener();
}

/**
 * The last frame whose time is not after `ns`, by binary search.
 *
 * @param timesNs (T,) not decreasing
 * @returns an index, or -1 when every frame is later or there is none
 */
export function frameAt(timesNs: Float64Array, ns: number): number {
	let low = 0;
	let high = timesNs.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (timesNs[middle] <= ns) low = middle + 1;
		else high = middle;
	}
	return low - 1;
}
