import { textForms } from "./text-forms.ts";

/** What a key says about its value: a secret, a hardware identifier, a version; null for everything else. */
export type KeyMeaning = "secret" | "serial" | "version" | null;

const secret =
	/(?:^|_)(?:password|passwd|passphrase|secret|private_?key|api_?key|credentials?)(?:_|$)|(?:^|_)(?:pwd|tokens?|access_?key|secret_?key|signing_?key|encryption_?key|ssh_?key|authorization|auth|bearer|cookies?)$/;
const serial =
	/(?:^|_)(?:serials?|serial_?(?:no|nr|num|number|id)|serien_?(?:nr|nummer)|sn|imei|mac|mac_?addr(?:ess)?|hwaddr|bssid|hardware_?id|device_?id|udid)$/;
const version = /(?:^|_)(?:version|versions|ver|firmware|release|revision|build)(?:_|$)/;

/**
 * What a key, or the name of an array, says about its values; `apiKey`, `API-KEY`, `api key` and `api_key` are the same.
 * Its disguises are taken off as a text's are.
 */
export function keyMeaning(key: string): KeyMeaning {
	const names = textForms(key).map(inWords);
	if (names.some((name) => secret.test(name))) return "secret";
	if (names.some((name) => serial.test(name))) return "serial";
	return names.some((name) => version.test(name)) ? "version" : null;
}

/** What the keys that lead to a value say of it: its own, or that something around it is a secret or names hardware. */
export function pathMeaning(path: readonly string[]): KeyMeaning {
	const meanings = path.map(keyMeaning);
	return meanings.find((meaning) => meaning === "secret" || meaning === "serial") ?? meanings.at(-1) ?? null;
}

/** The rule that any value breaks under a key of this meaning, a number too. */
export function meaningRule(meaning: KeyMeaning): "secret-like" | "device-identifier" | null {
	if (meaning === "secret") return "secret-like";
	return meaning === "serial" ? "device-identifier" : null;
}

function inWords(name: string): string {
	return name
		.replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3_$2")
		.replace(/[^A-Za-z0-9]+/g, "_")
		.toLowerCase();
}
