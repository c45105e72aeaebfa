import type { NpyArray } from "@hindcast/npz-safe";
import type { FloatArray, ReplayArray } from "../../artifact.ts";
import { isPortableName } from "../../text.ts";
import type { ConversionLog } from "../conversion-log.ts";
import type { Draft } from "../draft.ts";
import { asFloats, carried } from "../npz-source.ts";
import type { ConvertOptions } from "../options.ts";
import { floatsOfShape, isStill, relativeTime } from "../series.ts";
import { metadataMembers, type SourceMetadata } from "./source-metadata.ts";

/** Required arrays and their shapes; J is what `qj` says. */
const required = {
	t: ["T"],
	ball_pos: ["T", 3],
	ball_vel: ["T", 3],
	base_pos: ["T", 3],
	base_quat: ["T", 4],
	qj: ["T", "J"],
} as const;

/** Arrays that have a place of their own in a replay; all others become `x_` arrays. */
const placed: readonly string[] = ["t", "qj", "dqj", "base_pos", "base_quat", "planner_status"];
/** Commanded positions, which have a column for each joint as `qj` has. */
const commanded = "qj_cmd";

/** What a draft is made with. */
interface Tools {
	readonly log: ConversionLog;
	readonly options: ConvertOptions & { readonly robotId: string; readonly jointNames: readonly string[] };
}

/** The draft of a recording; null where something blocks, which is in the log. */
export function draftRecording(
	members: ReadonlyMap<string, NpyArray>,
	metadata: SourceMetadata,
	tools: Tools,
): Omit<Draft, "source"> | null {
	const { log, options } = tools;
	const arrays = carriedArrays(members, log);
	requireArrays(arrays, log);
	const time = arrays.get("t");
	const t = time && asFloats(time);
	const positions = arrays.get("qj");
	if (t?.shape.length !== 1 || positions?.shape.length !== 2) return mismatched(arrays, log);
	const [frames, joints] = [t.shape[0], positions.shape[1]];
	const sizes = { T: frames, J: joints };
	for (const [name, shape] of Object.entries(required)) {
		const expected = shape.map((size) => (typeof size === "number" ? size : sizes[size]));
		const array = arrays.get(name);
		if (array !== undefined) floatsOfShape(name, array, expected, log);
	}
	requireRows(arrays, frames, log);
	if (options.jointNames.length !== joints) {
		const params = { array: "qj", expected: joints, found: options.jointNames.length };
		log.find("joint-names-mismatch", { path: "/arrays/joint_name", params });
	}
	const qj = asFloats(positions);
	const command = arrays.get(commanded);
	if (command !== undefined) floatsOfShape(commanded, command, [frames, joints], log);
	const dqj = velocities(arrays, { frames, joints, qj }, log);
	compareCounts(metadata, { frames, joints, t }, log);
	const mode = modes(arrays.get("fsm_state"), frames, log);
	if (log.blocked || qj === null || dqj === null) return null;
	const { dt } = metadata;
	return {
		...relativeTime(t.data, (first) => `t ${first} s`),
		frameIds: numberedFrames(frames, log),
		jointNames: options.jointNames,
		positions: qj,
		perJoint: new Map([
			["dqj", dqj],
			...(command === undefined ? [] : [[`x_${commanded}`, command] as const]),
		]),
		perFrame: new Map([["mode", mode], ...frameArrays(arrays, frames, log)]),
		fixed: new Map(ownArrays(arrays, (array) => array.shape.length === 0, log)),
		metadata: {
			robot_id: options.robotId,
			...(options.bridgeId !== undefined && { bridge_id: options.bridgeId }),
			source_label: options.sourceLabel ?? "live-pingpong",
			...(dt !== undefined && dt > 0 && { nominal_rate_hz: 1 / dt }),
		},
	};
}

