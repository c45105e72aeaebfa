import { CanonicalJsonError } from "./errors.ts";

/**
 * Content identity of bytes: `sha256:` and 64 lowercase hexadecimal digits (FIPS 180-4), by Web Crypto.
 *
 * For a document: `sha256Id(new TextEncoder().encode(canonicalize(value)))`. The bytes are taken at the call; what is
 * written to the buffer later does not count.
 *
 * @throws TypeError for anything but a Uint8Array
 * @throws CanonicalJsonError `crypto-unavailable` in a page without a secure context
 */
export async function sha256Id(bytes: Uint8Array): Promise<string> {
	if (!(bytes instanceof Uint8Array))
		throw new TypeError(`bytes must be a Uint8Array: got ${typeof bytes}; encode text with TextEncoder`);
	const subtle = globalThis.crypto?.subtle;
	if (subtle === undefined) throw new CanonicalJsonError("crypto-unavailable", "there is no Web Crypto");
	// Web Crypto refuses memory that other threads can write to.
	const own =
		bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : Uint8Array.from(bytes);
	const digest = new Uint8Array(await subtle.digest("SHA-256", own));
	return `sha256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
