/** Bounds on a robot model, checked before its parts are kept. */
export interface UrdfLimits {
	/** Longest text in UTF-16 units. */
	readonly textLength: number;
	/** Deepest nesting of XML elements. */
	readonly depth: number;
	/** Most XML elements, those that are ignored included. */
	readonly elements: number;
	/** Most links. */
	readonly links: number;
	/** Most joints. */
	readonly joints: number;
	/** Longest name of a robot, link or joint in UTF-16 units. */
	readonly nameLength: number;
}

/** Bounds that hold when a caller states none: 8 MiB of text, 32 levels, 100,000 elements, 4,096 links and joints. */
export const defaultLimits: UrdfLimits = {
	textLength: 8 * 1024 * 1024,
	depth: 32,
	elements: 100_000,
	links: 4096,
	joints: 4096,
	nameLength: 256,
};
