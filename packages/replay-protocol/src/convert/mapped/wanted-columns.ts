import { isFloatArray } from "./check-mapping.ts";
import type { WantedColumns } from "./csv-table.ts";
import type { ReplayMapping } from "./mapping.ts";

/** The columns of a table that the mapping asks for, and whether as numbers or as text. */
export function wantedColumns(mapping: ReplayMapping): WantedColumns {
	const { time, joints, joint_arrays = {}, mode, frame_id, arrays = {} } = mapping;
	const wanted = new Map<string, "number" | "text">();
	// Text says all that a number says, so it wins.
	const want = (kind: "number" | "text", source: string | undefined) => {
		if (source !== undefined && wanted.get(source) !== "text") wanted.set(source, kind);
	};
	for (const ref of [time, mode, frame_id]) want("text", ref?.source);
	for (const joint of joints) {
		for (const ref of [joint.position, joint.velocity, joint.torque]) want("number", ref?.source);
	}
	const declared = Object.entries(arrays).map(([name, array]) => {
		const isNumber = isFloatArray(name) || (name.startsWith("x_") && (array.type ?? "float") === "float");
		return { array, kind: isNumber ? ("number" as const) : ("text" as const) };
	});
	const shared = Object.values(joint_arrays).map((array) => ({ array, kind: "number" as const }));
	for (const { array, kind } of [...declared, ...shared]) {
		want(kind, array?.source);
		for (const column of array?.columns ?? [])
			want(kind, typeof column === "string" ? column : column.source);
	}
	return wanted;
}
