import { createHash } from "node:crypto";
import { StorageError, type StoredFile } from "./directory.ts";

const chunkBytes = 1 << 20;

/** Digests of stored files, computed once per state of a file. */
export interface DigestCache {
	/** `sha256:` and the hex digest of the whole open file. */
	digest(file: StoredFile): Promise<string>;
}

/**
 * Makes a cache of at most `capacity` digests, keyed by {@link StoredFile.identity}: a file that is replaced or
 * written to has another identity and is hashed again.
 */
export function createDigestCache(capacity = 4096): DigestCache {
	const known = new Map<string, string>();
	return {
		async digest(file) {
			const found = known.get(file.identity);
			if (found !== undefined) return found;
			const digest = await hashFile(file);
			if (known.size >= capacity) for (const oldest of known.keys()) if (known.delete(oldest)) break;
			known.set(file.identity, digest);
			return digest;
		},
	};
}

/** `sha256:` and the hex digest of bytes in memory. */
export function sha256Of(bytes: Uint8Array): string {
	return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

async function hashFile(file: StoredFile): Promise<string> {
	const hash = createHash("sha256");
	for (let offset = 0; offset < file.byteLength; ) {
		const chunk = await file.read(offset, chunkBytes);
		if (chunk.length === 0) throw new StorageError("failed");
		hash.update(chunk);
		offset += chunk.length;
	}
	return `sha256:${hash.digest("hex")}`;
}
