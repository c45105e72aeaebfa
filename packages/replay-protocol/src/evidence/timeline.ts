import type { SessionReplay } from "../http/sessions.ts";
import type { ObservationSession, TelemetryFrame } from "./ledger.ts";

/**
 * MoonRobo's projection of an observation session: its frames in the order of capture, without their data, and where
 * they are in the book (`runs/observations/<session>.json`, `runs/telemetry/<session>/<frame>.json`).
 *
 * Frames of one time keep the order in which they are given. Counts are what the session says, so that a frame that is
 * missing shows.
 */
export function timelineOf(session: ObservationSession, frames: readonly TelemetryFrame[]): SessionReplay {
	const { session_id, stopped_at_ms, latest_frame_id } = session;
	const projected = inOrderOfCapture(frames).map((frame) => ({
		frame_id: frame.frame_id,
		artifact_path: telemetryPath(session_id, frame.frame_id),
		captured_at_ms: frame.captured_at_ms,
		mode: frame.mode,
		joint_count: frame.joints.length,
		error_count: frame.errors?.length ?? 0,
	}));
	return {
		session_path: `runs/observations/${session_id}.json`,
		frame_paths: projected.map((frame) => frame.artifact_path),
		timeline: {
			session_id,
			robot_id: session.robot_id,
			bridge_id: session.bridge_id,
			status: session.status === "Stopped" ? "stopped" : "active",
			started_at_ms: session.started_at_ms,
			...(stopped_at_ms !== undefined && { stopped_at_ms }),
			telemetry_frame_count: session.telemetry_frame_count,
			...(latest_frame_id !== undefined && { latest_frame_id }),
			frames: projected,
		},
	};
}

/** Where a book keeps a telemetry frame. */
function telemetryPath(sessionId: string, frameId: string): string {
	return `runs/telemetry/${sessionId}/${frameId}.json`;
}

/** Frames by time, exactly; equal times keep their order. */
function inOrderOfCapture(frames: readonly TelemetryFrame[]): TelemetryFrame[] {
	const timed = frames.map((frame) => ({ frame, at: BigInt(frame.captured_at_ms) }));
	timed.sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
	return timed.map(({ frame }) => frame);
}
