import { type Spans, spanAt } from "./spans.ts";
import type { TimeWindow } from "./time-window.ts";
import type { TimelineModel } from "./timeline-model.ts";

/** The rows of a timeline, top to bottom. A row without anything on it is left out; `mode` and `limits` always are there. */
export type TimelineTrack =
	| "mode"
	| "contacts"
	| "commands"
	| "targets"
	| "limits"
	| "verification"
	| "notes";

/** Measures in CSS pixels. */
export const measure = { left: 132, right: 16, ruler: 22, row: 20, smallestRow: 11, bottom: 8 } as const;

/** One row and the spans on it; contacts have one lane each. */
export interface TimelineRow {
	readonly track: TimelineTrack;
	readonly lanes: readonly Spans[];
	readonly top: number;
	readonly height: number;
}

/** Where things are on a canvas of a size. */
export interface TimelineLayout {
	readonly width: number;
	readonly height: number;
	readonly rows: readonly TimelineRow[];
}

/** What a point of the timeline is over. */
export interface SpanHit {
	readonly track: TimelineTrack | "gap";
	readonly index: number;
	readonly startNs: number;
	readonly endNs: number;
	/** Wire value; empty for targets, contacts and gaps. */
	readonly label: string;
}

function tracksOf(model: TimelineModel): { track: TimelineTrack; lanes: readonly Spans[] }[] {
	const all: { track: TimelineTrack; lanes: readonly Spans[] }[] = [
		{ track: "mode", lanes: [model.modes] },
		{ track: "contacts", lanes: model.contacts },
		{ track: "commands", lanes: [model.commands] },
		{ track: "targets", lanes: [model.targets] },
		{ track: "limits", lanes: [model.limits] },
		{ track: "verification", lanes: [model.verification] },
		{ track: "notes", lanes: [model.notes] },
	];
	return all.filter(
		({ track, lanes }) => track === "mode" || track === "limits" || lanes.some((spans) => spans.length > 0),
	);
}

/** Height in CSS pixels that gives every row its full height. */
export function contentHeight(model: TimelineModel | null): number {
	return measure.ruler + measure.bottom + (model ? tracksOf(model).length : 1) * measure.row;
}

/** Lays out the rows; rows share what height there is. */
export function layoutTimeline(
	model: TimelineModel | null,
	size: { width: number; height: number },
): TimelineLayout {
	const tracks = model ? tracksOf(model) : [];
	const room = (size.height - measure.ruler - measure.bottom) / Math.max(tracks.length, 1);
	const height = Math.min(Math.max(room, measure.smallestRow), measure.row);
	const rows = tracks.map((one, i) => ({ ...one, top: measure.ruler + i * height, height }));
	return { ...size, rows };
}

/** Width in CSS pixels of the part that time runs along. */
export function trackWidth(layout: TimelineLayout): number {
	return Math.max(layout.width - measure.left - measure.right, 1);
}

/** Horizontal place of a time, CSS pixels from the canvas's left edge. */
export function xOf(timeNs: number, window: TimeWindow, layout: TimelineLayout): number {
	return measure.left + ((timeNs - window.startNs) / (window.endNs - window.startNs)) * trackWidth(layout);
}

/** Time at a horizontal place, an integer limited to the window. */
export function timeAt(x: number, window: TimeWindow, layout: TimelineLayout): number {
	const part = Math.min(Math.max((x - measure.left) / trackWidth(layout), 0), 1);
	return Math.round(window.startNs + part * (window.endNs - window.startNs));
}

/** The span under a point: the row's own first, else a gap; short ones can be met 3 pixels beside them. */
export function hitSpan(
	point: { x: number; y: number },
	scene: { model: TimelineModel; window: TimeWindow; layout: TimelineLayout },
): SpanHit | null {
	const { model, window, layout } = scene;
	const timeNs = timeAt(point.x, window, layout);
	const slackNs = (3 / trackWidth(layout)) * (window.endNs - window.startNs);
	const row = layout.rows.find(({ top, height }) => point.y >= top && point.y < top + height);
	if (row) {
		const lane = Math.floor(((point.y - row.top) / row.height) * row.lanes.length);
		const spans = row.lanes[lane];
		const index = spans ? spanAt(spans, timeNs, slackNs) : -1;
		if (index >= 0) return hitOf(row.track, spans, index);
	}
	const gap = spanAt(model.gaps, timeNs, slackNs);
	return row && gap >= 0 ? hitOf("gap", model.gaps, gap) : null;
}

function hitOf(track: SpanHit["track"], spans: Spans, index: number): SpanHit {
	return {
		track,
		index,
		startNs: spans.startNs[index],
		endNs: spans.endNs[index],
		label: spans.labels[spans.label[index]] ?? "",
	};
}
