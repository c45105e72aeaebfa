import type { ReplayArtifact } from "./artifact.ts";
import { copyArtifact } from "./artifact-copy.ts";
import { checkContext, type ReplayContext } from "./context.ts";
import { judgeDeclarations } from "./judge/declarations.ts";
import { judgeContext } from "./judge/judge-context.ts";
import { judgeMetadata, plainMetadata } from "./judge/judge-metadata.ts";
import { judgeValues } from "./judge/judge-values.ts";
import { judgeStructure } from "./judge/structure.ts";
import { type ReplayLimits, replayLimits } from "./limits.ts";
import { judgePrivacy } from "./privacy/judge-privacy.ts";
import type { ValidationReport } from "./report/diagnostic.ts";
import type { DiagnosticCode } from "./report/diagnostic-codes.ts";
import { createFindings, type Findings } from "./report/findings.ts";

const defaultFreshnessMs = 250;

/**
 * Judges a replay in memory by the rules of `moonrobo.replay.v1`: structure, values and declarations.
 *
 * Never throws for content: an artifact that is not even shaped like one, or throws itself when it is read, gives a
 * blocking report.
 *
 * @param context what to judge against, the second argument itself: `validateReplay(artifact, { robot })`
 * @throws TypeError for a context with an unknown key or a value of another kind, so that a slip never means "not judged"
 */
export function validateReplay(
	artifact: ReplayArtifact,
	context: ReplayContext = {},
): ValidationReport<DiagnosticCode> {
	requireContext(context);
	try {
		return reportOf({ ...artifact, refused: new Set() }, context);
	} catch {
		// Something in the artifact threw when it was read; nothing in its copy does.
		return reportOf(copyArtifact(artifact), context);
	}
}

function reportOf(candidate: Candidate, context: ReplayContext): ValidationReport<DiagnosticCode> {
	const findings = createFindings();
	judgeReplay(candidate, findings, { context, limits: replayLimits, scope: "all" });
	return findings.report();
}

function requireContext(context: ReplayContext): void {
	if (typeof context === "object" && context !== null && "context" in context) {
		throw new TypeError(
			"unknown context.context: the context is validateReplay's second argument itself, validateReplay(artifact, { robot })",
		);
	}
	checkContext(context);
}

/** Metadata and arrays as a reader left them. */
export interface Candidate {
	readonly metadata: unknown;
	readonly arrays: unknown;
	/** Arrays that the reader refused and reported. */
	readonly refused: ReadonlySet<string>;
	/** What the file holds besides; absent for a replay in memory. */
	readonly container?: ContainerContent;
}

/** What a file holds outside metadata and arrays; only judged, never kept. */
export interface ContainerContent {
	/** Texts of the container, such as member names and comments, each with the place that a finding names. */
	readonly texts: readonly { readonly path: string; readonly text: string }[];
	/** Places of content that the protocol does not know: ignored members, unknown keys, extra fields, hidden bytes. */
	readonly foreign: readonly string[];
}

/** What is judged: everything, or only what the replay's own bytes decide. */
export type JudgedScope = "all" | "content";

/** How to judge. */
interface Judging {
	readonly context: ReplayContext;
	readonly limits: ReplayLimits;
	readonly scope: JudgedScope;
}

/** Judges metadata and arrays, whatever they are, and adds what it finds. */
export function judgeReplay(
	candidate: Candidate,
	findings: Findings,
	{ context, limits, scope }: Judging,
): void {
	const { metadata, arrays, refused } = candidate;
	const plain = plainMetadata(metadata, findings, limits);
	const readable = plain && judgeMetadata(plain, findings);
	const foreign = readable === null && typeof metadata === "object" && metadata !== null;
	if (foreign) return;
	const given = typeof arrays === "object" && arrays !== null ? (arrays as Record<string, unknown>) : {};
	const structure = judgeStructure(given, refused, findings, limits);
	const rules = { metadata: readable ?? {}, limits, freshnessSeconds: freshnessOf(context) / 1000 };
	judgeValues(structure.sound, rules, findings);
	// A digest of refused or unsound arrays would only repeat what was reported.
	judgeDeclarations(rules.metadata, structure, findings, !findings.blocked);
	if (scope === "content") return;
	judgeContext({ metadata: rules.metadata, structure }, context, findings);
	judgePrivacy({ ...candidate, metadata: plain }, context, findings);
}

/** The profile's freshness limit, ms; the default where it has none that is a time. */
function freshnessOf({ robot }: ReplayContext): number {
	const declared = robot?.limits?.telemetry_freshness_ms;
	return typeof declared === "number" && declared >= 0 ? declared : defaultFreshnessMs;
}
