import { type Box3, Group, Vector3 } from "three";
import type { Detail } from "./adaptive-detail.ts";
import { Backdrop } from "./backdrop.ts";
import { Floor } from "./floor.ts";
import { Lighting } from "./lighting.ts";
import type { SceneTheme } from "./scene-theme.ts";

/** What is around the robot: backdrop, floor and light. It goes along with a robot whose base moves. */
export class Room {
	readonly root = new Group();
	readonly #backdrop: Backdrop;
	readonly #floor: Floor;
	readonly #lighting = new Lighting();
	/** The robot's middle, seen from its base. */
	readonly #middle = new Vector3();
	readonly #base = new Vector3();
	readonly #place = new Vector3();

	constructor(theme: SceneTheme) {
		this.#backdrop = new Backdrop(theme);
		this.#floor = new Floor(theme);
		this.root.add(this.#backdrop.mesh, this.#floor.root, this.#lighting.root);
	}

	setTheme(theme: SceneTheme): void {
		for (const part of [this.#backdrop, this.#floor, this.#lighting]) part.setTheme(theme);
	}

	setGridVisible(visible: boolean): void {
		this.#floor.setGridVisible(visible);
	}

	/** Takes the detail of the next picture, and its device pixels for each CSS pixel. */
	setDetail({ shadows }: Detail, ratio: number): void {
		this.#lighting.setShadows(shadows);
		this.#floor.setDetail(shadows, ratio);
	}

	/**
	 * Fits floor and light to a robot.
	 *
	 * @param base (3 or more,) where its base is, metres
	 */
	fit(bounds: Box3, floorHeight: number, base: ArrayLike<number>): void {
		const size = bounds.getSize(this.#middle).length();
		bounds.getCenter(this.#middle);
		this.#floor.fit(this.#middle, floorHeight, size);
		this.#lighting.fit(this.#middle, size);
		this.#base.set(base[0], base[1], base[2]);
		this.#middle.sub(this.#base);
	}

	/** Goes to where the robot's base is, as in {@link fit}. */
	follow(base: ArrayLike<number>): void {
		if (this.#base.equals(this.#place.set(base[0], base[1], base[2]))) return;
		this.#base.copy(this.#place);
		this.#place.add(this.#middle);
		this.#lighting.moveTo(this.#place);
		this.#floor.moveTo(this.#place);
	}

	dispose(): void {
		for (const part of [this.#backdrop, this.#floor, this.#lighting]) part.dispose();
	}
}
