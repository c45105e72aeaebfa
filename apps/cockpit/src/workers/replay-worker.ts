import { contentDigest, type ReplayArtifact, readReplay } from "@hindcast/replay-protocol";
import { z } from "zod";
import { serveWorker, type WorkerScope } from "./protocol.ts";
import type { ReplayEncoding, ReplayOperations } from "./replay-operations.ts";

z.config({ jitless: true });

serveWorker<ReplayOperations>(self as unknown as WorkerScope, {
	async read({ source, profile }, { signal, report }) {
		const byteLength = source instanceof Blob ? source.size : source.byteLength;
		report({ stage: "loading", byteLength });
		const bytes = new Uint8Array(source instanceof Blob ? await source.arrayBuffer() : source);
		signal.throwIfAborted();
		report({ stage: "checking", byteLength });
		const encoding = encodingOf(bytes);
		const { artifact, report: found } = await readReplay(bytes, { profile, signal });
		const digest = artifact === undefined ? null : await contentDigest(artifact);
		return {
			result: { artifact: artifact ?? null, report: found, contentDigest: digest, encoding, byteLength },
			transfer: artifact === undefined ? [] : buffersOf(artifact),
		};
	},
});

/** A ZIP starts with `PK`; anything else is offered to the host as JSON. */
function encodingOf(bytes: Uint8Array): ReplayEncoding {
	return bytes[0] === 0x50 && bytes[1] === 0x4b ? "npz" : "json";
}

function buffersOf(artifact: ReplayArtifact): Transferable[] {
	const buffers = new Set<ArrayBuffer>();
	for (const array of Object.values(artifact.arrays)) {
		if (array === undefined || array.dtype === "string") continue;
		if (array.data.buffer instanceof ArrayBuffer) buffers.add(array.data.buffer);
	}
	return [...buffers];
}
