import { afterEach, describe, expect, it } from "vitest";
import type { LoopRange } from "../playback/playback-clock.ts";
import { darkTheme as theme } from "../viewport/dark-theme.fixture.ts";
import { measure } from "./timeline-layout.ts";
import { buildTimelineModel, type TimelineModel } from "./timeline-model.ts";
import { type TimelineHit, TimelineView, type TimelineViewOptions } from "./timeline-view.ts";

const labels = {
	mode: "Mode",
	contacts: "Contacts",
	commands: "Commands",
	targets: "Target",
	limits: "Limits",
	verification: "Verification",
	notes: "Notes",
};

const width = measure.left + 400 + measure.right;
const modeY = measure.ruler + measure.row / 2;
const limitsY = modeY + measure.row;

/** 10 s: idle, then walking from 4 s; the joint is beyond its limit from 6 s to 7 s; no frames between 8 s and 10 s. */
function tenSeconds(): TimelineModel {
	const t = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10];
	const strings = (data: string[]) => ({ dtype: "string" as const, shape: [data.length], data });
	const floats = (data: number[], ...shape: number[]) => ({
		dtype: "float64" as const,
		shape,
		data: Float64Array.from(data),
	});
	return buildTimelineModel(
		{
			metadata: {
				protocol: "moonrobo.replay.v1",
				robot_id: "r",
				units: {},
				quaternion_order: "wxyz",
				joint_order_digest: "",
			},
			arrays: {
				t: floats(t, 10),
				joint_name: strings(["knee"]),
				qj: floats(
					t.map((s) => (s === 6 ? 2 : 0)),
					10,
					1,
				),
				dqj: floats(
					t.map(() => 0),
					10,
					1,
				),
				mode: strings(t.map((s) => (s < 4 ? "idle" : "walk"))),
				frame_id: strings(t.map(String)),
			},
		},
		{ positionLimits: new Map([["knee", { lower: -1, upper: 1 }]]), gapSeconds: 1.5 },
	);
}

const open: TimelineView[] = [];

function viewOf(options: Partial<TimelineViewOptions> = {}) {
	const canvas = document.body.appendChild(document.createElement("canvas"));
	canvas.style.cssText = `width:${width}px;height:80px;display:block;position:absolute;left:0;top:0`;
	const view = new TimelineView(canvas, { theme, labels, reducedMotion: true, ...options });
	view.setReplay(tenSeconds());
	open.push(view);
	return { view, canvas };
}

const xAt = (seconds: number) => measure.left + (seconds / 10) * 400;

function colorAt(canvas: HTMLCanvasElement, x: number, y: number): number[] {
	const ratio = canvas.width / width;
	return [...canvas.getContext("2d")!.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data];
}

const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function pointer(canvas: HTMLCanvasElement, type: string, x: number, y: number): void {
	canvas.dispatchEvent(
		new PointerEvent(type, { clientX: x, clientY: y, button: 0, pointerId: 1, bubbles: true }),
	);
}

afterEach(() => {
	for (const view of open.splice(0)) view.dispose();
	document.body.replaceChildren();
});

