import { type Box3, PerspectiveCamera, Raycaster, Spherical, Vector2, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

/** The directions a robot can be looked at from: URDF's x is forward, y left, z up. */
export type ViewName = "iso" | "front" | "side" | "top";

/** Widths of what lies over the picture along its sides, CSS pixels. */
export interface Insets {
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
	readonly left: number;
}

const EASE_MS = 120;
const LEAST_FREE = 0.3;
/** Air around the subject. */
const ROOM = 1.05;
const FIELD_OF_VIEW = 30;

const directions: Readonly<Record<ViewName, readonly [number, number, number]>> = {
	iso: [1, -0.85, 0.52],
	front: [1, 0, 0.08],
	side: [0, -1, 0.08],
	top: [0.0001, 0, 1],
};

/**
 * The camera: it orbits by pointer and key, and eases to a view in 120 ms, or at once where motion is reduced. It frames
 * its subject in what is free of the picture, also after a change of size, until somebody moves it. It never moves by
 * itself while the robot does.
 */
export class CameraRig {
	readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
	readonly #element: HTMLElement;
	readonly #controls: OrbitControls;
	#points: Float32Array = Float32Array.of(-1, -1, -1, 1, 1, 1);
	readonly #center = new Vector3();
	readonly #sight = new Vector3();
	readonly #right = new Vector3();
	readonly #up = new Vector3();
	readonly #from = { target: new Vector3(), offset: new Spherical() };
	readonly #to = { target: new Vector3(), offset: new Spherical() };
	readonly #offset = new Vector3();
	readonly #spherical = new Spherical();
	readonly #free = { width: 1, height: 1 };
	readonly #direction = new Vector3();
	#framed = false;
	#held = false;
	#easeStart = Number.NaN;
	reducedMotion: boolean;

	constructor(element: HTMLElement, options: { reducedMotion: boolean; onChange: () => void }) {
		this.#element = element;
		this.reducedMotion = options.reducedMotion;
		this.camera.up.set(0, 0, 1);
		this.camera.position.set(2, -1.7, 1.1);
		this.#controls = new OrbitControls(this.camera, element);
		this.#controls.enableDamping = false;
		this.#controls.zoomToCursor = true;
		this.#controls.maxPolarAngle = Math.PI * 0.96;
		this.#controls.addEventListener("change", options.onChange);
		this.#controls.addEventListener("start", () => {
			this.#easeStart = Number.NaN;
			this.#framed = false;
			this.#held = true;
		});
		this.#controls.addEventListener("end", () => {
			this.#held = false;
		});
	}

	/** Whether the camera is on its way, or somebody holds it. */
	get moving(): boolean {
		return this.#held || this.#easing;
	}

	/** Where the camera looks. */
	get target(): Vector3 {
		return this.#controls.target;
	}

	/** Takes the picture's size and what lies over its sides, CSS pixels. */
	setPicture(size: Vector2, insets: Insets): void {
		const { camera } = this;
		camera.aspect = size.x / size.y;
		this.#free.width = Math.max(1 - (insets.left + insets.right) / size.x, LEAST_FREE);
		this.#free.height = Math.max(1 - (insets.top + insets.bottom) / size.y, LEAST_FREE);
		const x = (insets.right - insets.left) / 2;
		const y = (insets.bottom - insets.top) / 2;
		camera.setViewOffset(size.x, size.y, x, y, size.x, size.y);
		camera.updateProjectionMatrix();
		this.reframe();
	}

	/** Shows all of the subject at once from where the camera is, unless somebody moved it since it last did. */
	reframe(): void {
		if (this.#framed) this.#go(this.#direction.copy(this.camera.position).sub(this.target), 0, true);
	}

	/**
	 * What there is to see, for the next {@link frame} or {@link view}.
	 *
	 * @param points (3 n,) world positions around it, metres, within `bounds`
	 */
	setSubject(points: Float32Array, bounds: Box3): void {
		this.#points = points;
		bounds.getCenter(this.#center);
		const radius = bounds.getSize(this.#offset).length() / 2 || 0.5;
		this.#controls.minDistance = radius * 0.2;
		this.#controls.maxDistance = radius * 20;
		this.camera.near = radius * 0.02;
		this.camera.far = radius * 60;
		this.camera.updateProjectionMatrix();
	}

	/** Shows all of the subject from where the camera is. */
	frame(nowMs: number): void {
		this.#go(this.#direction.copy(this.camera.position).sub(this.target), nowMs);
	}

	/** Shows all of the subject from a named side. */
	view(name: ViewName, nowMs: number, atOnce = false): void {
		this.#go(this.#direction.set(...directions[name]), nowMs, atOnce);
	}

	/** Turns (degrees) and zooms (above 1 goes nearer) at once, for keys. */
	orbitBy(azimuth: number, elevation: number, zoom: number): void {
		this.#easeStart = Number.NaN;
		this.#framed = false;
		this.#toSpherical(this.#offset.copy(this.camera.position).sub(this.target), this.#spherical);
		this.#spherical.theta += (azimuth * Math.PI) / 180;
		this.#spherical.phi -= (elevation * Math.PI) / 180;
		this.#spherical.radius /= zoom;
		this.#spherical.makeSafe();
		this.#place(this.target, this.#spherical);
	}

	/** The ray from the camera through a pointer's place on the element. */
	rayThrough({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Raycaster {
		const box = this.#element.getBoundingClientRect();
		const x = ((clientX - box.left) / box.width) * 2 - 1;
		const y = 1 - ((clientY - box.top) / box.height) * 2;
		const ray = new Raycaster();
		ray.setFromCamera(new Vector2(x, y), this.camera);
		return ray;
	}

	/** Moves along an ease; gives whether there is more of it. */
	advance(nowMs: number): boolean {
		if (!this.#easing) return false;
		const part = Math.min(Math.max((nowMs - this.#easeStart) / EASE_MS, 0), 1);
		const eased = 1 - (1 - part) ** 3;
		const { offset } = this.#from;
		const mix = (a: number, b: number) => a + (b - a) * eased;
		this.target.lerpVectors(this.#from.target, this.#to.target, eased);
		this.#spherical.set(
			mix(offset.radius, this.#to.offset.radius),
			mix(offset.phi, this.#to.offset.phi),
			mix(offset.theta, this.#to.offset.theta),
		);
		if (part === 1) this.#easeStart = Number.NaN;
		this.#place(this.target, this.#spherical);
		return part < 1;
	}

	dispose(): void {
		this.#controls.dispose();
	}

	get #easing(): boolean {
		return !Number.isNaN(this.#easeStart);
	}

	#go(direction: Vector3, nowMs: number, atOnce = false): void {
		this.#framed = true;
		this.#from.target.copy(this.target);
		this.#toSpherical(direction, this.#to.offset);
		this.#to.offset.makeSafe();
		this.#fit(this.#to.target, this.#to.offset);
		this.#toSpherical(this.#offset.copy(this.camera.position).sub(this.target), this.#from.offset);
		const turn = this.#to.offset.theta - this.#from.offset.theta;
		this.#to.offset.theta -= Math.round(turn / (2 * Math.PI)) * 2 * Math.PI;
		this.#easeStart = nowMs;
		if (atOnce || this.reducedMotion) this.advance(Number.POSITIVE_INFINITY);
	}

	/**
	 * Finds where to look at, and from how far, so that the points just fit what is free of the picture. With x and z a
	 * point's place across and towards the camera and s the slope of the free picture's edge, |x - target| must stay
	 * within s (distance - z): two lines for each axis, met by the largest of each.
	 */
	#fit(target: Vector3, offset: Spherical): void {
		const ring = Math.sin(offset.phi);
		this.#sight.set(ring * Math.cos(offset.theta), ring * Math.sin(offset.theta), Math.cos(offset.phi));
		this.#right.crossVectors(this.camera.up, this.#sight).normalize();
		this.#up.crossVectors(this.#sight, this.#right);
		const slope = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
		const across = this.#span(this.#right, slope * this.camera.aspect * this.#free.width);
		const along = this.#span(this.#up, slope * this.#free.height);
		target.copy(this.#center);
		target.addScaledVector(this.#right, across.middle).addScaledVector(this.#up, along.middle);
		offset.radius = Math.max(across.distance, along.distance, this.#controls.minDistance) * ROOM;
	}

	#span(axis: Vector3, slope: number): { readonly middle: number; readonly distance: number } {
		let least = Number.NEGATIVE_INFINITY;
		let most = Number.NEGATIVE_INFINITY;
		for (let i = 0; i < this.#points.length; i += 3) {
			const at = this.#offset.fromArray(this.#points, i).sub(this.#center);
			const towards = slope * at.dot(this.#sight);
			const x = at.dot(axis);
			most = Math.max(most, towards + x);
			least = Math.max(least, towards - x);
		}
		return { middle: (most - least) / 2, distance: (most + least) / (2 * slope) };
	}

	/** Spherical coordinates about z, as three's are about y. */
	#toSpherical(offset: Vector3, into: Spherical): void {
		into.setFromCartesianCoords(offset.y, offset.z, offset.x);
	}

	#place(target: Vector3, offset: Spherical): void {
		const { radius, phi, theta } = offset;
		const ring = Math.sin(phi) * radius;
		this.camera.position.set(
			target.x + ring * Math.cos(theta),
			target.y + ring * Math.sin(theta),
			target.z + Math.cos(phi) * radius,
		);
		this.camera.lookAt(target);
		this.#controls.update();
	}
}
