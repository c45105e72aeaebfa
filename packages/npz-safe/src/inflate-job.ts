import type { Budget } from "./budget.ts";
import { isNpzError, refuse } from "./errors.ts";

/** One raw deflate stream to inflate: exactly `input`, to exactly `size` bytes. */
export interface InflateJob {
	/** The whole stream. */
	readonly input: Uint8Array<ArrayBuffer>;
	/** The declared size. */
	readonly size: number;
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
export function checkReachable(job: InflateJob): void {
	if (job.size > job.input.length * maxExpansion) refuseSize(job);
}

/**
 * A slice of input inflates to at most 1032 times its size before the output is looked at: its length bounds what a
 * lying entry can waste, to 0.5 MiB when it is small and to 16 MiB always.
 */
export function sliceLength(inputBytes: number): number {
	return Math.min(Math.max(512, Math.ceil(inputBytes / 16)), 16 * 1024);
}

/** Takes in a job's output, chunk by chunk, within the declared size. */
export function outputOf(job: InflateJob) {
	const { size, budget } = job;
	const output = budget.allocate(size);
	let length = 0;
	return {
		put(chunk: Uint8Array): void {
			budget.inflatedBytes += chunk.length;
			if (length + chunk.length > size) refuseSize(job);
			output.set(chunk, length);
			length += chunk.length;
		},
		/** All of it; refuses where there is less than declared. */
		whole: (): Uint8Array<ArrayBuffer> => (length === size ? output : refuseSize(job)),
	};
}

/** Refuses a stream whose output is not as long as declared. */
export function refuseSize({ size }: InflateJob): never {
	return refuse("zip-size-mismatch", `does not inflate to the ${size} bytes declared`, { limit: size });
}

/** Refuses a damaged stream; `cause` is what the back end threw, which is thrown on when it is a refusal. */
export function refuseStream(cause?: unknown): never {
	if (isNpzError(cause)) throw cause;
	return refuse("zip-inflate", "bad or unfinished deflate stream", { cause });
}

/** Refuses a stream that ends before its input does. */
export function refuseTail(): never {
	return refuse("zip-inflate", "unused bytes follow the deflate stream");
}
