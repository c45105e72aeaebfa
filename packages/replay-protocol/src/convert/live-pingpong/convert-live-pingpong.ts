import { createLog } from "../create-log.ts";
import { ConvertError } from "../errors.ts";
import { finish } from "../finish.ts";
import { fileDigest, inputBytes } from "../input-bytes.ts";
import { openNpz } from "../npz-source.ts";
import { type ConvertOptions, checkOptions } from "../options.ts";
import type { ConvertResult } from "../result.ts";
import { draftRecording } from "./draft-recording.ts";
import { readSourceMetadata } from "./source-metadata.ts";

/**
 * Converts an NPZ of `live_pingpong.replay.v1`. Needs `robotId` and `jointNames`: the format has neither.
 *
 * Frames and joints are counted in the arrays. Required arrays are `t`, `ball_pos`, `ball_vel`, `base_pos`, `base_quat`
 * and `qj`; nothing is padded. Arrays without a place in a replay become `x_` arrays. Velocities that are 0 everywhere
 * while positions change are the format's fill, and are written as not measured. Of the metadata, only units, counts
 * and the nominal step are taken, never the name of the source file.
 *
 * Format: `docs/replay_protocol.md` of Renforce-Dynamics/LivePingPong.
 *
 * @throws ConvertError `npz-refused`, `limit-exceeded`, `option-missing`, `option-invalid`; the signal's reason when
 *   aborted; TypeError for arguments of another kind
 */
export async function convertLivePingPong(
	input: Uint8Array | ArrayBuffer,
	options: ConvertOptions,
): Promise<ConvertResult> {
	checkOptions(options);
	const bytes = inputBytes(input);
	const { robotId, jointNames, signal } = options;
	if (robotId === undefined || jointNames === undefined) {
		const missing = robotId === undefined ? "robotId" : "jointNames";
		throw new ConvertError("option-missing", missing, { reason: "recordings of this format do not hold it" });
	}
	signal?.throwIfAborted();
	const log = createLog(options);
	const members = await openNpz(bytes, options);
	const metadata = readSourceMetadata(members, log);
	const draft = draftRecording(members, metadata, { log, options: { ...options, robotId, jointNames } });
	if (draft === null) return { report: log.report() };
	const source = {
		kind: "live-pingpong" as const,
		frame_count: draft.positions.shape[0],
		sha256: fileDigest(bytes),
	};
	return finish({ ...draft, source }, log, options);
}
