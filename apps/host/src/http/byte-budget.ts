import { HostError } from "../errors/host-error.ts";

/** Memory for request bodies, shared by all requests. */
export interface ByteBudget {
	/** A request's part of the budget; nothing at first. */
	lease(): ByteLease;
}

/** One request's part of a {@link ByteBudget}. */
export interface ByteLease {
	/** Makes the part at least `byteLength` large. @throws HostError `uploads-busy` when others use too much */
	reserve(byteLength: number): void;
	release(): void;
}

/**
 * Makes a budget of `total` bytes. A request that is alone may exceed it, so that the limit of one body and the budget
 * of all are told apart.
 */
export function createByteBudget(total: number): ByteBudget {
	let held = 0;
	return {
		lease() {
			let own = 0;
			return {
				reserve(byteLength) {
					const more = Math.max(0, byteLength - own);
					if (held > own && held + more > total) {
						throw new HostError("uploads-busy", { headers: { "retry-after": "5" } });
					}
					own += more;
					held += more;
				},
				release() {
					held -= own;
					own = 0;
				},
			};
		},
	};
}