describe("TimelineView", () => {
	it("draws limits in the blocking colour, modes in quiet ones, and the playhead in the accent", () => {
		const { view, canvas } = viewOf();
		view.setTime(2.5e9);
		view.render();
		expect(colorAt(canvas, xAt(6.5), limitsY).slice(0, 3)).toEqual(rgb(theme.block));
		expect(colorAt(canvas, xAt(7.5), modeY).slice(0, 3)).toEqual(rgb(theme.lineStrong));
		expect(colorAt(canvas, xAt(3.5), modeY).slice(0, 3)).toEqual(rgb(theme.surface3));
		expect(colorAt(canvas, xAt(2.5), modeY).slice(0, 3)).toEqual(rgb(theme.accent));
		view.setTime(5e9);
		view.render();
		expect(colorAt(canvas, xAt(2.5), modeY).slice(0, 3)).toEqual(rgb(theme.surface3));
	});

	it("hatches gaps, and leaves them without a mode", () => {
		const { view, canvas } = viewOf();
		view.render();
		const row = Array.from({ length: 40 }, (_, i) => colorAt(canvas, xAt(8.4) + i, modeY)[3]);
		expect(row.some((alpha) => alpha > 200)).toBe(true);
		expect(row.some((alpha) => alpha === 0)).toBe(true);
	});

	it("says what is under a point", () => {
		const { view } = viewOf();
		expect(view.hitTest(xAt(4.5), modeY)).toMatchObject({
			timeNs: 4.5e9,
			frame: 4,
			span: { track: "mode", label: "walk" },
		});
		expect(view.hitTest(xAt(6.5), limitsY)?.span).toMatchObject({
			track: "limits",
			label: "knee",
			startNs: 6e9,
			endNs: 7e9,
		});
		expect(view.hitTest(xAt(9), modeY)?.span).toMatchObject({ track: "gap", startNs: 8e9, endNs: 10e9 });
		expect(view.hitTest(xAt(9), 4)).toMatchObject({ frame: 8, span: null });
		expect(view.hitTest(xAt(2), limitsY)?.span).toBeNull();
		view.setReplay(null);
		expect(view.hitTest(xAt(2), modeY)).toBeNull();
	});

	it("seeks on press and while dragging, and not after", () => {
		const seeks: number[] = [];
		const scrubs: boolean[] = [];
		const { canvas } = viewOf({ onSeek: (ns) => seeks.push(ns), onScrub: (active) => scrubs.push(active) });
		canvas.setPointerCapture = () => {};
		pointer(canvas, "pointerdown", xAt(1), 5);
		pointer(canvas, "pointermove", xAt(3), 5);
		pointer(canvas, "pointermove", width + 50, 5);
		pointer(canvas, "pointerup", xAt(3), 5);
		pointer(canvas, "pointermove", xAt(7), 5);
		expect(seeks).toEqual([1e9, 3e9, 10e9]);
		expect(scrubs).toEqual([true, false]);
	});

	it("tells what the pointer passes, and when it leaves", () => {
		const hits: (TimelineHit | null)[] = [];
		const { canvas } = viewOf({ onHover: (hit) => hits.push(hit) });
		pointer(canvas, "pointermove", xAt(4.5), modeY);
		pointer(canvas, "pointermove", 20, modeY);
		pointer(canvas, "pointerleave", 0, 0);
		expect(hits.map((hit) => hit?.span?.label ?? null)).toEqual(["walk", null, null]);
	});

	it("zooms around the cursor by wheel, moves sideways, and fits on double click", () => {
		const { view, canvas } = viewOf();
		const wheel = (init: WheelEventInit) =>
			canvas.dispatchEvent(
				new WheelEvent("wheel", { clientX: xAt(2), clientY: 10, cancelable: true, ...init }),
			);
		wheel({ deltaY: -600 });
		const zoomed = view.window;
		expect(zoomed.endNs - zoomed.startNs).toBeLessThan(5e9);
		expect(view.hitTest(xAt(2), 10)?.timeNs).toBeCloseTo(2e9, -2);
		wheel({ deltaY: 100, shiftKey: true });
		expect(view.window.startNs).toBeGreaterThan(zoomed.startNs);
		canvas.dispatchEvent(new MouseEvent("dblclick"));
		expect(view.window).toEqual({ startNs: 0, endNs: 10e9 });
	});

	it("keeps the playhead in sight when zoomed in", () => {
		const { view } = viewOf();
		view.zoomBy(5);
		expect(view.window).toEqual({ startNs: 0, endNs: 2e9 });
		view.setTime(3e9);
		expect(view.window.startNs).toBeLessThan(3e9);
		expect(view.window.endNs).toBeGreaterThan(3e9);
	});

	it("marks the looped part", () => {
		const { view, canvas } = viewOf();
		const loop: LoopRange = { startNs: 4e9, endNs: 6e9 };
		view.setLoopRange(loop);
		view.render();
		expect(colorAt(canvas, xAt(5), measure.ruler - 3.5).slice(0, 3)).toEqual(rgb(theme.accent));
		expect(colorAt(canvas, xAt(6.5), measure.ruler - 3.5).slice(0, 3)).not.toEqual(rgb(theme.accent));
	});
});
