import { ContentFault } from "./content-fault.ts";

/** Counts the bytes of decoded arrays against the limit, before they are allocated. */
export class Expansion {
	readonly #max: number;
	#used = 0;

	constructor(max: number) {
		this.#max = max;
	}

	/** Bytes claimed so far. */
	get used(): number {
		return this.#used;
	}

	/**
	 * Claims bytes; a negative count gives them back.
	 *
	 * @throws ContentFault `size-limit-exceeded`
	 */
	claim(bytes: number): void {
		const found = this.#used + bytes;
		if (found > this.#max) {
			throw new ContentFault("size-limit-exceeded", { limit: "expandedBytes", found, max: this.#max });
		}
		this.#used = found;
	}
}
