import { type DiagnosticDefinition, define } from "../report/define-code.ts";

const unlessRepaired = "nothing was repaired: `fill` is `fail`, or there is nothing to hold";

const table = {
	"frames-mixed": define(
		"blocking",
		"the frames are of another robot or bridge than the first one or the options say",
		["key", "expected", "found", "frames"],
		"Convert the frames of one robot and one bridge.",
	),
	"frame-conflict": define(
		"blocking",
		"two frames have one id and different content",
		["frame_id"],
		"Find out which one the recorder wrote; nothing is chosen for you.",
	),
	"frame-duplicate": define(
		"advisory",
		"frames are there twice with the same content, and the copies were dropped",
		["frame_id", "frames"],
		"Nothing to do; the drop is recorded in metadata.repairs.",
	),
	"frame-joint-repeated": define(
		"blocking",
		"a frame names one joint twice",
		["joint", "frame_id"],
		"Correct the recorder: which of the values was measured cannot be told.",
	),
	"frame-vector-malformed": define(
		"either",
		"an IMU vector of a frame has another number of components than it should",
		["array", "frame_id", "expected", "found", "frames"],
		"Correct the recorder, leave the vector out, or convert with fill drop-frame.",
		[],
		"`fill` is not `drop-frame`",
	),
	"joint-missing": define(
		"either",
		"a joint has no position in some frames",
		["joint", "frames", "first_frame_id", "last_frame_id"],
		"Record the position; or convert with fill drop-frame, or with hold where an earlier frame has it: either is recorded in metadata.repairs.",
		["empty-replay"],
		unlessRepaired,
	),
	"joint-unmeasured": define(
		"blocking",
		"a joint has no position in any frame, so there is nothing to fill it with",
		["joint", "frames", "first_frame_id", "last_frame_id"],
		"Spell the joint as the source does, or leave it out of the joint order or the mapping.",
	),
	"source-empty": define(
		"blocking",
		"the source has no frames",
		[],
		"Pass at least one frame; check that the source is the right one.",
	),
	"joint-unlisted": define(
		"advisory",
		"a joint of the source is not in the joint order; its data is kept in x_unlisted_ arrays",
		["joint"],
		"Add the joint to the order, if the model has it.",
	),
	"joint-index-varies": define(
		"advisory",
		"a joint's index differs between frames, or two joints share one; joints are matched by name",
		["joint", "indices"],
		"Pass jointOrder, so that the order does not rest on indices.",
	),
	"joint-names-mismatch": define(
		"blocking",
		"the number of joint names is not the number of columns",
		["array", "expected", "found"],
		"Pass one name for each column, in the source's order.",
	),
	"source-protocol-unknown": define(
		"blocking",
		"the metadata of the source names another protocol, or cannot be read",
		["expected", "found"],
		"Convert with the converter of that format, or with a mapping.",
	),
	"source-metadata-missing": define(
		"advisory",
		"the source has no metadata, so its protocol and units are taken on trust",
		["expected"],
		"Check where the file is from.",
	),
	"source-metadata-conflict": define(
		"blocking",
		"the source holds its metadata twice, and the two differ",
		["arrays"],
		"Write it again with the tool that made it; which of the two is right cannot be told.",
	),
	"source-unit-unknown": define(
		"blocking",
		"the source declares a unit or an order that its format does not have",
		["key", "expected", "found"],
		"Convert with a mapping that names the unit.",
	),
	"source-array-missing": define(
		"blocking",
		"an array or column that the conversion needs is absent",
		["array"],
		"Record it, or leave it out of the mapping if it is optional.",
	),
	"source-array-mismatch": define(
		"blocking",
		"an array of the source has another shape or type than the conversion needs; nothing is padded or cut",
		["array", "expected", "found"],
		"Write every per-frame array with one row for each time.",
	),
	"source-array-dropped": define(
		"advisory",
		"an array of the source cannot be carried and was left out",
		["array", "reason"],
		"Store it as numbers, booleans or text.",
	),
	"source-value-invalid": define(
		"blocking",
		"a value is not what its column holds",
		["array", "column", "row", "expected"],
		"Correct the cell; an empty one reads as not measured where that is allowed.",
	),
	"source-count-mismatch": define(
		"advisory",
		"a count or a duration that the source declares is not that of its arrays",
		["key", "declared", "found"],
		"Check whether the file was cut.",
	),
	"velocity-zero-filled": define(
		"advisory",
		"velocities of the source are all 0 while positions change: a fill, and written as not measured",
		["array"],
		"Record velocities, if the robot measures them.",
	),
} as const satisfies Record<string, DiagnosticDefinition>;

/** A code of {@link convertCodes}. */
export type ConvertCode = keyof typeof table;

/** What a conversion may report besides the codes of the protocol. Codes never change meaning. */
export const convertCodes: Readonly<Record<ConvertCode, DiagnosticDefinition>> = table;
