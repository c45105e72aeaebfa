import type { ReplayArtifact, ReplayEncoding, ValidationReport } from "@hindcast/replay-protocol";

/** How far reading has come. */
export interface ReadProgress {
	readonly stage: "loading" | "checking";
	/** Bytes of the file. */
	readonly byteLength: number;
	/** Part of the stage that is done, 0 to 1; null where that is not known. */
	readonly part: number | null;
}

/** What reading found; the artifact's buffers move to the page. */
export interface ReadResult {
	/** Null where anything blocks; the report says what. */
	readonly artifact: ReplayArtifact | null;
	readonly report: ValidationReport;
	/** Identity of the content, equal for every encoding; null without an artifact. */
	readonly contentDigest: string | null;
	/** Null where the bytes begin like no encoding. */
	readonly encoding: ReplayEncoding | null;
	readonly byteLength: number;
}

/** Operations of the replay worker. */
export interface ReplayOperations {
	/** Reads a file or bytes that came from it, and judges the content. Nothing is sent anywhere. */
	readonly read: {
		readonly payload: {
			readonly source: Blob | ArrayBuffer;
			/** Whether the host accepted the bytes before: then only their content is judged, not what stands around them. */
			readonly accepted: boolean;
		};
		readonly progress: ReadProgress;
		readonly result: ReadResult;
	};
}
