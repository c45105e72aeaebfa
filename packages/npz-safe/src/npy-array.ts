interface Described {
	/**
	 * The element type as the file spells it, such as `>f4`. Data read from a file is in native byte order whatever it
	 * says; of strings it also keeps the width.
	 */
	readonly descr: string;
	/** Length of each axis; `[]` is a single element. */
	readonly shape: readonly number[];
	/** Whether the file stored the array column by column. `data` is row-major (C order) either way. */
	readonly fortranOrder: boolean;
}

interface Numeric<D extends string, T> extends Described {
	/** Element type; tells which array `data` is. */
	readonly dtype: D;
	/** Elements in row-major order. */
	readonly data: T;
}

/** Half precision: widened exactly in `data`, bit for bit in `raw`. */
interface Float16Array extends Numeric<"float16", Float32Array<ArrayBuffer>> {
	/** The stored bits. */
	readonly raw: Uint16Array<ArrayBuffer>;
}

/**
 * An array: `shape` says how `data` is to be read, row-major.
 *
 * | dtype | `data` |
 * | --- | --- |
 * | `bool` | Uint8Array of 0 and 1 |
 * | `int8` … `uint32`, `float32`, `float64` | the typed array of that name |
 * | `int64`, `uint64` | BigInt64Array, BigUint64Array |
 * | `float16` | Float32Array; the stored bits in `raw` |
 * | `complex64`, `complex128` | Float32Array, Float64Array of real and imaginary parts in turn |
 * | `unicode` | strings, without trailing NULs |
 * | `bytes` | Uint8Arrays, without trailing NULs |
 * | `datetime64`, `timedelta64` | BigInt64Array of counts of the unit in `descr`; NaT is -2^63 |
 * | `void` | Uint8Array of the raw elements, one after the other |
 */
export type NpyArray =
	| Numeric<"bool" | "uint8" | "void", Uint8Array<ArrayBuffer>>
	| Numeric<"int8", Int8Array<ArrayBuffer>>
	| Numeric<"int16", Int16Array<ArrayBuffer>>
	| Numeric<"int32", Int32Array<ArrayBuffer>>
	| Numeric<"uint16", Uint16Array<ArrayBuffer>>
	| Numeric<"uint32", Uint32Array<ArrayBuffer>>
	| Numeric<"int64" | "datetime64" | "timedelta64", BigInt64Array<ArrayBuffer>>
	| Numeric<"uint64", BigUint64Array<ArrayBuffer>>
	| Numeric<"float32" | "complex64", Float32Array<ArrayBuffer>>
	| Numeric<"float64" | "complex128", Float64Array<ArrayBuffer>>
	| Float16Array
	| Numeric<"unicode", readonly string[]>
	| Numeric<"bytes", readonly Uint8Array<ArrayBuffer>[]>;
