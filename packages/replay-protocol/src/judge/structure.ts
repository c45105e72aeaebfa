import type { ReplayArray, ReplayArrays, ReplayDtype } from "../artifact.ts";
import { type Dimension, type Field, fieldNames, fieldOf } from "../fields.ts";
import type { ReplayLimits } from "../limits.ts";
import type { DiagnosticCode } from "../report/diagnostic-codes.ts";
import { arrayPath, type Findings } from "../report/findings.ts";
import { isPortableName, kindOf } from "../text.ts";

/** Arrays that are what they claim, and the sizes that the protocol counts by. */
export interface Structure {
	/** Frames; null where `t` cannot say. */
	readonly frames: number | null;
	/** Joints; null where `joint_name` cannot say. */
	readonly joints: number | null;
	/** Arrays with an allowed type and shape. */
	readonly sound: Partial<ReplayArrays>;
	/** Names of arrays that are there, but not sound: reported, so that they do not count as absent. */
	readonly faulty: ReadonlySet<string>;
}

/** NPZ member that holds the metadata, as `uint8 (N,)` of UTF-8 JSON; no array can have its name. */
export const metadataMember = "metadata_json";

/** Constructor of each element type's storage. */
export const storage = {
	float64: Float64Array,
	float32: Float32Array,
	int8: Int8Array,
	int16: Int16Array,
	int32: Int32Array,
	int64: BigInt64Array,
	uint8: Uint8Array,
	uint16: Uint16Array,
	uint32: Uint32Array,
	bool: Uint8Array,
	string: Array,
} as const;

/**
 * Judges which arrays are there, their types and shapes.
 *
 * @param refused names that the reader already reported, so that they do not count as absent
 */
export function judgeStructure(
	arrays: Readonly<Record<string, unknown>>,
	refused: ReadonlySet<string>,
	findings: Findings,
	limits: ReplayLimits,
): Structure {
	const intact = new Map<string, ReplayArray>();
	const names = Object.keys(arrays).filter((name) => arrays[name] !== undefined);
	if (names.length > limits.members) {
		const params = { limit: "members", found: names.length, max: limits.members };
		findings.add("size-limit-exceeded", { path: "/arrays", params });
	}
	for (const name of inFieldOrder(names)) {
		const array = arrays[name];
		if (!isPortableName(name) || name === metadataMember) {
			findings.add("container-unsafe-member", { path: arrayPath(name), params: { member: name } });
			continue;
		}
		if (!isExpected(name)) {
			findings.add("unknown-array", { path: arrayPath(name), params: { array: name } });
		}
		const fault = sizeFault(name, array, limits) ?? claimFault(array);
		if (fault === null) intact.set(name, array as ReplayArray);
		else findings.add(fault.code, { path: arrayPath(name), params: { array: name, ...fault.params } });
	}
	for (const name of fieldNames) {
		if (fieldOf(name)?.required && arrays[name] === undefined && !refused.has(name)) {
			findings.add("missing-required-array", { path: arrayPath(name), params: { array: name } });
		}
	}
	const frames = lengthOf(intact.get("t"));
	const joints = lengthOf(intact.get("joint_name"));
	const sizes = { T: frames, J: joints, C: null };
	for (const [name, array] of intact) {
		if (!fits(name, array, sizes, findings)) intact.delete(name);
	}
	judgeContacts(intact, findings);
	judgeCounts(frames, joints, findings);
	const faulty = new Set([...refused, ...names.filter((name) => !intact.has(name))]);
	return { frames, joints, sound: Object.fromEntries(intact), faulty };
}

function judgeCounts(frames: number | null, joints: number | null, findings: Findings): void {
	if (frames === 0) findings.add("empty-replay", { path: arrayPath("t") });
	if (frames === 1) findings.add("single-frame", { path: arrayPath("t") });
	if (joints === 0) findings.add("no-joints", { path: arrayPath("joint_name") });
}

/** Whether the protocol knows the array, or its producer marked it as his own. */
export function isExpected(name: string): boolean {
	return fieldOf(name) !== undefined || name.startsWith("x_");
}

function inFieldOrder(names: readonly string[]): string[] {
	const known = fieldNames.filter((name) => names.includes(name));
	const others = names.filter((name) => fieldOf(name) === undefined).sort();
	return [...known, ...others];
}

/** Why an array is refused. */
export interface ArrayFault {
	readonly code: DiagnosticCode;
	readonly params: Readonly<Record<string, unknown>>;
}

/** Why the value is no array of ours whose data has the type and length it claims; null where it is. */
export function claimFault(array: unknown): ArrayFault | null {
	const { dtype, shape, data } = partsOf(array);
	if (typeof dtype !== "string" || !Object.hasOwn(storage, dtype)) {
		const found = typeof dtype === "string" ? dtype : typeof dtype;
		return { code: "dtype-not-allowed", params: { dtype: found, allowed: Object.keys(storage) } };
	}
	if (!(data instanceof storage[dtype as ReplayDtype])) {
		if (holdsObjects(data)) return { code: "object-payload", params: { dtype } };
		return { code: "dtype-not-allowed", params: { dtype, data: kindOf(data) } };
	}
	if (!isShape(shape)) {
		const found = Array.isArray(shape) ? "a list of something else" : typeof shape;
		return { code: "shape-mismatch", params: { expected: "a list of sizes", found } };
	}
	const expected = elementCount(shape);
	if (expected === data.length) {
		return holdsScalars(dtype, data) ? null : { code: "object-payload", params: { dtype } };
	}
	const bytes = dtype === "string" ? 1 : storage[dtype as Exclude<ReplayDtype, "string">].BYTES_PER_ELEMENT;
	const params = { expected_bytes: expected * bytes, found_bytes: data.length * bytes };
	return { code: "truncated-array", params };
}

