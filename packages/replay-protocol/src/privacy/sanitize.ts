import type { ReplayArtifact } from "../artifact.ts";
import type { PrivacyCode } from "./private-text.ts";

/** Something that was left out or replaced: a JSON pointer into the source, without private text, and the rule. */
export interface Redaction {
	/** Where it was, such as `/metadata/robobook_root`; keys that are private themselves are named by their place only. */
	readonly path: string;
	/** Why. */
	readonly rule: PrivacyCode;
}

/** A public copy of a replay. */
export interface SanitizedReplay {
	/** The copy; it validates as public. */
	readonly artifact: ReplayArtifact;
	/** Everything that differs from the source. */
	readonly redactions: readonly Redaction[];
}

/**
 * Makes a public copy of a replay: metadata reduced to the public list, private texts left out or replaced, `visibility`
 * public, digests of what changed computed again. The source is not changed.
 */
export function sanitizeReplay(artifact: ReplayArtifact): SanitizedReplay {
	throw new Error(`not built: ${Object.keys(artifact).length}`);
}
