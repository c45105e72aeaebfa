import * as z from "zod";
import { digestSchema, int64StringSchema, safeIdSchema } from "../evidence/identifiers.ts";
import { encodingSchema, visibilitySchema } from "../evidence/receipts.ts";
import { requesterSchema } from "../evidence/requester.ts";
import { artifactClassSchema, replayMetadataSchema } from "../metadata.ts";
import { classificationSchema, replayEnvelopeSchema } from "./common.ts";

const sourceSchema = z.object({
	/** `replay`: exported from another replay of the book, whose id it names. */
	kind: z.enum(["observation-session", "dataset-episode", "import", "retarget", "simulation", "replay"]),
	id: z.string(),
});

/** One replay in the catalog. */
export const replaySummarySchema = z.object({
	replay_id: safeIdSchema,
	label: z.string(),
	robot_id: z.string(),
	bridge_id: z.string().nullable(),
	classification: classificationSchema,
	artifact_class: z.nullable(artifactClassSchema),
	tick_count: z.number().int(),
	joint_count: z.number().int(),
	duration_s: z.number(),
	protocol: z.string(),
	encoding: encodingSchema,
	visibility: visibilitySchema,
	content_digest: digestSchema,
	created_at_ms: int64StringSchema,
	source: sourceSchema,
	annotation_count: z.number().int(),
	validation_status: z.enum(["valid", "valid-with-advisories", "blocked"]),
	blocking_count: z.number().int(),
	advisory_count: z.number().int(),
});

/** One replay in the catalog. */
export type ReplaySummary = z.infer<typeof replaySummarySchema>;

/** `GET /api/moonrobo/replays`, newest first, a page at a time; `replay_count` counts all that pass the filters. */
export const replayListSchema = z.object({
	replay_count: z.number().int(),
	replays: z.array(replaySummarySchema),
	/** Opaque; the next page's `?cursor=`. Absent on the last page. */
	next_cursor: z.string().optional(),
});

/** The stored `manifest.json` of a replay: metadata, arrays, and the digests of its bytes. */
export const replayManifestSchema = z.object({
	manifest_version: z.literal(1),
	replay_id: safeIdSchema,
	label: z.string(),
	metadata: replayMetadataSchema,
	arrays: z.array(z.object({ name: z.string(), dtype: z.string(), shape: z.array(z.number().int()) })),
	encoding: encodingSchema,
	payload_path: z.string(),
	byte_count: int64StringSchema,
	file_digest: digestSchema,
	content_digest: digestSchema,
	created_at_ms: int64StringSchema,
	visibility: visibilitySchema,
	source: sourceSchema,
});

/** The stored manifest of a replay. */
export type ReplayManifest = z.infer<typeof replayManifestSchema>;

/** `GET /api/moonrobo/replays/{id}`. */
export const replayDetailSchema = replayEnvelopeSchema.extend({
	manifest: replayManifestSchema,
	receipts: z.array(z.record(z.string(), z.unknown())),
	annotations: z.array(z.record(z.string(), z.unknown())),
	/** Receipts and annotations that could not be read; absent where all could. */
	unreadable: z
		.object({
			/** How many could not be read, or have names that are not answered. */
			count: z.number().int(),
			/** Places of those whose names are safe to answer, relative to the robot's book. */
			paths: z.array(z.string()),
		})
		.optional(),
	/** Route of the stored bytes, with strong ETag and single ranges. */
	payload_route: z.string(),
});

/** `GET /api/moonrobo/replays/{id}`. */
export type ReplayDetail = z.infer<typeof replayDetailSchema>;

/** What an import asks for, beside the bytes: JSON body key set, or base64url JSON in `x-replay-request`. */
export const importRequestSchema = z.object({
	replay_id: z.optional(safeIdSchema),
	label: z.string().min(1).max(128).optional(),
	expected_robot_id: z.string().optional(),
	visibility: visibilitySchema,
	requester: requesterSchema,
	now_ms: int64StringSchema,
});

/** What an import asks for. */
export type ImportRequest = z.infer<typeof importRequestSchema>;

/** Receipt of an import. */
export const importReceiptSchema = z.object({
	import_id: z.string(),
	replay_id: safeIdSchema,
	content_digest: digestSchema,
	byte_count: int64StringSchema,
	encoding: encodingSchema,
	existed: z.boolean(),
	classification: classificationSchema,
	/** Label of the replay that stands under the id. */
	label: z.string(),
	/** For whom the replay that stands under the id is. */
	visibility: visibilitySchema,
});

/** `POST /api/moonrobo/replays/import`. */
export const importResponseSchema = replayEnvelopeSchema.extend({ receipt: importReceiptSchema });

/** `POST /api/moonrobo/replays/import`. */
export type ImportResponse = z.infer<typeof importResponseSchema>;

/**
 * What a validation asks for, beside the bytes of a replay: the JSON body without `artifact`, or base64url JSON in
 * `x-replay-request`.
 */
export const validateRequestSchema = z.strictObject({
	/** A stored replay, instead of an inline one. */
	replay_id: z.optional(safeIdSchema),
	/** For whom the artifact is meant; what it says itself where absent. One that says it is public is judged as that. */
	profile: z.optional(visibilitySchema),
});

/** `POST /api/moonrobo/replays/validate`; `persisted` is always false. */
export const validateResponseSchema = replayEnvelopeSchema.extend({ persisted: z.literal(false) });

/** `POST /api/moonrobo/replays/validate`. */
export type ValidateResponse = z.infer<typeof validateResponseSchema>;
