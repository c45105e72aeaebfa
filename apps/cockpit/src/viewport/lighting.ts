import { DirectionalLight, Group, HemisphereLight, Vector3 } from "three";
import type { SceneTheme } from "./scene-theme.ts";

const keyDirection = new Vector3(0.5, -0.75, 1).normalize();
const fillDirection = new Vector3(0.9, 0.9, 0.35).normalize();
const rimDirection = new Vector3(-0.8, 0.35, 0.5).normalize();

/**
 * Studio light: a sky, a key that casts the one shadow, a fill and a rim. No environment map: filtering one takes many
 * seconds where graphics are drawn by the processor.
 */
export class Lighting {
	readonly root = new Group();
	readonly #sky = new HemisphereLight();
	readonly #key = new DirectionalLight("#fff3e4");
	readonly #fill = new DirectionalLight("#d5e4ff");
	readonly #rim = new DirectionalLight("#e8f1ff");
	#distance = 1;

	constructor() {
		this.#sky.position.set(0, 0, 1);
		this.#key.castShadow = true;
		this.#key.shadow.mapSize.set(1024, 1024);
		this.#key.shadow.radius = 1.6;
		this.#key.shadow.bias = -0.0005;
		const lights = [this.#key, this.#fill, this.#rim];
		this.root.add(this.#sky, ...lights, ...lights.map((light) => light.target));
	}

	setTheme(theme: SceneTheme): void {
		const dark = theme.scheme === "dark";
		this.#sky.color.set(dark ? "#c3d3de" : "#f4f8fa");
		this.#sky.groundColor.set(dark ? "#2a3238" : "#c4cacd");
		this.#sky.intensity = dark ? 1.15 : 1.9;
		this.#key.intensity = dark ? 2.5 : 2.1;
		this.#fill.intensity = dark ? 0.75 : 0.5;
		this.#rim.intensity = dark ? 1.9 : 0.7;
	}

	/** Points the lights at a robot and fits the shadow around it. */
	fit(center: Vector3, size: number): void {
		this.#distance = size * 2.5;
		this.moveTo(center);
		const { camera } = this.#key.shadow;
		const reach = size * 1.1;
		camera.left = camera.bottom = -reach;
		camera.right = camera.top = reach;
		camera.near = size * 0.4;
		camera.far = size * 5;
		camera.updateProjectionMatrix();
		this.#key.shadow.normalBias = size * 0.005;
	}

	/** Goes along with a robot. */
	moveTo(center: Vector3): void {
		this.#point(this.#key, keyDirection, center);
		this.#point(this.#fill, fillDirection, center);
		this.#point(this.#rim, rimDirection, center);
	}

	/** Switches the one shadow. */
	setShadows(shadows: boolean): void {
		this.#key.castShadow = shadows;
	}

	dispose(): void {
		this.#key.shadow.dispose();
	}

	#point(light: DirectionalLight, direction: Vector3, center: Vector3): void {
		light.target.position.copy(center);
		light.position.copy(center).addScaledVector(direction, this.#distance);
	}
}
