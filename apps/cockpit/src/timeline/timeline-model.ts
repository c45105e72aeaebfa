import type { ReplayArtifact } from "@hindcast/replay-protocol";

/** Runs of frames that share a label, in time order, as parallel arrays. */
export interface Spans {
	/** Number of spans. */
	readonly length: number;
	/** (length,) integer ns. */
	readonly startNs: Float64Array;
	/** (length,) integer ns; a run lasts until the next frame, or until its own last frame where a gap follows. */
	readonly endNs: Float64Array;
	/** (length,) first frame. */
	readonly firstFrame: Uint32Array;
	/** (length,) last frame. */
	readonly lastFrame: Uint32Array;
	/** (length,) index into {@link labels}. */
	readonly label: Uint32Array;
	/** Distinct labels in the order of their first use: wire values such as a mode or a command intent. */
	readonly labels: readonly string[];
}

/** A joint's position range; an end that does not bound is infinite or NaN. */
export interface PositionLimit {
	readonly lower: number;
	readonly upper: number;
}

/** What {@link buildTimelineModel} may be told. */
export interface TimelineModelOptions {
	/** Position limits by joint name. */
	readonly positionLimits?: ReadonlyMap<string, PositionLimit>;
	/** A longer step between frames is a gap; default: the larger of 10 median steps and 0.25 s. */
	readonly gapSeconds?: number;
}

/** Everything the timeline draws of a replay, computed once. */
export interface TimelineModel {
	/** (T,) integer ns from the first frame. */
	readonly timesNs: Float64Array;
	readonly durationNs: number;
	/** The step from which on a gap counts, ns. */
	readonly gapNs: number;
	/** `mode`. */
	readonly modes: Spans;
	/** Frames with at least one joint beyond its position limit; labels are the joints' names, joined by `", "`. */
	readonly limits: Spans;
	/** Times without frames; `firstFrame` and `lastFrame` are the frames before and after. */
	readonly gaps: Spans;
	/** `command_intent_id` and `command_capability`; frames with neither are in no span. */
	readonly commands: Spans;
	/** Frames with a finite `target_pos`. */
	readonly targets: Spans;
	/** `verification_state` as words (`none`, `incomplete`, `bridge-accepted`, `runtime-healthy`, `verified`, `failed`, `unknown`). */
	readonly verification: Spans;
	/** `actual_contact`, one per contact, frames in contact. */
	readonly contacts: readonly Spans[];
	/** `annotation_id`; frames without one are in no span. */
	readonly notes: Spans;
}

/** Computes the timeline of a replay in one pass over its frames. */
export function buildTimelineModel(artifact: ReplayArtifact, options?: TimelineModelOptions): TimelineModel {
	void artifact;
	void options;
	const none: Spans = {
		length: 0,
		startNs: new Float64Array(),
		endNs: new Float64Array(),
		firstFrame: new Uint32Array(),
		lastFrame: new Uint32Array(),
		label: new Uint32Array(),
		labels: [],
	};
	return {
		timesNs: new Float64Array(),
		durationNs: 0,
		gapNs: 0,
		modes: none,
		limits: none,
		gaps: none,
		commands: none,
		targets: none,
		verification: none,
		contacts: [],
		notes: none,
	};
}
