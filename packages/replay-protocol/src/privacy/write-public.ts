import type { ReplayArtifact } from "../artifact.ts";
import { ReplayError } from "../errors.ts";
import { checkKeys, kinds } from "../options.ts";
import { readReplay } from "../read.ts";
import type { ValidationReport } from "../report/diagnostic.ts";
import type { DiagnosticCode } from "../report/diagnostic-codes.ts";
import { type ReplayEncoding, writeReplay } from "../write.ts";
import { type SanitizedReplay, sanitizeReplay } from "./sanitize.ts";

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
 * @param options.signal rejects with its reason when aborted
 * @throws ReplayError `not-publishable` where the finished bytes do not pass, naming the codes that block; `artifact-unsound`
 *   and `encoding-unknown` as from `writeReplay`. Nothing private is in a message
 * @throws TypeError where the options are no object, or one is unknown or of another kind
 */
export async function writePublicReplay(
	artifact: ReplayArtifact,
	options: { readonly encoding: ReplayEncoding; readonly signal?: AbortSignal },
): Promise<PublicReplay> {
	checkKeys("options", options, {
		encoding: { words: "an encoding", fits: () => true },
		signal: kinds.signal,
	});
	const { encoding, signal } = options;
	signal?.throwIfAborted();
	const sanitized = sanitizeReplay(artifact);
	const bytes = writeReplay(sanitized.artifact, { encoding });
	const { report } = await readReplay(bytes, { profile: "public", ...(signal && { signal }) });
	if (report.ok) return { ...sanitized, bytes, report };
	const blocking = report.diagnostics.filter(({ severity }) => severity === "blocking");
	const codes = [...new Set(blocking.map(({ code }) => code))].join(", ");
	throw new ReplayError("not-publishable", `the finished file is not public: ${codes}`);
}
