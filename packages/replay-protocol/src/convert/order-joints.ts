import type { FloatArray, ReplayArray } from "../artifact.ts";
import type { ConversionLog } from "./conversion-log.ts";
import type { Draft, JointType } from "./draft.ts";
import { takeColumns } from "./rows.ts";

/** Prefix of arrays for joints that the joint order does not name. */
const apart = "x_unlisted_";

/**
 * The draft with its joints in the order asked for, matched by name. A joint that the source never has becomes a column
 * without positions; one that the order does not name is kept apart in `x_unlisted_` arrays. Arrays of the producer's own
 * are not reordered: `x_source_joint_name` then says which column of them is which joint, where that may be the case.
 */
export function orderJoints(draft: Draft, order: readonly string[] | undefined, log: ConversionLog): Draft {
	const { jointNames } = draft;
	if (order === undefined || isSame(order, jointNames)) return draft;
	const columnOf = new Map(jointNames.map((name, column) => [name, column]));
	const columns = order.map((name) => columnOf.get(name) ?? -1);
	const unlisted = jointNames.filter((name) => !order.includes(name));
	const pick = (array: ReplayArray) => takeColumns(array, columns);
	const listed = without(jointNames, unlisted);
	const isReordered = order
		.filter((name) => columnOf.has(name))
		.some((name, place) => name !== listed[place]);
	if (isReordered)
		log.step("converted", { rule: "joints-reordered", arrays: ["qj", ...draft.perJoint.keys()] });
	const kept = keptApart(draft, unlisted, log);
	const types = columns.map((column) => draft.jointTypes?.[column]);
	const { jointTypes: _, ...rest } = draft;
	return {
		...rest,
		jointNames: order,
		...(types.every((type): type is JointType => type !== undefined) && { jointTypes: types }),
		positions: pick(draft.positions) as FloatArray,
		perJoint: new Map(Array.from(draft.perJoint, ([name, array]) => [name, pick(array)])),
		perFrame: kept.perFrame,
		fixed: new Map([...kept.fixed, ...sourceNames(draft)]),
	};
}

/** The other arrays of the draft, with those of the unlisted joints. */
function keptApart(
	draft: Draft,
	unlisted: readonly string[],
	log: ConversionLog,
): Pick<Draft, "perFrame" | "fixed"> {
	const { perFrame, fixed } = draft;
	if (unlisted.length === 0) return { perFrame, fixed };
	for (const joint of unlisted) log.find("joint-unlisted", { path: "/arrays/joint_name", params: { joint } });
	const columns = unlisted.map((name) => draft.jointNames.indexOf(name));
	const arrays = [["qj", draft.positions] as const, ...draft.perJoint];
	const moved = arrays.map(
		([name, array]) => [apart + name.replace(/^x_/, ""), takeColumns(array, columns)] as const,
	);
	const names: ReplayArray = { dtype: "string", shape: [unlisted.length], data: unlisted };
	log.step("converted", {
		rule: "joints-kept-apart",
		joints: [...unlisted],
		arrays: [`${apart}joint_name`, ...moved.map(([name]) => name)],
	});
	return {
		perFrame: new Map([...perFrame, ...moved]),
		fixed: new Map([...fixed, [`${apart}joint_name`, names]]),
	};
}

/** The joints in the source's order, where arrays of the producer's own may have a column for each of them. */
function sourceNames({ perFrame, jointNames }: Draft): [string, ReplayArray][] {
	const width = jointNames.length;
	const mayFollow = [...perFrame].some(([name, { shape }]) => name.startsWith("x_") && shape[1] === width);
	return mayFollow ? [["x_source_joint_name", { dtype: "string", shape: [width], data: jointNames }]] : [];
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((name, index) => name === b[index]);
}

function without(names: readonly string[], left: readonly string[]): string[] {
	return names.filter((name) => !left.includes(name));
}
