import type { Insets } from "../viewport/camera-rig.ts";

const margin = 12;
const mostTop = 0.3;

/** What lies over the viewport, CSS pixels. */
export interface Covering {
	readonly width: number;
	readonly height: number;
	/** Lower edge of what hangs from the top. */
	readonly top: number;
	/** Right edge of what stands in the lower left corner; 0 for nothing. */
	readonly left: number;
}

/**
 * What to leave out when framing: all that hangs from the top (to a part of the height), and of the lower left corner
 * as much as costs the robot no size.
 */
export function insetsOf({ width, height, top, left }: Covering): Insets {
	const free = { top: Math.min(top, height * mostTop) + margin / 2, bottom: margin };
	const spare = width - margin - (height - free.top - free.bottom);
	return { ...free, right: margin, left: Math.max(Math.min(left, spare), margin) };
}
