import { formatTime } from "../playback/format-time.ts";
import { frameAt, type LoopRange } from "../playback/playback-clock.ts";
import type { SceneTheme } from "../viewport/scene-theme.ts";
import { followWindow, panWindow, type TimeWindow, wholeWindow, zoomWindow } from "./time-window.ts";
import {
	contentHeight,
	hitSpan,
	layoutTimeline,
	measure,
	type SpanHit,
	type TimelineLayout,
	type TimelineTrack,
	timeAt,
	trackWidth,
	xOf,
} from "./timeline-layout.ts";
import type { TimelineModel } from "./timeline-model.ts";
import { paintTracks } from "./timeline-painter.ts";

const EASE_MS = 120;
const WHEEL_ZOOM = 0.0016;

/** What the pointer is over. */
export interface TimelineHit {
	/** Time under the pointer, integer ns. */
	readonly timeNs: number;
	/** Frame at that time. */
	readonly frame: number;
	/** Pointer, CSS pixels from the canvas's left edge. */
	readonly x: number;
	/** The span there; null on the ruler and on empty ground. */
	readonly span: SpanHit | null;
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

/**
 * The timeline on a canvas. Drag scrubs, wheel zooms around the cursor, Shift and wheel (or a sideways wheel) moves,
 * double click fits. Keys and slider semantics are its owner's. The tracks are painted once for each window; the playhead
 * is laid over them.
 */
export class TimelineView {
	readonly #canvas: HTMLCanvasElement;
	readonly #context: CanvasRenderingContext2D | null;
	readonly #tracks = document.createElement("canvas");
	readonly #options: TimelineViewOptions;
	readonly #listeners = new AbortController();
	#theme: SceneTheme;
	#labels: Readonly<Record<TimelineTrack, string>>;
	#reducedMotion: boolean;
	#model: TimelineModel | null = null;
	#layout: TimelineLayout = layoutTimeline(null, { width: 1, height: 1 });
	#window: TimeWindow = wholeWindow(0);
	#ease: { from: TimeWindow; to: TimeWindow; startMs: number } | null = null;
	#timeNs = 0;
	#loop: LoopRange | null = null;
	#pointer: { readonly x: number; readonly y: number } | null = null;
	#hoverX: number | null = null;
	#scrubbing = false;
	#stale = true;
	#requested = 0;

	constructor(canvas: HTMLCanvasElement, options: TimelineViewOptions) {
		this.#canvas = canvas;
		this.#context = canvas.getContext("2d");
		this.#options = options;
		this.#theme = options.theme;
		this.#labels = options.labels;
		this.#reducedMotion = options.reducedMotion;
		canvas.style.touchAction = "none";
		this.#listen();
		this.resize();
	}

