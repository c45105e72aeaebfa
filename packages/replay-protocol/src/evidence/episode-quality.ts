import * as z from "zod/mini";
import type { DatasetEpisode } from "./ledger.ts";

/** What is wrong with an episode, and how much: blockers keep it out of a dataset, warnings do not. */
export const episodeIssues = {
	"session-not-stopped": { severity: "blocker", message: "the session is not stopped" },
	"frame-count-mismatch": { severity: "blocker", message: "the session counts other frames than are there" },
	"too-few-frames": { severity: "blocker", message: "there are fewer frames than asked for" },
	"review-not-accepted": { severity: "blocker", message: "no review accepted the episode" },
	"missing-receipt": { severity: "blocker", message: "the session names no receipt" },
	"missing-artifacts": { severity: "warning", message: "there are fewer files than frames" },
	"missing-annotations": { severity: "warning", message: "nobody wrote a note on the session" },
	"frame-errors": { severity: "warning", message: "a frame tells of errors" },
} as const;

/** A code of {@link episodeIssues}. */
export type EpisodeIssueCode = keyof typeof episodeIssues;

/** Frames with errors that a report names one by one. */
const namedFrames = 20;

/** MoonRobo's quality report of a dataset episode. */
export const episodeQualitySchema = z.object({
	episode_id: z.string(),
	/** Whether there is no blocker. */
	passed: z.boolean(),
	issue_count: z.int(),
	blocker_count: z.int(),
	warning_count: z.int(),
	frame_count: z.int(),
	artifact_count: z.int(),
	issues: z.array(
		z.object({ code: z.string(), severity: z.enum(["blocker", "warning"]), message: z.string() }),
	),
});

/** A quality report of a dataset episode. */
export type EpisodeQuality = z.infer<typeof episodeQualitySchema>;

/**
 * Judges whether an episode may become part of a dataset. It says nothing of what the robot did: that is
 * `proveVerification`'s.
 *
 * Of frames with errors, twenty are named one by one; the last issue counts the rest.
 */
export function judgeEpisode(
	episode: DatasetEpisode,
	{ minFrames = 1 }: { readonly minFrames?: number } = {},
): EpisodeQuality {
	const { frames } = episode;
	const found: Readonly<Record<Exclude<EpisodeIssueCode, "frame-errors">, boolean>> = {
		"session-not-stopped": episode.status !== "stopped",
		"frame-count-mismatch": episode.frame_count !== frames.length,
		"too-few-frames": frames.length < minFrames,
		"review-not-accepted": episode.review_disposition !== "accepted",
		"missing-receipt": episode.receipt_id === "-" || episode.receipt_id === "",
		"missing-artifacts": episode.artifact_paths.length < frames.length,
		"missing-annotations": episode.annotation_ids.length === 0,
	};
	const codes = (Object.keys(found) as (keyof typeof found)[]).filter((code) => found[code]);
	const issues = [
		...codes.map((code) => ({ code, ...episodeIssues[code] })),
		...frameErrors(episode),
	] satisfies EpisodeQuality["issues"];
	const blockers = issues.filter(({ severity }) => severity === "blocker").length;
	return {
		episode_id: episode.episode_id,
		passed: blockers === 0,
		issue_count: issues.length,
		blocker_count: blockers,
		warning_count: issues.length - blockers,
		frame_count: frames.length,
		artifact_count: episode.artifact_paths.length,
		issues,
	};
}

function frameErrors({ frames }: DatasetEpisode): EpisodeQuality["issues"] {
	const faulty = frames.filter((frame) => frame.error_count > 0);
	const { severity } = episodeIssues["frame-errors"];
	const issue = (message: string) => ({ code: "frame-errors", severity, message });
	const named = faulty.slice(0, namedFrames).map((frame) => {
		return issue(`frame ${frame.frame_id} tells of ${frame.error_count} errors`);
	});
	const rest = faulty.length - named.length;
	return rest === 0 ? named : [...named, issue(`${rest} more frames tell of errors`)];
}
