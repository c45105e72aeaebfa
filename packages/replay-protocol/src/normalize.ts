import { requireCountable } from "./arguments.ts";
import type {
	FloatArray,
	IntegerArray,
	ReplayArrays,
	ReplayArtifact,
	ReplayFields,
	StringArray,
} from "./artifact.ts";
import { type Dimension, type Field, fieldNames, fields } from "./fields.ts";

/** A replay whose optional arrays are all there. Only for memory: files never hold fills. */
export interface NormalReplay extends ReplayArtifact {
	/** The arrays, none of the protocol's absent. */
	readonly arrays: ReplayArrays & Required<ReplayFields>;
}

/**
 * The in-memory normal form: each absent optional array becomes one of neutral values, so that code which draws or
 * compares needs no special case. NaN stands for unknown floats, -1 for unknown codes and contacts, "" for no text.
 *
 * Contacts take their width from `metadata.contact_names` or the other contact array; where neither is there, C is 0.
 * Arrays that are there are shared, not copied. Do not write a normal form to a file: fills would read as data.
 *
 * @throws TypeError where metadata or arrays are no plain objects; ReplayError `artifact-unsound` where an array is not
 *   `{ dtype, shape, data }`, or `t` or `joint_name` is absent or not what it claims
 */
export function normalizeReplay(artifact: ReplayArtifact): NormalReplay {
	requireCountable(artifact);
	const { metadata, arrays } = artifact;
	const contact = arrays.planned_contact ?? arrays.actual_contact;
	const contactWidth = contact === undefined ? 0 : (contact.shape[1] ?? 1);
	const sizes = {
		T: arrays.t.shape[0],
		J: arrays.joint_name.shape[0],
		C: metadata.contact_names?.length ?? contactWidth,
	};
	const filled: Record<string, unknown> = { ...arrays };
	for (const name of fieldNames) filled[name] ??= fillOf(fields[name], sizes);
	return { metadata, arrays: filled as unknown as NormalReplay["arrays"] };
}

function fillOf(
	{ shapes, neutral }: Field,
	sizes: Readonly<Record<"T" | "J" | "C", number>>,
): FloatArray | IntegerArray | StringArray {
	const shape = shapes[0].map((size: Dimension) => (typeof size === "number" ? size : sizes[size]));
	const length = shape.reduce((product, size) => product * size, 1);
	if (typeof neutral === "string") {
		return { dtype: "string", shape, data: new Array<string>(length).fill(neutral) };
	}
	if (Number.isNaN(neutral))
		return { dtype: "float64", shape, data: new Float64Array(length).fill(Number.NaN) };
	return { dtype: "int8", shape, data: new Int8Array(length).fill(neutral ?? 0) };
}
