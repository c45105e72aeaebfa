/** What a diagnostic code means, for reports, translations and the table in `DIAGNOSTICS.md`. */
export interface DiagnosticDefinition {
	/** `either`: advisory, but blocking in the case that `blocksWhen` names. */
	readonly severity: "blocking" | "advisory" | "either";
	/** When a code of severity `either` blocks. */
	readonly blocksWhen?: string;
	/** What triggers the code, as a sentence without its full stop. */
	readonly meaning: string;
	/** Names of the values in `params`; some appear only where they are known. */
	readonly params: readonly string[];
	/** Codes that the same fault may bring along. */
	readonly implies: readonly string[];
	/** How to repair the artifact. */
	readonly hint: string;
}

/** One row of the table: severity, meaning, params, hint, implied codes, bound of `either`. */
function define(
	...[severity, meaning, params, hint, implies = [], blocksWhen]: [
		severity: DiagnosticDefinition["severity"],
		meaning: string,
		params: readonly string[],
		hint: string,
		implies?: readonly string[],
		blocksWhen?: string,
	]
): DiagnosticDefinition {
	return { severity, meaning, params, implies, hint, ...(blocksWhen === undefined ? {} : { blocksWhen }) };
}

/** Container and structure: the bytes, the arrays that must be there, their types and shapes. */
const structureCodes = {
	"missing-required-array": define(
		"blocking",
		"a required array is absent",
		["array"],
		"Write all of t, joint_name, qj, dqj, mode and frame_id; an unmeasured dqj is an array of NaN.",
	),
	"unknown-protocol": define(
		"blocking",
		"the metadata names another protocol than moonrobo.replay.v1, so nothing else was judged",
		["found"],
		"Convert the recording to moonrobo.replay.v1.",
	),
	"malformed-metadata": define(
		"blocking",
		"the metadata is absent, is not a JSON object, is too large or too deep, repeats a key, or has a value that JSON cannot carry or of the wrong type",
		["key", "reason"],
		"Write metadata as one plain JSON object of at most 64 KiB and 8 levels, each key once and none named __proto__, numbers finite, with the documented types; in an NPZ as metadata_json=np.frombuffer(json.dumps(m).encode(), np.uint8).",
	),
	"missing-metadata-key": define(
		"either",
		"metadata lacks a key that the protocol asks for",
		["key"],
		"Add the key; what cannot be known stays absent.",
		[],
		"the key is protocol, robot_id, units, quaternion_order or joint_order_digest",
	),
	"object-payload": define(
		"blocking",
		"an array holds objects, records, times, raw bytes or a pickle instead of plain scalars",
		["array", "dtype"],
		"Save numbers, booleans and text only; put structure into metadata or several arrays.",
	),
	"dtype-not-allowed": define(
		"blocking",
		"an element type or a value is outside what the array allows, or data in memory is of another type than dtype says",
		["array", "dtype", "allowed", "value", "data"],
		"Cast the array to one of the allowed types, and in memory give each dtype its own typed array.",
	),
	"shape-mismatch": define(
		"blocking",
		"an array has the wrong rank or a wrong fixed dimension, or the two contact arrays differ in their number of contacts",
		["array", "expected", "found"],
		"Reshape the array as documented: T frames first, then joints, contacts or components.",
	),
	"frame-count-mismatch": define(
		"blocking",
		"the first dimension of an array is not the number of frames in t",
		["array", "expected", "found"],
		"Give every per-frame array one row for each value of t.",
	),
	"joint-width-mismatch": define(
		"blocking",
		"the width of a joint array is not the number of joint names",
		["array", "expected", "found"],
		"Give qj, dqj and a per-joint limit_state one column for each joint name.",
	),
	"empty-replay": define("blocking", "the replay has no frames", [], "Export at least one frame."),
	"no-joints": define("blocking", "the replay has no joints", [], "Name at least one joint."),
	"single-frame": define(
		"advisory",
		"the replay has one frame, so there is nothing to play",
		[],
		"Export the frames around it, if motion matters.",
	),
	"size-limit-exceeded": define(
		"blocking",
		"a size is beyond the limits of the protocol; nothing was allocated for it",
		["limit", "found", "max", "array"],
		"Split or thin out the recording, or shorten its strings.",
	),
	"truncated-array": define(
		"blocking",
		"an array has fewer or more values than its shape says, or rows of different lengths",
		["array", "expected_bytes", "found_bytes", "expected", "found"],
		"Write the array again; the file was cut or its rows are ragged.",
	),
	"container-corrupt": define(
		"blocking",
		"the bytes are not a whole, strict JSON or NPZ file, or text in them is not valid Unicode",
		["reason", "detail", "offset", "member", "array"],
		"Load the source with the tool that wrote it and save it again with numpy.savez or an encoder of strict JSON; from Python, write null for NaN and use json.dump with allow_nan=False.",
	),
	"container-unsafe-member": define(
		"blocking",
		"an archive member is unsafe: traversing or absolute name, encrypted, a link, foreign, or an archive in the archive",
		["member", "reason"],
		"Save the arrays again with numpy.savez; add nothing else to the archive.",
	),
	"duplicate-array": define(
		"blocking",
		"two members or keys name the same array",
		["array"],
		"Write each array once.",
	),
	"unknown-array": define(
		"advisory",
		"an array is not part of the protocol and has no x_ prefix; it is kept",
		["array"],
		"Prefix your own arrays with x_.",
		["array-ignored"],
	),
	"array-ignored": define(
		"advisory",
		"something outside the protocol cannot be carried and was left out",
		["array", "reason"],
		"Store it as an x_ array of numbers, booleans or text.",
		["unknown-array"],
	),
} as const satisfies Record<string, DiagnosticDefinition>;

