import { type DiagnosticDefinition, define } from "./define-code.ts";

/** Container and structure: the bytes, the arrays that must be there, their types and shapes. */
export const structureCodes = {
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
		["receipt-link-missing", "feedback-missing"],
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
		"an array holds objects, records, times, raw bytes, an extension type or a pickle instead of plain scalars",
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
	"empty-replay": define("blocking", "the replay has no frames", [], "Export at least one frame.", [
		"imu-missing",
		"command-link-missing",
	]),
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
		"the bytes are not a whole, strict JSON, NPZ or MessagePack file, or text in them is not valid Unicode",
		["reason", "detail", "offset", "member", "array"],
		"Load the source with the tool that wrote it and save it again with numpy.savez or an encoder of strict JSON; from Python, write null for NaN and use json.dump with allow_nan=False.",
	),
	"container-unsafe-member": define(
		"blocking",
		"an archive member is unsafe: traversing or absolute name, encrypted, a link, foreign, or an archive in the archive",
		["member", "reason"],
		"Save the arrays again with numpy.savez; add nothing else to the archive.",
		["private-path", "home-path"],
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
		["unknown-array", "private-metadata-key"],
	),
} as const satisfies Record<string, DiagnosticDefinition>;
