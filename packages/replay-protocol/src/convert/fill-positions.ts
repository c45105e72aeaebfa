import type { FloatArray } from "../artifact.ts";
import type { ConversionLog } from "./conversion-log.ts";
import { type Draft, frameCount, frameIdAt } from "./draft.ts";
import type { ConversionStep } from "./manifest.ts";
import type { FillRule } from "./options.ts";
import { takeRows } from "./rows.ts";

/** A joint, and the frames in which it has no position. */
interface Missing {
	readonly joint: number;
	readonly frames: readonly number[];
}

/**
 * Sees to joints without a position by the fill rule. Nothing is ever interpolated, and nothing is held from after.
 * Whatever was done is in the log.
 */
export function fillPositions(draft: Draft, fill: FillRule, log: ConversionLog): Draft {
	const missing = missingPositions(draft.positions);
	if (missing.length === 0) return draft;
	if (fill === "hold") return holdPositions(draft, missing, log);
	if (fill === "drop-frame") return dropFrames(draft, missing, log);
	for (const one of missing) report(draft, one, log, "blocking");
	return draft;
}

function missingPositions({ shape, data }: FloatArray): Missing[] {
	const [rows, width] = shape;
	const found: Missing[] = [];
	for (let joint = 0; joint < width; joint++) {
		const frames: number[] = [];
		for (let row = 0; row < rows; row++) if (Number.isNaN(data[row * width + joint])) frames.push(row);
		if (frames.length > 0) found.push({ joint, frames });
	}
	return found;
}

function report(
	draft: Draft,
	{ joint, frames }: Missing,
	log: ConversionLog,
	severity: "blocking" | "advisory",
): void {
	log.find(frames.length === frameCount(draft) ? "joint-unmeasured" : "joint-missing", {
		path: `/arrays/qj`,
		severity,
		params: { joint: draft.jointNames[joint], ...span(draft, frames) },
	});
}

function span(draft: Draft, frames: readonly number[]) {
	return {
		frames: frames.length,
		first_frame_id: frameIdAt(draft, frames[0]),
		last_frame_id: frameIdAt(draft, frames[frames.length - 1]),
	};
}

function holdPositions(draft: Draft, missing: readonly Missing[], log: ConversionLog): Draft {
	const { positions } = draft;
	const width = positions.shape[1];
	const data = positions.data.slice();
	const steps = new Map<string, ConversionStep & { readonly joints: string[] }>();
	for (const { joint, frames } of missing) {
		const hasNothing = frames[0] === 0;
		if (hasNothing) {
			const leading = frames.filter((frame, index) => frame === index);
			report(draft, { joint, frames: leading }, log, "blocking");
			continue;
		}
		for (const frame of frames) data[frame * width + joint] = data[(frame - 1) * width + joint];
		report(draft, { joint, frames }, log, "advisory");
		const reach = span(draft, frames);
		const step = { rule: "joint-position-held", arrays: ["qj"], joints: [] as string[], ...reach };
		const shared = steps.get(JSON.stringify(reach)) ?? step;
		shared.joints.push(draft.jointNames[joint]);
		steps.set(JSON.stringify(reach), shared);
	}
	for (const step of steps.values()) log.step("filled", step);
	return { ...draft, positions: { ...positions, data } as FloatArray };
}

function dropFrames(draft: Draft, missing: readonly Missing[], log: ConversionLog): Draft {
	const dropped = new Set(missing.flatMap(({ frames }) => frames));
	const isAll = dropped.size === frameCount(draft);
	for (const one of missing) report(draft, one, log, isAll ? "blocking" : "advisory");
	if (isAll) return draft;
	log.step("dropped", {
		rule: "frames-dropped",
		joints: missing.map(({ joint }) => draft.jointNames[joint]),
		...span(
			draft,
			[...dropped].sort((a, b) => a - b),
		),
	});
	return keepFrames(draft, (frame) => !dropped.has(frame));
}

/** The draft of some of its frames. */
export function keepFrames(draft: Draft, keeps: (frame: number) => boolean): Draft {
	const kept: number[] = [];
	for (let frame = 0; frame < frameCount(draft); frame++) if (keeps(frame)) kept.push(frame);
	const rowsOf = (arrays: Draft["perFrame"]) =>
		new Map(Array.from(arrays, ([name, array]) => [name, takeRows(array, kept)]));
	return {
		...draft,
		seconds: (frames) => draft.seconds(frames.map((frame) => kept[frame])),
		origin: (frame) => draft.origin(kept[frame]),
		frameIds: takeRows(draft.frameIds, kept),
		positions: takeRows(draft.positions, kept) as FloatArray,
		perJoint: rowsOf(draft.perJoint),
		perFrame: rowsOf(draft.perFrame),
	};
}
