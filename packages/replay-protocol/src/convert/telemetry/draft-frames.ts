import type { FloatArray, ReplayArray } from "../../artifact.ts";
import type { ConversionLog } from "../conversion-log.ts";
import type { Draft } from "../draft.ts";
import { keepFrames } from "../fill-positions.ts";
import type { ConversionManifest } from "../manifest.ts";
import type { ConvertOptions } from "../options.ts";
import { type FrameTable, type ImuArray, imuVectors, type LeftOut, type PackedFrame } from "./frame-table.ts";
import { jointColumns } from "./joint-columns.ts";

/** Receipt ids that a private replay's metadata lists. */
const listedReceipts = 128;

/** The draft of a recording's frames: sorted by their times, joints matched by name. */
export function draftFrames(
	table: FrameTable,
	source: ConversionManifest["source"],
	{ log, options }: { readonly log: ConversionLog; readonly options: ConvertOptions },
): Draft {
	const frames = sortedFrames(table.frames, log);
	const { names, columnsOf } = jointColumns(frames, log);
	const [positions, velocities, torques] = [0, 1, 2].map((part) => {
		const data = new Float64Array(frames.length * names.length).fill(Number.NaN);
		for (const [row, { layout, joints }] of frames.entries()) {
			const columns = columnsOf.get(layout) ?? [];
			for (const [slot, column] of columns.entries()) {
				data[row * names.length + column] = joints[part * columns.length + slot];
			}
		}
		return { dtype: "float64", shape: [frames.length, names.length], data } satisfies FloatArray;
	});
	reportCopies(table, log);
	reportLeftOut(frames, log);
	const isSimulated = reportSimulated(frames, log);
	if (velocities.data.every(Number.isNaN))
		log.step("filled", { rule: "velocity-not-measured", arrays: ["dqj"] });
	const draft: Draft = {
		source,
		isSimulated,
		seconds: (rows) => secondsOf(frames, rows),
		origin: (row) => `captured_at_ms ${frames[row].capturedAtMs}`,
		frameIds: texts(frames.map(({ id }) => id)),
		jointNames: names,
		positions,
		perJoint: new Map([
			["dqj", velocities],
			...(torques.data.every(Number.isNaN) ? [] : [["x_tau", torques] as const]),
		]),
		perFrame: new Map([
			["mode", texts(frames.map(({ mode }) => mode))],
			...commandArrays(frames),
			...imuArrays(frames),
		]),
		fixed: new Map(),
		metadata: metadataOf(frames, options),
	};
	return withoutMalformed(draft, frames, { log, options });
}

/** By time; frames of one time stay in the order they came. */
function sortedFrames(given: readonly PackedFrame[], log: ConversionLog): readonly PackedFrame[] {
	const frames = [...given].sort((a, b) => compare(a.capturedAtMs, b.capturedAtMs));
	const moved = frames.filter((frame, row) => frame !== given[row]);
	if (moved.length > 0) {
		const [first, last] = [moved[0].id, moved[moved.length - 1].id];
		log.step("repairs", {
			rule: "frames-sorted",
			frames: moved.length,
			first_frame_id: first,
			last_frame_id: last,
		});
	}
	return frames;
}

function compare(a: bigint, b: bigint): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Exact: the difference is of integers, and its quotient is rounded once. */
function secondsOf(frames: readonly PackedFrame[], rows: readonly number[]): Float64Array {
	return Float64Array.from(
		rows,
		(row) => Number(frames[row].capturedAtMs - frames[rows[0]].capturedAtMs) / 1000,
	);
}

function texts(data: readonly string[]): ReplayArray {
	return { dtype: "string", shape: [data.length], data };
}

function commandArrays(frames: readonly PackedFrame[]): [string, ReplayArray][] {
	const errors = Int32Array.from(frames, ({ errorCount }) => errorCount);
	const arrays: [string, ReplayArray][] = [
		["x_error_count", { dtype: "int32", shape: [frames.length], data: errors }],
	];
	const said = { command_capability: "capability", command_intent_id: "intentId" } as const;
	for (const [name, key] of Object.entries(said)) {
		if (frames.some((frame) => frame[key] !== ""))
			arrays.push([name, texts(frames.map((frame) => frame[key]))]);
	}
	return arrays;
}

