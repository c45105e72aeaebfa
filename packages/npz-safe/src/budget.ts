import { refuse } from "./errors.ts";

/** Counts what one read costs. Tests hold the reader to its bounds with it. */
export class Budget {
	/** Bytes that inflating produced, refused ones included. */
	inflatedBytes = 0;
	/** Bytes allocated for output, copies and strings. */
	allocatedBytes = 0;

	/** A zeroed array of its own buffer. Refuses with `backend` when the runtime has no room. */
	allocate(length: number): Uint8Array<ArrayBuffer> {
		this.allocatedBytes += length;
		try {
			return new Uint8Array(length);
		} catch (cause) {
			return refuse("backend", `cannot allocate ${length} bytes`, { actual: length, cause });
		}
	}

	/** A copy of `bytes` in a buffer of its own. */
	copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
		const out = this.allocate(bytes.length);
		out.set(bytes);
		return out;
	}
}
