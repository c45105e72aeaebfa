import { type Camera, NeutralToneMapping, type Scene, Vector2, WebGLRenderer } from "three";
import { type Detail, fullDetail } from "./adaptive-detail.ts";
import type { SceneTheme } from "./scene-theme.ts";

const MOST_PIXELS = 4_000_000;
const MOST_RATIO = 2;

/**
 * The WebGL side of a viewport: the renderer, its size and its detail.
 *
 * Where the processor draws, smoothing edges costs more than all else. There a moving picture goes without, and the
 * still one is drawn at twice the size.
 */
export class Graphics {
	/** Size on the page, CSS pixels. */
	readonly size = new Vector2(1, 1);
	readonly renderer: WebGLRenderer;
	readonly #canvas: HTMLCanvasElement;
	readonly #software: boolean;
	#detail: Detail | null = null;
	#ratio = 1;

	/** @throws Error where WebGL 2 is not to be had */
	constructor(canvas: HTMLCanvasElement) {
		this.#canvas = canvas;
		this.#software = drawsInSoftware();
		this.renderer = new WebGLRenderer({
			canvas,
			antialias: !this.#software,
			powerPreference: "high-performance",
		});
		this.renderer.toneMapping = NeutralToneMapping;
		this.renderer.shadowMap.enabled = true;
		this.renderer.shadowMap.autoUpdate = false;
	}

	/** Device pixels for each CSS pixel in the picture as it is drawn now. */
	get ratio(): number {
		return this.#ratio;
	}

	/** Whether a moving picture differs from a still one in more than its poses. */
	reduces(moving: Detail): boolean {
		return this.#software || moving.scale < 1 || !moving.shadows;
	}

	setTheme(theme: SceneTheme): void {
		this.renderer.toneMappingExposure = theme.scheme === "dark" ? 0.95 : 1.02;
	}

	/** Asks for new shadows in the next picture that has any. */
	shadowsChanged(): void {
		this.renderer.shadowMap.needsUpdate = true;
	}

	/** Takes the canvas's size on the page and the device's pixel ratio. */
	resize(): void {
		this.size.set(Math.max(this.#canvas.clientWidth, 1), Math.max(this.#canvas.clientHeight, 1));
		this.#detail = null;
	}

	/** Prepares for a picture of a detail, still or moving. */
	setDetail(detail: Detail, still: boolean): void {
		const ratio = this.#ratioOf(detail, still);
		if (this.#detail === detail && ratio === this.#ratio) return;
		const sized = this.#detail !== null && ratio === this.#ratio;
		this.#detail = detail;
		if (sized) return;
		this.#ratio = ratio;
		this.renderer.setPixelRatio(ratio);
		this.renderer.setSize(this.size.x, this.size.y, false);
	}

	render(scene: Scene, camera: Camera): void {
		this.renderer.render(scene, camera);
	}

	dispose(): void {
		this.renderer.dispose();
	}

	#ratioOf(detail: Detail, still: boolean): number {
		const device = Math.min(globalThis.devicePixelRatio || 1, MOST_RATIO);
		if (!this.#software || !still || detail !== fullDetail) return device * detail.scale;
		return Math.max(device, Math.min(MOST_RATIO, Math.sqrt(MOST_PIXELS / (this.size.x * this.size.y))));
	}
}

/** Whether the browser draws WebGL by the processor; false where it does not tell. */
function drawsInSoftware(): boolean {
	const gl = document.createElement("canvas").getContext("webgl2");
	const info = gl?.getExtension("WEBGL_debug_renderer_info");
	const name = gl && info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : "";
	gl?.getExtension("WEBGL_lose_context")?.loseContext();
	return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
