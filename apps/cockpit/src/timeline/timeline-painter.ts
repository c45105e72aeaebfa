import { frameAt } from "../playback/playback-clock.ts";
import type { SceneTheme } from "../viewport/scene-theme.ts";
import type { Spans } from "./spans.ts";
import { rulerTicks, type TimeWindow } from "./time-window.ts";
import {
	measure,
	type TimelineLayout,
	type TimelineRow,
	type TimelineTrack,
	trackWidth,
	xOf,
} from "./timeline-layout.ts";
import type { TimelineModel } from "./timeline-model.ts";

const FRAME_TICK_PIXELS = 8;
const TICK_LABEL_PIXELS = 84;

/** Everything a timeline's tracks are painted from. */
export interface TimelinePicture {
	readonly model: TimelineModel;
	readonly window: TimeWindow;
	readonly layout: TimelineLayout;
	readonly theme: SceneTheme;
	readonly labels: Readonly<Record<TimelineTrack, string>>;
	readonly formatLabel: (track: TimelineTrack, label: string) => string;
	readonly formatGap: (seconds: number) => string;
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Paints all but the playhead, the loop and the pointer: what changes only with the window, the replay and the look. */
export function paintTracks(context: Context, picture: TimelinePicture): void {
	const { layout } = picture;
	context.clearRect(0, 0, layout.width, layout.height);
	context.textBaseline = "middle";
	paintRowNames(context, picture);
	context.save();
	context.beginPath();
	context.rect(measure.left - 1, 0, trackWidth(layout) + 2, layout.height);
	context.clip();
	for (const row of layout.rows) paintRow(context, picture, row);
	paintGaps(context, picture);
	context.restore();
	paintRuler(context, picture);
}

function paintRowNames(context: Context, { layout, theme, labels }: TimelinePicture): void {
	context.font = `11px ${theme.fontUi}`;
	context.fillStyle = theme.ink3;
	context.textAlign = "left";
	for (const { track, top, height } of layout.rows) {
		context.fillText(labels[track], 16, top + height / 2 + 0.5, measure.left - 24);
	}
}

function paintRuler(context: Context, { model, window, layout, theme }: TimelinePicture): void {
	const { stepNs, minor, label } = rulerTicks(window, trackWidth(layout), TICK_LABEL_PIXELS);
	const base = measure.ruler - 2.5;
	context.strokeStyle = theme.line;
	context.lineWidth = 1;
	context.beginPath();
	context.moveTo(measure.left, base);
	context.lineTo(layout.width - measure.right, base);
	const small = stepNs / minor;
	const first = Math.ceil(window.startNs / small - 1e-9);
	for (let i = first; i * small <= window.endNs; i++) {
		const x = crisp(xOf(i * small, window, layout));
		context.moveTo(x, base);
		context.lineTo(x, base - (i % minor === 0 ? 5 : 3));
	}
	context.stroke();
	context.font = `11px ${theme.fontMono}`;
	context.fillStyle = theme.ink3;
	for (let i = Math.ceil(window.startNs / stepNs - 1e-9); i * stepNs <= window.endNs; i++) {
		const x = xOf(i * stepNs, window, layout);
		context.textAlign = x > layout.width - measure.right - 24 ? "right" : "center";
		context.fillText(label(i * stepNs), x, 7.5);
	}
	paintFrames(context, { model, window, layout, theme });
}

function paintFrames(
	context: Context,
	{ model, window, layout, theme }: Pick<TimelinePicture, "model" | "window" | "layout" | "theme">,
): void {
	const { timesNs } = model;
	const from = Math.max(frameAt(timesNs, window.startNs), 0);
	const to = frameAt(timesNs, window.endNs);
	if (to < from || (to - from + 1) * FRAME_TICK_PIXELS > trackWidth(layout)) return;
	context.fillStyle = theme.ink3;
	for (let k = from; k <= to; k++) {
		const x = Math.round(xOf(timesNs[k], window, layout));
		if (x >= measure.left) context.fillRect(x, measure.ruler - 2, 1, 4);
	}
}

function paintRow(context: Context, picture: TimelinePicture, row: TimelineRow): void {
	const { theme } = picture;
	if (row.track === "limits") {
		context.fillStyle = theme.line;
		const middle = Math.round(row.top + row.height / 2);
		context.fillRect(measure.left, middle, trackWidth(picture.layout), 1);
	}
	const laneHeight = row.lanes.length > 1 ? (row.height - 4) / row.lanes.length : row.height;
	row.lanes.forEach((spans, lane) => {
		const middle = row.lanes.length > 1 ? row.top + 2 + laneHeight * (lane + 0.5) : row.top + row.height / 2;
		const height = { mode: 12, contacts: 4, commands: 10, targets: 4, limits: 9, verification: 6, notes: 10 }[
			row.track
		];
		const thick = Math.min(height, row.lanes.length > 1 ? laneHeight - 1 : row.height - 2);
		paintSpans(context, picture, {
			spans,
			track: row.track,
			top: Math.round(middle - thick / 2),
			height: thick,
		});
	});
}

interface Lane {
	readonly spans: Spans;
	readonly track: TimelineTrack;
	readonly top: number;
	readonly height: number;
}

/** Paints the spans in the window; those that end within the same pixel are painted once. */
function paintSpans(context: Context, picture: TimelinePicture, lane: Lane): void {
	const { window, layout } = picture;
	const { spans } = lane;
	let painted = Number.NEGATIVE_INFINITY;
	for (let i = Math.max(frameAt(spans.startNs, window.startNs), 0); i < spans.length; i++) {
		if (spans.startNs[i] > window.endNs) break;
		const start = Math.max(xOf(spans.startNs[i], window, layout), measure.left - 4);
		const end = Math.min(xOf(spans.endNs[i], window, layout), layout.width);
		const right = Math.max(end, start + 2);
		if (right < measure.left || right <= painted + 0.5) continue;
		const label = spans.labels[spans.label[i]] ?? "";
		context.fillStyle = spanColor(picture.theme, lane.track, { label, index: spans.label[i] });
		const gutter = end - start > 4 && lane.track !== "limits" ? 1 : 0;
		context.beginPath();
		context.roundRect(
			start,
			lane.top,
			Math.max(right - start - gutter, 2),
			lane.height,
			Math.min(2, (right - start) / 2),
		);
		context.fill();
		paintSpanText(context, picture, { lane, label, start: Math.max(start, measure.left), end: right });
		painted = right;
	}
}

function paintSpanText(
	context: Context,
	{ theme, formatLabel }: TimelinePicture,
	text: { lane: Lane; label: string; start: number; end: number },
): void {
	const { lane, label, start, end } = text;
	const room = end - start - 10;
	if (label === "" || room < 24 || lane.height < 9 || lane.track === "limits") return;
	context.font = `10px ${theme.fontUi}`;
	context.textAlign = "left";
	const words = fitText(context, formatLabel(lane.track, label), room);
	context.fillStyle = lane.track === "notes" ? theme.bg : theme.ink1;
	context.fillText(words, start + 5, lane.top + lane.height / 2 + 0.5);
}

function spanColor(theme: SceneTheme, track: TimelineTrack, span: { label: string; index: number }): string {
	switch (track) {
		case "mode":
			return span.index % 2 === 0 ? theme.surface3 : theme.lineStrong;
		case "commands":
			return span.index % 2 === 0 ? theme.lineStrong : theme.line;
		case "contacts":
			return theme.ok;
		case "targets":
			return theme.ink3;
		case "limits":
			return theme.block;
		case "notes":
			return theme.ink2;
		case "verification":
			if (span.label === "verified") return theme.ok;
			if (span.label === "failed") return theme.block;
			return span.label === "unknown" || span.label === "none" ? theme.surface3 : theme.ink3;
	}
}

function paintGaps(context: Context, picture: TimelinePicture): void {
	const { model, window, layout, theme, formatGap } = picture;
	const { gaps } = model;
	const last = layout.rows[layout.rows.length - 1];
	if (!last) return;
	const bottom = last.top + last.height;
	for (let i = Math.max(frameAt(gaps.startNs, window.startNs), 0); i < gaps.length; i++) {
		if (gaps.startNs[i] > window.endNs) break;
		const start = Math.max(xOf(gaps.startNs[i], window, layout), measure.left);
		const end = Math.min(xOf(gaps.endNs[i], window, layout), layout.width - measure.right);
		if (end < measure.left) continue;
		hatch(
			context,
			{ left: start, right: Math.max(end, start + 2), top: measure.ruler + 1, bottom },
			theme.lineStrong,
		);
		const label = formatGap((gaps.endNs[i] - gaps.startNs[i]) / 1e9);
		context.font = `10px ${theme.fontUi}`;
		const width = context.measureText(label).width + 8;
		const next = i + 1 < gaps.length ? xOf(gaps.startNs[i + 1], window, layout) : Number.POSITIVE_INFINITY;
		if (width > Math.max(end, Math.min(next, end + width)) - start) continue;
		const x =
			width <= end - start
				? (start + end - width) / 2
				: Math.min(end + 2, layout.width - measure.right - width);
		context.fillStyle = theme.surface1;
		context.beginPath();
		context.roundRect(x, bottom - 15, width, 14, 3);
		context.fill();
		context.fillStyle = theme.ink2;
		context.textAlign = "left";
		context.fillText(label, x + 4, bottom - 7.5);
	}
}

/** Diagonal stripes, the mark of what is not there. */
function hatch(
	context: Context,
	box: { left: number; right: number; top: number; bottom: number },
	color: string,
): void {
	context.save();
	context.beginPath();
	context.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
	context.clip();
	context.strokeStyle = color;
	context.lineWidth = 2;
	context.beginPath();
	const tall = box.bottom - box.top;
	for (let x = Math.floor((box.left - tall) / 7) * 7; x < box.right; x += 7) {
		context.moveTo(x, box.bottom);
		context.lineTo(x + tall, box.top);
	}
	context.stroke();
	context.restore();
}

/** Cuts a text to a width, with an ellipsis. */
function fitText(context: Context, text: string, width: number): string {
	if (context.measureText(text).width <= width) return text;
	let length = Math.min(text.length, Math.ceil(width / 3));
	while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) length--;
	return length > 1 ? `${text.slice(0, length)}…` : "";
}

function crisp(x: number): number {
	return Math.round(x) + 0.5;
}
