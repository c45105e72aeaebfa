import type { InputType } from "node:zlib";
import { refuse } from "./errors.ts";
import { type InflateJob, refuseSize, refuseStream } from "./inflate.ts";
import { nodeZlib } from "./zlib.ts";

/** What zlib gives with `info: true`: the output and the engine, which knows how much input it used. */
interface Inflated {
	readonly buffer: Uint8Array<ArrayBuffer>;
	readonly engine: { readonly bytesWritten: number };
}

/** Inflates with Node's zlib. */
export function inflateZlibSync(job: InflateJob): Uint8Array<ArrayBuffer> {
	const run = nodeZlib?.inflateRawSync as ((input: InputType, options: object) => unknown) | undefined;
	if (!run) return refuse("backend", "no zlib in this runtime", { entry: job.entry });
	let result: Inflated;
	try {
		result = run(job.input, optionsOf(job)) as Inflated;
	} catch (error) {
		return refuseError(job, error);
	}
	return accept(job, result);
}

/** Inflates with Node's zlib in its thread pool. */
export async function inflateZlib(job: InflateJob): Promise<Uint8Array<ArrayBuffer>> {
	const result = await new Promise<Inflated>((resolve, reject) => {
		if (!nodeZlib) return reject(refuse("backend", "no zlib in this runtime", { entry: job.entry }));
		nodeZlib.inflateRaw(job.input, optionsOf(job), (error, output: unknown) =>
			error ? reject(error) : resolve(output as Inflated),
		);
	}).catch((error) => refuseError(job, error));
	return accept(job, result);
}

const minChunkBytes = 64;

/** One output chunk that the declared size cannot fill, so that zlib neither joins chunks nor starts a second one. */
function optionsOf({ size, budget }: InflateJob) {
	const chunkSize = Math.max(size + 1, minChunkBytes);
	budget.allocatedBytes += chunkSize;
	return { chunkSize, maxOutputLength: Math.max(size, 1), info: true };
}

function accept(job: InflateJob, { buffer, engine }: Inflated): Uint8Array<ArrayBuffer> {
	job.budget.inflatedBytes += buffer.length;
	if (engine.bytesWritten !== job.input.length) refuseStream(job, "unused bytes follow the deflate stream");
	if (buffer.length !== job.size) refuseSize(job);
	const owned = buffer.buffer.byteLength <= Math.max(job.size + 1, minChunkBytes);
	return owned ? new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length) : job.budget.copy(buffer);
}

function refuseError(job: InflateJob, error: unknown): never {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	if (code === "ERR_BUFFER_TOO_LARGE") {
		job.budget.inflatedBytes += job.size + 1;
		return refuseSize(job);
	}
	if (code === "Z_BUF_ERROR") return refuseStream(job, "deflate stream is unfinished", error);
	if (code === "Z_DATA_ERROR") return refuseStream(job, "bad deflate stream", error);
	return refuse("backend", "zlib failed", { entry: job.entry, cause: error });
}
