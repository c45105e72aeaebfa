import type { ReadProgress } from "../pace.ts";

/**
 * What to do where a joint has no position in a frame: refuse (`fail`), keep its last one (`hold`, never before the
 * first), or leave the frame out (`drop-frame`).
 */
export type FillRule = "fail" | "hold" | "drop-frame";

/** How to convert; what every converter takes. */
export interface ConvertOptions {
	/** For whom the artifact is: `private` where absent. A public one has only the public metadata, and is judged as public. */
	readonly profile?: "public" | "private";
	/** Joint names in the order that the replay shall have, such as a robot profile's; without it the source's order stays. */
	readonly jointOrder?: readonly string[];
	/** Names for columns or motor ids of sources that name no joints, in the source's order. */
	readonly jointNames?: readonly string[];
	/** What to do where a joint has no position; `fail` where absent. */
	readonly fill?: FillRule;
	/** The robot: needed where the source does not name it, and compared where it does. */
	readonly robotId?: string;
	/** The bridge, likewise; never needed. */
	readonly bridgeId?: string;
	/** Where the data is from, in words that may be public: `[A-Za-z0-9 ._-]{1,64}`. */
	readonly sourceLabel?: string;
	/** Time of the conversion, RFC 3339 in UTC; libraries have no clock. Left out where absent. */
	readonly exportedAt?: string;
	/** Digest of the model file's bytes, `sha256:…`. */
	readonly modelSourceDigest?: string;
	/** Writes the optional arrays that the source does not have, filled with neutral values (NaN, -1, ""). Off where absent. */
	readonly neutral?: boolean;
	/** Aborts the conversion, which then rejects with the signal's reason. */
	readonly signal?: AbortSignal;
	/** Called now and then: bytes done of bytes in all; of frames that are passed one by one, frames (in all: those so far). */
	readonly onProgress?: (progress: ReadProgress) => void;
}
