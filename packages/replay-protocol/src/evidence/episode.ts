import type { Annotation } from "./annotation.ts";
import type { DatasetEpisode, ObservationSession, TelemetryFrame } from "./ledger.ts";
import { timelineOf } from "./timeline.ts";

/** What a review of a session says, as far as an episode needs it (`runs/reviews/<review>.json`). */
export interface SessionReview {
	/** The review's id. */
	readonly review_id: string;
	/** MoonRobo's word, in either of its spellings: `Accepted` and `NeedsHumanReview`, or in kebab case. */
	readonly disposition?: string | undefined;
	/** Files that the review is about, besides the frames. */
	readonly artifact_paths?: readonly string[];
}

/** What an episode is made from, besides its session. */
export interface EpisodeParts {
	/** The session's telemetry, in any order. */
	readonly frames: readonly TelemetryFrame[];
	/** Notes; those of other sessions are left out. */
	readonly annotations: readonly Pick<Annotation, "annotation_id" | "session_id">[];
	/** The session's review, where there is one. */
	readonly review?: SessionReview;
}

/** Text of an episode where there is nothing to say. */
const missing = "-";

/**
 * The dataset episode of a session: its timeline, its notes and its review, in MoonRobo's shape.
 *
 * `frame_count` is what the session counts, so that `judgeEpisode` sees frames that are missing.
 */
export function episodeOf(session: ObservationSession, parts: EpisodeParts): DatasetEpisode {
	const { session_id, stopped_at_ms } = session;
	const { frames, annotations, review } = parts;
	const { timeline, frame_paths } = timelineOf(session, frames);
	const notes = annotations.filter((note) => note.session_id === session_id);
	return {
		episode_id: `episode-${session_id}`,
		format_version: 1,
		robot_id: session.robot_id,
		bridge_id: session.bridge_id,
		session_id,
		status: timeline.status,
		started_at_ms: session.started_at_ms,
		...(stopped_at_ms !== undefined && { stopped_at_ms }),
		frame_count: session.telemetry_frame_count,
		receipt_id: session.receipt_id || missing,
		review_id: review?.review_id ?? missing,
		review_disposition: dispositionOf(review),
		replay_path: `/api/replays/${session_id}`,
		artifact_paths: [...new Set([...frame_paths, ...(review?.artifact_paths ?? [])])].filter(Boolean),
		annotation_count: notes.length,
		annotation_ids: notes.map((note) => note.annotation_id),
		frames: timeline.frames,
	};
}

/** Only a plain "accepted" is one; any other word of a review asks for a person. */
function dispositionOf(review: SessionReview | undefined): DatasetEpisode["review_disposition"] {
	if (review?.disposition === undefined) return missing;
	return review.disposition.toLowerCase() === "accepted" ? "accepted" : "needs-human-review";
}
