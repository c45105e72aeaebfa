import { describe, expect, it } from "vitest";
import { ledger, session, sessionFrames } from "../testing/ledger.ts";
import { episodeOf, type SessionReview } from "./episode.ts";
import {
	type EpisodeIssueCode,
	episodeIssues,
	episodeQualitySchema,
	judgeEpisode,
} from "./episode-quality.ts";
import { type DatasetEpisode, datasetEpisodeSchema } from "./ledger.ts";

const review: SessionReview = {
	review_id: "review-1",
	disposition: "Accepted",
	artifact_paths: ["runs/reviews/review-1.json", "runs/telemetry/session-1/f-0.json", ""],
};
const note = { annotation_id: "annotation-session-1-0", session_id: "session-1" };

function sample(): DatasetEpisode {
	return episodeOf(session(), { frames: sessionFrames(), annotations: [note], review });
}

describe("episodeOf", () => {
	it("is in MoonRobo's shape", () => {
		const episode = sample();
		expect(datasetEpisodeSchema.parse(JSON.parse(JSON.stringify(episode)))).toEqual(episode);
		expect(episode).toMatchObject({
			episode_id: "episode-session-1",
			format_version: 1,
			status: "stopped",
			frame_count: 4,
			review_id: "review-1",
			review_disposition: "accepted",
			replay_path: "/api/replays/session-1",
			annotation_count: 1,
			annotation_ids: ["annotation-session-1-0"],
		});
		expect(episode.artifact_paths).toEqual([
			...[0, 1, 2, 3].map((index) => `runs/telemetry/session-1/f-${index}.json`),
			"runs/reviews/review-1.json",
		]);
	});

	it("says - where there is nothing to say, and takes no other session's notes", () => {
		const { stopped_at_ms, ...open } = session();
		expect(stopped_at_ms).toBeDefined();
		const parts = { frames: [], annotations: [{ ...note, session_id: "session-2" }] };
		const episode = episodeOf({ ...open, status: "Active", receipt_id: "" }, parts);
		expect(episode).toMatchObject({
			status: "active",
			receipt_id: "-",
			review_id: "-",
			review_disposition: "-",
			annotation_ids: [],
			artifact_paths: [],
		});
		expect(episode).not.toHaveProperty("stopped_at_ms");
	});

	it.each([
		["Accepted", "accepted"],
		["accepted", "accepted"],
		["NeedsHumanReview", "needs-human-review"],
		["needs-human-review", "needs-human-review"],
		["Rejected", "needs-human-review"],
		["accepted by nobody", "needs-human-review"],
		["", "needs-human-review"],
		[undefined, "-"],
	])("a review that says %s is %s", (disposition, expected) => {
		const parts = { frames: [], annotations: [], review: { review_id: "r", disposition } };
		expect(episodeOf(session(), parts).review_disposition).toBe(expected);
	});
});

describe("judgeEpisode", () => {
	it("passes a whole episode", () => {
		const quality = judgeEpisode(sample());
		expect(quality).toEqual({
			episode_id: "episode-session-1",
			passed: true,
			issue_count: 0,
			blocker_count: 0,
			warning_count: 0,
			frame_count: 4,
			artifact_count: 5,
			issues: [],
		});
		expect(episodeQualitySchema.parse(quality)).toEqual(quality);
	});

	const [frame] = sample().frames;
	const changes: Readonly<Record<EpisodeIssueCode, readonly Partial<DatasetEpisode>[]>> = {
		"session-not-stopped": [{ status: "active" }, { status: "Stopped" }],
		"frame-count-mismatch": [{ frame_count: 5 }, { frame_count: 3 }],
		"too-few-frames": [{ frames: [], frame_count: 0 }],
		"review-not-accepted": [{ review_disposition: "-" }, { review_disposition: "needs-human-review" }],
		"missing-receipt": [{ receipt_id: "-" }, { receipt_id: "" }],
		"missing-artifacts": [{ artifact_paths: ["one", "two", "three"] }],
		"missing-annotations": [{ annotation_ids: [] }],
		"frame-errors": [{ frames: [frame, frame, frame, { ...frame, error_count: 2 }] }],
	};

	it.each(Object.entries(changes))("%s is found alone", (code, variants) => {
		const { severity } = episodeIssues[code as EpisodeIssueCode];
		for (const change of variants) {
			const { issues, passed, blocker_count, warning_count } = judgeEpisode({ ...sample(), ...change });
			expect(issues.map((issue) => [issue.code, issue.severity])).toEqual([[code, severity]]);
			expect(passed).toBe(severity === "warning");
			expect([blocker_count, warning_count]).toEqual(severity === "blocker" ? [1, 0] : [0, 1]);
		}
	});

	it("asks for as many frames as the caller wants", () => {
		expect(judgeEpisode(sample(), { minFrames: 4 }).passed).toBe(true);
		expect(judgeEpisode(sample(), { minFrames: 5 }).issues.map(({ code }) => code)).toEqual([
			"too-few-frames",
		]);
	});

	it("names twenty frames with errors, and counts the rest", () => {
		const frames = Array.from({ length: 50 }, () => ({ ...frame, error_count: 1 }));
		const { issues, warning_count } = judgeEpisode({ ...sample(), frames, frame_count: 50 });
		const errors = issues.filter(({ code }) => code === "frame-errors");
		expect(errors).toHaveLength(21);
		expect(errors[20].message).toContain("30 more");
		// Five files for fifty frames is the other one.
		expect(warning_count).toBe(22);
	});
});

it("a verified run does not make an episode pass, nor the other way round", () => {
	const { receipt } = ledger();
	const episode = { ...sample(), receipt_id: receipt.receipt_id, review_disposition: "-" as const };
	expect(judgeEpisode(episode).passed).toBe(false);
});