/** Reports `t` and `qj` where they are of another rank or no numbers; where they are absent, that is reported already. */
function mismatched(arrays: ReadonlyMap<string, ReplayArray>, log: ConversionLog): null {
	for (const [name, rank] of [
		["t", 1],
		["qj", 2],
	] as const) {
		const array = arrays.get(name);
		if (array === undefined || (array.shape.length === rank && asFloats(array) !== null)) continue;
		const params = { array: name, expected: `${rank} axes of numbers`, found: describe(array) };
		log.find("source-array-mismatch", { path: `/arrays/${name}`, params });
	}
	return null;
}

function describe({ dtype, shape }: ReplayArray): string {
	return `${dtype} (${shape.join(", ")})`;
}

function carriedArrays(members: ReadonlyMap<string, NpyArray>, log: ConversionLog): Map<string, ReplayArray> {
	const arrays = new Map<string, ReplayArray>();
	for (const [name, member] of members) {
		if (metadataMembers.includes(name)) continue;
		const array = carried(name, member);
		if (typeof array !== "string") arrays.set(name, array);
		else log.find("source-array-dropped", { path: "/arrays", params: { array: name, reason: array } });
	}
	return arrays;
}

function requireArrays(arrays: ReadonlyMap<string, ReplayArray>, log: ConversionLog): void {
	for (const array of Object.keys(required)) {
		if (!arrays.has(array)) log.find("source-array-missing", { path: `/arrays/${array}`, params: { array } });
	}
}

/** Every array has one row for each frame, or is a single value. Nothing is padded. */
function requireRows(arrays: ReadonlyMap<string, ReplayArray>, frames: number, log: ConversionLog): void {
	for (const [name, array] of arrays) {
		const { shape } = array;
		if (shape.length === 0 || shape[0] === frames || Object.hasOwn(required, name)) continue;
		const params = { array: name, expected: `${frames} rows`, found: describe(array) };
		log.find("source-array-mismatch", { path: "/arrays", params });
	}
}

/** Velocities; NaN where there are none, and where they are the format's fill: 0 everywhere while positions change. */
function velocities(
	arrays: ReadonlyMap<string, ReplayArray>,
	{
		frames,
		joints,
		qj,
	}: { readonly frames: number; readonly joints: number; readonly qj: FloatArray | null },
	log: ConversionLog,
): FloatArray | null {
	const shape = [frames, joints];
	const unknown: FloatArray = {
		dtype: "float32",
		shape,
		data: new Float32Array(frames * joints).fill(Number.NaN),
	};
	const array = arrays.get("dqj");
	if (array === undefined) {
		log.step("filled", { rule: "velocity-not-measured", arrays: ["dqj"] });
		return unknown;
	}
	const dqj = floatsOfShape("dqj", array, shape, log);
	const isFill = dqj !== null && qj !== null && dqj.data.every((value) => value === 0) && !isStill(qj);
	if (!isFill) return dqj;
	log.find("velocity-zero-filled", { path: "/arrays/dqj", params: { array: "dqj" } });
	log.step("repairs", { rule: "velocity-fill-removed", arrays: ["dqj"], from: "0", to: "NaN" });
	return unknown;
}

function numberedFrames(frames: number, log: ConversionLog): ReplayArray {
	log.step("filled", { rule: "frame-ids-numbered", arrays: ["frame_id"] });
	return { dtype: "int32", shape: [frames], data: Int32Array.from({ length: frames }, (_, frame) => frame) };
}

/**
 * The state machine's codes have no words of ours: `unknown-<code>`; without codes, and where one is negative,
 * `unavailable`. What is no code is reported.
 */
