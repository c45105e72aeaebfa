import { Inflate } from "fflate";
import { type InflateJob, outputOf, refuseStream, refuseTail, sliceLength } from "./inflate-job.ts";

/** Inflates with fflate: in slices, so that a lying entry stops early, and with its own check of the stream's end. */
export function inflateFflate(job: InflateJob): Uint8Array<ArrayBuffer> {
	const { input } = job;
	const output = outputOf(job);
	const stream = new Inflate(output.put);
	const last = input.length - 1;
	const sliceBytes = sliceLength(input.length);
	if (last < 0) refuseStream();
	try {
		for (let start = 0; start < last; start += sliceBytes) {
			stream.push(input.subarray(start, Math.min(start + sliceBytes, last)));
		}
		if (hasEnded(stream)) refuseTail();
		stream.push(input.subarray(last), true);
	} catch (error) {
		refuseStream(error);
	}
	return output.whole();
}

/**
 * Whether the stream has reached its end, which fflate does not tell.
 *
 * An ended stream ignores what follows, and its absence. Any other misses something, unless it stands on a byte
 * boundary; and then it cannot finish, without output, on both an all-zero and an all-one byte: the code that ends
 * a block would have to be both.
 */
function hasEnded(stream: Inflate): boolean {
	return [[], [0x00], [0xff]].every((bytes) => ignores(stream, Uint8Array.from(bytes)));
}

function ignores(stream: Inflate, bytes: Uint8Array): boolean {
	let length = 0;
	const { ondata: _, ...state } = stream;
	const fork = Object.assign(new Inflate(), structuredClone(state));
	fork.ondata = (chunk) => {
		length += chunk.length;
	};
	try {
		fork.push(bytes, true);
	} catch {
		return false;
	}
	return length === 0;
}
