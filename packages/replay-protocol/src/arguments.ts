import type { ReplayArtifact } from "./artifact.ts";
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
 * `{ dtype, shape, data }`, and `t` and `joint_name` are there and are what they claim.
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
		if (array === undefined || isArrayForm(array)) continue;
		const message = `${arrayPath(name)}: must be { dtype, shape, data }, got ${kindOf(array)}`;
		throw new ReplayError("artifact-unsound", message);
	}
	for (const name of ["t", "joint_name"]) {
		if (arrays[name] === undefined) {
			throw new ReplayError("artifact-unsound", `${arrayPath(name)}: the array is absent`);
		}
		const fault = claimFault(arrays[name]);
		if (fault !== null) throw new ReplayError("artifact-unsound", `${arrayPath(name)}: ${fault.code}`);
	}
}

function isArrayForm(array: unknown): boolean {
	return isPlainObject(array) && ["dtype", "shape", "data"].every((key) => array[key] !== undefined);
}
