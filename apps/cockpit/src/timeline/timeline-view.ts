import type { LoopRange } from "../playback/playback-clock.ts";
import type { SceneTheme } from "../viewport/scene-theme.ts";
import type { TimelineModel } from "./timeline-model.ts";

/** The rows of a timeline, top to bottom. A row whose track is empty is not drawn; `mode` always is. */
export type TimelineTrack =
	| "mode"
	| "contacts"
	| "commands"
	| "targets"
	| "limits"
	| "verification"
	| "notes";

/** What the pointer is over. */
export interface TimelineHit {
	/** Time under the pointer, integer ns. */
	readonly timeNs: number;
	/** Frame at that time. */
	readonly frame: number;
	/** Pointer, CSS pixels from the canvas's left edge. */
	readonly x: number;
	/** The row, its span and the span's label (a wire value), or null on the ruler and on empty ground. */
	readonly span: {
		readonly track: TimelineTrack | "gap";
		readonly index: number;
		readonly startNs: number;
		readonly endNs: number;
		readonly label: string;
	} | null;
}

/** What a timeline takes. */
export interface TimelineViewOptions {
	readonly theme: SceneTheme;
	readonly reducedMotion: boolean;
	/** Names of the rows in the reader's language. */
	readonly labels: Readonly<Record<TimelineTrack, string>>;
	/** Writes a span's label (a wire value) for display; the wire value itself by default. */
	readonly formatLabel?: (track: TimelineTrack, label: string) => string;
	/** Writes a gap's label; `gap 0.6 s` by default. */
	readonly formatGap?: (seconds: number) => string;
	/** Called on click and while scrubbing. */
	readonly onSeek?: (timeNs: number) => void;
	/** Called when a drag starts (true) and ends (false). */
	readonly onScrub?: (active: boolean) => void;
	/** Called as the pointer moves; null when it leaves. */
	readonly onHover?: (hit: TimelineHit | null) => void;
}

/** The timeline on a canvas: pointer and wheel are its own; keys and slider semantics belong to its owner. */
export class TimelineView {
	constructor(canvas: HTMLCanvasElement, options: TimelineViewOptions) {
		void canvas;
		void options;
	}
	/** Height in CSS pixels that shows every row there is. */
	get contentHeight(): number {
		return 0;
	}
	/** Shows a replay's timeline, fitted; null for none. */
	setReplay(model: TimelineModel | null): void {
		void model;
	}
	/** Moves the playhead; when zoomed in, the window follows it. */
	setTime(timeNs: number): void {
		void timeNs;
	}
	/** Marks the looped part; null for none. */
	setLoopRange(range: LoopRange | null): void {
		void range;
	}
	setTheme(theme: SceneTheme): void {
		void theme;
	}
	setReducedMotion(reducedMotion: boolean): void {
		void reducedMotion;
	}
	/** New names, after the language changed. */
	setLabels(labels: Readonly<Record<TimelineTrack, string>>): void {
		void labels;
	}
	/** Shows the whole replay. */
	fit(): void {}
	/** Zooms around the playhead; above 1 goes in. */
	zoomBy(factor: number): void {
		void factor;
	}
	/** What is at a point of the canvas, CSS pixels. */
	hitTest(x: number, y: number): TimelineHit | null {
		void x;
		void y;
		return null;
	}
	/** Takes the canvas's current size. */
	resize(): void {}
	dispose(): void {}
}
