import type { ReplayArtifact } from "./artifact.ts";
import { ReplayError } from "./errors.ts";
import { createFindings } from "./findings.ts";
import { replayLimits } from "./limits.ts";
import { judgeStructure } from "./structure.ts";
import { writeJson } from "./write-json.ts";
import { writeNpz } from "./write-npz.ts";

/** How a replay is written as bytes. */
export type ReplayEncoding = "json" | "npz";

/**
 * Writes a replay; equal metadata, values and element types give equal bytes, and reading them gives the same replay.
 *
 * NaN is written in one form and -0 as 0. Arrays must be structurally sound; values are not judged.
 *
 * @throws ReplayError `artifact-unsound` for arrays whose types or shapes the reader would refuse, `encoding-unknown`
 */
export function writeReplay(
	artifact: ReplayArtifact,
	{ encoding }: { readonly encoding: ReplayEncoding },
): Uint8Array<ArrayBuffer> {
	const findings = createFindings();
	judgeStructure({ ...artifact.arrays }, new Set(), findings, replayLimits);
	const fault = findings.report().diagnostics.find(({ severity }) => severity === "blocking");
	if (fault !== undefined) throw new ReplayError("artifact-unsound", `${fault.path}: ${fault.message}`);
	if (encoding === "json") return writeJson(artifact);
	if (encoding === "npz") return writeNpz(artifact);
	throw new ReplayError("encoding-unknown", `unknown encoding ${String(encoding)}`);
}
