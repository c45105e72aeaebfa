import type { Viewport } from "../viewport/viewport.ts";

/** What keys and buttons can do to the canvases, wherever those are; nothing while they are not there. */
export interface CanvasControls {
	viewport: Pick<Viewport, "frameCamera" | "orbitBy"> | null;
	fitTimeline: (() => void) | null;
}

/** The canvases on the page; each registers itself when it mounts. */
export const canvasControls: CanvasControls = { viewport: null, fitTimeline: null };
