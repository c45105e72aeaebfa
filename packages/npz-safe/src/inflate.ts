import { inflateFflate } from "./inflate-fflate.ts";
import type { InflateBackend } from "./inflate-job.ts";
import { inflateStream, streamsRefuseTrailingInput } from "./inflate-stream.ts";
import { zlibBackend } from "./inflate-zlib.ts";
import { nodeZlib } from "./zlib.ts";

const fflate: InflateBackend = { sync: inflateFflate, async: async (job) => inflateFflate(job) };

/** The fastest back end for synchronous reads. */
export function syncBackend(): InflateBackend {
	return nodeZlib ? zlibBackend(nodeZlib) : fflate;
}

/** The fastest back end for asynchronous reads that refuses trailing input. */
export async function asyncBackend(): Promise<InflateBackend> {
	if (nodeZlib || !(await streamsRefuseTrailingInput())) return syncBackend();
	return { ...fflate, async: inflateStream };
}
