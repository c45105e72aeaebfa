import { arraysOf } from "./arguments.ts";
import type { BoolArray, ReplayArray, ReplayArtifact, StringArray } from "./artifact.ts";
import { hostIsLittleEndian } from "./byte-order.ts";
import { ReplayError } from "./errors.ts";
import { claimFault } from "./judge/structure.ts";
import { arrayPath } from "./report/findings.ts";
import { createSha256, type Hasher } from "./sha256.ts";
import { eventLoopTurn } from "./turn.ts";

const encoder = new TextEncoder();
const chunkBytes = 64 * 1024;

/**
 * Digest of joint names in their order: SHA-256 of `moonrobo.joint-order.v1\n` and each name with `\n`, as UTF-8.
 *
 * @returns `sha256:` and 64 lowercase hexadecimal digits
 * @throws TypeError for anything but a list of strings
 */
export async function jointOrderDigest(names: readonly string[]): Promise<string> {
	if (!Array.isArray(names) || !Array.from(names).every((name) => typeof name === "string")) {
		throw new TypeError("names must be a list of strings");
	}
	return jointOrderDigestSync(names);
}

/** {@link jointOrderDigest} for synchronous callers. */
export function jointOrderDigestSync(names: readonly string[]): string {
	const hasher = createSha256();
	hasher.update(encoder.encode("moonrobo.joint-order.v1\n"));
	for (const name of names) hasher.update(encoder.encode(`${name}\n`));
	return `sha256:${hasher.digest()}`;
}

/**
 * Digest of a replay's arrays, equal for every encoding and for every storage width of the same values: floats count
 * as float64, integers as int64, NaN has one form and -0 is 0. Metadata is not covered.
 *
 * Constant memory; gives the event loop a turn every few megabytes.
 *
 * @throws TypeError where `arrays` is no plain object, as that of a Map or of a read's result without its `artifact`
 * @throws ReplayError `artifact-unsound` for an array whose data does not have the type and length it claims
 * @param options.hasher another SHA-256, instead of Node's or the portable one
 * @param options.signal rejects with its reason when aborted
 * @returns `sha256:` and 64 lowercase hexadecimal digits
 */
export async function contentDigest(
	artifact: Pick<ReplayArtifact, "arrays">,
	options: { readonly hasher?: Hasher; readonly signal?: AbortSignal } = {},
): Promise<string> {
	arraysOf(artifact);
	for (const [name, array] of sortedArrays(artifact.arrays)) {
		const fault = claimFault(array);
		if (fault !== null) throw new ReplayError("artifact-unsound", `${arrayPath(name)}: ${fault.code}`);
	}
	const hasher = options.hasher ?? createSha256();
	let chunks = 0;
	for (const chunk of canonicalContent(artifact.arrays)) {
		hasher.update(chunk);
		if (++chunks % 64 === 0) await eventLoopTurn(options.signal);
	}
	return `sha256:${hasher.digest()}`;
}

/** {@link contentDigest} for synchronous callers. */
export function contentDigestSync(arrays: ReplayArtifact["arrays"]): string {
	const hasher = createSha256();
	for (const chunk of canonicalContent(arrays)) hasher.update(chunk);
	return `sha256:${hasher.digest()}`;
}

/**
 * The canonical bytes of a replay's arrays in pieces: `moonrobo.replay.content.v1\n`, then the arrays in the byte order
 * of their names, each as name, 0x00, kind (`f`, `i`, `b`, `s`), u32 rank, u64 dimensions, payload; little-endian.
 *
 * A piece is valid until the next one is asked for.
 */
export function* canonicalContent(arrays: ReplayArtifact["arrays"]): Generator<Uint8Array> {
	yield encoder.encode("moonrobo.replay.content.v1\n");
	for (const [name, array] of sortedArrays(arrays)) {
		yield encoder.encode(`${name}\0${kindOf(array)}`);
		yield dimensionBytes(array.shape);
		yield* payload(array);
	}
}

/** The arrays that are there, in the UTF-8 byte order of their names. */
export function sortedArrays(arrays: ReplayArtifact["arrays"]): [string, ReplayArray][] {
	const present = Object.entries<ReplayArray | undefined>({ ...arrays });
	return present
		.filter((entry): entry is [string, ReplayArray] => entry[1] !== undefined)
		.sort(([a], [b]) => compareUtf8(a, b));
}

