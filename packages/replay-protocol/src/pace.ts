import { eventLoopTurn } from "./turn.ts";

/** How far a read is. */
export interface ReadProgress {
	/** Bytes done: of the file (JSON) or of its arrays (NPZ). */
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
