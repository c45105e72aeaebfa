import type { ReplayArtifact } from "../artifact.ts";
import type { ValidationReport } from "../report/diagnostic.ts";
import type { DiagnosticCode } from "../report/diagnostic-codes.ts";
import type { ReplayEncoding } from "../write.ts";
import type { SanitizedReplay } from "./sanitize.ts";

/** A public file, and the proof that it is one. */
export interface PublicReplay extends SanitizedReplay {
	/** The file. */
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** What judging the finished bytes as public found; nothing in it blocks. */
	readonly report: ValidationReport<DiagnosticCode>;
}

/**
 * Sanitises a replay, writes it, loads the finished bytes again with the strict reader, and judges them as public.
 *
 * @throws ReplayError `not-publishable` where the finished bytes do not pass; nothing private is in the message
 */
export function writePublicReplay(
	artifact: ReplayArtifact,
	options: { readonly encoding: ReplayEncoding; readonly signal?: AbortSignal },
): Promise<PublicReplay> {
	throw new Error(`not built: ${Object.keys(artifact).length} ${options.encoding}`);
}
