import type { ReplayArray, ReplayArtifact, ReplayEncoding } from "@hindcast/replay-protocol";
import type { StoredManifest } from "./replay-files.ts";

/** What a manifest says besides what the artifact says. */
export interface ManifestFacts {
	readonly replayId: string;
	readonly label: string | undefined;
	readonly encoding: ReplayEncoding;
	readonly payloadPath: string;
	readonly byteLength: number;
	readonly fileDigest: string;
	readonly contentDigest: string;
	readonly createdAtMs: string;
	readonly visibility: "public" | "private";
	readonly source: StoredManifest["source"];
}

const reserved = new Set(["import", "validate", "export", "annotate", "link", "retarget"]);

/** Whether an id is the name of a route beside `replays/{id}`, so that the replay could not be asked for. */
export function isReservedId(replayId: string): boolean {
	return reserved.has(replayId);
}

/** The id of a replay that was imported without one: the same arrays get the same id. */
export function derivedReplayId(contentDigest: string): string {
	return `replay-${contentDigest.slice("sha256:".length, "sha256:".length + 24)}`;
}

/** The manifest of a replay: its metadata as they are, and what was measured here. */
export function buildManifest(artifact: ReplayArtifact, facts: ManifestFacts): StoredManifest {
	const { metadata } = artifact;
	const arrays: Record<string, ReplayArray | undefined> = { ...artifact.arrays };
	const times = artifact.arrays.t.data;
	return {
		manifest_version: 1,
		replay_id: facts.replayId,
		label: facts.label ?? metadata.source_label ?? facts.replayId,
		metadata,
		arrays: Object.entries(arrays).flatMap(([name, array]) =>
			array === undefined ? [] : [{ name, dtype: array.dtype, shape: [...array.shape] }],
		),
		encoding: facts.encoding,
		payload_path: facts.payloadPath,
		byte_count: String(facts.byteLength),
		file_digest: facts.fileDigest,
		content_digest: facts.contentDigest,
		created_at_ms: facts.createdAtMs,
		visibility: facts.visibility,
		source: facts.source,
		duration_s: (times[times.length - 1] ?? 0) - (times[0] ?? 0),
	};
}
