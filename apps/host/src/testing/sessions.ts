/** Observation sessions of the test robot. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { robotId } from "./replays.ts";

/** A telemetry frame of the test robot, `atMs` after the session's start. */
export function telemetryFrame({ id, atMs }: { readonly id: string; readonly atMs: number }) {
	const joint = (name: string, index: number) => ({
		name,
		index,
		position: atMs / 10_000,
		velocity: 0.1,
		torque: 0,
	});
	return {
		frame_id: id,
		robot_id: robotId,
		bridge_id: "mock-kite",
		captured_at_ms: String(1_782_000_000_000 + atMs),
		mode: "read-only",
		joints: [joint("swing", 0), joint("slide", 1)],
		operator_input: {},
		errors: [],
	};
}

/** An observation session of the test robot. */
export function sessionDocument({ frames }: { readonly frames: number }) {
	return {
		session_id: "session-1",
		robot_id: robotId,
		bridge_id: "mock-kite",
		requested_by: { kind: "operator", id: "local" },
		status: "Stopped",
		started_at_ms: "1782000000000",
		stopped_at_ms: "1782000001000",
		telemetry_frame_count: frames,
		receipt_id: "receipt-observe-1",
		artifact_paths: [],
	};
}

/** Puts a session and its frames, 20 ms apart, into a book. */
export async function putSession(
	book: string,
	options: { readonly frames: number; readonly session?: object; readonly frame?: object },
): Promise<void> {
	const session = { ...sessionDocument(options), ...options.session };
	const put = async (path: string, document: object) => {
		await mkdir(dirname(join(book, path)), { recursive: true });
		await writeFile(join(book, path), JSON.stringify(document));
	};
	await put(`runs/observations/${session.session_id}.json`, session);
	for (let at = 0; at < options.frames; at++) {
		const frame = { ...telemetryFrame({ id: `f-${at}`, atMs: at * 20 }), robot_id: session.robot_id };
		await put(`runs/telemetry/${session.session_id}/f-${at}.json`, { ...frame, ...options.frame });
	}
}
