import "./jitless.ts";
import { contentDigest, type ReplayArtifact, readReplay } from "@hindcast/replay-protocol";
import { createHostApi } from "../api/host-api.ts";
import { judgingContext } from "./judging-context.ts";
import { serveWorker, type WorkerScope } from "./protocol.ts";
import type { ReplayOperations } from "./replay-operations.ts";

const api = createHostApi((...request) => fetch(...request));

serveWorker<ReplayOperations>(self as unknown as WorkerScope, {
	async read({ source, accepted }, { signal, report: tell }) {
		const byteLength = source instanceof Blob ? source.size : source.byteLength;
		tell({ stage: "loading", byteLength, part: null });
		const bytes = source instanceof Blob ? await source.arrayBuffer() : source;
		tell({ stage: "checking", byteLength, part: 0 });
		const { artifact, report, encoding } = await readReplay(bytes, {
			...(accepted
				? { scope: "content" }
				: { context: (metadata) => judgingContext({ api, signal }, metadata) }),
			signal,
			onProgress: ({ bytesDone, bytesTotal }) =>
				tell({ stage: "checking", byteLength, part: bytesTotal === 0 ? null : bytesDone / bytesTotal }),
		});
		const digest = artifact === undefined ? null : await contentDigest(artifact);
		return {
			result: { artifact: artifact ?? null, report, contentDigest: digest, encoding, byteLength },
			transfer: artifact === undefined ? [] : buffersOf(artifact),
		};
	},
});

function buffersOf(artifact: ReplayArtifact): Transferable[] {
	const buffers = new Set<ArrayBuffer>();
	for (const array of Object.values(artifact.arrays)) {
		if (array === undefined || array.dtype === "string") continue;
		if (array.data.buffer instanceof ArrayBuffer) buffers.add(array.data.buffer);
	}
	return [...buffers];
}
