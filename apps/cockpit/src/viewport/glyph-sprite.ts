import { CanvasTexture, Sprite, SpriteMaterial, SRGBColorSpace } from "three";

const PIXELS = 128;

/** A drawing on a 2-D canvas of 128 pixels, turned into a sprite of constant size on the screen, over everything. */
export class GlyphSprite {
	readonly sprite: Sprite;
	readonly #context: CanvasRenderingContext2D | null;
	readonly #texture: CanvasTexture;

	constructor() {
		const canvas = document.createElement("canvas");
		canvas.width = PIXELS;
		canvas.height = PIXELS;
		this.#context = canvas.getContext("2d");
		this.#texture = new CanvasTexture(canvas);
		this.#texture.colorSpace = SRGBColorSpace;
		const material = new SpriteMaterial({
			map: this.#texture,
			depthTest: false,
			depthWrite: false,
			sizeAttenuation: false,
			toneMapped: false,
		});
		this.sprite = new Sprite(material);
		this.sprite.renderOrder = 10;
		this.sprite.visible = false;
	}

	/** Draws anew; the origin is the middle, and the glyph reaches to 60 in every direction. */
	draw(paint: (context: CanvasRenderingContext2D) => void): void {
		const context = this.#context;
		if (!context) return;
		context.setTransform(1, 0, 0, 1, 0, 0);
		context.clearRect(0, 0, PIXELS, PIXELS);
		context.translate(PIXELS / 2, PIXELS / 2);
		paint(context);
		this.#texture.needsUpdate = true;
	}

	/** Sets the size on the screen. `unit` is the sprite scale of one CSS pixel. */
	setPixels(pixels: number, unit: number): void {
		this.sprite.scale.setScalar(pixels * unit);
	}

	dispose(): void {
		this.#texture.dispose();
		this.sprite.material.dispose();
	}
}

/** A warning for a joint beyond its limit: a filled disc with an exclamation mark. */
export function paintLimitGlyph(
	context: CanvasRenderingContext2D,
	colors: { fill: string; ink: string },
): void {
	context.beginPath();
	context.arc(0, 0, 54, 0, 2 * Math.PI);
	context.fillStyle = colors.fill;
	context.fill();
	context.lineWidth = 7;
	context.strokeStyle = colors.ink;
	context.stroke();
	context.beginPath();
	context.lineCap = "round";
	context.lineWidth = 13;
	context.moveTo(0, -27);
	context.lineTo(0, 6);
	context.stroke();
	context.beginPath();
	context.arc(0, 28, 8, 0, 2 * Math.PI);
	context.fillStyle = colors.ink;
	context.fill();
}

/** A planned target: a ring with cross hairs. */
export function paintTargetGlyph(
	context: CanvasRenderingContext2D,
	colors: { line: string; halo: string },
): void {
	context.lineCap = "round";
	for (const [style, width] of [
		[colors.halo, 15],
		[colors.line, 7],
	] as const) {
		context.strokeStyle = style;
		context.lineWidth = width;
		context.beginPath();
		context.arc(0, 0, 36, 0, 2 * Math.PI);
		context.moveTo(0, -54);
		context.lineTo(0, -14);
		context.moveTo(0, 14);
		context.lineTo(0, 54);
		context.moveTo(-54, 0);
		context.lineTo(-14, 0);
		context.moveTo(14, 0);
		context.lineTo(54, 0);
		context.stroke();
	}
}
