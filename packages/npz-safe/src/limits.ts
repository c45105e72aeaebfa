import type { NpzErrorCode } from "./error-codes.ts";
import { refuse } from "./errors.ts";

/** The element types of arrays. The last three are read only where `limits.dtypes` names them. */
export type NpyDtype =
	| "bool"
	| "int8"
	| "int16"
	| "int32"
	| "int64"
	| "uint8"
	| "uint16"
	| "uint32"
	| "uint64"
	| "float16"
	| "float32"
	| "float64"
	| "complex64"
	| "complex128"
	| "unicode"
	| "bytes"
	| "datetime64"
	| "timedelta64"
	| "void";

/** What a read may cost. Each limit is checked on declared sizes, before anything of that size is allocated. */
export interface NpzLimits {
	/** Bytes of the file. */
	readonly maxInputBytes: number;
	/** Entries of the archive, as its end record declares them. */
	readonly maxEntries: number;
	/** Bytes of one entry name, `.npy` included. */
	readonly maxNameBytes: number;
	/** Bytes of one entry after inflating, and of one array. */
	readonly maxEntryBytes: number;
	/** Bytes of all entries after inflating. */
	readonly maxTotalBytes: number;
	/** Inflated over compressed size of an entry larger than `ratioFloorBytes`; deflate itself reaches 1032. */
	readonly maxRatio: number;
	/** Inflated size up to which no ratio is checked. */
	readonly ratioFloorBytes: number;
	/** Bytes of an NPY header's text. */
	readonly maxHeaderBytes: number;
	/** Dimensions of an array. */
	readonly maxDims: number;
	/** Bytes of one `unicode`, `bytes` or `void` element. */
	readonly maxItemBytes: number;
	/** Elements of one array. */
	readonly maxElements: number;
	/** Elements of one `unicode` or `bytes` array; each costs a JavaScript object. */
	readonly maxStrings: number;
	/** The dtypes accepted. */
	readonly dtypes: readonly NpyDtype[];
}

const MiB = 1024 ** 2;
const GiB = 1024 ** 3;
const integers = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"] as const;
const real = ["bool", ...integers, "float16", "float32", "float64"] as const;

const browser: NpzLimits = {
	maxInputBytes: 512 * MiB,
	maxEntries: 1024,
	maxNameBytes: 255,
	maxEntryBytes: 512 * MiB,
	maxTotalBytes: GiB,
	maxRatio: 1033,
	ratioFloorBytes: 64 * MiB,
	maxHeaderBytes: 10_000,
	maxDims: 32,
	maxItemBytes: 16 * 1024,
	maxElements: 2 ** 27,
	maxStrings: 1_000_000,
	dtypes: [...real, "complex64", "complex128", "unicode", "bytes"],
};

/**
 * Presets of {@link NpzLimits}: `browser` (the default everywhere), `host` for a server with memory to spare, and
 * `replay` for robot replays (64 entries; booleans, integers, floats and strings only).
 */
export const limits = /* @__PURE__ */ presets();

function presets(): { readonly [Preset in "browser" | "host" | "replay"]: NpzLimits } {
	const host = {
		...browser,
		maxInputBytes: 2 * GiB,
		maxEntries: 4096,
		maxEntryBytes: 2 * GiB,
		maxTotalBytes: 4 * GiB,
		maxDims: 64,
		maxItemBytes: 64 * 1024,
		maxElements: 2 ** 31,
	};
	const replay: NpzLimits = { ...browser, maxEntries: 64, dtypes: [...real, "unicode", "bytes"] };
	return { browser, host, replay };
}

/** The given limits over the `browser` preset. Throws TypeError for a limit of no known name, or that limits nothing. */
export function resolveLimits(overrides: Partial<NpzLimits> = {}): NpzLimits {
	const resolved = { ...browser, ...overrides };
	for (const [name, value] of Object.entries(resolved)) {
		const fits = name === "dtypes" ? Array.isArray(value) : typeof value === "number" && value >= 0;
		if (!fits || !Object.hasOwn(browser, name))
			throw new TypeError(`limits.${name} cannot be ${String(value)}`);
	}
	return resolved;
}

/** Refuses with `code` when `actual` exceeds `limit`. */
export function within(limit: number, actual: number, code: NpzErrorCode): void {
	if (actual > limit) refuse(code, `${actual} exceeds the limit of ${limit}`, { limit, actual });
}
