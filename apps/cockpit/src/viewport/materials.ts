import type { Material as ModelMaterial } from "@hindcast/robot-model";
import { Color, DoubleSide, FrontSide, MeshBasicMaterial, MeshStandardMaterial, SRGBColorSpace } from "three";
import type { SceneTheme } from "./scene-theme.ts";

/** How a surface is marked. */
export type Mark = "none" | "limit" | "selected";

/** A surface in each of its marks. */
export type MarkedSurface = Readonly<Record<Mark, MeshStandardMaterial>>;

interface Recipe {
	readonly material: ModelMaterial | undefined;
	readonly vertexColors: boolean;
	readonly surface: MarkedSurface;
}

/**
 * The materials of a robot, shared by colour and recoloured in place when the theme changes. A robot without colours
 * of its own gets a quiet one from the theme.
 */
export class SurfaceMaterials {
	/** Stand-ins for what could not be loaded: translucent, unlit, unlike any surface. */
	readonly standIn = new MeshBasicMaterial({ transparent: true, opacity: 0.34, depthWrite: false });
	/** Collision shapes. */
	readonly collision = new MeshBasicMaterial({
		wireframe: true,
		transparent: true,
		opacity: 0.5,
		depthWrite: false,
	});
	/** The skeleton's parts: drawn as the robot itself, or thin and through its surfaces. */
	readonly bones = {
		solid: {
			bone: new MeshStandardMaterial({ roughness: 0.55 }),
			joint: new MeshStandardMaterial({ roughness: 0.45 }),
			axis: new MeshBasicMaterial(),
		},
		through: {
			bone: new MeshBasicMaterial({ depthTest: false, toneMapped: false, transparent: true }),
			joint: new MeshBasicMaterial({ depthTest: false, toneMapped: false, transparent: true }),
			axis: new MeshBasicMaterial({ depthTest: false, toneMapped: false, transparent: true }),
		},
	} as const;
	readonly #recipes = new Map<string, Recipe>();
	#theme: SceneTheme;

	constructor(theme: SceneTheme) {
		this.#theme = theme;
		this.setTheme(theme);
	}

	/** The surface of a visual. A closed shape (a primitive) is drawn from outside only, which costs less. */
	surface(
		material: ModelMaterial | undefined,
		{ vertexColors = false, closed = false }: { vertexColors?: boolean; closed?: boolean },
	): MarkedSurface {
		const key = `${material?.color?.join(" ") ?? ""} ${vertexColors} ${closed}`;
		const known = this.#recipes.get(key);
		if (known) return known.surface;
		const make = () =>
			new MeshStandardMaterial({
				roughness: 0.52,
				metalness: 0.04,
				side: closed ? FrontSide : DoubleSide,
				shadowSide: DoubleSide,
			});
		const recipe = { material, vertexColors, surface: { none: make(), limit: make(), selected: make() } };
		this.#recipes.set(key, recipe);
		this.#paint(recipe);
		return recipe.surface;
	}

	setTheme(theme: SceneTheme): void {
		this.#theme = theme;
		const dark = theme.scheme === "dark";
		this.standIn.color.set(theme.ink3);
		this.collision.color.set(theme.ink2);
		const { solid, through } = this.bones;
		solid.bone.color.set(theme.ink1).multiplyScalar(dark ? 0.8 : 1);
		solid.joint.color.set(dark ? theme.surface3 : theme.surface1);
		solid.axis.color.set(theme.ink3);
		through.bone.color.set(theme.ink3);
		through.joint.color.set(theme.ink3);
		through.axis.color.set(theme.z);
		for (const recipe of this.#recipes.values()) this.#paint(recipe);
	}

	dispose(): void {
		for (const { surface } of this.#recipes.values()) {
			for (const material of Object.values(surface)) material.dispose();
		}
		const { solid, through } = this.bones;
		const own = [this.standIn, this.collision, ...Object.values(solid), ...Object.values(through)];
		for (const material of own) material.dispose();
	}

	#paint({ material, vertexColors, surface }: Recipe): void {
		const theme = this.#theme;
		const color = new Color();
		const opacity = material?.color?.[3] ?? 1;
		if (material?.color)
			color.setRGB(material.color[0], material.color[1], material.color[2], SRGBColorSpace);
		else if (vertexColors) color.setRGB(1, 1, 1);
		else
			color
				.set(theme.scheme === "dark" ? theme.ink1 : theme.ink2)
				.multiplyScalar(theme.scheme === "dark" ? 0.74 : 1);
		const block = new Color(theme.block);
		surface.none.color.copy(color);
		surface.limit.color.copy(color).lerp(block, 0.72);
		surface.limit.emissive.copy(block).multiplyScalar(0.22);
		surface.selected.color.copy(color).lerp(new Color(theme.accent), 0.28);
		surface.selected.emissive.set(theme.accent).multiplyScalar(0.1);
		for (const one of Object.values(surface)) {
			one.vertexColors = vertexColors && !material?.color;
			one.opacity = opacity;
			one.transparent = opacity < 1;
			one.depthWrite = opacity >= 1;
		}
	}
}
