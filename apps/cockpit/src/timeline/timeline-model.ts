import type { BoolArray, IntegerArray, ReplayArtifact } from "@hindcast/replay-protocol";
import { modeLabel } from "../model/frame-facts.ts";
import { verificationWord } from "../model/verification-words.ts";
import { frameTimesNs } from "../playback/frame-times.ts";
import { isBeyondLimit, type PositionLimit } from "./position-limits.ts";
import { type FrameAxis, mergeSpans, noSpans, type Spans } from "./spans.ts";

export type { PositionLimit };

const NS_PER_SECOND = 1e9;
const SHORTEST_GAP_SECONDS = 0.25;
const GAP_STEPS = 10;

/** What {@link buildTimelineModel} may be told. */
export interface TimelineModelOptions {
	/** Position limits by joint name, as `positionLimitsOf` gives them; without them there are no limit spans. */
	readonly positionLimits?: ReadonlyMap<string, PositionLimit>;
	/** A longer step between frames is a gap; default: the larger of 10 median steps and 0.25 s. */
	readonly gapSeconds?: number;
}

/** Everything the timeline draws of a replay, computed once. */
export interface TimelineModel {
	/** (T,) integer ns from the first frame. */
	readonly timesNs: Float64Array;
	/** Time of the last frame. */
	readonly durationNs: number;
	/** A longer step is a gap, ns. */
	readonly gapNs: number;
	/** `mode`; a code by its label in the metadata. */
	readonly modes: Spans;
	/** `actual_contact`: for each contact, its frames in contact. */
	readonly contacts: readonly Spans[];
	/** `command_intent_id`, or `command_capability` where that is empty; frames with neither are in no span. */
	readonly commands: Spans;
	/** Frames with a finite `target_pos`. */
	readonly targets: Spans;
	/** Frames with joints beyond their position limits; a label is the joints' names, joined by `", "`. */
	readonly limits: Spans;
	/** `verification_state` in words: `unknown`, `none`, `incomplete`, `bridge-accepted`, `runtime-healthy`, `verified`, `failed`, `stale`, `mismatch`, or a producer's own. */
	readonly verification: Spans;
	/** `annotation_id`; frames without one are in no span. */
	readonly notes: Spans;
	/** Times without frames; `firstFrame` and `lastFrame` are the frames before and after. */
	readonly gaps: Spans;
}

/**
 * Computes the timeline of a replay: one pass over its frames for each track, and one over its positions.
 *
 * @throws RangeError for times that `frameTimesNs` refuses
 */
export function buildTimelineModel(
	artifact: ReplayArtifact,
	options: TimelineModelOptions = {},
): TimelineModel {
	const { arrays } = artifact;
	const timesNs = frameTimesNs(arrays.t);
	const gapNs = Math.round(
		options.gapSeconds === undefined ? defaultGapNs(timesNs) : options.gapSeconds * NS_PER_SECOND,
	);
	const axis = { timesNs, gapNs };
	const intents = arrays.command_intent_id?.data;
	const capabilities = arrays.command_capability?.data;
	const target = arrays.target_pos?.data;
	const notes = arrays.annotation_id?.data;
	const { verification_state: verification } = arrays;
	return {
		timesNs,
		durationNs: timesNs.length === 0 ? 0 : timesNs[timesNs.length - 1],
		gapNs,
		modes: mergeSpans(axis, (k) => modeLabel(artifact, k)),
		contacts: contactSpans(axis, arrays.actual_contact),
		commands: mergeSpans(axis, (k) => intents?.[k] || capabilities?.[k] || null),
		targets: target ? mergeSpans(axis, (k) => (isFiniteRow(target, k) ? "" : null)) : noSpans,
		limits: limitSpans(axis, artifact, options.positionLimits),
		verification: verification
			? mergeSpans(axis, (k) => verificationWord(verification.data[k] ?? ""))
			: noSpans,
		notes: notes ? mergeSpans(axis, (k) => notes[k] || null) : noSpans,
		gaps: gapSpans(axis),
	};
}

function defaultGapNs(timesNs: Float64Array): number {
	const steps = new Float64Array(Math.max(timesNs.length - 1, 0));
	for (let k = 0; k < steps.length; k++) steps[k] = timesNs[k + 1] - timesNs[k];
	steps.sort();
	const middle = steps.length >>> 1;
	const median =
		steps.length % 2 === 1 ? steps[middle] : ((steps[middle - 1] ?? 0) + (steps[middle] ?? 0)) / 2;
	return Math.max(GAP_STEPS * median, SHORTEST_GAP_SECONDS * NS_PER_SECOND);
}

function isFiniteRow(data: Float64Array | Float32Array, frame: number): boolean {
	const at = frame * 3;
	return Number.isFinite(data[at]) && Number.isFinite(data[at + 1]) && Number.isFinite(data[at + 2]);
}

function contactSpans(axis: FrameAxis, contact: IntegerArray | BoolArray | undefined): Spans[] {
	if (!contact) return [];
	const columns = contact.shape[1] ?? 1;
	return Array.from({ length: columns }, (_, c) =>
		mergeSpans(axis, (k) => (Number(contact.data[k * columns + c]) === 1 ? "" : null)),
	);
}

function limitSpans(
	axis: FrameAxis,
	{ arrays }: ReplayArtifact,
	limits: ReadonlyMap<string, PositionLimit> | undefined,
): Spans {
	const names = arrays.joint_name.data;
	const limited = names.flatMap((name, column) => {
		const limit = limits?.get(name);
		return limit ? [{ name, column, limit }] : [];
	});
	if (limited.length === 0) return noSpans;
	const { data } = arrays.qj;
	return mergeSpans(axis, (k) => {
		let label: string | null = null;
		for (const { name, column, limit } of limited) {
			if (!isBeyondLimit(data[k * names.length + column], limit)) continue;
			label = label === null ? name : `${label}, ${name}`;
		}
		return label;
	});
}

function gapSpans({ timesNs, gapNs }: FrameAxis): Spans {
	const before: number[] = [];
	for (let k = 1; k < timesNs.length; k++) if (timesNs[k] - timesNs[k - 1] > gapNs) before.push(k - 1);
	return {
		length: before.length,
		startNs: Float64Array.from(before, (k) => timesNs[k]),
		endNs: Float64Array.from(before, (k) => timesNs[k + 1]),
		firstFrame: Uint32Array.from(before),
		lastFrame: Uint32Array.from(before, (k) => k + 1),
		label: new Uint32Array(before.length),
		labels: [""],
	};
}
