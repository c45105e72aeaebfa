import { z } from "zod";

/** One finding about an artifact's content. `path` is a JSON pointer into the artifact, such as `/arrays/qj`. */
export const diagnosticSchema = z.object({
	code: z.string(),
	severity: z.enum(["blocking", "advisory"]),
	path: z.string(),
	message: z.string(),
	params: z.record(z.string(), z.unknown()),
});

/** One finding about an artifact's content. */
export type Diagnostic = z.infer<typeof diagnosticSchema>;

/** What judging an artifact found; `ok` is true when nothing blocks. */
export interface ValidationReport {
	readonly ok: boolean;
	readonly diagnostics: readonly Diagnostic[];
}