/** Whether the data is neither a typed array nor a list of plain scalars. */
function holdsObjects(data: unknown): boolean {
	if (Array.isArray(data)) return data.some((value) => typeof value === "object");
	return !ArrayBuffer.isView(data) && typeof data === "object";
}

function partsOf(array: unknown): {
	readonly dtype?: unknown;
	readonly shape?: unknown;
	readonly data?: unknown;
} {
	return array ?? {};
}

/** Typed arrays hold scalars by construction; lists and the bytes of booleans have to be looked at. */
function holdsScalars(dtype: string, data: ArrayLike<unknown>): boolean {
	const isScalar =
		dtype === "string"
			? (value: unknown) => typeof value === "string"
			: (value: unknown) => Number(value) <= 1;
	if (dtype !== "string" && dtype !== "bool") return true;
	for (let i = 0; i < data.length; i++) if (!isScalar(data[i])) return false;
	return true;
}

/** Whether the value is a list of sizes, none left out. */
function isShape(shape: unknown): shape is readonly number[] {
	if (!Array.isArray(shape)) return false;
	for (const size of shape) if (!Number.isSafeInteger(size) || size < 0) return false;
	return true;
}

/** Elements of a shape; 1 for a scalar. */
export function elementCount(shape: readonly number[]): number {
	return shape.reduce((product, size) => product * size, 1);
}

/**
 * The first size of an array, given or only declared, that is beyond the limits; null where none is, or where there is
 * no shape to tell.
 */
export function sizeFault(name: string, array: unknown, limits: ReplayLimits): ArrayFault | null {
	const { dtype, shape } = partsOf(array);
	if (!isShape(shape)) return null;
	const beyond = (limit: keyof ReplayLimits, found: number): ArrayFault | null => {
		const max = limits[limit];
		return found > max ? { code: "size-limit-exceeded", params: { limit, found, max } } : null;
	};
	const rank = beyond("dimensions", shape.length);
	if (rank !== null) return rank;
	const field = fieldOf(name);
	const dimensions = (field && dimensionsFor(field, shape.length)) ?? [];
	for (const [axis, dimension] of dimensions.entries()) {
		const fault = typeof dimension === "number" ? null : beyond(limitOf[dimension], shape[axis]);
		if (fault !== null) return fault;
	}
	// Rows without elements cost too: JSON writes each.
	const cells = elementCount(shape.map((size) => Math.max(1, size)));
	return beyond("cells", cells) ?? (dtype === "string" ? beyond("strings", elementCount(shape)) : null);
}

const limitOf = { T: "frames", J: "joints", C: "contacts" } as const;

function lengthOf(array: ReplayArray | undefined): number | null {
	return array?.shape.length === 1 ? array.shape[0] : null;
}

/** The accepted shape of this rank, if there is one. */
function dimensionsFor(field: Field, rank: number): readonly Dimension[] | undefined {
	return field.shapes.find((shape) => shape.length === rank);
}

/** Whether the array has a type and shape that its field allows; an array of no field has. */
function fits(
	name: string,
	array: ReplayArray,
	sizes: Readonly<Record<"T" | "J" | "C", number | null>>,
	findings: Findings,
): boolean {
	const path = arrayPath(name);
	const { dtype, shape } = array;
	const field = fieldOf(name);
	if (field === undefined) return true;
	if (!field.dtypes.includes(dtype)) {
		findings.add("dtype-not-allowed", { path, params: { array: name, dtype, allowed: field.dtypes } });
		return false;
	}
	const dimensions = dimensionsFor(field, shape.length);
	const isMisfit = (dimension: Dimension, axis: number) =>
		typeof dimension === "number" && dimension !== shape[axis];
	if (dimensions === undefined || dimensions.some(isMisfit)) {
		const params = {
			array: name,
			expected: `(${field.shapes[0].join(", ")})`,
			found: `(${shape.join(", ")})`,
		};
		findings.add("shape-mismatch", { path, params });
		return false;
	}
	const expected = dimensions.map((size) => (typeof size === "number" ? size : sizes[size]));
	const axis = shape.findIndex((size, index) => expected[index] !== null && expected[index] !== size);
	// Without frames, nothing can be said about the width of one.
	if (axis === -1 || (axis > 0 && shape[0] === 0)) return true;
	const code = dimensions[axis] === "T" ? "frame-count-mismatch" : "joint-width-mismatch";
	findings.add(code, { path, params: { array: name, expected: expected[axis], found: shape[axis] } });
	return false;
}

/** Both contact arrays have one C; a (T,) array is of one contact. Without frames, nothing can be said of it. */
function judgeContacts(intact: Map<string, ReplayArray>, findings: Findings): void {
	const planned = intact.get("planned_contact")?.shape;
	const actual = intact.get("actual_contact")?.shape;
	if (planned === undefined || actual === undefined || planned[0] === 0) return;
	const [expected, found] = [planned[1] ?? 1, actual[1] ?? 1];
	if (expected === found) return;
	intact.delete("actual_contact");
	findings.add("shape-mismatch", {
		path: arrayPath("actual_contact"),
		params: {
			array: "actual_contact",
			expected: `(T, ${expected}), as planned_contact`,
			found: `(${actual.join(", ")})`,
		},
	});
}
