import type { ReplayArtifact } from "@hindcast/replay-protocol";
import { Box3, NeutralToneMapping, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from "three";
import { AxisGizmo } from "./axis-gizmo.ts";
import { Backdrop } from "./backdrop.ts";
import { CameraRig, type ViewName } from "./camera-rig.ts";
import { Floor } from "./floor.ts";
import { Lighting } from "./lighting.ts";
import { SurfaceMaterials } from "./materials.ts";
import { Overlays } from "./overlays.ts";
import { RobotBody, type RobotDrawing, type SceneRobot } from "./robot-body.ts";
import { type JointMapping, RobotPose } from "./robot-pose.ts";
import { defaultLayers, type SceneLayers } from "./scene-layers.ts";
import type { SceneTheme } from "./scene-theme.ts";

const CLICK_PIXELS = 4;
const FIRST_SIZE_METERS = 1;

/** What a viewport takes. */
export interface ViewportOptions {
	readonly theme: SceneTheme;
	readonly reducedMotion: boolean;
	/** Called when the graphics context is lost and when it is back. */
	readonly onContextChange?: (state: "lost" | "restored") => void;
	/** Called with the link under a click, or null. */
	readonly onSelect?: (link: string | null) => void;
}

/**
 * The 3-D scene: a robot that follows a replay, in a world whose z is up. It draws in the next animation frame after
 * something changed, and only then; `render` draws at once. Every pose is robot-model's.
 *
 * @example
 * const viewport = new Viewport(canvas, { theme, reducedMotion: false });
 * const { missingMeshes } = await viewport.setRobot({ model: readUrdf(text), urdf: text, loadMesh });
 * viewport.setReplay(artifact);
 * clock.subscribe(() => viewport.showFrame(clock.frameIndex));
 */
export class Viewport {
	readonly #canvas: HTMLCanvasElement;
	readonly #options: ViewportOptions;
	readonly #renderer: WebGLRenderer;
	readonly #scene = new Scene();
	readonly #rig: CameraRig;
	readonly #lighting = new Lighting();
	readonly #backdrop: Backdrop;
	readonly #floor: Floor;
	readonly #materials: SurfaceMaterials;
	readonly #overlays: Overlays;
	readonly #gizmo: AxisGizmo;
	readonly #bounds = new Box3();
	readonly #center = new Vector3();
	readonly #listeners = new AbortController();
	#theme: SceneTheme;
	#layers = defaultLayers;
	#artifact: ReplayArtifact | null = null;
	#body: RobotBody | null = null;
	#loading = new AbortController();
	#frame = -1;
	#selected: string | null = null;
	#marked: string[] = [];
	#dirty = true;
	#requested = 0;
	#renderCount = 0;
	#lost = false;
	#size = new Vector2(1, 1);
	#pressed = new Vector2();

	/** @throws Error where WebGL 2 is not to be had */
	constructor(canvas: HTMLCanvasElement, options: ViewportOptions) {
		this.#canvas = canvas;
		this.#options = options;
		this.#theme = options.theme;
		this.#renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
		this.#renderer.toneMapping = NeutralToneMapping;
		this.#renderer.shadowMap.enabled = true;
		this.#renderer.shadowMap.autoUpdate = false;
		this.#backdrop = new Backdrop(options.theme);
		this.#floor = new Floor(options.theme);
		this.#materials = new SurfaceMaterials(options.theme);
		this.#overlays = new Overlays(options.theme);
		this.#gizmo = new AxisGizmo(options.theme);
		const { reducedMotion } = options;
		this.#rig = new CameraRig(canvas, { reducedMotion, onChange: () => this.#invalidate() });
		const parts = [this.#backdrop.mesh, this.#floor.root, this.#lighting.root, this.#overlays.root];
		this.#scene.add(...parts);
		this.setTheme(options.theme);
		this.#fitScene(true);
		this.#listen();
		this.resize();
	}

	/** Joints drawn as beyond their position limits. */
	get jointsBeyondLimits(): readonly string[] {
		return this.#body?.pose.beyondLimits ?? [];
	}

	/** World position of the planned target, metres; null where none is shown. */
	get targetPosition(): readonly [number, number, number] | null {
		return this.#overlays.target?.toArray() ?? null;
	}

	/** Pictures drawn so far. */
	get renderCount(): number {
		return this.#renderCount;
	}

	setTheme(theme: SceneTheme): void {
		this.#theme = theme;
		const dark = theme.scheme === "dark";
		this.#renderer.toneMappingExposure = dark ? 0.95 : 1.02;
		for (const part of [
			this.#backdrop,
			this.#floor,
			this.#lighting,
			this.#materials,
			this.#overlays,
			this.#gizmo,
		]) {
			part.setTheme(theme);
		}
		this.#body?.setTheme(theme);
		this.#invalidate();
	}

	setReducedMotion(reducedMotion: boolean): void {
		this.#rig.reducedMotion = reducedMotion;
	}

	/**
	 * Shows a robot, at its neutral position or in the replay's current frame; null for none. Primitives are there at
	 * once; the promise resolves when every mesh is there or known to be missing. A later call ends an earlier one, whose
	 * meshes then count as `mesh-aborted`.
	 */
	async setRobot(robot: SceneRobot | null): Promise<RobotDrawing> {
		this.#loading.abort();
		this.#loading = new AbortController();
		const { signal } = this.#loading;
		this.#body?.dispose();
		this.#body = robot && new RobotBody(robot, new RobotPose(robot.model), this.#materials);
		this.#marked = [];
		if (!this.#body || !robot) {
			this.#overlays.setBody(null, 1);
			this.#invalidate();
			return { drawn: "skeleton", missingMeshes: [] };
		}
		const body = this.#body;
		this.#scene.add(body.root);
		body.setTheme(this.#theme);
		body.pose.setReplay(this.#artifact);
		this.#overlays.setBody(body, body.reach());
		this.setLayers({});
		this.#show();
		this.#fitScene(true);
		const drawing = await body.load(robot.loadMesh, signal, () => this.#redrawRobot());
		if (!signal.aborted) {
			this.setLayers({});
			this.#fitScene(true);
		}
		return drawing;
	}

	/** Takes the replay whose frames will be shown, matched to the robot (set it first) by joint names alone; null puts it back to neutral. Its first frame is shown. */
	setReplay(artifact: ReplayArtifact | null): JointMapping {
		this.#artifact = artifact;
		this.#frame = artifact ? 0 : -1;
		this.#overlays.setReplay(artifact);
		const recorded = artifact?.arrays.joint_name.data ?? [];
		const mapping = this.#body?.pose.setReplay(artifact);
		this.#show();
		return mapping ?? { mappedJoints: [], followers: [], replayOnly: recorded, modelOnly: [] };
	}

	/** Poses the robot as in a frame of the replay; an index without a frame changes nothing. */
	showFrame(index: number): void {
		if (index === this.#frame || !(index >= 0 && index < (this.#artifact?.arrays.t.data.length ?? 0))) return;
		this.#frame = index;
		this.#show();
	}

	setLayers(layers: Partial<SceneLayers>): void {
		this.#layers = { ...this.#layers, ...layers };
		this.#body?.setLayers(this.#layers);
		this.#floor.setGridVisible(this.#layers.grid);
		this.#show();
	}

	/** Eases the camera to show all of the robot where it is now. */
	frameCamera(): void {
		this.#fitScene(false);
		this.#rig.frame(performance.now());
		this.#invalidate();
	}

	/** Eases the camera to a named side of the robot. */
	setView(view: ViewName): void {
		this.#fitScene(false);
		this.#rig.view(view, performance.now());
		this.#invalidate();
	}

	/** Turns (degrees) and zooms (factor, above 1 goes nearer) the camera, for keys. */
	orbitBy(azimuth: number, elevation: number, zoom = 1): void {
		this.#rig.orbitBy(azimuth, elevation, zoom);
		this.#invalidate();
	}

	/** Marks a link as selected; null for none. */
	select(link: string | null): void {
		this.#selected = link;
		this.#show();
	}

	/** Takes the canvas's size on the page and the device's pixel ratio. */
	resize(): void {
		const width = Math.max(this.#canvas.clientWidth, 1);
		const height = Math.max(this.#canvas.clientHeight, 1);
		this.#size.set(width, height);
		this.#renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio || 1, 2));
		this.#renderer.setSize(width, height, false);
		this.#rig.setAspect(width / height);
		this.#overlays.setViewport(height, this.#rig.camera.fov);
		this.#invalidate();
	}

	/** Draws now if anything changed since the last picture. */
	render(): void {
		if (!this.#dirty || this.#lost) return;
		this.#dirty = false;
		if (this.#rig.advance(performance.now())) this.#invalidate();
		this.#renderer.render(this.#scene, this.#rig.camera);
		this.#gizmo.render(this.#renderer, this.#rig.camera, this.#rig.target, this.#size);
		this.#renderCount++;
	}

	/** World pose of a link's group as it is in the scene, `[x, y, z, qw, qx, qy, qz]`; null for an unknown link. */
	linkWorldPose(link: string): Float64Array | null {
		return this.#body?.worldPose(link) ?? null;
	}

	/** Bounds of all that is drawn of the robot, in the world, metres; null without a robot. */
	get robotBounds(): { readonly min: readonly number[]; readonly max: readonly number[] } | null {
		if (!this.#body) return null;
		const { min, max } = this.#body.bounds(new Box3());
		return { min: min.toArray(), max: max.toArray() };
	}

	dispose(): void {
		this.#loading.abort();
		this.#listeners.abort();
		cancelAnimationFrame(this.#requested);
		this.#dirty = false;
		const parts = [this.#rig, this.#lighting, this.#backdrop, this.#floor, this.#overlays, this.#gizmo];
		for (const part of parts) part.dispose();
		this.#body?.dispose();
		this.#materials.dispose();
		this.#renderer.dispose();
	}

	#show(): void {
		const body = this.#body;
		if (body) {
			body.pose.showFrame(this.#frame);
			body.place();
			this.#markLinks(body);
		}
		this.#overlays.showFrame(this.#frame, body, this.#layers);
		this.#redrawRobot();
	}

	#markLinks(body: RobotBody): void {
		for (const link of this.#marked) body.mark(link, "none");
		this.#marked.length = 0;
		if (this.#selected !== null) {
			body.mark(this.#selected, "selected");
			this.#marked.push(this.#selected);
		}
		if (!this.#layers.limits) return;
		for (const joint of body.pose.beyondLimits) {
			const link = body.childOf(joint)?.name;
			if (link === undefined) continue;
			body.mark(link, "limit");
			this.#marked.push(link);
		}
	}

	#redrawRobot(): void {
		this.#renderer.shadowMap.needsUpdate = true;
		this.#invalidate();
	}

	/** Fits lights, floor and the camera's range to the robot; the camera itself only moves when `reset`. */
	#fitScene(reset: boolean): void {
		if (this.#body) this.#body.bounds(this.#bounds);
		else
			this.#bounds.setFromCenterAndSize(
				this.#center.set(0, 0, 0.4),
				new Vector3().setScalar(FIRST_SIZE_METERS),
			);
		const size = this.#bounds.getSize(this.#center).length();
		const floor = this.#artifact?.arrays.base_pos ? 0 : Math.min(0, this.#bounds.min.z);
		this.#bounds.getCenter(this.#center);
		this.#floor.fit(this.#center, this.#body ? floor : 0, size);
		this.#lighting.fit(this.#bounds, size);
		this.#rig.setSubject(this.#bounds);
		if (reset) this.#rig.view("iso", performance.now(), true);
		this.#redrawRobot();
	}

	#invalidate(): void {
		this.#dirty = true;
		if (this.#requested) return;
		this.#requested = requestAnimationFrame(() => {
			this.#requested = 0;
			this.render();
		});
	}

	#listen(): void {
		const { signal } = this.#listeners;
		this.#canvas.addEventListener(
			"webglcontextlost",
			(event) => {
				event.preventDefault();
				this.#lost = true;
				this.#options.onContextChange?.("lost");
			},
			{ signal },
		);
		this.#canvas.addEventListener(
			"webglcontextrestored",
			() => {
				this.#lost = false;
				this.#redrawRobot();
				this.#options.onContextChange?.("restored");
			},
			{ signal },
		);
		this.#canvas.addEventListener("pointerdown", (event) => this.#pressed.set(event.clientX, event.clientY), {
			signal,
		});
		this.#canvas.addEventListener("click", (event) => this.#click(event), { signal });
	}

	#click(event: MouseEvent): void {
		const moved = Math.hypot(event.clientX - this.#pressed.x, event.clientY - this.#pressed.y);
		if (!this.#options.onSelect || moved > CLICK_PIXELS) return;
		const box = this.#canvas.getBoundingClientRect();
		const point = new Vector2(
			((event.clientX - box.left) / box.width) * 2 - 1,
			1 - ((event.clientY - box.top) / box.height) * 2,
		);
		const ray = new Raycaster();
		ray.setFromCamera(point, this.#rig.camera);
		this.#options.onSelect(this.#body?.linkAlong(ray) ?? null);
	}
}
