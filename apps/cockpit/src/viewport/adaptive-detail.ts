/** How much of the picture's finish is drawn. What the picture says (poses, marks, targets) is never reduced. */
export interface Detail {
	/** Pixels as a part of the full picture's, along each side. */
	readonly scale: number;
	readonly shadows: boolean;
}

/** The picture as it stands still. */
export const fullDetail: Detail = { scale: 1, shadows: true };

/** What is given up while the picture moves, step by step: shadows first, for sharp edges tell more. */
const steps: readonly Detail[] = [
	fullDetail,
	{ scale: 1, shadows: false },
	{ scale: 0.7, shadows: false },
	{ scale: 0.5, shadows: false },
];

const SLOW_MS = 50;
const VERY_SLOW_MS = 150;
const FAST_MS = 20;
const SAMPLES = 3;
const FAST_RUN = 90;
const NOT_WATCHED_MS = 2000;

/**
 * Chooses the detail of moving pictures from how long the browser makes one wait for its next frame: below 20 pictures
 * a second it gives up finish, and takes it back after a long run of fast ones.
 */
export class AdaptiveDetail {
	readonly #waits = new Float64Array(SAMPLES);
	#count = 0;
	#fast = 0;
	#step = 0;

	/** Detail for the next moving picture. */
	get moving(): Detail {
		return steps[this.#step];
	}

	/** Notes how long a frame was waited for after it was asked for, ms. */
	waited(ms: number): void {
		if (ms > NOT_WATCHED_MS) return;
		this.#fast = ms < FAST_MS ? this.#fast + 1 : 0;
		if (this.#fast >= FAST_RUN) this.#go(-1);
		this.#waits[this.#count++ % SAMPLES] = ms;
		if (this.#count < SAMPLES) return;
		const middle = this.#middle();
		if (middle > SLOW_MS) this.#go(middle > VERY_SLOW_MS ? 2 : 1);
	}

	#go(by: number): void {
		this.#step = Math.min(Math.max(this.#step + by, 0), steps.length - 1);
		this.#count = 0;
		this.#fast = 0;
	}

	/** The median of three. */
	#middle(): number {
		const a = this.#waits[0];
		const b = this.#waits[1];
		const c = this.#waits[2];
		return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
	}
}
