import { fieldOf } from "../fields.ts";
import { privateMetadataKeys, publicMetadataKeys } from "../metadata.ts";
import { repairKeys, retargetKeys, unitKeys } from "./public-keys.ts";

const privateKeys: ReadonlySet<string> = new Set(privateMetadataKeys);
const publicKeys: ReadonlySet<string> = new Set(publicMetadataKeys);

/** Whether a path of keys, from below a key at the top of the metadata, is in the public part. */
type Inside = (path: readonly string[]) => boolean;

/** What may stand inside of the public keys whose values have keys of their own; the others' have none. */
const insides: Readonly<Record<string, Inside>> = {
	units: ([quantity, ...deeper]) =>
		deeper.length === 0 && (unitKeys.has(quantity) || isPublicArray(quantity, true)),
	enums: ([array, code = "0", ...deeper]) =>
		deeper.length === 0 && isPublicArray(array, true) && /^-?\d{1,19}$/.test(code),
	generator: ([key, ...deeper]) => deeper.length === 0 && (key === "name" || key === "version"),
	repairs: ([key, ...deeper]) => deeper.length === 0 && repairKeys.has(key),
	retarget: (path) => path.every((key) => retargetKeys.has(key)),
};

/** Whether the key at the end of a path of keys is a private link at the top of the metadata, its place in a private artifact. */
export function isPrivateLink(path: readonly string[]): boolean {
	return path.length === 1 && privateKeys.has(path[0]);
}

/** Whether the key at the end of a path of keys (without indices) is outside the public part: not on its list, at any depth. */
export function isOutsidePublic([top, ...below]: readonly string[]): boolean {
	if (!publicKeys.has(top)) return true;
	return below.length > 0 && !insides[top]?.(below);
}

/** Whether a text may be the `source_label` of a public artifact. */
export function isPublicLabel(text: string): boolean {
	return /^[A-Za-z0-9 ._-]{1,64}$/.test(text);
}

/** What arrays of a producer's own are called whose texts name a machine, a person, a folder or a private record. */
const privateArray = new RegExp(
	`^x_(?:.*_)?(?:${[...privateMetadataKeys, "host_?name", "ssid", "user", "user_?name", "login", "cwd"].join("|")})$`,
	"i",
);

/** Whether an array may be in a public artifact by its name: one of the protocol, or a producer's own that names no one. */
export function isPublicArray(name: string, isText: boolean): boolean {
	return isArrayName(name) && !(isText && privateArray.test(name));
}

/** Whether a name is that of an array of the protocol, or one that a producer's own may have. */
export function isArrayName(name: string): boolean {
	return fieldOf(name) !== undefined || name.startsWith("x_");
}
