import * as z from "zod";
import { omit } from "zod/mini";
import { digestSchema, int64StringSchema, safeIdSchema } from "../evidence/identifiers.ts";
import { bridgeDispatchSchema, executionSnapshotSchema, runReceiptSchema } from "../evidence/ledger.ts";
import { artifactClassSchema } from "../metadata.ts";
import { replayEnvelopeSchema } from "./common.ts";

/**
 * `GET /api/moonrobo/replays/{id}/evidence`: what stands behind a replay, for summaries and for judging its claims. It
 * holds no path and no private value.
 */
export const evidenceSummarySchema = replayEnvelopeSchema.omit({ evidence_paths: true }).extend({
	summary: z.object({
		robot_id: z.string(),
		bridge_id: z.string().nullable(),
		label: z.string(),
		artifact_class: z.nullable(artifactClassSchema),
		protocol: z.string(),
		content_digest: digestSchema,
		file_digest: digestSchema,
		joint_order_digest: z.string().nullable(),
		model_source_digest: z.string().nullable(),
		duration_s: z.number(),
		tick_count: z.number().int(),
		joint_count: z.number().int(),
		created_at_ms: int64StringSchema,
		source: z.object({ kind: z.string(), id: z.string() }),
		receipt_count: z.number().int(),
		annotation_count: z.number().int(),
		/** Codes of the report, each with how often it is there. */
		findings: z.array(
			z.object({ code: z.string(), severity: z.enum(["blocking", "advisory"]), count: z.number().int() }),
		),
	}),
	/** Runs that the replay is linked to, each proved now or not, with the reason. */
	links: z.array(
		z.object({
			receipt_id: safeIdSchema,
			snapshot_id: safeIdSchema,
			linked_at_ms: int64StringSchema,
			verified: z.boolean(),
			reason: z.string().nullable(),
		}),
	),
	/** Ledger documents that the replay's links resolve to, without paths. */
	receipts: z.array(runReceiptSchema),
	snapshots: z.array(omit(executionSnapshotSchema, { physical_feedback_path: true })),
	dispatches: z.array(bridgeDispatchSchema),
});

/** What stands behind a replay. */
export type EvidenceSummary = z.infer<typeof evidenceSummarySchema>;
