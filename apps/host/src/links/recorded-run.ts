import type { ReplayArtifact } from "@hindcast/replay-protocol";
import type { Ledger } from "../ledger/read-ledger.ts";

type Feedback = Ledger["feedback"][number]["value"];

/** By how much positions may differ, of the larger one or of 1: more than float32 loses, less than a robot moves. */
const tolerance = 1e-6;

/**
 * Why a recording is not known to be of a run; null where it is: it went through the run's bridge, and the run's feedback
 * is one of its frames, by its id as text and by the positions of its joints.
 *
 * That a recording has the run's command, or a frame of the same name, does not show that it is of the run; either may
 * only contradict it.
 *
 * @returns `replay-of-other-run` where bridge, frame or command are others; `frame-differs` where the joints are not those
 *   of the feedback
 */
export function faultOfRecording(
	artifact: ReplayArtifact,
	{ receipts, feedback }: Ledger,
): "replay-of-other-run" | "frame-differs" | null {
	const { bridge_id: bridge } = artifact.metadata;
	if (bridge !== undefined && receipts.some(({ value }) => value.bridge_id !== bridge)) {
		return "replay-of-other-run";
	}
	const frames = feedback.flatMap(({ value }) => framesOf(artifact, value).map((row) => ({ row, value })));
	const intents = receipts.map(({ value }) => value.intent.intent_id);
	const isUnderCommand = ({ row }: { readonly row: number }) => {
		const intent = artifact.arrays.command_intent_id?.data[row] ?? "";
		return intent === "" || intents.includes(intent);
	};
	if (frames.length === 0 || !frames.every(isUnderCommand)) return "replay-of-other-run";
	return frames.every(({ row, value }) => hasPositions(artifact, row, value)) ? null : "frame-differs";
}

/** Rows of the frames that have a telemetry frame's id; a number is no frame's id by being written alike. */
function framesOf({ arrays: { frame_id: ids } }: ReplayArtifact, { frame_id }: Feedback): number[] {
	if (ids.dtype !== "string") return [];
	return ids.data.flatMap((id, row) => (id === frame_id ? [row] : []));
}

/** Whether every joint that a row and a telemetry frame both have is where it was, and there is one. */
function hasPositions({ arrays: { joint_name, qj } }: ReplayArtifact, row: number, frame: Feedback): boolean {
	const names = joint_name.data;
	const measured = frame.joints.filter(
		({ name, position }) => names.includes(name) && !Number.isNaN(position),
	);
	return (
		measured.length > 0 &&
		measured.every(({ name, position }) =>
			isClose(qj.data[row * names.length + names.indexOf(name)], position),
		)
	);
}

/** False for NaN. */
function isClose(one: number, other: number): boolean {
	return Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(one), Math.abs(other));
}
