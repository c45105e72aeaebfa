import type { FloatArray, ReplayArtifact } from "@hindcast/replay-protocol";
import {
	AxesHelper,
	BufferAttribute,
	BufferGeometry,
	Color,
	Group,
	Line,
	LineDashedMaterial,
	type Vector3,
} from "three";
import { GlyphSprite, paintLimitGlyph, paintTargetGlyph } from "./glyph-sprite.ts";
import type { RobotBody } from "./robot-body.ts";
import type { SceneLayers } from "./scene-layers.ts";
import type { SceneTheme } from "./scene-theme.ts";

const LIMIT_PIXELS = 20;
const TARGET_PIXELS = 36;
const MOST_GLYPHS = 64;

/** What is drawn over the robot: the planned target, warnings at joints beyond their limits, frame axes at links. */
export class Overlays {
	readonly root = new Group();
	readonly #target = new GlyphSprite();
	readonly #plumb: Line<BufferGeometry, LineDashedMaterial>;
	readonly #glyphs: GlyphSprite[] = [];
	readonly #axes: AxesHelper[] = [];
	#targets: FloatArray | undefined;
	#theme: SceneTheme;
	#unit = 0.001;

	constructor(theme: SceneTheme) {
		this.#theme = theme;
		const drop = new BufferGeometry();
		drop.setAttribute("position", new BufferAttribute(new Float32Array(6), 3));
		drop.setAttribute("lineDistance", new BufferAttribute(new Float32Array(2), 1));
		this.#plumb = new Line(
			drop,
			new LineDashedMaterial({ transparent: true, opacity: 0.55, dashSize: 0.012, gapSize: 0.012 }),
		);
		this.#plumb.frustumCulled = false;
		this.#plumb.visible = false;
		this.root.add(this.#target.sprite, this.#plumb);
		this.setTheme(theme);
	}

	/** World position of the target as shown; null when there is none. */
	get target(): Vector3 | null {
		return this.#target.sprite.visible ? this.#target.sprite.position : null;
	}

	setTheme(theme: SceneTheme): void {
		this.#theme = theme;
		this.#target.draw((context) => paintTargetGlyph(context, { line: theme.accent, halo: theme.bg }));
		this.#plumb.material.color.set(theme.accent);
		for (const glyph of this.#glyphs) this.#paintLimit(glyph);
		for (const axes of this.#axes) axes.setColors(new Color(theme.x), new Color(theme.y), new Color(theme.z));
	}

	setReplay(artifact: ReplayArtifact | null): void {
		this.#targets = artifact?.arrays.target_pos;
		this.#target.sprite.visible = false;
		this.#plumb.visible = false;
		for (const glyph of this.#glyphs) glyph.sprite.visible = false;
	}

	/** Takes a new robot: one set of axes for each of its links. */
	setBody(body: RobotBody | null, size: number): void {
		for (const axes of this.#axes.splice(0)) {
			axes.removeFromParent();
			axes.dispose();
		}
		for (const group of body?.links.values() ?? []) {
			const axes = new AxesHelper(size * 0.05);
			axes.visible = false;
			axes.renderOrder = 3;
			const { material } = axes;
			for (const one of Array.isArray(material) ? material : [material]) one.depthTest = false;
			axes.setColors(new Color(this.#theme.x), new Color(this.#theme.y), new Color(this.#theme.z));
			group.add(axes);
			this.#axes.push(axes);
		}
	}

	/** Keeps glyphs at their size in pixels; sprites without attenuation scale by the view's height at distance 1. */
	setViewport(height: number, fieldOfViewDegrees: number): void {
		this.#unit = (2 * Math.tan((fieldOfViewDegrees * Math.PI) / 360)) / Math.max(height, 1);
		this.#target.setPixels(TARGET_PIXELS, this.#unit);
		for (const glyph of this.#glyphs) glyph.setPixels(LIMIT_PIXELS, this.#unit);
	}

	/** Shows the overlays of a frame. */
	showFrame(index: number, body: RobotBody | null, layers: SceneLayers): void {
		this.#showTarget(index, layers.target);
		for (let i = 0; i < this.#axes.length; i++) this.#axes[i].visible = layers.axes;
		const beyond = layers.limits && body ? body.pose.beyondLimits : none;
		const shown = Math.min(beyond.length, MOST_GLYPHS);
		for (let i = 0; i < shown; i++) {
			const { sprite } = this.#glyphs[i] ?? this.#addGlyph();
			const link = body?.childOf(beyond[i]);
			sprite.visible = link !== undefined;
			if (link) sprite.position.copy(link.position);
		}
		for (let i = shown; i < this.#glyphs.length; i++) this.#glyphs[i].sprite.visible = false;
	}

	dispose(): void {
		this.setBody(null, 1);
		this.#target.dispose();
		this.#plumb.geometry.dispose();
		this.#plumb.material.dispose();
		for (const glyph of this.#glyphs) glyph.dispose();
	}

	#showTarget(index: number, wanted: boolean): void {
		const data = this.#targets?.data;
		const at = index * 3;
		const known =
			wanted &&
			data !== undefined &&
			Number.isFinite(data[at]) &&
			Number.isFinite(data[at + 1]) &&
			Number.isFinite(data[at + 2]);
		this.#target.sprite.visible = known;
		this.#plumb.visible = known;
		if (!known || !data) return;
		this.#target.sprite.position.set(data[at], data[at + 1], data[at + 2]);
		const ends = this.#plumb.geometry.getAttribute("position");
		ends.setXYZ(0, data[at], data[at + 1], data[at + 2]);
		ends.setXYZ(1, data[at], data[at + 1], 0);
		ends.needsUpdate = true;
		const dashes = this.#plumb.geometry.getAttribute("lineDistance");
		dashes.setX(1, Math.abs(data[at + 2]));
		dashes.needsUpdate = true;
	}

	#addGlyph(): GlyphSprite {
		const glyph = new GlyphSprite();
		this.#paintLimit(glyph);
		glyph.setPixels(LIMIT_PIXELS, this.#unit);
		this.#glyphs.push(glyph);
		this.root.add(glyph.sprite);
		return glyph;
	}

	#paintLimit(glyph: GlyphSprite): void {
		glyph.draw((context) => paintLimitGlyph(context, { fill: this.#theme.block, ink: this.#theme.bg }));
	}
}

const none: readonly string[] = [];
