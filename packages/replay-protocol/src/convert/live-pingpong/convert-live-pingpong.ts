import type { ConvertOptions } from "../options.ts";
import type { ConvertResult } from "../result.ts";

/** Converts an NPZ of `live_pingpong.replay.v1`. Needs `robotId` and `jointNames`: the format has neither. */
export async function convertLivePingPong(
	input: Uint8Array | ArrayBuffer,
	options: ConvertOptions,
): Promise<ConvertResult> {
	throw new Error(`not built: ${input.byteLength} ${Object.keys(options).length}`);
}
