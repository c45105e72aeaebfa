import { createSha256 } from "../sha256.ts";
import { kindOf } from "../text.ts";

/**
 * The bytes of an argument.
 *
 * @throws TypeError for anything else
 */
export function inputBytes(input: unknown): Uint8Array {
	if (input instanceof ArrayBuffer) return new Uint8Array(input);
	if (input instanceof Uint8Array) return input;
	throw new TypeError(`input must be a Uint8Array or an ArrayBuffer, got ${kindOf(input)}`);
}

/** Digest of a source's bytes: `sha256:` and 64 lowercase hexadecimal digits. */
export function fileDigest(bytes: Uint8Array): string {
	const hasher = createSha256();
	hasher.update(bytes);
	return `sha256:${hasher.digest()}`;
}
