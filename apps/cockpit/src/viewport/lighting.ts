import {
	BackSide,
	type Box3,
	DirectionalLight,
	Group,
	HemisphereLight,
	Mesh,
	MeshBasicMaterial,
	PlaneGeometry,
	PMREMGenerator,
	RingGeometry,
	Scene,
	SphereGeometry,
	type Texture,
	Vector3,
	type WebGLRenderer,
	type WebGLRenderTarget,
} from "three";
import type { SceneTheme } from "./scene-theme.ts";

const keyDirection = new Vector3(0.45, -0.62, 1).normalize();
const rimDirection = new Vector3(-0.2, 1, 0.6).normalize();

/** Studio light: a sky, a key that casts the one shadow, a rim, and soft boxes that fill and reflect. */
export class Lighting {
	readonly root = new Group();
	readonly #sky = new HemisphereLight();
	readonly #key = new DirectionalLight();
	readonly #rim = new DirectionalLight();
	#environment: WebGLRenderTarget | null = null;

	constructor() {
		this.#key.castShadow = true;
		this.#key.shadow.mapSize.set(2048, 2048);
		this.#key.shadow.radius = 2.2;
		this.#key.shadow.normalBias = 0.01;
		this.#key.shadow.bias = -0.0004;
		for (const light of [this.#sky, this.#key, this.#rim]) this.root.add(light);
		this.root.add(this.#key.target, this.#rim.target);
	}

	setTheme(theme: SceneTheme): void {
		const dark = theme.scheme === "dark";
		this.#sky.color.set("#dfe9f2");
		this.#sky.groundColor.set(dark ? "#20272c" : "#c9cfd2");
		this.#sky.intensity = dark ? 0.55 : 1.1;
		this.#key.color.set("#fff4e6");
		this.#key.intensity = dark ? 2.3 : 2.1;
		this.#rim.color.set("#e6f0ff");
		this.#rim.intensity = dark ? 1.5 : 0.6;
	}

	/** Points the lights at a robot and fits the shadow around it. */
	fit(bounds: Box3, size: number): void {
		const center = bounds.getCenter(new Vector3());
		const lights = [
			[this.#key, keyDirection],
			[this.#rim, rimDirection],
		] as const;
		for (const [light, direction] of lights) {
			light.target.position.copy(center);
			light.position.copy(center).addScaledVector(direction, size * 2.5);
		}
		const { camera } = this.#key.shadow;
		const reach = size * 1.15;
		camera.left = camera.bottom = -reach;
		camera.right = camera.top = reach;
		camera.near = size * 0.4;
		camera.far = size * 5;
		camera.updateProjectionMatrix();
		this.#key.shadow.normalBias = size * 0.004;
	}

	/** The reflections, made on the graphics card; to be made anew after its context was lost. */
	makeEnvironment(renderer: WebGLRenderer): Texture {
		this.#environment?.dispose();
		const generator = new PMREMGenerator(renderer);
		const studio = makeStudio();
		this.#environment = generator.fromScene(studio, 0.03, 0.1, 20, { size: 128 });
		generator.dispose();
		studio.traverse((object) => {
			if (object instanceof Mesh) {
				object.geometry.dispose();
				object.material.dispose();
			}
		});
		return this.#environment.texture;
	}

	dispose(): void {
		this.#environment?.dispose();
		this.#key.shadow.dispose();
	}
}

/** A dim room (z up) with a large soft box above, two strips at the sides, and a dark floor. */
function makeStudio(): Scene {
	const studio = new Scene();
	const glow = (level: number) => {
		const material = new MeshBasicMaterial({ side: BackSide });
		material.color.setScalar(level);
		return material;
	};
	studio.add(new Mesh(new SphereGeometry(10, 24, 16), glow(0.22)));
	const panels = [
		{ geometry: new PlaneGeometry(7, 5), at: [1.5, -2, 6], level: 5 },
		{ geometry: new PlaneGeometry(1.6, 7), at: [-7, -1, 2.4], level: 3.2 },
		{ geometry: new PlaneGeometry(1.2, 6), at: [6.4, 3.4, 2], level: 3.6 },
		{ geometry: new RingGeometry(0, 6, 32), at: [0, 0, -5], level: 0.06 },
	];
	for (const { geometry, at, level } of panels) {
		const panel = new Mesh(geometry, glow(level));
		panel.position.set(at[0], at[1], at[2]);
		panel.up.set(0, 0, 1);
		panel.lookAt(0, 0, 0);
		panel.rotateY(Math.PI);
		studio.add(panel);
	}
	return studio;
}
