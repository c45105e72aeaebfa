import type { ReplayArtifact } from "@hindcast/replay-protocol";
import type { ReplayDetail } from "@hindcast/replay-protocol/http";
import { ApiError } from "../api/api-error.ts";
import type { HostApi } from "../api/host-api.ts";
import type { ReplayOperations } from "../workers/replay-operations.ts";
import type { WorkerClient } from "../workers/worker-client.ts";

/** A stored replay, read and proven to be the one its manifest names. */
export interface LoadedReplay {
	readonly detail: ReplayDetail;
	readonly artifact: ReplayArtifact;
	readonly contentDigest: string;
}

/** How far loading has come. */
export interface LoadProgress {
	readonly step: "record" | "payload" | "checking" | "robot";
	readonly received: number;
	/** Bytes to come in all; null where that is not known. */
	readonly total: number | null;
}

/** What loading works with. */
export interface ReplayLoading {
	readonly api: Pick<HostApi, "readReplay" | "download">;
	readonly reader: WorkerClient<ReplayOperations>;
	readonly signal: AbortSignal;
	readonly onProgress: (progress: LoadProgress) => void;
}

/**
 * Loads a stored replay: its record, its bytes, then the reading in the worker.
 *
 * Rejects with an `ApiError` of code `replay-unreadable` or `content-digest-mismatch` where the bytes are not what the
 * manifest says: nothing of them is shown.
 */
export async function loadReplay(
	id: string,
	{ api, reader, signal, onProgress }: ReplayLoading,
): Promise<LoadedReplay> {
	onProgress({ step: "record", received: 0, total: null });
	const detail = await api.readReplay(id, signal);
	const { content_digest: expected } = detail.manifest;
	const bytes = await api.download(detail.payload_route, {
		signal,
		onProgress: ({ received, total }) => onProgress({ step: "payload", received, total }),
	});
	onProgress({ step: "checking", received: bytes.byteLength, total: bytes.byteLength });
	const source = bytes.buffer;
	const read = await reader.call("read", { source, accepted: true }, { signal, transfer: [source] });
	if (read.artifact === null || read.contentDigest === null)
		throw new ApiError({
			code: "replay-unreadable",
			status: 200,
			message: read.report.diagnostics.map(({ code, path }) => `${code} ${path}`).join(", "),
		});
	if (read.contentDigest !== expected)
		throw new ApiError({
			code: "content-digest-mismatch",
			status: 200,
			message: `${read.contentDigest} ≠ ${expected}`,
		});
	return { detail, artifact: read.artifact, contentDigest: read.contentDigest };
}