/** Values: what the numbers and texts of well-formed arrays say. */
const valueCodes = {
	"non-finite-required": define(
		"blocking",
		"a time or joint position is NaN or infinite, or a joint velocity is infinite",
		["array", "frame", "index"],
		"Drop the frame or hold the last value, and record that in metadata.repairs.",
	),
	"infinite-value": define(
		"blocking",
		"an array holds an infinity",
		["array", "frame"],
		"Write NaN for what was not measured.",
	),
	"partial-nan-row": define(
		"blocking",
		"a vector or quaternion mixes NaN with numbers",
		["array", "frame"],
		"Write the whole row or make all of it NaN.",
	),
	"time-not-monotonic": define(
		"blocking",
		"time runs backwards",
		["frame", "previous", "current"],
		"Sort the frames by time before the export.",
	),
	"time-duplicate": define(
		"either",
		"consecutive frames have the same time",
		["frame", "t", "count"],
		"Drop exact duplicates or store time as float64.",
		[],
		"that is so for more than 1 % of the frames",
	),
	"time-gap": define(
		"advisory",
		"a step in time is larger than ten times the median step and than the telemetry freshness limit",
		["frame", "gap_s"],
		"Check the recorder; playback shows the span as stale.",
	),
	"time-not-relative": define(
		"either",
		"time does not start at 0 or is beyond 1e6 s, as epoch seconds are",
		["t0", "largest"],
		"Subtract the first time, in seconds.",
		[],
		"it reaches 2^43 s, from where float64 does not hold milliseconds",
	),
	"time-precision": define(
		"advisory",
		"time is stored as float32 and lasts more than an hour, so neighbouring values are far apart",
		["spacing_s"],
		"Store time as float64.",
	),
	"joint-name-duplicate": define(
		"blocking",
		"a joint name is repeated, exactly or after Unicode normalisation",
		["name", "indices"],
		"Give each joint its own name.",
		["joint-order-digest-mismatch"],
	),
	"joint-name-invalid": define(
		"blocking",
		"a joint name is empty, longer than 128 bytes, or holds a control character or a lone surrogate",
		["index"],
		"Use the joint names of the robot model.",
		["joint-order-digest-mismatch"],
	),
	"joint-order-digest-mismatch": define(
		"blocking",
		"the declared joint order digest is not that of the joint names",
		["declared", "computed"],
		"Compute the digest from the names in the file; if they were reordered, reorder qj and dqj too.",
	),
	"frame-id-duplicate": define(
		"blocking",
		"a frame id is repeated",
		["frame_id", "frames"],
		"Give each frame its own id.",
	),
	"frame-id-invalid": define(
		"blocking",
		"a frame id is empty, negative, longer than 128 bytes, or cannot be stored as text",
		["frame"],
		"Use the recorder's ids or the frame index.",
	),
	"frame-id-not-increasing": define(
		"advisory",
		"numeric frame ids decrease",
		["frame"],
		"Check that the frames are in recording order.",
	),
	"mode-empty": define(
		"blocking",
		"a mode is the empty text, or a code without a label in metadata.enums.mode",
		["frame", "value"],
		"Write the mode's word, or add the code to metadata.enums.mode.",
	),
	"mode-unknown": define(
		"advisory",
		"a mode is not one of the known words",
		["value"],
		"Known: read-only, unavailable, control-gated, low, high, user, default, unknown-<n>.",
	),
	"quaternion-not-unit": define(
		"either",
		"a quaternion's norm is off 1 by more than 1e-3",
		["array", "frame", "norm"],
		"Normalise quaternions before the export.",
		[],
		"it is off by more than 1e-2",
	),
	"quaternion-zero": define(
		"blocking",
		"a quaternion is zero",
		["array", "frame"],
		"Write a row of NaN where the orientation is unknown.",
	),
	"quaternion-sign-flip": define(
		"advisory",
		"consecutive quaternions lie on opposite hemispheres",
		["array", "frame"],
		"Nothing to do: interpolation takes the shorter way.",
	),
	"quaternion-order-suspect": define(
		"advisory",
		"rows look like xyzw: the last component is near 1 and the first near 0 almost everywhere",
		["array"],
		"Check the order; files hold w, x, y, z.",
	),
	"enum-code-unknown": define(
		"advisory",
		"a code or word is outside the array's table and reads as unknown",
		["array", "code"],
		"Use the codes of the protocol, or -1 for unknown.",
	),
	"unit-implausible": define(
		"advisory",
		"values look like another unit: revolute angles beyond 4π in most frames, or a base beyond 10 km",
		["array", "joint"],
		"Check for degrees or millimetres.",
	),
} as const satisfies Record<string, DiagnosticDefinition>;