	/** Height in CSS pixels that gives every row its full height. */
	get contentHeight(): number {
		return contentHeight(this.#model);
	}

	/** The part that is shown. */
	get window(): TimeWindow {
		return this.#window;
	}

	/** Shows a replay's timeline, all of it; null for none. */
	setReplay(model: TimelineModel | null): void {
		this.#model = model;
		this.#timeNs = 0;
		this.#ease = null;
		this.#window = wholeWindow(model?.durationNs ?? 0);
		this.resize();
	}

	/** Moves the playhead; when zoomed in, the window follows it. */
	setTime(timeNs: number): void {
		if (timeNs === this.#timeNs) return;
		this.#timeNs = timeNs;
		if (!this.#scrubbing && !this.#ease) {
			const followed = followWindow(this.#window, timeNs, this.#model?.durationNs ?? 0);
			if (followed !== this.#window) this.#setWindow(followed);
		}
		this.#invalidate();
	}

	/** Marks the looped part; null for none. */
	setLoopRange(range: LoopRange | null): void {
		if (range === this.#loop) return;
		this.#loop = range;
		this.#invalidate();
	}

	setTheme(theme: SceneTheme): void {
		this.#theme = theme;
		this.#repaint();
	}

	setReducedMotion(reducedMotion: boolean): void {
		this.#reducedMotion = reducedMotion;
	}

	/** New names, after the language changed. */
	setLabels(labels: Readonly<Record<TimelineTrack, string>>): void {
		this.#labels = labels;
		this.#repaint();
	}

	/** Shows the whole replay. */
	fit(): void {
		this.#easeTo(wholeWindow(this.#model?.durationNs ?? 0));
	}

	/** Zooms around the playhead; above 1 goes in. */
	zoomBy(factor: number): void {
		const target = this.#ease?.to ?? this.#window;
		const around = Math.min(Math.max(this.#timeNs, target.startNs), target.endNs);
		this.#easeTo(zoomWindow(target, { aroundNs: around, factor }, this.#model?.durationNs ?? 0));
	}

	/** What is at a point of the canvas, CSS pixels from its top left corner; null without a replay. */
	hitTest(x: number, y: number): TimelineHit | null {
		if (!this.#model) return null;
		const timeNs = timeAt(x, this.#window, this.#layout);
		const scene = { model: this.#model, window: this.#window, layout: this.#layout };
		const inside = x >= measure.left - 4 && x <= this.#layout.width - measure.right + 4;
		return {
			timeNs,
			frame: Math.max(frameAt(this.#model.timesNs, timeNs), 0),
			x: Math.min(Math.max(x, measure.left), this.#layout.width - measure.right),
			span: inside ? hitSpan({ x, y }, scene) : null,
		};
	}

	/** Takes the canvas's size on the page and the device's pixel ratio. */
	resize(): void {
		const size = {
			width: Math.max(this.#canvas.clientWidth, 1),
			height: Math.max(this.#canvas.clientHeight, 1),
		};
		const ratio = globalThis.devicePixelRatio || 1;
		for (const canvas of [this.#canvas, this.#tracks]) {
			canvas.width = Math.round(size.width * ratio);
			canvas.height = Math.round(size.height * ratio);
			canvas.getContext("2d")?.setTransform(ratio, 0, 0, ratio, 0, 0);
		}
		this.#layout = layoutTimeline(this.#model, size);
		this.#repaint();
	}

	/** Paints now. */
	render(): void {
		const context = this.#context;
		if (!context) return;
		this.#advanceEase(performance.now());
		if (this.#stale) this.#paintTracks();
		const { width, height } = this.#layout;
		context.clearRect(0, 0, width, height);
		context.drawImage(this.#tracks, 0, 0, width, height);
		if (!this.#model) return;
		if (this.#loop) this.#paintLoop(context, this.#loop);
		if (this.#hoverX !== null && !this.#scrubbing) this.#paintHover(context, this.#hoverX);
		this.#paintPlayhead(context);
	}

	dispose(): void {
		this.#listeners.abort();
		cancelAnimationFrame(this.#requested);
	}

	#paintTracks(): void {
		this.#stale = false;
		const context = this.#tracks.getContext("2d");
		if (!context) return;
		if (!this.#model) {
			context.clearRect(0, 0, this.#layout.width, this.#layout.height);
			return;
		}
		paintTracks(context, {
			model: this.#model,
			window: this.#window,
			layout: this.#layout,
			theme: this.#theme,
			labels: this.#labels,
			formatLabel: this.#options.formatLabel ?? ((_track, label) => label),
			formatGap: this.#options.formatGap ?? ((seconds) => `gap ${seconds.toPrecision(2)} s`),
		});
	}

	#paintLoop(context: CanvasRenderingContext2D, loop: LoopRange): void {
		const left = Math.max(xOf(loop.startNs, this.#window, this.#layout), measure.left);
		const right = Math.min(xOf(loop.endNs, this.#window, this.#layout), this.#layout.width - measure.right);
		if (right < left) return;
		const bottom = this.#layout.height - measure.bottom;
		context.globalAlpha = 0.1;
		context.fillStyle = this.#theme.accent;
		context.fillRect(left, measure.ruler - 2, right - left, bottom - measure.ruler + 2);
		context.globalAlpha = 1;
		context.fillRect(left, measure.ruler - 4, Math.max(right - left, 2), 2);
		for (const x of [left, right - 1]) context.fillRect(x, measure.ruler - 9, 1, 7);
	}

	#paintHover(context: CanvasRenderingContext2D, x: number): void {
		const { main } = formatTime(timeAt(x, this.#window, this.#layout));
		context.fillStyle = this.#theme.ink3;
		context.fillRect(
			Math.round(x),
			measure.ruler - 2,
			1,
			this.#layout.height - measure.ruler - measure.bottom + 2,
		);
		context.font = `11px ${this.#theme.fontMono}`;
		const width = context.measureText(main).width + 10;
		const left = Math.min(Math.max(x - width / 2, 0), this.#layout.width - width);
		context.fillStyle = this.#theme.surface3;
		context.beginPath();
		context.roundRect(left, 0, width, 16, 3);
		context.fill();
		context.fillStyle = this.#theme.ink1;
		context.textAlign = "left";
		context.textBaseline = "middle";
		context.fillText(main, left + 5, 8.5);
	}

	#paintPlayhead(context: CanvasRenderingContext2D): void {
		const x = Math.round(xOf(this.#timeNs, this.#window, this.#layout));
		if (x < measure.left - 1 || x > this.#layout.width - measure.right + 1) return;
		const top = measure.ruler - 9;
		context.fillStyle = this.#theme.accent;
		context.fillRect(x - 1, top, 2, this.#layout.height - top - measure.bottom + 3);
		context.beginPath();
		context.moveTo(x - 6, top);
		context.lineTo(x + 6, top);
		context.lineTo(x, top + 7);
		context.fill();
	}

	#setWindow(window: TimeWindow): void {
		this.#window = window;
		if (this.#pointer) this.#tellHover();
		this.#repaint();
	}

	#easeTo(to: TimeWindow): void {
		if (this.#reducedMotion) this.#setWindow(to);
		else this.#ease = { from: this.#window, to, startMs: performance.now() };
		this.#invalidate();
	}

	#advanceEase(nowMs: number): void {
		if (!this.#ease) return;
		const { from, to, startMs } = this.#ease;
		const part = Math.min(Math.max((nowMs - startMs) / EASE_MS, 0), 1);
		const eased = 1 - (1 - part) ** 3;
		if (part === 1) this.#ease = null;
		this.#setWindow({
			startNs: from.startNs + (to.startNs - from.startNs) * eased,
			endNs: from.endNs + (to.endNs - from.endNs) * eased,
		});
	}

	#repaint(): void {
		this.#stale = true;
		this.#invalidate();
	}

	#invalidate(): void {
		if (this.#requested) return;
		this.#requested = requestAnimationFrame(this.#onFrame);
	}

	readonly #onFrame = (): void => {
		this.#requested = 0;
		this.render();
	};

	#listen(): void {
		const { signal } = this.#listeners;
		const on = <K extends keyof HTMLElementEventMap>(
			type: K,
			listener: (event: HTMLElementEventMap[K]) => void,
		) => this.#canvas.addEventListener(type, listener, { signal, passive: false });
		on("pointerdown", (event) => {
			if (event.button !== 0 || !this.#model) return;
			this.#canvas.setPointerCapture(event.pointerId);
			this.#scrubbing = true;
			this.#options.onScrub?.(true);
			this.#seekTo(event);
		});
		on("pointermove", (event) => {
			if (this.#scrubbing) this.#seekTo(event);
			this.#pointer = this.#place(event);
			this.#tellHover();
		});
		for (const type of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
			on(type, () => this.#endScrub());
		}
		on("pointerleave", () => {
			this.#pointer = null;
			this.#tellHover();
		});
		on("dblclick", () => this.fit());
		on("wheel", (event) => this.#wheel(event));
	}

	#seekTo(event: PointerEvent): void {
		const { x } = this.#place(event);
		this.#options.onSeek?.(timeAt(x, this.#window, this.#layout));
	}

	#endScrub(): void {
		if (!this.#scrubbing) return;
		this.#scrubbing = false;
		this.#options.onScrub?.(false);
		this.#invalidate();
	}

	/** Says what is under the pointer, which changes with the window too. */
	#tellHover(): void {
		const hit = this.#pointer && this.hitTest(this.#pointer.x, this.#pointer.y);
		const inside =
			this.#pointer !== null &&
			this.#pointer.x >= measure.left &&
			this.#pointer.x <= this.#layout.width - measure.right;
		this.#hoverX = hit && inside ? hit.x : null;
		this.#options.onHover?.(this.#hoverX === null ? null : hit);
		this.#invalidate();
	}

	#wheel(event: WheelEvent): void {
		if (!this.#model) return;
		event.preventDefault();
		this.#ease = null;
		const { durationNs } = this.#model;
		const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
		const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
		if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
			const perPixel = (this.#window.endNs - this.#window.startNs) / trackWidth(this.#layout);
			this.#setWindow(panWindow(this.#window, sideways * lines * perPixel, durationNs));
			return;
		}
		const aroundNs = timeAt(this.#place(event).x, this.#window, this.#layout);
		const factor = Math.exp(-event.deltaY * lines * WHEEL_ZOOM);
		this.#setWindow(zoomWindow(this.#window, { aroundNs, factor }, durationNs));
	}

	#place(event: MouseEvent): { x: number; y: number } {
		const box = this.#canvas.getBoundingClientRect();
		return { x: event.clientX - box.left, y: event.clientY - box.top };
	}
}