/** Orders text as its UTF-8 bytes (and its code points) are ordered. */
function compareUtf8(a: string, b: string): number {
	const left = encoder.encode(a);
	const right = encoder.encode(b);
	const shared = Math.min(left.length, right.length);
	for (let i = 0; i < shared; i++) if (left[i] !== right[i]) return left[i] - right[i];
	return left.length - right.length;
}

function kindOf(array: ReplayArray): "f" | "i" | "b" | "s" {
	if (array.dtype === "string") return "s";
	if (array.dtype === "bool") return "b";
	return array.dtype === "float32" || array.dtype === "float64" ? "f" : "i";
}

function dimensionBytes(shape: readonly number[]): Uint8Array {
	const view = new DataView(new ArrayBuffer(4 + 8 * shape.length));
	view.setUint32(0, shape.length, true);
	for (const [axis, size] of shape.entries()) view.setBigUint64(4 + 8 * axis, BigInt(size), true);
	return new Uint8Array(view.buffer);
}

function* payload(array: ReplayArray): Generator<Uint8Array> {
	if (array.dtype === "bool") {
		yield array.data;
	} else if (array.dtype === "string") {
		yield* stringPayload(array.data);
	} else {
		const scratch = new Uint8Array(Math.min(chunkBytes, 8 * array.data.length));
		for (let from = 0; from < array.data.length; from += chunkBytes / 8) {
			const count = Math.min(chunkBytes / 8, array.data.length - from);
			yield elementBytes(array, from, scratch.subarray(0, 8 * count));
		}
	}
}

/** Canonical bytes of the elements from `from` on, as many as fit the scratch, in it or as they lie in memory. */
function elementBytes(
	array: Exclude<ReplayArray, StringArray | BoolArray>,
	from: number,
	scratch: Uint8Array,
): Uint8Array {
	const { dtype, data } = array;
	const count = scratch.length / 8;
	if (dtype === "float64" && isCanonical(data, from, count)) {
		return new Uint8Array(data.buffer, data.byteOffset + 8 * from, scratch.length);
	}
	const view = new DataView(scratch.buffer);
	if (dtype === "int64") writeBigInts(data, from, count, view);
	else if (dtype === "float32" || dtype === "float64") writeFloats(data, from, count, view);
	else writeIntegers(data, from, count, view);
	return scratch;
}

/** Whether the floats lie in memory as their canonical bytes: no NaN, whose payload may be any, and no -0. */
function isCanonical(data: Float64Array, from: number, count: number): boolean {
	for (let i = from; i < from + count; i++) {
		const value = data[i];
		if (Number.isNaN(value) || (value === 0 && 1 / value < 0)) return false;
	}
	return hostIsLittleEndian;
}

function writeFloats(data: Float32Array | Float64Array, from: number, count: number, view: DataView): void {
	for (let i = 0; i < count; i++) {
		const value = data[from + i];
		if (Number.isNaN(value)) view.setBigUint64(8 * i, 0x7ff8000000000000n, true);
		else view.setFloat64(8 * i, value + 0, true);
	}
}

function writeIntegers(data: ArrayLike<number>, from: number, count: number, view: DataView): void {
	for (let i = 0; i < count; i++) {
		view.setInt32(8 * i, data[from + i], true);
		view.setInt32(8 * i + 4, data[from + i] < 0 ? -1 : 0, true);
	}
}

function writeBigInts(data: BigInt64Array, from: number, count: number, view: DataView): void {
	for (let i = 0; i < count; i++) view.setBigInt64(8 * i, data[from + i], true);
}

/** Each string as u32 byte length and UTF-8, several to a piece. */
function* stringPayload(strings: readonly string[]): Generator<Uint8Array> {
	let scratch = new Uint8Array(chunkBytes);
	let filled = 0;
	for (const text of strings) {
		const most = 4 + 3 * text.length;
		if (filled + most > scratch.length) {
			yield scratch.subarray(0, filled);
			filled = 0;
			if (most > scratch.length) scratch = new Uint8Array(most);
		}
		const written = putUtf8(text, scratch, filled + 4);
		for (let i = 0; i < 4; i++) scratch[filled + i] = written >>> (8 * i);
		filled += 4 + written;
	}
	yield scratch.subarray(0, filled);
}

/** Writes the text as UTF-8; gives the bytes written. Short ASCII, as most ids are, costs no call. */
function putUtf8(text: string, bytes: Uint8Array, at: number): number {
	const { length } = text;
	for (let i = 0; i < length; i++) {
		const code = text.charCodeAt(i);
		if (code >= 0x80 || i === 64) return encoder.encodeInto(text, bytes.subarray(at)).written;
		bytes[at + i] = code;
	}
	return length;
}
