import type { ReplayOperations } from "./replay-operations.ts";
import { createWorkerClient, type WorkerClient, type WorkerLike } from "./worker-client.ts";

/** The replay worker's client; the worker itself starts with the first call. */
export function createReplayReader(): WorkerClient<ReplayOperations> {
	return createWorkerClient(
		() =>
			new Worker(new URL("./replay-worker.ts", import.meta.url), {
				type: "module",
				name: "replay",
			}) as unknown as WorkerLike,
	);
}