/** Declarations: what the metadata says about the arrays. */
const declarationCodes = {
	"unknown-unit": define(
		"blocking",
		"a unit is not the one the protocol uses",
		["key", "unit"],
		"Convert to SI: s, rad, m and their rates.",
	),
	"unit-missing": define(
		"blocking",
		"the declared units lack a quantity that the arrays use",
		["key"],
		"Declare the unit of every quantity that is there.",
	),
	"unsupported-quaternion-order": define(
		"blocking",
		"the declared quaternion order is not wxyz",
		["found"],
		"Reorder quaternions to w, x, y, z when converting.",
	),
	"metadata-count-mismatch": define(
		"blocking",
		"a count in metadata is not that of the arrays",
		["key", "declared", "found"],
		"Write the counts from the arrays.",
	),
	"duration-mismatch": define(
		"advisory",
		"the declared duration differs from the span of the times by more than 1 ms",
		["declared", "found"],
		"Write the difference of the last and first time.",
	),
	"exported-at-invalid": define(
		"advisory",
		"the declared time of export is not an RFC 3339 time in UTC",
		["found"],
		"Write it as 2026-01-31T12:00:00Z.",
	),
	"content-digest-mismatch": define(
		"blocking",
		"the declared content digest is not that of the arrays",
		["declared", "computed"],
		"The arrays changed after the digest was written: export again from the source.",
	),
	"artifact-class-invalid": define(
		"blocking",
		"the declared artifact class is not one of the four",
		["found"],
		"Use recorded, simulated, retargeted or physical-feedback-verified.",
	),
} as const satisfies Record<string, DiagnosticDefinition>;

/** Every code a report may hold, in the order of the documentation. Codes never change meaning. */
export const diagnosticCodes: Readonly<
	Record<
		keyof typeof structureCodes | keyof typeof valueCodes | keyof typeof declarationCodes,
		DiagnosticDefinition
	>
> = { ...structureCodes, ...valueCodes, ...declarationCodes };

/** A code of {@link diagnosticCodes}. */
export type DiagnosticCode = keyof typeof diagnosticCodes;
