import type { ReplayMetadata } from "./metadata.ts";

/** Array of 64- or 32-bit floats, row-major. */
export type FloatArray =
	| { readonly dtype: "float64"; readonly shape: readonly number[]; readonly data: Float64Array }
	| { readonly dtype: "float32"; readonly shape: readonly number[]; readonly data: Float32Array };

/** Array of integers, row-major. `int64` stays exact as `BigInt64Array`. */
export type IntegerArray =
	| { readonly dtype: "int8"; readonly shape: readonly number[]; readonly data: Int8Array }
	| { readonly dtype: "int16"; readonly shape: readonly number[]; readonly data: Int16Array }
	| { readonly dtype: "int32"; readonly shape: readonly number[]; readonly data: Int32Array }
	| { readonly dtype: "int64"; readonly shape: readonly number[]; readonly data: BigInt64Array }
	| { readonly dtype: "uint8"; readonly shape: readonly number[]; readonly data: Uint8Array }
	| { readonly dtype: "uint16"; readonly shape: readonly number[]; readonly data: Uint16Array }
	| { readonly dtype: "uint32"; readonly shape: readonly number[]; readonly data: Uint32Array };

/** Array of booleans as bytes 0 and 1, row-major. */
export interface BoolArray {
	/** Element type. */
	readonly dtype: "bool";
	/** Length of each axis; `[]` is a single element. */
	readonly shape: readonly number[];
	/** Elements, each 0 or 1. */
	readonly data: Uint8Array;
}

/** Array of strings, row-major. */
export interface StringArray {
	/** Element type. */
	readonly dtype: "string";
	/** Length of each axis; `[]` is a single element. */
	readonly shape: readonly number[];
	/** Elements: well-formed text without a NUL at the end. */
	readonly data: readonly string[];
}

/** Any array a replay may hold. */
export type ReplayArray = FloatArray | IntegerArray | BoolArray | StringArray;

/** Name of an element type. */
export type ReplayDtype = ReplayArray["dtype"];

/** The arrays that `moonrobo.replay.v1` defines: T frames, J joints, C contacts. Absent optional arrays are absent keys. */
export interface ReplayFields {
	/** (T,) seconds from the first frame. */
	readonly t: FloatArray;
	/** (J,) joint names in the order of `qj` and `dqj`. */
	readonly joint_name: StringArray;
	/** (T, J) joint positions, rad or m. */
	readonly qj: FloatArray;
	/** (T, J) joint velocities, rad/s or m/s; NaN = not measured. */
	readonly dqj: FloatArray;
	/** (T,) runtime or bridge mode; integers are codes of `metadata.enums.mode`. */
	readonly mode: StringArray | IntegerArray;
	/** (T,) stable frame ids. */
	readonly frame_id: StringArray | IntegerArray;
	/** (T, 3) m, root link in the world; NaN = unknown. */
	readonly base_pos?: FloatArray;
	/** (T, 4) wxyz; NaN = unknown. */
	readonly base_quat?: FloatArray;
	/** (T, 4) wxyz. */
	readonly imu_orientation?: FloatArray;
	/** (T, 3) rad/s, sensor frame. */
	readonly imu_angular_velocity?: FloatArray;
	/** (T, 3) m/s², gravity included. */
	readonly imu_linear_acceleration?: FloatArray;
	/** (T,) */
	readonly command_capability?: StringArray;
	/** (T,) */
	readonly command_intent_id?: StringArray;
	/** (T, 3) m, world. */
	readonly target_pos?: FloatArray;
	/** (T, 4) wxyz. */
	readonly target_quat?: FloatArray;
	/** (T, C) or (T,): -1 unknown, 0, 1. */
	readonly planned_contact?: IntegerArray | BoolArray;
	/** (T, C) or (T,): -1 unknown, 0, 1. */
	readonly actual_contact?: IntegerArray | BoolArray;
	/** (T, J), or (T,) for the worst joint: codes or words of `limitStates`. */
	readonly limit_state?: IntegerArray | StringArray;
	/** (T,) codes or words of `verificationStates`. */
	readonly verification_state?: IntegerArray | StringArray;
	/** (T,) codes of `bridgeStatuses` or the producer's text. */
	readonly bridge_status?: IntegerArray | StringArray;
	/** (T,) codes of `metadata.enums.planner_status` or the producer's text. */
	readonly planner_status?: IntegerArray | StringArray;
	/** (T,) */
	readonly annotation_id?: StringArray;
}

/**
 * The arrays of a replay by name. An array that the protocol does not know and that has no `x_` prefix is reported as
 * `unknown-array` and kept, so that nothing a producer recorded is lost.
 */
export interface ReplayArrays extends ReplayFields {
	/** Producer's own arrays, prefixed `x_`. */
	readonly [name: `x_${string}`]: ReplayArray | undefined;
}

/** A replay in memory: plain data, never changed in place. */
export interface ReplayArtifact {
	/** What is declared about the arrays. */
	readonly metadata: ReplayMetadata;
	/** The arrays by name. */
	readonly arrays: ReplayArrays;
}
