import type { ReplayArtifact, ValidationReport } from "@hindcast/replay-protocol";

/** Encodings that the host stores. */
export type ReplayEncoding = "json" | "npz";

/** How far reading has come. */
export interface ReadProgress {
	readonly stage: "loading" | "checking";
	/** Bytes of the file. */
	readonly byteLength: number;
}

/** What reading found; the artifact's buffers move to the page. */
export interface ReadResult {
	/** Null where the bytes could not be read as a replay; the report says why. */
	readonly artifact: ReplayArtifact | null;
	readonly report: ValidationReport;
	/** Identity of the content, equal for every encoding; null without an artifact. */
	readonly contentDigest: string | null;
	readonly encoding: ReplayEncoding;
	readonly byteLength: number;
}

/** Operations of the replay worker. */
export interface ReplayOperations {
	/** Reads a file or bytes that came from it, and judges the content. Nothing is sent anywhere. */
	readonly read: {
		readonly payload: { readonly source: Blob | ArrayBuffer; readonly profile: "public" | "private" };
		readonly progress: ReadProgress;
		readonly result: ReadResult;
	};
}
