import { privateMetadataKeys, publicMetadataKeys } from "../metadata.ts";

const privateKeys: ReadonlySet<string> = new Set(privateMetadataKeys);
const publicKeys: ReadonlySet<string> = new Set(publicMetadataKeys);
const generatorKeys: ReadonlySet<string> = new Set(["name", "version"]);

/** Whether the key at the end of a path of keys is a private link at the top of the metadata, its place in a private artifact. */
export function isPrivateLink(path: readonly string[]): boolean {
	return path.length === 1 && privateKeys.has(path[0]);
}

/**
 * Whether the key at the end of a path of keys (without indices) is outside the public part: at the top, anything that
 * is not listed; inside of what is listed, the private links and what `generator` does not define.
 */
export function isOutsidePublic(path: readonly string[]): boolean {
	const key = path[path.length - 1];
	if (path.length === 1) return !publicKeys.has(key);
	if (path.length === 2 && path[0] === "generator") return !generatorKeys.has(key);
	return privateKeys.has(key);
}

/** Whether a text may be the `source_label` of a public artifact. */
export function isPublicLabel(text: string): boolean {
	return /^[A-Za-z0-9 ._-]{1,64}$/.test(text);
}
