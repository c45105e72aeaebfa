import { BufferAttribute, BufferGeometry, Color, Mesh, ShaderMaterial } from "three";
import type { SceneTheme } from "./scene-theme.ts";

/** The quiet ground behind everything: a wide glow of the theme, drawn once over the whole picture. */
export class Backdrop {
	readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;

	constructor(theme: SceneTheme) {
		const geometry = new BufferGeometry();
		geometry.setAttribute(
			"position",
			new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
		);
		const material = new ShaderMaterial({
			uniforms: { inner: { value: new Color() }, outer: { value: new Color() } },
			vertexShader: `
				varying vec2 place;
				void main() {
					place = position.xy * 0.5 + 0.5;
					gl_Position = vec4(position.xy, 1.0, 1.0);
				}`,
			fragmentShader: `
				uniform vec3 inner;
				uniform vec3 outer;
				varying vec2 place;
				void main() {
					float reach = length((place - vec2(0.5, 0.72)) / vec2(0.95, 0.85));
					float grain = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) - 0.5;
					gl_FragColor = vec4(mix(inner, outer, smoothstep(0.0, 1.0, reach)), 1.0);
					#include <colorspace_fragment>
					gl_FragColor.rgb += grain / 255.0;
				}`,
			depthTest: false,
			depthWrite: false,
			toneMapped: false,
		});
		this.mesh = new Mesh(geometry, material);
		this.mesh.frustumCulled = false;
		this.mesh.renderOrder = -2;
		this.setTheme(theme);
	}

	setTheme(theme: SceneTheme): void {
		const { inner, outer } = this.mesh.material.uniforms;
		inner.value.set(theme.scheme === "dark" ? theme.surface3 : theme.surface2);
		outer.value.set(theme.bg);
	}

	dispose(): void {
		this.mesh.geometry.dispose();
		this.mesh.material.dispose();
	}
}
