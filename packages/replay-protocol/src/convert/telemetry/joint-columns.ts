import { replayLimits } from "../../limits.ts";
import type { ConversionLog } from "../conversion-log.ts";
import { ConvertError } from "../errors.ts";
import type { Layout, PackedFrame } from "./frame-table.ts";

/** All joints of a recording in the order of their indices, and where each is in each layout. */
interface JointColumns {
	/** (J,) */
	readonly names: readonly string[];
	/** Column of each slot of the layout. */
	readonly columnsOf: ReadonlyMap<Layout, readonly number[]>;
}

/**
 * Matches joints by name. Their order is that of the index each has where it first appears; indices that contradict
 * each other are reported.
 *
 * @throws ConvertError `limit-exceeded`
 */
export function jointColumns(frames: readonly PackedFrame[], log: ConversionLog): JointColumns {
	const layouts = new Set(frames.map(({ layout }) => layout));
	const indices = new Map<string, Set<number>>();
	for (const layout of layouts) {
		for (const [slot, name] of layout.names.entries()) {
			indices.set(name, (indices.get(name) ?? new Set()).add(layout.indices[slot]));
		}
		requireFew(indices.size, frames.length);
	}
	const first = (name: string): number => indices.get(name)?.values().next().value ?? 0;
	const names = [...indices.keys()].sort((a, b) => first(a) - first(b));
	reportIndices(names, indices, log);
	const columns = new Map(names.map((name, column) => [name, column]));
	const columnsOf = Array.from(
		layouts,
		(layout) => [layout, layout.names.map((name) => columns.get(name) ?? -1)] as const,
	);
	return { names, columnsOf: new Map(columnsOf) };
}

function requireFew(joints: number, frames: number): void {
	if (joints <= replayLimits.joints && joints * frames <= replayLimits.cells) return;
	throw new ConvertError("limit-exceeded", "/frames", { reason: `${joints} joints in ${frames} frames` });
}

function reportIndices(
	names: readonly string[],
	indices: ReadonlyMap<string, ReadonlySet<number>>,
	log: ConversionLog,
): void {
	const taken = new Map<number, string>();
	for (const name of names) {
		const own = [...(indices.get(name) ?? [])];
		const isShared = own.some((index) => taken.has(index) && taken.get(index) !== name);
		for (const index of own) taken.set(index, name);
		if (own.length > 1 || isShared) {
			log.find("joint-index-varies", { path: "/arrays/joint_name", params: { joint: name, indices: own } });
		}
	}
}
