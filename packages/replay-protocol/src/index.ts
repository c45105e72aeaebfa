/**
 * `moonrobo.replay.v1`: read, judge, write and identify robot replays.
 *
 * ```js
 * import { readReplay } from "@hindcast/replay-protocol";
 *
 * const { artifact, report } = await readReplay(new TextEncoder().encode("{}"));
 * console.log(report.ok, report.diagnostics[0].code, artifact);
 * ```
 *
 * @module
 */
export type {
	BoolArray,
	FloatArray,
	IntegerArray,
	ReplayArray,
	ReplayArrays,
	ReplayArtifact,
	ReplayDtype,
	ReplayFields,
	StringArray,
} from "./artifact.ts";
export { createReplay, type NewReplay, type ReplayBasics } from "./create.ts";
export { contentDigest, jointOrderDigest } from "./digest.ts";
export { isReplayError, ReplayError, type ReplayErrorCode } from "./errors.ts";
export { bridgeStatuses, limitStates, verificationStates } from "./fields.ts";
export { type ReplayLimits, replayLimits } from "./limits.ts";
export {
	artifactClassSchema,
	jointTypeSchema,
	type ReplayMetadata,
	replayMetadataSchema,
} from "./metadata.ts";
export { type NormalReplay, normalizeReplay } from "./normalize.ts";
export type { ReadProgress } from "./pace.ts";
export { type ReadOptions, type ReadResult, readReplay } from "./read.ts";
export {
	type Diagnostic,
	diagnosticSchema,
	type ValidationReport,
	validationReportSchema,
} from "./report/diagnostic.ts";
export {
	type DiagnosticCode,
	type DiagnosticDefinition,
	diagnosticCodes,
} from "./report/diagnostic-codes.ts";
export { toWireReport } from "./report/wire-report.ts";
export type { Hasher } from "./sha256.ts";
export { type ReplayContext, validateReplay } from "./validate.ts";
export { type ReplayEncoding, writeReplay } from "./write.ts";
