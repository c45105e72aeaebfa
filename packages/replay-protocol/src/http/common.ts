import * as z from "zod";
import { safeIdSchema } from "../evidence/identifiers.ts";
import { diagnosticSchema } from "../report/diagnostic.ts";

/** Evidence class as answered, computed when read, never stored. */
export const classificationSchema = z.enum([
	"recorded",
	"imported",
	"simulated",
	"sandboxed",
	"retargeted",
	"physical-feedback-verified",
]);

/** Evidence class as answered. */
export type Classification = z.infer<typeof classificationSchema>;

/** A validation report as the host sends it. */
export const wireReportSchema = z.object({
	valid: z.boolean(),
	status: z.enum(["valid", "valid-with-advisories", "blocked"]),
	blocking_count: z.number().int(),
	advisory_count: z.number().int(),
	issues: z.array(diagnosticSchema),
});

/** A validation report as the host sends it. */
export type WireReport = z.infer<typeof wireReportSchema>;

/** Keys that every replay answer carries. */
export const replayEnvelopeSchema = z.object({
	classification: classificationSchema,
	validation: wireReportSchema,
	evidence_paths: z.array(z.string()),
	persisted: z.boolean(),
	replay_id: z.nullable(safeIdSchema),
});

/** The host's flat error body; never holds a file-system path. */
export const errorBodySchema = z.object({
	code: z.string(),
	path: z.string(),
	message: z.string(),
	/** One word for why, where there is one: a reason of a proof, or which kind of document is missing. */
	reason: z.string().optional(),
	request_id: z.string(),
	hint: z.string().optional(),
	validation: wireReportSchema.optional(),
	persisted: z.literal(false).optional(),
});

/** The host's flat error body. */
export type ErrorBody = z.infer<typeof errorBodySchema>;
