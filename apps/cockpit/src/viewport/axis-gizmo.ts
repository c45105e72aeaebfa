import {
	type Camera,
	CanvasTexture,
	CylinderGeometry,
	Mesh,
	MeshBasicMaterial,
	PerspectiveCamera,
	Scene,
	SphereGeometry,
	Sprite,
	SpriteMaterial,
	SRGBColorSpace,
	type Vector3,
} from "three";
import type { Graphics } from "./graphics.ts";
import type { SceneTheme } from "./scene-theme.ts";

const PIXELS = 84;
const MARGIN = 10;
/** A lower picture has no room for it, CSS pixels. */
const LEAST_HEIGHT = 240;
const axes = ["x", "y", "z"] as const;

/** The world's axes in the bottom right corner, drawn over the picture. */
export class AxisGizmo {
	readonly #scene = new Scene();
	readonly #camera = new PerspectiveCamera(28, 1, 0.1, 20);
	readonly #rods: Readonly<Record<"x" | "y" | "z", MeshBasicMaterial>>;
	readonly #hub = new MeshBasicMaterial({ toneMapped: false });
	readonly #labels: { readonly sprite: Sprite; readonly texture: CanvasTexture }[] = [];
	readonly #rod = new CylinderGeometry(0.045, 0.045, 0.8, 12).translate(0, 0.4, 0);
	readonly #ball = new SphereGeometry(0.085, 16, 12);

	constructor(theme: SceneTheme) {
		const material = () => new MeshBasicMaterial({ toneMapped: false });
		this.#rods = { x: material(), y: material(), z: material() };
		this.#camera.up.set(0, 0, 1);
		for (const axis of axes) {
			const rod = new Mesh(this.#rod, this.#rods[axis]);
			if (axis === "x") rod.rotation.z = -Math.PI / 2;
			if (axis === "z") rod.rotation.x = Math.PI / 2;
			this.#scene.add(rod, this.#addLabel(axis));
		}
		this.#scene.add(new Mesh(this.#ball, this.#hub));
		this.setTheme(theme);
	}

	setTheme(theme: SceneTheme): void {
		this.#hub.color.set(theme.ink3);
		axes.forEach((axis, i) => {
			this.#rods[axis].color.set(theme[axis]);
			this.#letter(this.#labels[i].texture, axis, theme);
		});
	}

	/** Draws the gizmo as `camera` looks at `target`. */
	render({ renderer, size }: Pick<Graphics, "renderer" | "size">, camera: Camera, target: Vector3): void {
		if (size.y < LEAST_HEIGHT) return;
		this.#camera.position.copy(camera.position).sub(target).setLength(5.2);
		this.#camera.lookAt(0, 0, 0);
		const x = size.x - PIXELS - MARGIN;
		renderer.autoClear = false;
		renderer.setViewport(x, MARGIN, PIXELS, PIXELS);
		renderer.setScissor(x, MARGIN, PIXELS, PIXELS);
		renderer.setScissorTest(true);
		renderer.clearDepth();
		renderer.render(this.#scene, this.#camera);
		renderer.setScissorTest(false);
		renderer.setViewport(0, 0, size.x, size.y);
		renderer.autoClear = true;
	}

	dispose(): void {
		this.#rod.dispose();
		this.#ball.dispose();
		this.#hub.dispose();
		for (const material of Object.values(this.#rods)) material.dispose();
		for (const { sprite, texture } of this.#labels) {
			sprite.material.dispose();
			texture.dispose();
		}
	}

	#addLabel(axis: "x" | "y" | "z"): Sprite {
		const canvas = document.createElement("canvas");
		canvas.width = canvas.height = 64;
		const texture = new CanvasTexture(canvas);
		texture.colorSpace = SRGBColorSpace;
		const sprite = new Sprite(new SpriteMaterial({ map: texture, depthTest: false, toneMapped: false }));
		sprite.position[axis] = 1.08;
		sprite.scale.setScalar(0.5);
		this.#labels.push({ sprite, texture });
		return sprite;
	}

	#letter(texture: CanvasTexture<HTMLCanvasElement>, axis: "x" | "y" | "z", theme: SceneTheme): void {
		const context = texture.image.getContext("2d");
		if (!context) return;
		context.clearRect(0, 0, 64, 64);
		context.font = `600 40px ${theme.fontUi}`;
		context.textAlign = "center";
		context.textBaseline = "middle";
		context.fillStyle = theme[axis];
		context.fillText(axis, 32, 34);
		texture.needsUpdate = true;
	}
}
