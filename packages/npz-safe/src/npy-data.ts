import type { Budget } from "./budget.ts";
import { hostIsLittleEndian, swapWords } from "./bytes.ts";
import type { Dtype } from "./dtype.ts";
import { refuse } from "./errors.ts";
import { widenHalf } from "./half.ts";
import type { NpyDtype } from "./limits.ts";
import type { NpyArray } from "./npy-array.ts";
import { readByteStrings, readUnicode } from "./npy-strings.ts";
import { rowMajor } from "./row-major.ts";

/** The bytes of an array's elements, as the file holds them. */
export interface StoredElements {
	readonly dtype: Dtype;
	readonly shape: readonly number[];
	readonly count: number;
	readonly fortranOrder: boolean;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** How to take elements out of a file. */
export interface DecodeOptions {
	readonly budget: Budget;
	/** Whether the stored bytes are nobody else's, so that they may be changed and kept. */
	readonly owned: boolean;
}

/** Gives an array's value, and whether its `data` is a copy of the caller's bytes. */
export function decodeElements(
	stored: StoredElements,
	options: DecodeOptions,
): { array: NpyArray; copied: boolean } {
	const { dtype, shape, fortranOrder } = stored;
	const bytes = nativeRowMajor(stored, options);
	const elements = elementsOf({ ...stored, bytes }, options);
	// elementsOf pairs dtype and data; the type checker cannot follow that through its table.
	const array = {
		descr: dtype.descr,
		dtype: dtype.name,
		shape,
		fortranOrder,
		...elements,
	} as unknown as NpyArray;
	const shared = !options.owned && bytes.buffer === stored.bytes.buffer && !rebuilt.has(dtype.name);
	return { array, copied: !shared };
}

/** The elements in C order and native byte order, starting on a word: the stored bytes where they are that already. */
function nativeRowMajor(stored: StoredElements, { budget, owned }: DecodeOptions): Uint8Array<ArrayBuffer> {
	const { dtype, shape, count, fortranOrder } = stored;
	const mustSwap = dtype.wordBytes > 1 && dtype.bigEndian === hostIsLittleEndian;
	const misaligned = stored.bytes.byteOffset % dtype.wordBytes !== 0;
	let bytes = stored.bytes;
	if (fortranOrder && count > 1 && shape.filter((length) => length > 1).length > 1) {
		bytes = rowMajor(bytes, { shape, itemBytes: dtype.itemBytes, budget });
	} else if (misaligned || (!owned && mustSwap)) {
		bytes = budget.copy(bytes);
	}
	if (mustSwap) swapWords(bytes, dtype.wordBytes);
	return bytes;
}

type View<T> = new (buffer: ArrayBuffer, byteOffset: number, length: number) => T;

const views = {
	bool: Uint8Array,
	int8: Int8Array,
	int16: Int16Array,
	int32: Int32Array,
	int64: BigInt64Array,
	uint8: Uint8Array,
	uint16: Uint16Array,
	uint32: Uint32Array,
	uint64: BigUint64Array,
	float16: Uint16Array,
	float32: Float32Array,
	float64: Float64Array,
	complex64: Float32Array,
	complex128: Float64Array,
	unicode: Uint32Array,
	bytes: Uint8Array,
	datetime64: BigInt64Array,
	timedelta64: BigInt64Array,
	void: Uint8Array,
} as const satisfies Record<NpyDtype, View<unknown>>;

/** Dtypes whose `data` is always built anew. */
const rebuilt: ReadonlySet<NpyDtype> = new Set(["unicode", "float16"]);

function elementsOf({ dtype, bytes, count }: StoredElements, { budget }: DecodeOptions) {
	const view = <T>(as: View<T>): T => new as(bytes.buffer, bytes.byteOffset, bytes.length / dtype.wordBytes);
	switch (dtype.name) {
		case "bool":
			checkBooleans(bytes);
			return { data: view(views.bool) };
		case "float16": {
			const raw = view(views.float16);
			budget.allocatedBytes += raw.length * 4;
			return { data: widenHalf(raw), raw };
		}
		case "unicode":
			return { data: readUnicode(view(views.unicode), count, budget) };
		case "bytes":
			return { data: readByteStrings(bytes, count, budget) };
		default:
			return { data: view<unknown>(views[dtype.name]) };
	}
}

/** Refuses a boolean byte other than 0 and 1. */
export function checkBooleans(bytes: Uint8Array): void {
	let bits = 0;
	for (let i = 0; i < bytes.length; i++) bits |= bytes[i];
	if (bits <= 1) return;
	const offset = bytes.findIndex((byte) => byte > 1);
	refuse("npy-bool-invalid", `boolean byte ${bytes[offset]}`, { offset, actual: bytes[offset] });
}
