import { Budget } from "./budget.ts";
import { checkSignal } from "./errors.ts";
import { type InflateJob, outputOf, refuseStream, sliceLength } from "./inflate-job.ts";

/** Inflates with the runtime's DecompressionStream. */
export async function inflateStream(job: InflateJob): Promise<Uint8Array<ArrayBuffer>> {
	const { readable, writable } = new DecompressionStream("deflate-raw");
	const reader: ReadableStreamDefaultReader<Uint8Array> = readable.getReader();
	const feeding = feed(writable, job.input);
	feeding.catch(() => {}); // also seen by the reader; never an unhandled rejection
	const output = outputOf(job);
	try {
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			checkSignal(job.signal);
			output.put(part.value);
		}
		await feeding;
		return output.whole();
	} catch (error) {
		reader.cancel().catch(() => {});
		return refuseStream(error);
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
		budget: new Budget(),
	}).then(
		() => false,
		() => typeof DecompressionStream === "function",
	);
	return refusesTrailing;
}

const emptyStreamThenByte = Uint8Array.of(0x03, 0x00, 0x00);
