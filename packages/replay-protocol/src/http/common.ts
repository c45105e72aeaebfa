import * as z from "zod";
import { diagnosticSchema } from "../report/diagnostic.ts";

/** 64-bit integer as a decimal string: every `*_at_ms` and `byte_count` on the wire. */
export const int64StringSchema = z
	.string()
	.regex(/^-?(0|[1-9][0-9]{0,18})$/)
	.refine(isInt64);

/** Runs also on texts that are no number: zod goes on after a failed pattern. */
function isInt64(text: string): boolean {
	return /^-?\d{1,19}$/.test(text) && BigInt(text) === BigInt.asIntN(64, BigInt(text));
}

/** An id that may become a file name. */
export const safeIdSchema = z
	.string()
	.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/)
	.refine((id) => !id.includes(".."));

/** `sha256:` and 64 lowercase hex digits. */
export const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);

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

/** Who asks for a write. */
export const requesterSchema = z.object({ kind: z.string().min(1).max(64), id: z.string().min(1).max(128) });

/** Keys that every replay answer carries. */
export const replayEnvelopeSchema = z.object({
	classification: classificationSchema,
	validation: wireReportSchema,
	evidence_paths: z.array(z.string()),
	persisted: z.boolean(),
	replay_id: safeIdSchema.nullable(),
});

/** The host's flat error body; never holds a file-system path. */
export const errorBodySchema = z.object({
	code: z.string(),
	path: z.string(),
	message: z.string(),
	request_id: z.string(),
	hint: z.string().optional(),
	validation: wireReportSchema.optional(),
	persisted: z.literal(false).optional(),
});

/** The host's flat error body. */
export type ErrorBody = z.infer<typeof errorBodySchema>;
