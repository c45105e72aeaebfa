import { type Box3, PerspectiveCamera, Sphere, Spherical, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

/** The directions a robot can be looked at from: URDF's x is forward, y left, z up. */
export type ViewName = "iso" | "front" | "side" | "top";

const EASE_MS = 120;
const FIELD_OF_VIEW = 30;

const directions: Readonly<Record<ViewName, readonly [number, number, number]>> = {
	iso: [1, -0.85, 0.52],
	front: [1, 0, 0.08],
	side: [0, -1, 0.08],
	top: [0.0001, 0, 1],
};

/**
 * The camera: it orbits by pointer and key, and eases to a view in 120 ms, or at once where motion is reduced. It never
 * moves by itself while the robot does.
 */
export class CameraRig {
	readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
	readonly #controls: OrbitControls;
	readonly #sphere = new Sphere(new Vector3(), 1);
	readonly #from = { target: new Vector3(), offset: new Spherical() };
	readonly #to = { target: new Vector3(), offset: new Spherical() };
	readonly #offset = new Vector3();
	readonly #spherical = new Spherical();
	#easeStart = Number.NaN;
	reducedMotion: boolean;

	constructor(element: HTMLElement, options: { reducedMotion: boolean; onChange: () => void }) {
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
		});
	}

	/** Whether the camera is on its way. */
	get easing(): boolean {
		return !Number.isNaN(this.#easeStart);
	}

	/** Where the camera looks. */
	get target(): Vector3 {
		return this.#controls.target;
	}

	setAspect(aspect: number): void {
		this.camera.aspect = aspect;
		this.camera.updateProjectionMatrix();
	}

	/** What there is to see, for the next {@link frame} or {@link view}. */
	setSubject(bounds: Box3): void {
		bounds.getBoundingSphere(this.#sphere);
		if (!(this.#sphere.radius > 0)) this.#sphere.radius = 0.5;
		const { radius } = this.#sphere;
		this.#controls.minDistance = radius * 0.2;
		this.#controls.maxDistance = radius * 20;
		this.camera.near = radius * 0.02;
		this.camera.far = radius * 60;
		this.camera.updateProjectionMatrix();
	}

	/** Shows all of the subject from where the camera is. */
	frame(nowMs: number): void {
		this.#offset.copy(this.camera.position).sub(this.target);
		this.#go(this.#offset, nowMs);
	}

	/** Shows all of the subject from a named side. */
	view(name: ViewName, nowMs: number, atOnce = false): void {
		this.#go(this.#offset.set(...directions[name]), nowMs, atOnce);
	}

	/** Turns (degrees) and zooms (above 1 goes nearer) at once, for keys. */
	orbitBy(azimuth: number, elevation: number, zoom: number): void {
		this.#easeStart = Number.NaN;
		this.#toSpherical(this.#offset.copy(this.camera.position).sub(this.target), this.#spherical);
		this.#spherical.theta += (azimuth * Math.PI) / 180;
		this.#spherical.phi -= (elevation * Math.PI) / 180;
		this.#spherical.radius /= zoom;
		this.#spherical.makeSafe();
		this.#place(this.target, this.#spherical);
	}

	/** Moves along an ease; gives whether there is more of it. */
	advance(nowMs: number): boolean {
		if (!this.easing) return false;
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
		this.#place(this.target, this.#spherical);
		if (part === 1) this.#easeStart = Number.NaN;
		return part < 1;
	}

	dispose(): void {
		this.#controls.dispose();
	}

	#go(direction: Vector3, nowMs: number, atOnce = false): void {
		this.#from.target.copy(this.target);
		this.#to.target.copy(this.#sphere.center);
		this.#toSpherical(direction, this.#to.offset);
		this.#to.offset.makeSafe();
		this.#to.offset.radius = this.#distance();
		this.#toSpherical(this.#offset.copy(this.camera.position).sub(this.target), this.#from.offset);
		const turn = this.#to.offset.theta - this.#from.offset.theta;
		this.#to.offset.theta -= Math.round(turn / (2 * Math.PI)) * 2 * Math.PI;
		this.#easeStart = nowMs;
		if (atOnce || this.reducedMotion) this.advance(Number.POSITIVE_INFINITY);
	}

	#distance(): number {
		const vertical = (FIELD_OF_VIEW * Math.PI) / 360;
		const horizontal = Math.atan(Math.tan(vertical) * this.camera.aspect);
		return (this.#sphere.radius * 1.04) / Math.sin(Math.min(vertical, horizontal));
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
