/** Which parts of the scene are shown. */
export interface SceneLayers {
	/** The robot's surfaces: its visuals and what stands in for them. */
	readonly robot: boolean;
	/** Its collision shapes, as lines. */
	readonly collisions: boolean;
	/** Its bones and joint axes; a robot without visuals is shown by them as its surfaces. */
	readonly skeleton: boolean;
	/** Frame axes at every link. */
	readonly axes: boolean;
	/** The floor's grid. */
	readonly grid: boolean;
	/** The planned target. */
	readonly target: boolean;
	/** Tint and glyph of joints beyond their limits. */
	readonly limits: boolean;
}

/** The layers that are on at first. */
export const defaultLayers: SceneLayers = {
	robot: true,
	collisions: false,
	skeleton: false,
	axes: false,
	grid: true,
	target: true,
	limits: true,
};
