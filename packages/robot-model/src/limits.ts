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
const defaultLimits: UrdfLimits = {
	textLength: 8 * 1024 * 1024,
	depth: 32,
	elements: 100_000,
	links: 4096,
	joints: 4096,
	nameLength: 256,
};

/**
 * The defaults with `limits` put over them.
 *
 * @throws {TypeError} for a bound that is not a number of 0 or more: it would bound nothing
 */
export function resolveLimits(limits: Partial<UrdfLimits> = {}): UrdfLimits {
	for (const [name, limit] of Object.entries(limits)) {
		if (!(typeof limit === "number" && limit >= 0))
			throw new TypeError(`limits.${name} is ${limit}, not a bound`);
	}
	return { ...defaultLimits, ...limits };
}
