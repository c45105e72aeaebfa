import type { Budget } from "./budget.ts";
import { refuse } from "./errors.ts";

/** One raw deflate stream to inflate: exactly `input`, to exactly `size` bytes. */
export interface InflateJob {
	/** The whole stream. */
	readonly input: Uint8Array<ArrayBuffer>;
	/** The declared size. */
	readonly size: number;
	/** Name of the entry, for refusals. */
	readonly entry: string;
	/** Where the work is counted. */
	readonly budget: Budget;
	/** Looked at between chunks, where there are any. */
	readonly signal?: AbortSignal | undefined;
}

/**
 * Inflates a job within its declared size.
 *
 * Refuses with `zip-inflate` when the stream is bad, unfinished, or ends before its input does, and with
 * `zip-size-mismatch` when it gives more or fewer bytes; work stops at the first byte too many.
 */
type Inflate = (job: InflateJob) => Uint8Array<ArrayBuffer>;

/** {@link Inflate}, off the calling thread where the runtime can. */
type InflateAsync = (job: InflateJob) => Promise<Uint8Array<ArrayBuffer>>;

/** A way to inflate. */
export interface InflateBackend {
	/** On the calling thread. */
	readonly sync: Inflate;
	/** Elsewhere where possible. */
	readonly async: InflateAsync;
}

/** Deflate cannot expand more: 258 bytes from two bits. */
const maxExpansion = 1032;

/** Refuses a declared size that no stream of this length can reach, before it is allocated. */
export function checkReachable({ input, size, entry }: InflateJob): void {
	if (size > input.length * maxExpansion) refuseSize({ entry, size });
}

/**
 * A slice of input inflates to at most 1032 times its size before the output is looked at: its length bounds what a
 * lying entry can waste, to 0.5 MiB when it is small and to 16 MiB always.
 */
export function sliceLength(inputBytes: number): number {
	return Math.min(Math.max(512, Math.ceil(inputBytes / 16)), 16 * 1024);
}

/** Refuses a stream whose output is not as long as declared. */
export function refuseSize({ entry, size }: Pick<InflateJob, "entry" | "size">): never {
	return refuse("zip-size-mismatch", `does not inflate to the ${size} bytes declared`, {
		entry,
		limit: size,
	});
}

/** Refuses a damaged stream. */
export function refuseStream({ entry }: Pick<InflateJob, "entry">, what: string, cause?: unknown): never {
	return refuse("zip-inflate", what, { entry, cause });
}
