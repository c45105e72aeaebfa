import type { DiagnosticTexts } from "./diagnostic-text.ts";

/** What each diagnostic means and what to do about it. `{name}` is filled from the diagnostic's parameters. */
export const diagnosticsEn: DiagnosticTexts = {
	"missing-required-array": {
		text: "The required array {array} is not in the file.",
		hint: "Export the replay again with every required array.",
	},
	"unknown-protocol": {
		text: "The file declares the protocol {found}, not moonrobo.replay.v1.",
		hint: "Convert it with hindcast convert, or ask its producer for moonrobo.replay.v1.",
	},
	"malformed-metadata": {
		text: "The metadata cannot be read: {key} {reason}.",
		hint: "Correct the metadata object at its source and export again.",
	},
	"missing-metadata-key": {
		text: "The metadata lacks the required key {key}.",
		hint: "Add the key at the source and export again.",
	},
	"object-payload": {
		text: "{array} holds Python objects. Loading them would run code, so they are never opened.",
		hint: "Give the array a plain dtype before saving it: numpy.asarray(values, dtype=numpy.float64).",
	},
	"dtype-not-allowed": {
		text: "{array} has the type {dtype}; allowed: {allowed}.",
		hint: "Convert the array to an allowed type before export.",
	},
	"shape-mismatch": {
		text: "{array} has the shape {found}; expected {expected}.",
		hint: "Correct the shape at the source.",
	},
	"frame-count-mismatch": {
		text: "{array} has {found} frames; t has {expected}.",
		hint: "Export arrays of equal length; nothing is padded or cut here.",
	},
	"joint-width-mismatch": {
		text: "{array} has {found} joints; joint_name has {expected}.",
		hint: "Export every joint array in the order of joint_name.",
	},
	"empty-replay": { text: "The replay has no frames.", hint: "Record again; there is nothing to show." },
	"no-joints": { text: "The replay names no joints.", hint: "Fill joint_name at the source." },
	"single-frame": {
		text: "The replay has one frame, so it cannot be played.",
		hint: "It can still be inspected.",
	},
	"size-limit-exceeded": {
		text: "{limit} is {found}; at most {max} is read.",
		hint: "Split the recording, or leave out arrays that are not needed.",
	},
	"truncated-array": {
		text: "{array} is cut: {found_bytes} bytes where its header says {expected_bytes}.",
		hint: "Copy the file again from its source; the transfer may have been interrupted.",
	},
	"container-corrupt": {
		text: "The file is damaged or is not what its name says: {reason}.",
		hint: "Copy it again from its source and compare the digest.",
	},
	"container-unsafe-member": {
		text: "The archive holds an unsafe entry: {member}.",
		hint: "Do not open this file elsewhere either. Ask its sender for a plain NPZ.",
	},
	"duplicate-array": {
		text: "The archive holds {array} twice, so it has no single meaning.",
		hint: "Write each array once.",
	},
	"unknown-array": {
		text: "{array} is not part of the protocol. It is kept, and not shown.",
		hint: "Prefix producer's own arrays with x_.",
	},
	"array-ignored": { text: "{array} is left out: {reason}.", hint: "Correct the array if it is needed." },
	"non-finite-required": {
		text: "{array} has a missing or infinite value at frame {frame}.",
		hint: "Required arrays hold finite numbers; choose a fill policy when exporting.",
	},
	"infinite-value": {
		text: "{array} holds an infinite value at frame {frame}.",
		hint: "Write NaN for values that are not known.",
	},
	"partial-nan-row": {
		text: "{array} mixes numbers and NaN in frame {frame}.",
		hint: "A vector is known whole or not at all: fill the row with NaN.",
	},
	"time-not-monotonic": {
		text: "Time runs backwards at frame {frame}: {current} after {previous}.",
		hint: "Sort the frames by time at the source.",
	},
	"time-duplicate": {
		text: "Frames with the time of the one before: {count}, the first is frame {frame}.",
		hint: "Remove exact duplicates at the source.",
	},
	"time-gap": {
		text: "No data for {gap_s} s before frame {frame}.",
		hint: "The gap is hatched on the timeline and never interpolated.",
	},
	"time-not-relative": {
		text: "Time starts at {t0} s, not at zero, or runs to values that hold no milliseconds.",
		hint: "Subtract the first time before export; large times lose precision.",
	},
	"time-precision": {
		text: "Time is stored in steps of {spacing_s} s, which is coarse for this length.",
		hint: "Store t as float64.",
	},
	"joint-name-duplicate": {
		text: "The joint name {name} appears more than once.",
		hint: "Give every joint its own name.",
	},
	"joint-name-invalid": {
		text: "Joint {index} has an unusable name.",
		hint: "Use 1–128 bytes without control characters.",
	},
	"joint-order-digest-mismatch": {
		text: "The joint order is not the declared one: {declared} declared, {computed} computed.",
		hint: "Joint columns may be swapped. Export again from the source.",
	},
	"frame-id-duplicate": {
		text: "The frame id {frame_id} is used twice.",
		hint: "Give every frame its own id.",
	},
	"frame-id-invalid": {
		text: "Frame {frame} has an unusable id.",
		hint: "Use a non-empty id or an index from zero.",
	},
	"frame-id-not-increasing": {
		text: "Frame ids run backwards at frame {frame}.",
		hint: "Check that frames were not reordered.",
	},
	"mode-empty": {
		text: "Frame {frame} has no mode, or a code without a label ({value}).",
		hint: "Name every mode code in metadata.enums.mode.",
	},
	"mode-unknown": { text: "The mode {value} is not a known one.", hint: "It is shown as written." },
	"quaternion-not-unit": {
		text: "{array} has the norm {norm} at frame {frame}; a rotation has 1.",
		hint: "Normalise at the source. Nothing is corrected here.",
	},
	"quaternion-zero": {
		text: "{array} is zero at frame {frame}.",
		hint: "Write NaN where the rotation is not known.",
	},
	"quaternion-sign-flip": {
		text: "{array} changes sign at frame {frame}.",
		hint: "The rotation is the same; interpolation takes the short way.",
	},
	"quaternion-order-suspect": {
		text: "{array} looks like xyzw, though wxyz is declared.",
		hint: "Check the order at the source.",
	},
	"enum-code-unknown": {
		text: "{array} holds the code {code}, which has no meaning.",
		hint: "It is shown as unknown.",
	},
	"unit-implausible": {
		text: "The values of {array} are implausible for their unit.",
		hint: "Check for degrees or millimetres at the source.",
	},
	"unknown-unit": { text: "The unit {unit} of {key} is not known.", hint: "Use SI units and radians." },
	"unit-missing": { text: "The unit of {key} is not declared.", hint: "Declare it in metadata.units." },
	"unsupported-quaternion-order": {
		text: "The quaternion order {found} is not read; only wxyz is.",
		hint: "Convert with hindcast convert, which reorders explicitly.",
	},
	"metadata-count-mismatch": {
		text: "{key} is declared as {declared}, but the arrays have {found}.",
		hint: "The file may be cut. Export again from the source.",
	},
	"duration-mismatch": {
		text: "The declared duration {declared} differs from {found} in t.",
		hint: "The times of the frames are used.",
	},
	"exported-at-invalid": {
		text: "exported_at is not a UTC time.",
		hint: "Write RFC 3339, such as 2026-01-31T12:00:00Z.",
	},
	"content-digest-mismatch": {
		text: "The content is not what was signed for: {declared} declared, {computed} computed.",
		hint: "The file changed after export. Get it again from its source.",
	},
	"artifact-class-invalid": {
		text: "The artifact class {found} does not exist.",
		hint: "Use recorded, simulated, retargeted or physical-feedback-verified.",
	},
	"robot-id-conflict": {
		text: "The replay is of {found}, not of {expected}.",
		hint: "Select the robot that was recorded, or retarget the replay.",
	},
	"bridge-id-conflict": {
		text: "The replay came through the bridge {found}; the profile names {expected}.",
		hint: "Check which bridge recorded it.",
	},
	"joints-unreconcilable": {
		text: "Only {mapped} of {total} joints are in the selected model.",
		hint: "Select the model of the recorded robot, or retarget the replay.",
	},
	"replay-joint-not-in-urdf": {
		text: "The joint {joint} is not in the model and is not drawn.",
		hint: "Check the joint's name against the model.",
	},
	"urdf-joint-not-in-replay": {
		text: "The model's joint {joint} has no data in the replay.",
		hint: "It is drawn at its neutral position and listed as unmapped.",
	},
	"model-digest-differs": {
		text: "The replay was made with another version of the model.",
		hint: "Compare {declared} with {selected}; poses may be off.",
	},
	"model-digest-missing": {
		text: "The replay does not say which model it was made with.",
		hint: "Write model_source_digest at the source; retargeting needs it.",
	},
	"joint-position-outside-limit": {
		text: "{joint} is beyond its position limit by up to {max_excess} in {frames} frames.",
		hint: "Check the joint's zero and unit, and the limits in the model.",
	},
	"joint-velocity-outside-limit": {
		text: "{joint} is beyond its velocity limit by up to {max_excess} in {frames} frames.",
		hint: "Check the joint's unit, and the limit in the model.",
	},
	"velocity-unavailable": {
		text: "Velocities were not measured.",
		hint: "Velocity plots and limits stay empty.",
	},
	"velocity-inconsistent": {
		text: "The velocities of {joint} do not fit its positions.",
		hint: "Check the unit and the joint order of dqj.",
	},
	"imu-missing": {
		text: "There is no IMU data.",
		hint: "Export the IMU arrays, if the robot has an IMU.",
	},
	"command-link-missing": {
		text: "No frame names a command.",
		hint: "What was asked of the robot cannot be traced.",
	},
	"receipt-link-missing": {
		text: "The replay names no receipt.",
		hint: "Link it to the receipt of its run.",
	},
	"feedback-missing": {
		text: "No feedback snapshot is linked.",
		hint: "Nothing proves what the robot did.",
	},
	"feedback-stale": {
		text: "The feedback snapshot {snapshot_id} is older than its command.",
		hint: "Feedback from before the dispatch proves nothing.",
	},
	"verification-overclaimed": {
		text: "The file claims to be verified, and nothing here proves it.",
		hint: "Verification comes from linking receipt and snapshot, never from a claim.",
	},
	"annotation-unknown": {
		text: "The note {annotation_id} is not known here.",
		hint: "Export the notes with the replay.",
	},
	"contact-names-mismatch": {
		text: "There are {found} contacts and {expected} contact names.",
		hint: "Name each contact column once in contact_names.",
	},
	"telemetry-stale-span": {
		text: "Telemetry paused from {from_t} to {to_t} s.",
		hint: "The span is drawn as stale.",
	},
	"private-path": {
		text: "A text holds a path of someone's machine.",
		hint: "`hindcast sanitize` writes a copy without it, and so does the host's public export of a stored replay. The value is not shown here.",
	},
	"home-path": {
		text: "A text holds a path in a home directory.",
		hint: "`hindcast sanitize` writes a copy without it, and so does the host's public export of a stored replay. The value is not shown here.",
	},
	"url-credentials": {
		text: "An address carries credentials.",
		hint: "Remove them, and revoke them if the file was shared.",
	},
	"url-private-host": {
		text: "An address names a host of a private network.",
		hint: "`hindcast sanitize` writes a copy without it, and so does the host's public export of a stored replay.",
	},
	"ip-address": {
		text: "A text holds an IP address.",
		hint: "Name machines by role.",
	},
	"hostname-local": {
		text: "A text holds the name of a local machine.",
		hint: "Name machines by role.",
	},
	"email-address": {
		text: "A text holds a mail address.",
		hint: "Name people by role.",
	},
	"device-identifier": {
		text: "A text identifies a device: a hardware address, a device file or a serial number.",
		hint: "Remove it; robot_id tells robots apart.",
	},
	"secret-like": {
		text: "Something looks like a secret.",
		hint: "Remove it, and revoke it if the file was shared.",
	},
	"private-metadata-key": {
		text: "The file holds more than the public part of the protocol.",
		hint: "`hindcast sanitize` writes a copy of the public part only, and so does the host's public export of a stored replay.",
	},
	"source-file-name": {
		text: "A text is the name of a source file.",
		hint: "Use a label instead of a file name.",
	},
};
