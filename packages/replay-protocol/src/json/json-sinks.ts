import type { ReplayArray, ReplayDtype } from "../artifact.ts";
import { ContentFault } from "../content-fault.ts";
import type { Expansion } from "../expansion.ts";
import { storage } from "../judge/structure.ts";
import type { ReplayLimits } from "../limits.ts";
import { utf8Length } from "../text.ts";
import { byte, type JsonScanner } from "./json-scanner.ts";

/** Takes the scalars of one array from the scanner straight into its storage. */
export interface ScalarSink {
	/** Takes the scalar that begins with this byte. */
	take(scanner: JsonScanner, next: number): void;
	/** The array, once its shape is known. */
	finish(shape: readonly number[]): ReplayArray;
}

/** What a sink may use. */
export interface SinkOptions {
	/** Elements, where the file declared a shape; storage is then allocated once. */
	readonly count: number | null;
	readonly expansion: Expansion;
	readonly limits: ReplayLimits;
}

type NumericDtype = Exclude<ReplayDtype, "string">;
type Storage = InstanceType<(typeof storage)[NumericDtype]>;

const ranges: Readonly<Partial<Record<ReplayDtype, readonly [number, number]>>> = {
	int8: [-128, 127],
	int16: [-32768, 32767],
	int32: [-2147483648, 2147483647],
	uint8: [0, 255],
	uint16: [0, 65535],
	uint32: [0, 4294967295],
};
const firstCapacity = 1024;
/** Bytes of a string in memory besides its text, about. */
const stringOverhead = 32;

/** A sink for elements of the type. */
export function createSink(dtype: ReplayDtype, options: SinkOptions): ScalarSink {
	return dtype === "string" ? new TextSink(options) : new NumberSink(dtype, options);
}

class NumberSink implements ScalarSink {
	readonly #dtype: NumericDtype;
	readonly #options: SinkOptions;
	readonly #read: (scanner: JsonScanner, next: number) => number | bigint;
	#data: Storage;
	#length = 0;

	constructor(dtype: NumericDtype, options: SinkOptions) {
		this.#dtype = dtype;
		this.#options = options;
		this.#read = readerOf(dtype);
		this.#data = this.#allocate(options.count ?? firstCapacity);
	}

