/** Observation sessions of the test robot. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TelemetryFrame } from "@hindcast/replay-protocol";
import { readGolden, readGoldenJson } from "@hindcast/tooling/golden";
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
		bridge_id: "ros-kite",
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
		bridge_id: "ros-kite",
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

/** Puts MoonRobo's golden robot, its session of one walk cycle and its note into a store; nothing is kept of them. */
export async function putGoldenSession(
	booksDir: string,
	change: (frame: TelemetryFrame, at: number) => object = (frame) => frame,
): Promise<string> {
	const book = join(booksDir, "noetix-e1-lab-01");
	const golden = (name: string) => readGoldenJson(`moonrobo/${name}.json`);
	const put = async (path: string, content: object | Uint8Array) => {
		await mkdir(dirname(join(book, path)), { recursive: true });
		await writeFile(join(book, path), content instanceof Uint8Array ? content : JSON.stringify(content));
	};
	await put("robot.json", (await golden("noetix-e1/robot")) as object);
	await put("model/robot.urdf", await readGolden("moonrobo/noetix-e1/model/robot.urdf"));
	await put(
		"runs/observations/session-walk-golden.json",
		(await golden("ledger/observation-session")) as object,
	);
	const frames = (await golden("frames/walk-24.telemetry-frames")) as TelemetryFrame[];
	for (const [at, frame] of frames.entries()) {
		await put(`runs/telemetry/session-walk-golden/${frame.frame_id}.json`, change(frame, at));
	}
	await put(
		"runs/annotations/session-walk-golden/annotation-session-walk-golden-0.json",
		(await golden("ledger/replay-annotation")) as object,
	);
	return book;
}
