import type { ReplayArtifact } from "./artifact.ts";
import { ReplayError } from "./errors.ts";
import { createFindings } from "./findings.ts";
import { DocumentFault } from "./json-document.ts";
import { judgeCarriage } from "./judge-values.ts";
import { replayLimits } from "./limits.ts";
import type { ReplayMetadata } from "./metadata.ts";
import { plainDocument } from "./plain-document.ts";
import { judgeStructure } from "./structure.ts";
import { writeJson } from "./write-json.ts";
import { writeNpz } from "./write-npz.ts";

/** How a replay is written as bytes. */
export type ReplayEncoding = "json" | "npz";

/**
 * Writes a replay; equal metadata, values and element types give equal bytes, and reading them gives the same replay.
 *
 * NaN is written in one form and -0 as 0, in metadata too. What is said is not judged, only whether a file can say it.
 *
 * @throws ReplayError `artifact-unsound` for metadata that is no plain JSON, arrays whose types or shapes the reader would
 *   refuse, infinities and text that is not well-formed; `encoding-unknown`
 */
export function writeReplay(
	artifact: ReplayArtifact,
	{ encoding }: { readonly encoding: ReplayEncoding },
): Uint8Array<ArrayBuffer> {
	const { metadata, arrays } = artifact;
	const carried = { metadata: plainMetadata(metadata), arrays };
	const findings = createFindings();
	const { sound } = judgeStructure({ ...arrays }, new Set(), findings, replayLimits);
	judgeCarriage(sound, replayLimits, findings);
	const fault = findings.report().diagnostics.find(({ severity }) => severity === "blocking");
	if (fault !== undefined) throw new ReplayError("artifact-unsound", `${fault.path}: ${fault.message}`);
	if (encoding === "json") return writeJson(carried);
	if (encoding === "npz") return writeNpz(carried);
	throw new ReplayError("encoding-unknown", `unknown encoding ${String(encoding)}`);
}

function plainMetadata(metadata: ReplayMetadata): ReplayMetadata {
	try {
		return plainDocument(metadata, replayLimits) as ReplayMetadata;
	} catch (error) {
		if (!(error instanceof DocumentFault)) throw error;
		throw new ReplayError("artifact-unsound", `/metadata${error.path}: ${error.message}`);
	}
}