function imuArrays(frames: readonly PackedFrame[]): [string, ReplayArray][] {
	return Object.entries(imuVectors)
		.filter(([name]) =>
			frames.some(({ imu }) => imu[name as ImuArray]?.some((value) => !Number.isNaN(value))),
		)
		.map(([name, { width }]) => {
			const data = new Float64Array(frames.length * width).fill(Number.NaN);
			for (const [row, { imu }] of frames.entries()) {
				const vector = imu[name as ImuArray];
				if (vector?.length === width) data.set(vector, row * width);
			}
			return [name, { dtype: "float64", shape: [frames.length, width], data }];
		});
}

function metadataOf(frames: readonly PackedFrame[], options: ConvertOptions): Draft["metadata"] {
	const [first] = frames;
	const bridge = options.bridgeId ?? first?.bridgeId;
	const receipts = new Set(frames.map(({ receiptId }) => receiptId).filter(isListable));
	const isPrivate = options.profile !== "public" && receipts.size > 0;
	return {
		robot_id: options.robotId ?? first?.robotId ?? "",
		...(bridge !== undefined && { bridge_id: bridge }),
		source_label: options.sourceLabel ?? "telemetry frames",
		...(isPrivate && { receipt_ids: [...receipts].slice(0, listedReceipts) }),
	};
}

function isListable(id: string): boolean {
	return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(id);
}

function reportCopies({ copies }: FrameTable, log: ConversionLog): void {
	if (copies.size === 0) return;
	const ids = [...copies.keys()];
	let count = 0;
	for (const [frame_id, frames] of copies) {
		log.find("frame-duplicate", { path: "/frames", params: { frame_id, frames } });
		count += frames;
	}
	log.step("dropped", {
		rule: "duplicate-frames-dropped",
		frames: count,
		first_frame_id: ids[0],
		last_frame_id: ids[ids.length - 1],
	});
}

function reportLeftOut(frames: readonly PackedFrame[], log: ConversionLog): void {
	const notes: Readonly<Record<LeftOut, string>> = {
		"operator-input": "all but command_capability and command_intent_id",
		"error-texts": "counted in x_error_count",
		"unknown-keys": "keys that telemetry frames do not have",
	};
	for (const [kind, note] of Object.entries(notes)) {
		const count = frames.filter(({ leftOut }) => leftOut[kind as LeftOut]).length;
		if (count > 0) log.step("dropped", { rule: `${kind}-left-out`, frames: count, note });
	}
}

/** Whether any frame says of itself that it is simulated: then the recording is no robot's, whatever the options say. */
function reportSimulated(frames: readonly PackedFrame[], log: ConversionLog): boolean {
	const said = frames.filter(({ isSimulated }) => isSimulated);
	if (said.length === 0) return false;
	log.step("converted", {
		rule: "class-from-frames",
		frames: said.length,
		first_frame_id: said[0].id,
		last_frame_id: said[said.length - 1].id,
		from: "operator_input.source",
		to: "simulated",
	});
	return true;
}

/** Sees to IMU vectors of a wrong width: their frames are dropped by that rule, or they block. */
function withoutMalformed(
	draft: Draft,
	frames: readonly PackedFrame[],
	{ log, options }: { readonly log: ConversionLog; readonly options: ConvertOptions },
): Draft {
	const bad = new Set<number>();
	const severity = options.fill === "drop-frame" ? "advisory" : "blocking";
	for (const [row, { imu, id }] of frames.entries()) {
		for (const [array, vector] of Object.entries(imu)) {
			const { width } = imuVectors[array as ImuArray];
			if (vector.length === width) continue;
			bad.add(row);
			const params = { array, frame_id: id, expected: width, found: vector.length };
			log.find("frame-vector-malformed", { path: `/arrays/${array}`, severity, params });
		}
	}
	if (bad.size === 0 || severity === "blocking") return draft;
	log.step("dropped", { rule: "frames-dropped", frames: bad.size, note: "IMU vectors of another width" });
	return keepFrames(draft, (row) => !bad.has(row));
}