function modes(states: ReplayArray | undefined, frames: number, log: ConversionLog): ReplayArray {
	const shape = [frames];
	if (states === undefined) {
		log.step("filled", { rule: "mode-not-recorded", arrays: ["mode"], to: "unavailable" });
		return { dtype: "string", shape, data: Array<string>(frames).fill("unavailable") };
	}
	const source = "fsm_state";
	log.step("converted", {
		rule: "mode-from-state",
		arrays: ["mode"],
		from: source,
		to: "unknown-<code>",
	});
	const codes = floatsOfShape(source, states, shape, log)?.data ?? new Float64Array();
	for (const [row, code] of codes.entries()) {
		if (Number.isSafeInteger(code)) continue;
		const params = { array: source, row, expected: "a whole number" };
		log.find("source-value-invalid", { path: "/arrays/mode", params });
	}
	return {
		dtype: "string",
		shape,
		data: Array.from(codes, (code) => (code < 0 ? "unavailable" : `unknown-${code}`)),
	};
}

function frameArrays(
	arrays: ReadonlyMap<string, ReplayArray>,
	frames: number,
	log: ConversionLog,
): [string, ReplayArray][] {
	const kept = ["base_pos", "base_quat", "planner_status"].flatMap((name): [string, ReplayArray][] => {
		const array = arrays.get(name);
		if (array === undefined) return [];
		return [[name, name === "planner_status" ? array : (asFloats(array) ?? array)]];
	});
	const target = arrays.get("base_pos_target");
	const ground = target && groundTarget(target, frames, log);
	return [
		...kept,
		...(ground ? [["target_pos", ground] as [string, ReplayArray]] : []),
		...ownArrays(arrays, (array) => array.shape.length > 0, log),
	];
}

/** The base's target as a point on the ground, where the format draws it; NaN where it has none. */
function groundTarget(target: ReplayArray, frames: number, log: ConversionLog): FloatArray | null {
	const floats = asFloats(target);
	const width = target.shape[1];
	if (floats === null || target.shape.length !== 2 || (width !== 2 && width !== 3)) return null;
	const data = new Float64Array(3 * frames).fill(Number.NaN);
	for (let row = 0; row < frames; row++) {
		const point = floats.data.subarray(row * width, row * width + width);
		if (!point.some(Number.isNaN)) data.set(width === 2 ? [point[0], point[1], 0] : point, 3 * row);
	}
	const note = width === 2 ? "z is 0, the ground" : "as it is";
	log.step("converted", {
		rule: "target-from-base-target",
		arrays: ["target_pos"],
		from: "base_pos_target",
		note,
	});
	return { dtype: "float64", shape: [frames, 3], data };
}

/** The format's own arrays that fit, each as `x_<name>`. */
function ownArrays(
	arrays: ReadonlyMap<string, ReplayArray>,
	fits: (array: ReplayArray) => boolean,
	log: ConversionLog,
): [string, ReplayArray][] {
	const own = [...arrays].filter(
		([name, array]) => !placed.includes(name) && name !== commanded && fits(array),
	);
	return own.flatMap(([name, array]): [string, ReplayArray][] => {
		const target = name.startsWith("x_") ? name : `x_${name}`;
		const isTaken =
			(target !== name && arrays.has(target)) || /^x_(?:unlisted_|source_joint_name$)/.test(target);
		if (isPortableName(target) && !isTaken) return [[target, array]];
		log.find("source-array-dropped", { path: "/arrays", params: { array: name, reason: "name" } });
		return [];
	});
}

function compareCounts(
	metadata: SourceMetadata,
	{ frames, joints, t }: { readonly frames: number; readonly joints: number; readonly t: FloatArray },
	log: ConversionLog,
): void {
	const duration = t.data[frames - 1] - t.data[0];
	const compared = [
		{ key: "num_joints", found: joints, tolerance: 0 },
		{ key: "recorded_ticks", found: frames, tolerance: 0 },
		{ key: "recorded_duration_s", found: duration, tolerance: 1e-3 },
	] as const;
	for (const { key, found, tolerance } of compared) {
		const declared = metadata[key];
		if (declared === undefined || !(Math.abs(declared - found) > tolerance)) continue;
		log.find("source-count-mismatch", { path: `/metadata/${key}`, params: { key, declared, found } });
	}
}
