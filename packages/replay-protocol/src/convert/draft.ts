import type { FloatArray, ReplayArray } from "../artifact.ts";
import type { ReplayBasics } from "../create.ts";
import type { ReplayMetadata } from "../metadata.ts";
import type { ConversionManifest } from "./manifest.ts";

/** How a joint moves. */
export type JointType = NonNullable<ReplayMetadata["joint_type"]>[number];

/** A replay in the making. Its arrays are kept by what their axes count, so that joints and frames move in all at once. */
export interface Draft {
	/** What was read. */
	readonly source: ConversionManifest["source"];
	/** Whether the source itself says that no robot made it. */
	readonly isSimulated?: boolean;
	/** Seconds of some frames from the first of them. */
	readonly seconds: (frames: readonly number[]) => Float64Array;
	/** What the source says of the time of a frame, where its clock was moved. */
	readonly origin: (frame: number) => string | null;
	/** (T,) as text or numbers. */
	readonly frameIds: ReplayArray;
	/** (J,) in the order of the columns below. */
	readonly jointNames: readonly string[];
	/** (J,) where the source tells. */
	readonly jointTypes?: readonly JointType[];
	/** (T, J) rad or m; NaN = no position, for the fill rule to see to. */
	readonly positions: FloatArray;
	/** Other arrays of shape (T, J): `dqj` among them. */
	readonly perJoint: ReadonlyMap<string, ReplayArray>;
	/** Arrays of shape (T, …) besides: `mode` among them. */
	readonly perFrame: ReadonlyMap<string, ReplayArray>;
	/** Arrays that neither frames nor joints count. */
	readonly fixed: ReadonlyMap<string, ReplayArray>;
	/** What the source says about itself. */
	readonly metadata: ReplayBasics & { readonly source_label: string };
}

/** Frames of the draft. */
export function frameCount(draft: Draft): number {
	return draft.positions.shape[0];
}

/** A frame's id, as text. */
export function frameIdAt(draft: Draft, frame: number): string {
	return String(draft.frameIds.data[frame]);
}
