import type { ConvertOptions } from "../options.ts";
import type { ConvertResult } from "../result.ts";

/** A frame: its document as parsed, or its JSON. */
export type FrameSource = object | string | Uint8Array;

/** Telemetry frames: one JSON array of them as bytes or text, or frames one by one. */
export type TelemetryInput =
	| Uint8Array
	| ArrayBuffer
	| string
	| Iterable<FrameSource>
	| AsyncIterable<FrameSource>;

/** Converts telemetry frames of a RoboBook. */
export async function convertTelemetryFrames(
	input: TelemetryInput,
	options: ConvertOptions = {},
): Promise<ConvertResult> {
	throw new Error(`not built: ${typeof input} ${Object.keys(options).length}`);
}
