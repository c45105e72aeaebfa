/**
 * The documents of Hindcast's HTTP API as zod schemas: one definition for the host, the cockpit and OpenAPI.
 *
 * @module
 */
export { digestSchema, int64StringSchema, safeIdSchema } from "../evidence/identifiers.ts";
export { requesterSchema } from "../evidence/requester.ts";
export {
	type AnnotateRequest,
	type AnnotateResponse,
	annotateRequestSchema,
	annotateResponseSchema,
} from "./annotate.ts";
export {
	type Classification,
	classificationSchema,
	type ErrorBody,
	errorBodySchema,
	replayEnvelopeSchema,
	type WireReport,
	wireReportSchema,
} from "./common.ts";
export { type EvidenceSummary, evidenceSummarySchema } from "./evidence.ts";
export {
	type ExportRequest,
	type ExportResponse,
	exportRequestSchema,
	exportResponseSchema,
} from "./export.ts";
export { type FrameWindow, frameWindowSchema } from "./frames.ts";
export { type LinkRequest, type LinkResponse, linkRequestSchema, linkResponseSchema } from "./link.ts";
export {
	type ImportRequest,
	type ImportResponse,
	importReceiptSchema,
	importRequestSchema,
	importResponseSchema,
	type ReplayDetail,
	type ReplayManifest,
	type ReplaySummary,
	replayDetailSchema,
	replayListSchema,
	replayManifestSchema,
	replaySummarySchema,
	type ValidateResponse,
	validateRequestSchema,
	validateResponseSchema,
} from "./replays.ts";
export {
	type RobotAsset,
	type RobotDetail,
	type RobotSummary,
	robotAssetSchema,
	robotDetailSchema,
	robotListSchema,
	robotSummarySchema,
} from "./robots.ts";
export {
	replayTimelineSchema,
	type SessionReplay,
	sessionAnnotationsSchema,
	sessionListSchema,
	sessionReplaySchema,
} from "./sessions.ts";
