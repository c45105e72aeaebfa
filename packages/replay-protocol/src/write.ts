import { arraysOf } from "./arguments.ts";
import type { ReplayArtifact } from "./artifact.ts";
import { ReplayError } from "./errors.ts";
import { DocumentFault } from "./json/json-document.ts";
import { writeJson } from "./json/write-json.ts";
import { judgeCarriage } from "./judge/judge-values.ts";
import { judgeStructure } from "./judge/structure.ts";
import { replayLimits } from "./limits.ts";
import type { ReplayMetadata } from "./metadata.ts";
import { writeMsgpack } from "./msgpack/write-msgpack.ts";
import { writeNpz } from "./npz/write-npz.ts";
import { checkKeys, type Kind } from "./options.ts";
import { plainDocument } from "./plain-document.ts";
import { createFindings } from "./report/findings.ts";
import { kindOf } from "./text.ts";

/** How a replay is written as bytes. */
export type ReplayEncoding = "json" | "npz" | "msgpack";

/**
 * Writes a replay; equal metadata, values and element types give equal bytes, and reading them gives the same replay.
 *
 * NaN is written in one form and -0 as 0, in metadata too. What is said is not judged, only whether a file can say it.
 *
 * @throws ReplayError `artifact-unsound` for metadata that is no plain JSON, arrays whose types or shapes the reader would
 *   refuse, infinities and text that is not well-formed; `encoding-unknown`
 * @throws TypeError where the artifact's arrays are no plain object, the options no object, or an option is unknown
 */
export function writeReplay(
	artifact: ReplayArtifact,
	options: { readonly encoding: ReplayEncoding },
): Uint8Array<ArrayBuffer> {
	const encode = encoderOf(options);
	arraysOf(artifact);
	const { metadata, arrays } = artifact;
	const carried = { metadata: plainMetadata(metadata), arrays };
	const findings = createFindings();
	const { sound } = judgeStructure({ ...arrays }, new Set(), findings, replayLimits);
	judgeCarriage(sound, replayLimits, findings);
	const fault = findings.report().diagnostics.find(({ severity }) => severity === "blocking");
	if (fault !== undefined) throw new ReplayError("artifact-unsound", `${fault.path}: ${fault.message}`);
	return encode(carried);
}

/** Which encodings there are, `encoding-unknown` tells. */
const anything: Kind = { words: "an encoding", fits: () => true };

function encoderOf(options: unknown): typeof writeJson {
	if (typeof options !== "object" || options === null) {
		throw new TypeError(`options must be { encoding: "json", "npz" or "msgpack" }, got ${kindOf(options)}`);
	}
	checkKeys("options", options, { encoding: anything });
	const { encoding } = options as { readonly encoding?: unknown };
	if (encoding === "json") return writeJson;
	if (encoding === "npz") return writeNpz;
	if (encoding === "msgpack") return writeMsgpack;
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
