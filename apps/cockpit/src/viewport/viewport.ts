import type { ReplayArtifact } from "@hindcast/replay-protocol";
import { Box3, Scene, Vector2 } from "three";
import { AdaptiveDetail, fullDetail } from "./adaptive-detail.ts";
import { AxisGizmo } from "./axis-gizmo.ts";
import { CameraRig, type Insets, type ViewName } from "./camera-rig.ts";
import { Graphics } from "./graphics.ts";
import { SurfaceMaterials } from "./materials.ts";
import { Overlays } from "./overlays.ts";
import { RobotBody, type RobotDrawing, type SceneRobot } from "./robot-body.ts";
import { robotPoints } from "./robot-bounds.ts";
import { type JointMapping, RobotPose } from "./robot-pose.ts";
import { Room } from "./room.ts";
import { defaultLayers, type SceneLayers } from "./scene-layers.ts";
import type { SceneTheme } from "./scene-theme.ts";

const CLICK_PIXELS = 4;
const emptyRoom = Float32Array.of(-0.5, -0.5, -0.1, 0.5, 0.5, 0.9);
const origin = [0, 0, 0];
const STILL_AFTER_MS = 200;

/** What a viewport takes. */
export interface ViewportOptions {
	readonly theme: SceneTheme;
	readonly reducedMotion: boolean;
	/** Called when the graphics context is lost and when it is back. */
	readonly onContextChange?: (state: "lost" | "restored") => void;
	/** Called when the picture lacks finish because it moves, and when it has all of it again. */
	readonly onReducedChange?: (reduced: boolean) => void;
	/** Called with the link under a click, or null. */
	readonly onSelect?: (link: string | null) => void;
}

