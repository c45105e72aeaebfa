import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const folder = resolve(root, process.env["HINDCAST_GOLDEN"] ?? "golden");

/** The RoboBook of the golden robot; null where there is no golden data. */
export const goldenBook = existed(join(folder, "moonrobo/noetix-e1"));

/** Telemetry of that robot, a walk of 24 frames, as MoonRobo wrote it; null where there is no golden data. */
export function goldenTelemetry(): string | null {
	const path = existed(join(folder, "moonrobo/frames/walk-24.telemetry-frames.json"));
	return path === null ? null : readFileSync(path, "utf8");
}

/** A document of that robot's golden ledger. */
export function goldenLedger(name: string): Readonly<Record<string, unknown>> {
	return JSON.parse(readFileSync(join(folder, `moonrobo/ledger/${name}.json`), "utf8"));
}

function existed(path: string): string | null {
	return existsSync(path) ? path : null;
}
