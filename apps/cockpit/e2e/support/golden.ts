import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const folder = resolve(root, process.env["HINDCAST_GOLDEN"] ?? "golden");

/** The RoboBook of the golden robot; null where there is no golden data. */
export const goldenBook = existed(join(folder, "moonrobo/noetix-e1"));

/** Telemetry frames of that robot; null where there is no golden data. */
export function goldenFrames(): readonly TelemetryFrame[] | null {
	const path = existed(join(folder, "moonrobo/frames/walk-24.telemetry-frames.json"));
	return path === null ? null : JSON.parse(readFileSync(path, "utf8"));
}

/** What a test takes of a telemetry frame. */
export interface TelemetryFrame {
	readonly frame_id: string;
	readonly robot_id: string;
	readonly captured_at_ms: string;
	readonly mode: string;
	readonly joints: readonly { readonly name: string; readonly position: number; readonly velocity: number }[];
}

function existed(path: string): string | null {
	return existsSync(path) ? path : null;
}
