import { sha256 } from "@noble/hashes/sha2.js";

/** An incremental hash of bytes, such as Node's `createHash("sha256")` behind two methods. */
export interface Hasher {
	/** Takes more bytes; the buffer may be reused after the call. */
	update(bytes: Uint8Array): void;
	/** Ends the hash: 64 lowercase hexadecimal digits. */
	digest(): string;
}

type NodeCrypto = typeof import("node:crypto");

/** Node's crypto where this runs on Node, asked for at run time so that browser bundles hold no `node:` import. */
function nodeCrypto(): NodeCrypto | undefined {
	const host = globalThis as {
		process?: { getBuiltinModule?: (id: "node:crypto") => NodeCrypto | undefined };
	};
	return host.process?.getBuiltinModule?.("node:crypto");
}

/**
 * Incremental SHA-256 (FIPS 180-4), synchronous and in constant memory: Node's own where there is one.
 *
 * Web Crypto is asynchronous, one-shot, and absent outside secure contexts; judging a replay is synchronous and a
 * replay may be half a gigabyte.
 */
export function createSha256(): Hasher {
	const hash = nodeCrypto()?.createHash("sha256");
	return hash
		? { update: (bytes) => void hash.update(bytes), digest: () => hash.digest("hex") }
		: createPortableSha256();
}

/** {@link createSha256} where there is no Node. */
export function createPortableSha256(): Hasher {
	const hash = sha256.create();
	return {
		update: (bytes) => void hash.update(bytes),
		digest: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, "0")).join(""),
	};
}
