import { eventLoopTurn } from "./turn.ts";

/** How far a read is. */
export interface ReadProgress {
	/** Bytes done: of the file (JSON, msgpack) or of its arrays (NPZ). */
	readonly bytesDone: number;
	/** Bytes in all. */
	readonly bytesTotal: number;
}

/** Bytes read between two turns of the event loop. */
const stride = 1024 * 1024;

interface PaceOptions {
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: ReadProgress) => void;
}

/** Keeps a long read abortable and its caller informed. */
export class Pace {
	readonly signal: AbortSignal | undefined;
	/** Tells the caller how far the read is. */
	readonly report: (progress: ReadProgress) => void;
	readonly #total: number;
	#nextTurn = stride;

	constructor(total: number, { signal, onProgress }: PaceOptions) {
		this.#total = total;
		this.signal = signal;
		this.report = ({ bytesDone, bytesTotal }) => onProgress?.({ bytesDone, bytesTotal });
	}

	/** Offset up to which to read before the next {@link turn}. */
	until(position: number): number {
		return Math.min(this.#nextTurn, position + stride);
	}

	/** Tells the progress and lets the event loop run; rejects when the read was aborted. */
	async turn(position: number): Promise<void> {
		this.#nextTurn = position + stride;
		this.report({ bytesDone: position, bytesTotal: this.#total });
		await eventLoopTurn(this.signal);
	}
}

/** A place in bytes that are read forward. */
interface Cursor {
	readonly position: number;
	readonly end: number;
	/** Gives up at the position. */
	fault(): never;
}

/** Something that takes a value in steps. */
export interface Stepper<Scanner extends Cursor> {
	/** Goes on until the value ends or `until` is passed; says whether it ended. */
	run(scanner: Scanner, until: number): boolean;
}

/** Drives a stepper to its end, with turns of the event loop between steps. */
export async function drive<Scanner extends Cursor>(
	stepper: Stepper<Scanner>,
	scanner: Scanner,
	pace: Pace,
): Promise<void> {
	while (!stepper.run(scanner, pace.until(scanner.position))) {
		if (scanner.position >= scanner.end) scanner.fault();
		await pace.turn(scanner.position);
	}
}
