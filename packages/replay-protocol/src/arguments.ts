import type { ReplayArray, ReplayArtifact } from "./artifact.ts";
import { ReplayError } from "./errors.ts";
import { claimFault } from "./judge/structure.ts";
import { arrayPath } from "./report/findings.ts";
import { kindOf } from "./text.ts";

/** Whether the value is an object of keys and values; objects of another realm are plain too. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * The arrays of an argument, each of them whatever it is.
 *
 * @throws TypeError where the argument holds no plain object of arrays, so that a slip never reads as "no arrays"
 */
export function arraysOf(argument: unknown): Readonly<Record<string, unknown>> {
	const arrays =
		typeof argument === "object" && argument !== null && "arrays" in argument ? argument.arrays : undefined;
	if (isPlainObject(arrays)) return arrays;
	throw new TypeError(`argument must have arrays, a plain object of arrays by name; got ${kindOf(arrays)}`);
}

/**
 * Checks what code that counts frames and joints relies on: the metadata is an object, every array has the form
 * `{ dtype, shape, data }` with as many values as the shape says, and `t` and `joint_name` are there and are what they
 * claim.
 *
 * @throws TypeError naming the argument; ReplayError `artifact-unsound` naming the array
 */
export function requireCountable(argument: unknown): void {
	const arrays = arraysOf(argument);
	const { metadata } = argument as Partial<ReplayArtifact>;
	if (!isPlainObject(metadata)) {
		throw new TypeError(`argument must have metadata, a plain object; got ${kindOf(metadata)}`);
	}
	for (const [name, array] of Object.entries(arrays)) {
		if (array === undefined) continue;
		if (!isArrayForm(array)) refuse(name, `must be { dtype, shape, data }, got ${kindOf(array)}`);
		const fault = claimFault(array);
		// What is no array of its type is for the judge to report, unless it has to be counted here.
		const counts = name === "t" || name === "joint_name" || fault?.code === "truncated-array";
		if (fault !== null && counts)
			refuse(name, fault.code + (fault.code === "truncated-array" ? sizesOf(array) : ""));
	}
	for (const name of ["t", "joint_name"]) {
		if (arrays[name] === undefined) refuse(name, "the array is absent");
	}
}

function refuse(name: string, reason: string): never {
	throw new ReplayError("artifact-unsound", `${arrayPath(name)}: ${reason}`);
}

function sizesOf({ shape, data }: ArrayForm): string {
	return `, shape (${shape.join(", ")}) and ${data.length} values`;
}

type ArrayForm = Pick<ReplayArray, "shape" | "data">;

function isArrayForm(array: unknown): array is ArrayForm {
	return isPlainObject(array) && ["dtype", "shape", "data"].every((key) => array[key] !== undefined);
}