/**
 * The 3-D scene: a robot that follows a replay, in a world whose z is up. It draws in the next animation frame after
 * something changed, and only then; `render` draws at once. Every pose is robot-model's. Where graphics are slow, moving
 * pictures have less finish (shadows, smooth edges), never fewer marks; the still picture has all of it.
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
	readonly #graphics: Graphics;
	readonly #detail = new AdaptiveDetail();
	readonly #scene = new Scene();
	readonly #rig: CameraRig;
	readonly #room: Room;
	readonly #materials: SurfaceMaterials;
	readonly #overlays: Overlays;
	readonly #gizmo: AxisGizmo;
	readonly #bounds = new Box3();
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
	#unfinished = false;
	#moving = false;
	#reduced = false;
	#requested = 0;
	#requestedMs = 0;
	#stillTimer: ReturnType<typeof setTimeout> | undefined;
	#insets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
	#renderCount = 0;
	#lost = false;
	#pressed = new Vector2();

	/** @throws Error where WebGL 2 is not to be had */
	constructor(canvas: HTMLCanvasElement, options: ViewportOptions) {
		this.#canvas = canvas;
		this.#options = options;
		this.#theme = options.theme;
		this.#graphics = new Graphics(canvas);
		this.#room = new Room(options.theme);
		this.#materials = new SurfaceMaterials(options.theme);
		this.#overlays = new Overlays(options.theme);
		this.#gizmo = new AxisGizmo(options.theme);
		const { reducedMotion } = options;
		this.#rig = new CameraRig(canvas, { reducedMotion, onChange: () => this.#followCamera() });
		const parts = [this.#room.root, this.#overlays.root];
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
		for (const part of [this.#graphics, this.#room, this.#materials, this.#overlays, this.#gizmo]) {
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
		this.#fitScene(false);
		this.#rig.reframe();
		return mapping ?? { mappedJoints: [], followers: [], replayOnly: recorded, modelOnly: [] };
	}

	/** Poses the robot as in a frame of the replay; an index without a frame changes nothing. */
	showFrame(index: number): void {
		if (index === this.#frame || !(index >= 0 && index < (this.#artifact?.arrays.t.data.length ?? 0))) return;
		this.#frame = index;
		this.#moving = true;
		this.#show();
	}

	setLayers(layers: Partial<SceneLayers>): void {
		this.#layers = { ...this.#layers, ...layers };
		this.#body?.setLayers(this.#layers);
		this.#room.setGridVisible(this.#layers.grid);
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
		this.#graphics.resize();
		this.#overlays.setViewport(this.#graphics.size.y, this.#rig.camera.fov);
		this.setInsets(this.#insets);
	}

	/** Tells what lies over the picture's sides, CSS pixels: the robot is framed in what is left. */
	setInsets(insets: Insets): void {
		this.#insets = insets;
		this.#rig.setPicture(this.#graphics.size, insets);
		this.#invalidate();
	}

	/** Draws the whole finish now, if anything changed since the last such picture. */
	render(): void {
		if (this.#dirty || this.#unfinished) this.#draw(true);
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
		clearTimeout(this.#stillTimer);
		this.#dirty = false;
		this.#unfinished = false;
		const parts = [this.#rig, this.#room, this.#overlays, this.#gizmo];
		for (const part of parts) part.dispose();
		this.#body?.dispose();
		this.#materials.dispose();
		this.#graphics.dispose();
	}

	#show(): void {
		const body = this.#body;
		if (body) {
			body.pose.showFrame(this.#frame);
			body.place();
			this.#room.follow(body.pose.base);
			this.#markLinks(body);
		}
		this.#overlays.showFrame(this.#frame, body, this.#layers);
		this.#redrawRobot();
	}

	#markLinks(body: RobotBody): void {
		for (let i = 0; i < this.#marked.length; i++) body.mark(this.#marked[i], "none");
		this.#marked.length = 0;
		if (this.#selected !== null) {
			body.mark(this.#selected, "selected");
			this.#marked.push(this.#selected);
		}
		if (!this.#layers.limits) return;
		const beyond = body.pose.beyondLimits;
		for (let i = 0; i < beyond.length; i++) {
			const link = body.childOf(beyond[i])?.name;
			if (link === undefined) continue;
			body.mark(link, "limit");
			this.#marked.push(link);
		}
	}

	#redrawRobot(): void {
		this.#graphics.shadowsChanged();
		this.#invalidate();
	}

	/** Fits the room and the camera's range to the robot; the camera itself only moves when `reset`. */
	#fitScene(reset: boolean): void {
		const body = this.#body;
		const points = body ? robotPoints(body, this.#artifact, this.#frame) : emptyRoom;
		const bounds = this.#bounds.setFromArray(points);
		const floor = !body || this.#artifact?.arrays.base_pos ? 0 : Math.min(0, bounds.min.z);
		this.#room.fit(bounds, floor, body?.pose.base ?? origin);
		this.#rig.setSubject(points, bounds);
		if (reset) this.#rig.view("iso", performance.now(), true);
		this.#redrawRobot();
	}

	#followCamera(): void {
		if (this.#rig.moving) this.#move();
		else this.#invalidate();
	}

	#move(): void {
		this.#moving = true;
		this.#invalidate();
	}

	#invalidate(): void {
		this.#dirty = true;
		if (this.#requested) return;
		this.#requestedMs = performance.now();
		this.#requested = requestAnimationFrame(this.#onFrame);
	}

	readonly #onFrame = (): void => {
		this.#requested = 0;
		if (!this.#dirty) return;
		if (this.#moving) this.#detail.waited(performance.now() - this.#requestedMs);
		this.#moving = false;
		this.#draw(false);
		if (!this.#unfinished || this.#stillTimer !== undefined) return;
		this.#stillTimer = setTimeout(this.#onStill, STILL_AFTER_MS);
	};

	/** Finishes the picture once nothing has moved for a while. */
	readonly #onStill = (): void => {
		this.#stillTimer = undefined;
		const movedMs = performance.now() - this.#requestedMs;
		if (this.#requested || movedMs < STILL_AFTER_MS)
			this.#stillTimer = setTimeout(this.#onStill, STILL_AFTER_MS - Math.min(movedMs, STILL_AFTER_MS / 2));
		else this.render();
	};

	#draw(still: boolean): void {
		if (this.#lost) return;
		this.#dirty = false;
		if (this.#rig.advance(performance.now())) this.#move();
		const detail = still ? fullDetail : this.#detail.moving;
		this.#unfinished = !still && this.#graphics.reduces(detail);
		this.#graphics.setDetail(detail, still);
		this.#room.setDetail(detail, this.#graphics.ratio);
		this.#graphics.render(this.#scene, this.#rig.camera);
		this.#gizmo.render(this.#graphics, this.#rig.camera, this.#rig.target);
		this.#renderCount++;
		this.#tellReduced(detail !== fullDetail);
	}

	#tellReduced(reduced: boolean): void {
		if (reduced === this.#reduced) return;
		this.#reduced = reduced;
		this.#options.onReducedChange?.(reduced);
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
		this.#options.onSelect(this.#body?.linkAlong(this.#rig.rayThrough(event)) ?? null);
	}
}
