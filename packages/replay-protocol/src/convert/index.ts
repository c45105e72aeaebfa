/**
 * Converters into `moonrobo.replay.v1`: telemetry frames, LivePingPong recordings, and any NPZ or CSV with a mapping.
 *
 * Nothing is read from disk here, and no clock is asked: sources and times are arguments.
 *
 * ```ts
 * import { convertMapped, type ReplayMapping } from "@hindcast/replay-protocol/convert";
 *
 * const mapping: ReplayMapping = {
 *   mapping: "hindcast.replay-mapping/1",
 *   robot_id: "tern",
 *   time: { source: "stamp", unit: "ms" },
 *   joints: [{ name: "hip", position: { source: "hip", unit: "deg" } }],
 *   mode: { constant: "read-only" },
 * };
 * const { artifact, report } = await convertMapped("stamp,hip\n100,0\n120,90\n", mapping);
 * console.log(report.ok, artifact?.arrays.t.data, artifact?.arrays.qj.data); // true, [0, 0.02], [0, 1.57…]
 * ```
 *
 * @module
 */
export { type ConvertCode, convertCodes } from "./convert-codes.ts";
export { ConvertError, type ConvertErrorCode, type ConvertErrorDetails, isConvertError } from "./errors.ts";
export { convertLivePingPong } from "./live-pingpong/convert-live-pingpong.ts";
export {
	type ConversionManifest,
	type ConversionStep,
	conversionManifest,
	conversionManifestSchema,
	type GeneratedFile,
} from "./manifest.ts";
export { convertMapped } from "./mapped/convert-mapped.ts";
export { type ReplayMapping, replayMappingSchema } from "./mapped/mapping.ts";
export type { ConvertOptions, FillRule } from "./options.ts";
export type { ConvertResult } from "./result.ts";
export { convertTelemetryFrames } from "./telemetry/convert-telemetry-frames.ts";
export type { FrameSource, TelemetryInput } from "./telemetry/read-documents.ts";
