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
export type { ContextJoint, ContextModel, ContextRobot, ReplayContext } from "./context.ts";
export { createReplay, type NewReplay, type ReplayBasics } from "./create.ts";
export { contentDigest, jointOrderDigest } from "./digest.ts";
export { isReplayError, ReplayError, type ReplayErrorCode } from "./errors.ts";
export { type Annotation, annotationSchema } from "./evidence/annotation.ts";
export { type EpisodeParts, episodeOf, type SessionReview } from "./evidence/episode.ts";
export {
	type EpisodeIssueCode,
	type EpisodeQuality,
	episodeIssues,
	episodeQualitySchema,
	judgeEpisode,
} from "./evidence/episode-quality.ts";
export {
	type BridgeDispatch,
	bridgeDispatchSchema,
	type DatasetEpisode,
	datasetEpisodeSchema,
	type ExecutionSnapshot,
	executionSnapshotSchema,
	type ObservationSession,
	observationSessionSchema,
	type RunReceipt,
	runReceiptSchema,
	type TelemetryFrame,
	telemetryFrameSchema,
} from "./evidence/ledger.ts";
export {
	type LinkedEvidence,
	type NotProved,
	type Proof,
	type Proved,
	proveVerification,
} from "./evidence/proof.ts";
export { type ProofReason, proofReasons } from "./evidence/proof-reasons.ts";
export {
	type AnnotateReceipt,
	annotateReceiptSchema,
	type ExportReceipt,
	exportReceiptSchema,
	type ImportReceipt,
	importReceiptSchema,
	type LinkReceipt,
	linkReceiptSchema,
} from "./evidence/receipts.ts";
export { timelineOf } from "./evidence/timeline.ts";
export { bridgeStatuses, limitStates, verificationStates } from "./fields.ts";
export { type ReplayLimits, replayLimits } from "./limits.ts";
export {
	artifactClassSchema,
	jointTypeSchema,
	type PrivateMetadataKey,
	privateMetadataKeys,
	publicMetadataKeys,
	type ReplayMetadata,
	replayMetadataSchema,
} from "./metadata.ts";
export { type NormalReplay, normalizeReplay } from "./normalize.ts";
export type { ReadProgress } from "./pace.ts";
export { type PrivacyCode, privateTextRule } from "./privacy/private-text.ts";
export { type Redaction, type SanitizedReplay, sanitizeReplay } from "./privacy/sanitize.ts";
export { type PublicReplay, writePublicReplay } from "./privacy/write-public.ts";
export { type ReadOptions, type ReadResult, readReplay } from "./read.ts";
export type { DiagnosticDefinition } from "./report/define-code.ts";
export {
	type Diagnostic,
	diagnosticSchema,
	type ValidationReport,
	validationReportSchema,
} from "./report/diagnostic.ts";
export { type DiagnosticCode, diagnosticCodes } from "./report/diagnostic-codes.ts";
export { toWireReport } from "./report/wire-report.ts";
export type { Hasher } from "./sha256.ts";
export { validateReplay } from "./validate.ts";
export { type ReplayEncoding, writeReplay } from "./write.ts";
