import type { ConversionLog } from "../conversion-log.ts";
import { createLog } from "../create-log.ts";
import { finish } from "../finish.ts";
import { fileDigest } from "../input-bytes.ts";
import type { ConversionManifest } from "../manifest.ts";
import { type ConvertOptions, checkOptions } from "../options.ts";
import type { ConvertResult } from "../result.ts";
import { draftFrames } from "./draft-frames.ts";
import { FrameTable, type PackedFrame } from "./frame-table.ts";
import { bytesOf, readDocuments, type TelemetryInput } from "./read-documents.ts";
import { readFrame } from "./read-frame.ts";

/**
 * Converts telemetry frames of a RoboBook, or snapshots of a motor SDK (these need `robotId` and `jointNames`).
 *
 * Frames are sorted by `captured_at_ms`, exact copies dropped, joints matched by name and never by index; gaps stay
 * gaps. Times are exact: `(captured_at_ms - first) / 1000`. Everything that was done is in the manifest.
 *
 * Memory: one frame's document at a time, and the arrays of the replay about twice.
 *
 * @param input one JSON array of frames as bytes or text, or frames one by one, parsed or as JSON
 * @throws ConvertError `json-malformed`, `frame-malformed`, `limit-exceeded`, `option-missing`, `option-invalid`; the
 *   signal's reason when aborted; TypeError for arguments of another kind
 */
export async function convertTelemetryFrames(
	input: TelemetryInput,
	options: ConvertOptions = {},
): Promise<ConvertResult> {
	checkOptions(options);
	options.signal?.throwIfAborted();
	const log = createLog(options);
	const table = new FrameTable(log);
	for await (const document of readDocuments(input, options)) {
		table.add(readFrame(document, table.taken, options));
	}
	reportMixed(table.frames, options, log);
	const draft = draftFrames(table, sourceOf(input, table), { log, options });
	return finish(draft, log, options);
}

function sourceOf(input: TelemetryInput, { taken }: FrameTable): ConversionManifest["source"] {
	const source = { kind: "telemetry-frames" as const, frame_count: taken };
	const bytes = bytesOf(input);
	if (bytes === null) return source;
	return { ...source, sha256: fileDigest(bytes) };
}

/** One recording is of one robot and one bridge: those of the options, or else of the first frame. */
function reportMixed(
	frames: readonly PackedFrame[],
	{ robotId, bridgeId }: ConvertOptions,
	log: ConversionLog,
): void {
	const keys = [
		{ key: "robot_id", of: (frame: PackedFrame) => frame.robotId, wanted: robotId },
		{ key: "bridge_id", of: (frame: PackedFrame) => frame.bridgeId ?? "", wanted: bridgeId },
	];
	for (const { key, of, wanted } of keys) {
		const counts = new Map<string, number>();
		for (const frame of frames) counts.set(of(frame), (counts.get(of(frame)) ?? 0) + 1);
		const [first = ""] = counts.keys();
		const expected = wanted ?? first;
		for (const [found, count] of counts) {
			if (found === expected) continue;
			log.find("frames-mixed", { path: `/metadata/${key}`, params: { key, expected, found, frames: count } });
		}
	}
}
