/**
 * The documents of Hindcast's HTTP API as zod schemas: one definition for the host, the cockpit and OpenAPI.
 *
 * @module
 */
export {
	type Classification,
	classificationSchema,
	digestSchema,
	type ErrorBody,
	errorBodySchema,
	int64StringSchema,
	replayEnvelopeSchema,
	requesterSchema,
	safeIdSchema,
	type WireReport,
	wireReportSchema,
} from "./common.ts";
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
