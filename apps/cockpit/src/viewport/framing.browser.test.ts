import { readUrdf } from "@hindcast/robot-model";
import { afterEach, describe, expect, it } from "vitest";
import { darkTheme as theme } from "./dark-theme.fixture.ts";
import { Viewport } from "./viewport.ts";

const pole = `<robot name="pole"><link name="base"><visual><origin xyz="0 0 0.9"/>
	<geometry><box size="0.2 0.2 1.8"/></geometry></visual></link></robot>`;
const plank = pole.replace("0.2 0.2 1.8", "0.1 1.8 0.1");

let viewport: Viewport | null = null;

afterEach(() => {
	viewport?.dispose();
	document.body.replaceChildren();
});

async function open(urdf: string) {
	const canvas = document.body.appendChild(document.createElement("canvas"));
	canvas.style.cssText = "width:300px;height:200px;display:block";
	viewport = new Viewport(canvas, { theme, reducedMotion: true });
	viewport.setLayers({ grid: false });
	await viewport.setRobot({ model: readUrdf(urdf), urdf, loadMesh: () => Promise.reject(new Error("none")) });
	return { viewport, canvas };
}

/** Edges of the brightly lit surface, parts of the canvas's width and height from its top left corner. */
function seen(canvas: HTMLCanvasElement, shown: Viewport) {
	shown.orbitBy(0, 0);
	shown.render();
	const gl = canvas.getContext("webgl2")!;
	const [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
	const pixels = new Uint8Array(4 * w * h);
	gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
	const edges = { left: 1, right: 0, top: 1, bottom: 0 };
	for (let i = 0; i < w * h; i++) {
		const [x, y] = [(i % w) / w, 1 - Math.floor(i / w) / h];
		const gizmo = x > 0.65 && y > 0.5;
		if (gizmo || pixels[4 * i] < 90) continue;
		edges.left = Math.min(edges.left, x);
		edges.right = Math.max(edges.right, x);
		edges.top = Math.min(edges.top, y);
		edges.bottom = Math.max(edges.bottom, y);
	}
	return edges;
}

describe("framing", () => {
	it("fills what is free of the picture with a tall robot, and leaves the rest free", async () => {
		const { viewport: shown, canvas } = await open(pole);
		shown.setInsets({ top: 60, right: 0, bottom: 20, left: 90 });
		const { left, top, bottom, right } = seen(canvas, shown);
		expect(top).toBeGreaterThan(60 / 200);
		expect(top).toBeLessThan(0.4);
		expect(bottom).toBeLessThan(180 / 200);
		expect(bottom).toBeGreaterThan(0.75);
		expect(left).toBeGreaterThan(90 / 300);
		expect((left + right) / 2).toBeCloseTo((90 / 300 + 1) / 2, 1);
	});

	it("frames a wide one by its width", async () => {
		const { viewport: shown, canvas } = await open(plank);
		shown.setView("front");
		const { left, right } = seen(canvas, shown);
		expect(right - left).toBeGreaterThan(0.7);
		expect(left).toBeGreaterThan(0);
		expect(right).toBeLessThan(1);
	});

	it("keeps framing while the room changes, until somebody moves the camera", async () => {
		const { viewport: shown, canvas } = await open(pole);
		shown.setInsets({ top: 0, right: 0, bottom: 0, left: 0 });
		shown.setInsets({ top: 100, right: 0, bottom: 0, left: 0 });
		expect(seen(canvas, shown).top).toBeGreaterThan(0.5);
		shown.orbitBy(0, 0, 2);
		const before = seen(canvas, shown);
		shown.setInsets({ top: 0, right: 0, bottom: 0, left: 0 });
		const after = seen(canvas, shown);
		expect(after.right - after.left).toBeCloseTo(before.right - before.left, 1);
	});
});