	take(scanner: JsonScanner, next: number): void {
		if (this.#length === this.#data.length) this.#grow();
		// The reader gives bigint exactly where the storage is 64-bit integers.
		(this.#data as Float64Array)[this.#length++] = this.#read(scanner, next) as number;
	}

	finish(shape: readonly number[]): ReplayArray {
		const spare = this.#data.length - this.#length;
		const data = spare === 0 ? this.#data : this.#data.slice(0, this.#length);
		this.#options.expansion.claim(-spare * this.#data.BYTES_PER_ELEMENT);
		return { dtype: this.#dtype, shape, data } as ReplayArray;
	}

	#allocate(count: number): Storage {
		const { expansion, limits } = this.#options;
		if (count > 2 * limits.cells) {
			throw new ContentFault("size-limit-exceeded", { limit: "cells", found: count / 2, max: limits.cells });
		}
		const Kind = storage[this.#dtype];
		expansion.claim(count * Kind.BYTES_PER_ELEMENT);
		return new Kind(count);
	}

	#grow(): void {
		const old = this.#data;
		this.#data = this.#allocate(Math.max(firstCapacity, 2 * old.length));
		(this.#data as Float64Array).set(old as Float64Array);
		this.#options.expansion.claim(-old.byteLength);
	}
}

class TextSink implements ScalarSink {
	readonly #data: string[] = [];
	readonly #options: SinkOptions;

	constructor(options: SinkOptions) {
		this.#options = options;
	}

	take(scanner: JsonScanner, next: number): void {
		const { expansion, limits } = this.#options;
		if (next !== byte.quote) refuseScalar(scanner, next, "string");
		if (this.#data.length === limits.strings) {
			const found = limits.strings + 1;
			throw new ContentFault("size-limit-exceeded", { limit: "strings", found, max: limits.strings });
		}
		const start = scanner.position;
		const stored = scanner.skipString();
		// An escape stores one byte as six at most: longer than that is too long in any case.
		if (stored > 6 * limits.stringBytes) {
			throw new ContentFault("size-limit-exceeded", {
				limit: "stringBytes",
				found: stored,
				max: limits.stringBytes,
			});
		}
		scanner.position = start;
		const text = scanner.string();
		expansion.claim(stringOverhead + utf8Length(text));
		this.#data.push(text);
	}

	finish(shape: readonly number[]): ReplayArray {
		return { dtype: "string", shape, data: this.#data };
	}
}

function readerOf(dtype: NumericDtype): (scanner: JsonScanner, next: number) => number | bigint {
	if (dtype === "bool") return readBool;
	if (dtype === "int64") return readInt64;
	const range = ranges[dtype];
	return range === undefined ? readFloat : (scanner, next) => readInteger(scanner, next, dtype, range);
}

function readFloat(scanner: JsonScanner, next: number): number {
	if (next === byte.lowerN) {
		scanner.literal("null");
		return Number.NaN;
	}
	if (next !== byte.quote)
		return isNumberStart(next) ? scanner.number() : refuseScalar(scanner, next, "float64");
	const text = shortString(scanner, "float64");
	if (text === "NaN") return Number.NaN;
	// Kept so that the report can name the frame; values beyond the range of float64 arrive the same way.
	if (text === "Infinity") return Number.POSITIVE_INFINITY;
	if (text === "-Infinity") return Number.NEGATIVE_INFINITY;
	return refuseValue("float64", text);
}

function readBool(scanner: JsonScanner, next: number): number {
	if (next === byte.lowerT) {
		scanner.literal("true");
		return 1;
	}
	if (next !== byte.lowerF) refuseScalar(scanner, next, "bool");
	scanner.literal("false");
	return 0;
}

function readInteger(
	scanner: JsonScanner,
	next: number,
	dtype: string,
	[low, high]: readonly [number, number],
): number {
	if (!isNumberStart(next)) refuseScalar(scanner, next, dtype);
	const value = scanner.number();
	return Number.isInteger(value) && value >= low && value <= high ? value : refuseValue(dtype, value);
}

/** 64-bit integers are safe numbers or decimal text. */
function readInt64(scanner: JsonScanner, next: number): bigint {
	if (isNumberStart(next)) {
		const value = scanner.number();
		return Number.isSafeInteger(value) ? BigInt(value) : refuseValue("int64", value);
	}
	if (next !== byte.quote) refuseScalar(scanner, next, "int64");
	const text = shortString(scanner, "int64");
	if (!/^-?(0|[1-9]\d{0,18})$/.test(text)) refuseValue("int64", text);
	const value = BigInt(text);
	return value === BigInt.asIntN(64, value) ? value : refuseValue("int64", text);
}

function shortString(scanner: JsonScanner, dtype: string): string {
	const start = scanner.position;
	if (scanner.skipString() > 64) refuseValue(dtype, "text");
	scanner.position = start;
	return scanner.string();
}

function isNumberStart(next: number): boolean {
	return next === byte.minus || (next >= 0x30 && next <= 0x39);
}

/** A scalar of another kind is a fault of content; anything else is no JSON. */
function refuseScalar(scanner: JsonScanner, next: number, dtype: string): never {
	if (next === byte.quote) refuseValue(dtype, "text");
	if (next === byte.lowerN) refuseValue(dtype, "null");
	if (next === byte.lowerT || next === byte.lowerF) refuseValue(dtype, "boolean");
	if (isNumberStart(next)) refuseValue(dtype, "number");
	return scanner.fault();
}

function refuseValue(dtype: string, value: string | number): never {
	throw new ContentFault("dtype-not-allowed", { dtype, value });
}
