import { contentDigest, type ReplayArray, type ReplayArtifact } from "@hindcast/replay-protocol";
import { countBefore } from "../replays/count-before.ts";

/** What to keep of a replay. */
export interface Cut {
	/** Optional arrays to keep; all where absent. */
	readonly include?: readonly string[] | undefined;
	/** First time to keep, s of the replay's `t`. */
	readonly from_t?: number | undefined;
	/** Last time to keep, s of the replay's `t`. */
	readonly to_t?: number | undefined;
}

const required = new Set(["t", "joint_name", "qj", "dqj", "mode", "frame_id"]);

/**
 * A part of a replay: the frames with `from_t <= t <= to_t`, both included, and of the optional arrays those asked for.
 *
 * Where a time is given, `t` starts at 0 again: the first kept time is taken from all of them. Arrays have an entry for
 * each frame where their first dimension is that of `t`; `joint_name` and others stay whole. The source is not changed;
 * arrays that stay as they are are shared.
 */
export async function cutReplay(
	{ metadata, arrays }: ReplayArtifact,
	{ include, from_t, to_t }: Cut,
): Promise<ReplayArtifact> {
	const times = arrays.t.data;
	const isCut = from_t !== undefined || to_t !== undefined;
	const start = from_t === undefined ? 0 : countBefore(times, (t) => t < from_t);
	const end = Math.max(start, to_t === undefined ? times.length : countBefore(times, (t) => t <= to_t));
	const all: Record<string, ReplayArray | undefined> = { ...arrays };
	const kept = Object.entries(all).flatMap(([name, array]): [string, ReplayArray][] => {
		const isWanted = required.has(name) || include === undefined || include.includes(name);
		if (array === undefined || !isWanted) return [];
		const isPerFrame = name !== "joint_name" && array.shape[0] === times.length;
		const rows = isCut && isPerFrame ? rowsOf(array, start, end) : array;
		return [[name, isCut && name === "t" ? rebased(rows) : rows]];
	});
	// The required arrays are all kept, each with its own type.
	const part = Object.fromEntries(kept) as unknown as ReplayArtifact["arrays"];
	const { length } = part.t.data;
	const duration = length === 0 ? 0 : part.t.data[length - 1] - part.t.data[0];
	return {
		metadata: {
			...metadata,
			...(isCut && { tick_count: length, duration_s: duration }),
			content_digest: await contentDigest({ arrays: part }),
		},
		arrays: part,
	};
}

function rowsOf(array: ReplayArray, start: number, end: number): ReplayArray {
	const rest = array.shape.slice(1);
	const width = rest.reduce((product, length) => product * length, 1);
	const data = array.data.slice(start * width, end * width);
	return { dtype: array.dtype, shape: [end - start, ...rest], data } as ReplayArray;
}

/** Differences are taken in float64, and rounded once where the times are float32. */
function rebased(times: ReplayArray): ReplayArray {
	if (times.dtype !== "float64" && times.dtype !== "float32") return times;
	const [first = 0] = times.data;
	return { ...times, data: times.data.map((t) => t - first) } as ReplayArray;
}
