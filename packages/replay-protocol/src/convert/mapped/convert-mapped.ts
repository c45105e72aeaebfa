import type { FloatArray, ReplayArray } from "../../artifact.ts";
import type { ConversionLog } from "../conversion-log.ts";
import { createLog } from "../create-log.ts";
import type { Draft } from "../draft.ts";
import { ConvertError } from "../errors.ts";
import { finish } from "../finish.ts";
import { fileDigest, inputBytes } from "../input-bytes.ts";
import { openNpz } from "../npz-source.ts";
import { type ConvertOptions, checkOptions } from "../options.ts";
import type { ConvertResult } from "../result.ts";
import { checkMapping } from "./check-mapping.ts";
import { readCsv } from "./csv-table.ts";
import { mappedArray, mappedFrameIds, mappedMode } from "./mapped-arrays.ts";
import { mappedJoints, mappedTypes } from "./mapped-joints.ts";
import { csvSource, type MappedSource, npzSource } from "./mapped-source.ts";
import { mappedTime } from "./mapped-time.ts";
import type { ReplayMapping } from "./mapping.ts";
import { wantedColumns } from "./wanted-columns.ts";

/** Arrays of a mapping that have a column for each joint, if they have that many. */
const perJointArrays: readonly string[] = ["limit_state", "x_tau"];

/**
 * Converts an NPZ or a CSV table by a mapping document; which of the two it is shows from the bytes.
 *
 * Numbers are strict: a cell that is neither a number nor empty blocks, with its row and column. Times of integers are
 * subtracted as integers. What the mapping does not name is left out, and counted in the manifest.
 *
 * @param input an archive, or a table as UTF-8 bytes or text
 * @throws ConvertError `mapping-invalid`, `csv-malformed`, `npz-refused`, `limit-exceeded`, `option-missing`,
 *   `option-invalid`; the signal's reason when aborted; TypeError for arguments of another kind
 */
export async function convertMapped(
	input: Uint8Array | ArrayBuffer | string,
	mapping: ReplayMapping,
	options: ConvertOptions = {},
): Promise<ConvertResult> {
	checkOptions(options);
	const bytes = typeof input === "string" ? new TextEncoder().encode(input) : inputBytes(input);
	const rules = checkMapping(mapping);
	const robotId = options.robotId ?? rules.robot_id;
	if (robotId === undefined) {
		throw new ConvertError("option-missing", "robotId", {
			reason: "neither the mapping nor the options name the robot",
		});
	}
	options.signal?.throwIfAborted();
	const log = createLog(options);
	const source = await openSource(bytes, rules, { log, options });
	const draft = draftMapped(rules, source, log);
	if (draft === null || log.blocked) return { report: log.report() };
	const bridge = options.bridgeId ?? rules.bridge_id;
	const whole: Draft = {
		...draft,
		source: { kind: source.kind, frame_count: draft.positions.shape[0], sha256: fileDigest(bytes) },
		metadata: {
			robot_id: robotId,
			...(bridge !== undefined && { bridge_id: bridge }),
			source_label: options.sourceLabel ?? rules.source_label ?? source.kind,
		},
	};
	return finish(whole, log, options);
}

async function openSource(
	bytes: Uint8Array,
	mapping: ReplayMapping,
	{ log, options }: { readonly log: ConversionLog; readonly options: ConvertOptions },
): Promise<MappedSource> {
	if (isArchive(bytes)) return npzSource(await openNpz(bytes, options), log);
	const { csv } = mapping;
	const table = await readCsv(bytes, { ...(csv && { csv }), wanted: wantedColumns(mapping) }, options);
	return csvSource(table, log);
}

/** Whether the bytes begin as a ZIP does: with an entry, or with the end of an empty one. */
function isArchive([p, k, a, b]: Uint8Array): boolean {
	return p === 0x50 && k === 0x4b && ((a === 3 && b === 4) || (a === 5 && b === 6));
}

function draftMapped(
	mapping: ReplayMapping,
	source: MappedSource,
	log: ConversionLog,
): Omit<Draft, "source" | "metadata"> | null {
	const time = mappedTime(mapping, source, log);
	if (time === null) return null;
	const { frames, seconds, origin } = time;
	const reading = { source, frames, log };
	const positions = mappedJoints("position", mapping, reading);
	const velocities = mappedJoints("velocity", mapping, reading);
	const torques = mappedJoints("torque", mapping, reading);
	const mode = mappedMode(mapping, reading);
	const frameIds = mappedFrameIds(mapping, reading);
	const arrays = Object.entries(mapping.arrays ?? {}).map(
		([name, array]) => [name, mappedArray(name, array, reading)] as const,
	);
	const declared = arrays.flatMap(([name, array]) => (array === null ? [] : [[name, array] as const]));
	const hasJoints = (name: string, { shape }: ReplayArray) =>
		perJointArrays.includes(name) && shape[1] === mapping.joints.length;
	reportLeftOut(mapping, source, log);
	if (log.blocked || positions === null || mode === null || frameIds === null) return null;
	const types = mappedTypes(mapping);
	return {
		seconds,
		origin,
		frameIds,
		jointNames: mapping.joints.map(({ name }) => name),
		...(types !== undefined && { jointTypes: types }),
		positions,
		perJoint: new Map<string, ReplayArray>([
			["dqj", velocities ?? unmeasured(positions, log)],
			...(torques === null ? [] : [["x_tau", torques] as const]),
			...declared.filter(([name, array]) => hasJoints(name, array)),
		]),
		perFrame: new Map<string, ReplayArray>([
			["mode", mode],
			...declared.filter(([name, array]) => !hasJoints(name, array)),
		]),
		fixed: new Map(),
	};
}

function unmeasured({ shape, data }: FloatArray, log: ConversionLog): FloatArray {
	log.step("filled", { rule: "velocity-not-measured", arrays: ["dqj"] });
	return { dtype: "float64", shape, data: new Float64Array(data.length).fill(Number.NaN) };
}

function reportLeftOut(mapping: ReplayMapping, { names }: MappedSource, log: ConversionLog): void {
	const wanted = wantedColumns(mapping);
	const left = names.filter((name) => !wanted.has(name)).length;
	if (left > 0) log.step("dropped", { rule: "unmapped-left-out", note: `${left} arrays or columns` });
}
