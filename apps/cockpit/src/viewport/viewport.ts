import type { ReplayArtifact } from "@hindcast/replay-protocol";
import type { RobotModel } from "@hindcast/robot-model";
import type { MeshLoader } from "../assets/mesh.ts";
import type { SceneTheme } from "./scene-theme.ts";

/** Which parts of the scene are shown. */
export interface SceneLayers {
	/** The robot as a whole. */
	readonly robot: boolean;
	/** The robot's visuals (on by default). */
	readonly visuals: boolean;
	/** Its collision shapes, as wireframes (off by default). */
	readonly collisions: boolean;
	/** Its links as lines and its joints' axes; always shown where a robot has no visuals. */
	readonly skeleton: boolean;
	/** Frame axes at every link. */
	readonly axes: boolean;
	readonly grid: boolean;
	/** The planned target. */
	readonly target: boolean;
	/** Tint and glyph of joints beyond their limits. */
	readonly limits: boolean;
}

/** The robot to draw. */
export interface SceneRobot {
	readonly model: RobotModel;
	/** The same description's text, to draw from; null draws a skeleton. */
	readonly urdf: string | null;
	readonly loadMesh: MeshLoader;
}

/** What could be drawn of a robot. */
export interface RobotDrawing {
	/** `visuals`: everything it declares; `primitives`: some meshes are stand-ins; `skeleton`: it declares nothing to see. */
	readonly drawn: "visuals" | "primitives" | "skeleton";
	/** Meshes that stand-ins replace; `reason` is a MeshError's code. */
	readonly missingMeshes: readonly { readonly reference: string; readonly reason: string }[];
}

/** How a replay's joints meet the robot's, by name alone. */
export interface JointMapping {
	/** Joints that move the robot. */
	readonly mappedJoints: readonly string[];
	/** Recorded, but not a joint the model moves: not drawn. */
	readonly replayOnly: readonly string[];
	/** Independent joints of the model without a recording: they stay at their neutral position. */
	readonly modelOnly: readonly string[];
}

/** What a viewport takes. */
export interface ViewportOptions {
	readonly theme: SceneTheme;
	readonly reducedMotion: boolean;
	/** Called when the graphics context is lost and when it is back. */
	readonly onContextChange?: (state: "lost" | "restored") => void;
	/** Called with the link under a click, or null. */
	readonly onSelect?: (link: string | null) => void;
	/** Called after each drawn picture asks for another one; by default the viewport asks for animation frames itself. */
	readonly onNeedsRender?: () => void;
}

/** The 3-D scene: a robot that follows a replay. Draws when something changed, and only then. */
export class Viewport {
	constructor(canvas: HTMLCanvasElement, options: ViewportOptions) {
		void canvas;
		void options;
	}
	setTheme(theme: SceneTheme): void {
		void theme;
	}
	setReducedMotion(reducedMotion: boolean): void {
		void reducedMotion;
	}
	/** Shows a robot at its neutral position; null for none. Resolves when its meshes are there or known to be missing. A later call ends an earlier one. */
	async setRobot(robot: SceneRobot | null): Promise<RobotDrawing> {
		void robot;
		return { drawn: "skeleton", missingMeshes: [] };
	}
	/** Takes the replay whose frames will be shown; null puts the robot back at neutral. */
	setReplay(artifact: ReplayArtifact | null): JointMapping {
		void artifact;
		return { mappedJoints: [], replayOnly: [], modelOnly: [] };
	}
	/** Poses the robot as in a frame of the replay. */
	showFrame(index: number): void {
		void index;
	}
	setLayers(layers: Partial<SceneLayers>): void {
		void layers;
	}
	/** Eases the camera to show all of the robot. */
	frameCamera(): void {}
	setView(view: "iso" | "front" | "side" | "top"): void {
		void view;
	}
	/** Turns (degrees) and zooms (factor) the camera, for keys. */
	orbitBy(azimuth: number, elevation: number, zoom?: number): void {
		void azimuth;
		void elevation;
		void zoom;
	}
	/** Marks a link as selected; null for none. */
	select(link: string | null): void {
		void link;
	}
	/** Takes the canvas's current size and the device's pixel ratio. */
	resize(): void {}
	/** Draws now if anything changed. */
	render(): void {}
	/** Pose of a link in the world, `[x, y, z, qw, qx, qy, qz]`; null for an unknown one. */
	linkWorldPose(link: string): Float64Array | null {
		void link;
		return null;
	}
	/** Joints drawn as beyond their position limits. */
	get jointsBeyondLimits(): readonly string[] {
		return [];
	}
	/** Pictures drawn so far. */
	get renderCount(): number {
		return 0;
	}
	dispose(): void {}
}
