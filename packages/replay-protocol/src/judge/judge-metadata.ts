import { issueWords } from "../issue-words.ts";
import { DocumentFault } from "../json/json-document.ts";
import type { ReplayLimits } from "../limits.ts";
import { type ReplayMetadata, replayMetadataSchema } from "../metadata.ts";
import { plainDocument } from "../plain-document.ts";
import { type Findings, pointer } from "../report/findings.ts";

/** The keys of the metadata that have the documented type; a key that was reported is left out. */
export type ReadableMetadata = Partial<ReplayMetadata>;

/** Keys of section "Metadata" that are asked for but without which the arrays can still be read. */
const advisedKeys = [
	"bridge_id",
	"source_label",
	"duration_s",
	"tick_count",
	"joint_count",
	"exported_at",
	"artifact_class",
	"visibility",
] as const;

/**
 * Judges the metadata by itself.
 *
 * @returns the readable part, or null where no rule of the protocol applies, because it is of another
 */
export function judgeMetadata(
	metadata: Readonly<Record<string, unknown>>,
	findings: Findings,
): ReadableMetadata | null {
	const { protocol } = metadata;
	if (typeof protocol === "string" && protocol !== "moonrobo.replay.v1") {
		findings.add("unknown-protocol", { path: "/metadata/protocol", params: { found: protocol } });
		return null;
	}
	const readable: Record<string, unknown> = { ...metadata };
	for (const issue of replayMetadataSchema.safeParse(metadata, issueWords).error?.issues ?? []) {
		const path = issue.path.map(String);
		reportIssue(metadata, path, issue.message, findings);
		delete readable[path[0]];
	}
	for (const key of advisedKeys) if (metadata[key] === undefined) reportMissing(findings, key, "advisory");
	const digest = metadata["model_source_digest"];
	if (digest === undefined || digest === "") {
		findings.add("model-digest-missing", { path: "/metadata/model_source_digest" });
	}
	if (typeof readable["exported_at"] === "string" && !isUtcTime(readable["exported_at"])) {
		const params = { found: readable["exported_at"] };
		findings.add("exported-at-invalid", { path: "/metadata/exported_at", params });
	}
	return readable;
}

/** The metadata as plain data, of which each part was read once; null where that cannot be, which is reported. */
export function plainMetadata(
	given: unknown,
	findings: Findings,
	limits: ReplayLimits,
): Record<string, unknown> | null {
	try {
		return plainDocument(given, limits);
	} catch (error) {
		if (!(error instanceof DocumentFault)) throw error;
		reportMalformed(findings, error.path, error.message);
		return null;
	}
}

/** Reports metadata that cannot be read at all, or one key of it. */
export function reportMalformed(findings: Findings, key: string, reason: string): void {
	const path = key === "" ? "/metadata" : `/metadata${key}`;
	findings.add("malformed-metadata", { path, params: { key: key.slice(1), reason } });
}

function reportIssue(
	metadata: Readonly<Record<string, unknown>>,
	path: readonly string[],
	reason: string,
	findings: Findings,
): void {
	const [key] = path;
	const value = metadata[key];
	const details = { path: pointer("metadata", key), params: { found: value } };
	if (value === undefined) reportMissing(findings, key, "blocking");
	else if (key === "quaternion_order" && typeof value === "string") {
		findings.add("unsupported-quaternion-order", details);
	} else if (key === "artifact_class" && typeof value === "string") {
		findings.add("artifact-class-invalid", details);
	} else {
		reportMalformed(findings, pointer(...path), reason);
	}
}

function reportMissing(findings: Findings, key: string, severity: "blocking" | "advisory"): void {
	findings.add("missing-metadata-key", { path: pointer("metadata", key), params: { key }, severity });
}

/** RFC 3339 with a zero offset, and a day that the calendar has. */
function isUtcTime(text: string): boolean {
	const match = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]00:00)$/i.exec(text);
	if (match === null) return false;
	const day = new Date(`${match[1]}T00:00:00Z`);
	return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(match[1]);
}
