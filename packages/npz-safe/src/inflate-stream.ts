import { Budget } from "./budget.ts";
import { isNpzError, refuse } from "./errors.ts";
import { type InflateJob, refuseSize, refuseStream, sliceLength } from "./inflate-job.ts";

/** Inflates with the runtime's DecompressionStream. */
export async function inflateStream(job: InflateJob): Promise<Uint8Array<ArrayBuffer>> {
	const { readable, writable } = new DecompressionStream("deflate-raw");
	const reader: ReadableStreamDefaultReader<Uint8Array> = readable.getReader();
	const feeding = feed(writable, job.input);
	feeding.catch(() => {}); // also seen by the reader; never an unhandled rejection
	const output = job.budget.allocate(job.size);
	try {
		const length = await collect(reader, output, job);
		await feeding;
		if (length !== job.size) refuseSize(job);
		return output;
	} catch (error) {
		reader.cancel().catch(() => {});
		if (isNpzError(error)) throw error;
		return refuseStream(job, "bad or unfinished deflate stream", error);
	}
}

async function feed(writable: WritableStream<BufferSource>, input: Uint8Array<ArrayBuffer>): Promise<void> {
	const writer = writable.getWriter();
	writer.closed.catch(() => {});
	const sliceBytes = sliceLength(input.length);
	for (let start = 0; start < input.length; start += sliceBytes) {
		await writer.write(input.subarray(start, start + sliceBytes));
	}
	await writer.close();
}

async function collect(
	reader: ReadableStreamDefaultReader<Uint8Array>,
	output: Uint8Array,
	job: InflateJob,
): Promise<number> {
	let length = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return length;
		if (job.signal?.aborted)
			refuse("aborted", "read was cancelled", { entry: job.entry, cause: job.signal.reason });
		job.budget.inflatedBytes += value.length;
		if (length + value.length > job.size) refuseSize(job);
		output.set(value, length);
		length += value.length;
	}
}

let refusesTrailing: Promise<boolean> | undefined;

/**
 * Whether DecompressionStream is here and refuses input after the end of the stream.
 *
 * The Compression standard requires that; some runtimes ignore such input instead, and are then not used.
 */
export function streamsRefuseTrailingInput(): Promise<boolean> {
	refusesTrailing ??= inflateStream({
		input: emptyStreamThenByte,
		size: 0,
		entry: "",
		budget: new Budget(),
	}).then(
		() => false,
		() => typeof DecompressionStream === "function",
	);
	return refusesTrailing;
}

const emptyStreamThenByte = Uint8Array.of(0x03, 0x00, 0x00);
