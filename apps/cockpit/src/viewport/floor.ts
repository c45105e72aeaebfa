import { Color, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector3 } from "three";
import type { SceneTheme } from "./scene-theme.ts";

/** The floor: lines that fade out around the robot, and its shadow. */
export class Floor {
	readonly root = new Group();
	readonly #lines: Mesh<PlaneGeometry, ShaderMaterial>;
	readonly #shadow: Mesh<PlaneGeometry, ShadowMaterial>;

	constructor(theme: SceneTheme) {
		const plane = new PlaneGeometry(1, 1);
		this.#lines = new Mesh(
			plane,
			new ShaderMaterial({
				uniforms: {
					minor: { value: new Color() },
					major: { value: new Color() },
					center: { value: new Vector3() },
					cell: { value: 0.1 },
					radius: { value: 3 },
					pixel: { value: 1 },
				},
				vertexShader: `
					varying vec3 world;
					void main() {
						vec4 at = modelMatrix * vec4(position, 1.0);
						world = at.xyz;
						gl_Position = projectionMatrix * viewMatrix * at;
					}`,
				fragmentShader: `
					uniform vec3 minor;
					uniform vec3 major;
					uniform vec3 center;
					uniform float cell;
					uniform float radius;
					uniform float pixel;
					varying vec3 world;
					float lines(vec2 at, float width) {
						vec2 density = max(fwidth(at), 1e-6);
						vec2 away = abs(fract(at - 0.5) - 0.5);
						vec2 cover = clamp(width * 0.5 + 0.5 - away / density, 0.0, 1.0);
						vec2 calm = 1.0 - smoothstep(0.25, 0.6, density);
						return max(cover.x * calm.x, cover.y * calm.y);
					}
					void main() {
						float fine = lines(world.xy / cell, pixel);
						float coarse = lines(world.xy / (cell * 5.0), 1.3 * pixel);
						float away = distance(world.xy, center.xy) / radius;
						float fade = pow(1.0 - smoothstep(0.08, 1.0, away), 1.6);
						float alpha = max(fine * 0.55, coarse) * fade;
						if (alpha < 0.004) discard;
						gl_FragColor = vec4(mix(minor, major, coarse), alpha);
						#include <colorspace_fragment>
					}`,
				transparent: true,
				depthWrite: false,
				toneMapped: false,
			}),
		);
		this.#lines.renderOrder = -1;
		this.#shadow = new Mesh(
			plane,
			new ShadowMaterial({ transparent: true, depthWrite: false, toneMapped: false }),
		);
		this.#shadow.receiveShadow = true;
		this.#shadow.renderOrder = -1;
		this.root.add(this.#lines, this.#shadow);
		this.setTheme(theme);
	}

	setTheme(theme: SceneTheme): void {
		const dark = theme.scheme === "dark";
		this.#lines.material.uniforms["minor"].value.set(theme.line);
		this.#lines.material.uniforms["major"].value.set(theme.lineStrong);
		this.#shadow.material.color.set(dark ? "#000000" : theme.ink1);
		this.#shadow.material.opacity = dark ? 0.5 : 0.26;
	}

	/** Lays the floor under a robot: cells are a tenth of a metre, or larger by powers of ten and halves for large robots. */
	fit(center: Vector3, height: number, size: number): void {
		const cell = niceCell(size / 8);
		const radius = size * 2.2;
		this.root.position.set(0, 0, height);
		this.#lines.scale.setScalar(radius * 2);
		this.#shadow.scale.setScalar(size * 2.2);
		this.#shadow.position.z = -size * 2e-4;
		const { uniforms } = this.#lines.material;
		uniforms["cell"].value = cell;
		uniforms["radius"].value = radius;
		this.moveTo(center);
	}

	/** Goes along with a robot; the lines stay where they are in the world. */
	moveTo(center: Vector3): void {
		this.#lines.position.setX(center.x).setY(center.y);
		this.#shadow.position.setX(center.x).setY(center.y);
		this.#lines.material.uniforms["center"].value.copy(center);
	}

	/** Takes whether there are shadows, and the device pixels for each CSS pixel, which keeps lines as wide as they are. */
	setDetail(shadows: boolean, ratio: number): void {
		this.#shadow.visible = shadows;
		this.#lines.material.uniforms["pixel"].value = Math.max(ratio, 1);
	}

	setGridVisible(visible: boolean): void {
		this.#lines.visible = visible;
	}

	dispose(): void {
		this.#lines.geometry.dispose();
		this.#lines.material.dispose();
		this.#shadow.material.dispose();
	}
}

/** The nearest 1, 2 or 5 times a power of ten that is not above `length`, metres. */
function niceCell(length: number): number {
	const power = 10 ** Math.floor(Math.log10(Math.max(length, 1e-6)));
	const factor = length / power;
	return (factor >= 5 ? 5 : factor >= 2 ? 2 : 1) * power;
}
