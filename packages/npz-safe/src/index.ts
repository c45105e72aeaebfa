/**
 * NPZ and NPY in and out: bounded, strict, pickle-free.
 *
 * @example
 * ```js
 * import { readNpz, writeNpz } from "@hindcast/npz-safe";
 *
 * const file = writeNpz({ t: new Float64Array([0, 0.02]), joint_name: ["hip", "knee"] });
 * const { arrays } = await readNpz(file);
 * arrays.get("t").data; // Float64Array [0, 0.02]
 * ```
 *
 * @module
 */
export type { ByteSource } from "./bytes.ts";
export type { NpzErrorCode } from "./error-codes.ts";
export type { NpzErrorPlace, NpzErrorStage } from "./errors.ts";
export { isNpzError, NpzError } from "./errors.ts";
export type { NpyDtype, NpzLimits } from "./limits.ts";
export { limits } from "./limits.ts";
export type { NpyArray } from "./npy-array.ts";
export type { NpyParts, NpyWritable, NumericData } from "./npy-writable.ts";
export { npyBytes } from "./npy-writable.ts";
export type { NpyReadOptions } from "./read-npy.ts";
export { readNpy } from "./read-npy.ts";
export type { NpzArchive, NpzProgress, NpzReadOptions } from "./read-npz.ts";
export { readNpz, readNpzSync } from "./read-npz.ts";
export { writeNpy } from "./write-npy.ts";
export type { NpzContent, NpzWriteOptions } from "./write-npz.ts";
export { writeNpz } from "./write-npz.ts";
