import * as z from "zod/mini";

/** One finding about an artifact's content. `path` is a JSON pointer into the artifact, such as `/arrays/qj`. */
export const diagnosticSchema = z.object({
	/** A key of `diagnosticCodes`; text, so that a newer producer's report still reads. */
	code: z.string(),
	severity: z.enum(["blocking", "advisory"]),
	path: z.string(),
	message: z.string(),
	/** Values named by the code's definition; `suppressed` counts further hits that were not listed. */
	params: z.record(z.string(), z.unknown()),
});

/** One finding about an artifact's content; its code is any text on the wire, a known one in a report made here. */
export type Diagnostic<Code extends string = string> = z.infer<typeof diagnosticSchema> & {
	readonly code: Code;
};

/** A validation report: `ok` is true when nothing blocks. */
export const validationReportSchema = z.object({
	ok: z.boolean(),
	diagnostics: z.array(diagnosticSchema),
});

/** What judging an artifact found; `ok` is true when nothing blocks. */
export interface ValidationReport<Code extends string = string> {
	/** Whether nothing blocks. */
	readonly ok: boolean;
	/** The findings, in order of discovery. */
	readonly diagnostics: readonly Diagnostic<Code>[];
}
