import { refuse } from "./errors.ts";
import { type InflateBackend, type InflateJob, refuseSize, refuseStream, refuseTail } from "./inflate-job.ts";
import type { NodeZlib } from "./zlib.ts";

/** What zlib gives with `info: true`: the output and the engine, which knows how much input it used. */
interface Inflated {
	readonly buffer: Uint8Array<ArrayBuffer>;
	readonly engine: { readonly bytesWritten: number };
}

/** Inflates with Node's zlib, asynchronously in its thread pool. */
export function zlibBackend(zlib: NodeZlib): InflateBackend {
	return {
		sync(job) {
			let output: unknown;
			try {
				output = zlib.inflateRawSync(job.input, optionsOf(job));
			} catch (error) {
				refuseError(job, error);
			}
			return accept(job, output as Inflated);
		},
		async: (job) =>
			new Promise<unknown>((resolve, reject) => {
				const done = (error: unknown, output: unknown) => (error ? reject(error) : resolve(output));
				zlib.inflateRaw(job.input, optionsOf(job), done);
			}).then(
				(output) => accept(job, output as Inflated),
				(error) => refuseError(job, error),
			),
	};
}

/** Node takes smaller buffers out of a pool, and a shared one could not be transferred to a worker. */
const unpooledBytes = 4096;

/** One output chunk that the declared size cannot fill, so that zlib neither joins chunks nor starts a second one. */
function optionsOf({ size, budget }: InflateJob) {
	const chunkSize = Math.max(size + 1, unpooledBytes);
	budget.allocatedBytes += chunkSize;
	return { chunkSize, maxOutputLength: size || 1, info: true };
}

function accept(job: InflateJob, { buffer, engine }: Inflated): Uint8Array<ArrayBuffer> {
	job.budget.inflatedBytes += buffer.length;
	if (engine.bytesWritten !== job.input.length) refuseTail();
	if (buffer.length !== job.size) refuseSize(job);
	return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);
}

function refuseError(job: InflateJob, error: unknown): never {
	const code = String(error instanceof Error && "code" in error ? error.code : error);
	if (code === "ERR_BUFFER_TOO_LARGE") {
		job.budget.inflatedBytes += job.size + 1;
		refuseSize(job);
	}
	if (/^Z_(BUF|DATA)_ERROR$/.test(code)) refuseStream(error);
	return refuse("backend", "zlib failed", { cause: error });
}
