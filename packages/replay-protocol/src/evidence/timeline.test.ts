import { goldenAvailable, readGoldenJson } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import { sessionReplaySchema } from "../http/sessions.ts";
import { session, sessionFrames } from "../testing/ledger.ts";
import type { ObservationSession, TelemetryFrame } from "./ledger.ts";
import { timelineOf } from "./timeline.ts";

describe("timelineOf", () => {
	it("is in order of capture, exactly, and stable", () => {
		const [first, second, third] = sessionFrames();
		const at = (frame: TelemetryFrame, captured_at_ms: string) => ({ ...frame, captured_at_ms });
		const frames = [
			at(first, "9007199254740993"),
			at(second, "9007199254740992"),
			at(third, "9007199254740993"),
			at({ ...first, frame_id: "negative" }, "-5"),
		];
		const { timeline, frame_paths } = timelineOf(session(), frames);
		expect(timeline.frames.map((frame) => frame.frame_id)).toEqual(["negative", "f-1", "f-0", "f-2"]);
		expect(frame_paths[0]).toBe("runs/telemetry/session-1/negative.json");
	});

	it("counts joints and errors, and leaves out what an active session has not", () => {
		const [frame] = sessionFrames();
		const { stopped_at_ms, latest_frame_id, ...open } = session();
		expect([stopped_at_ms, latest_frame_id]).toEqual(["1782000000060", "f-3"]);
		const active = { ...open, status: "Active" } as ObservationSession;
		const { errors, ...quiet } = frame;
		expect(errors).toEqual([]);
		const replay = timelineOf(active, [{ ...quiet, errors: ["a", "b"] }, quiet]);
		expect(sessionReplaySchema.parse(replay)).toEqual(replay);
		expect(replay.timeline).not.toHaveProperty("stopped_at_ms");
		expect(replay.timeline).not.toHaveProperty("latest_frame_id");
		expect(replay.timeline.status).toBe("active");
		expect(replay.timeline.telemetry_frame_count).toBe(4);
		expect(replay.timeline.frames.map((one) => [one.joint_count, one.error_count])).toEqual([
			[1, 2],
			[1, 0],
		]);
	});

	it.skipIf(!goldenAvailable)(
		"is MoonRobo's for the golden session, in whatever order frames come",
		async () => {
			const golden = (name: string) => readGoldenJson(`moonrobo/${name}.json`);
			const source = (await golden("ledger/observation-session")) as ObservationSession;
			const frames = (await golden("frames/walk-24.telemetry-frames")) as TelemetryFrame[];
			const expected = await golden("ledger/replay-timeline.response");
			expect(timelineOf(source, frames)).toEqual(expected);
			expect(timelineOf(source, frames.toReversed())).toEqual(expected);
		},
	);
});
