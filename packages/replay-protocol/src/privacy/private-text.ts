import type { privacyCodes } from "../report/privacy-codes.ts";
import { type KeyMeaning, keyMeaning } from "./key-meaning.ts";
import { textForms } from "./text-forms.ts";
import { hitsOf, type PrivateHit, wordsMayHit } from "./text-rules.ts";

/** A rule that private text breaks. */
export type PrivacyCode = keyof typeof privacyCodes;

/**
 * The rule that a text breaks, if it is private: a path, an address, a secret, a device, a person; the most telling one
 * where it breaks several. `PRIVACY.md` lists what hits and what passes.
 *
 * Disguises are taken off first: percent-encoding (up to three times), backslashes and everything drawn as a slash,
 * compatibility forms (NFKC), characters that do not show. Takes time linear in the text.
 *
 * @param key the key whose value the text is, where it is one: `password`, `serial` and `version` change what a text means
 */
export function privateTextRule(text: string, key?: string): PrivacyCode | null {
	return privateHits(text, key === undefined ? null : keyMeaning(key))[0]?.code ?? null;
}

/** Rules from the most telling to the least. */
export const ranking: readonly PrivacyCode[] = [
	"secret-like",
	"url-credentials",
	"url-private-host",
	"device-identifier",
	"email-address",
	"home-path",
	"private-path",
	"hostname-local",
	"ip-address",
	"source-file-name",
];

const none: readonly PrivateHit[] = [];
/** Words, numbers and ids, as most texts of a replay are. */
const plainWords = /^[\w -]*$/;
/** Characters of the shortest device that such words can name. */
const shortestWords = 4;
/** The start of a version number that is the whole text, but for words in brackets. */
const versionStart = /^\s*(?=\d{1,9}(?:\.\d{1,9}){0,7}(?:[-+][\w.+-]{0,64})?\s*(?:\(|$))/;
/** What stands for a secret where there is none. */
const noSecret = /^\s*(?:none|null|undefined|unset|n\/a|true|false)?\s*$/i;
/** What stands for a serial number where there is none, and what is too short to be one. */
const noSerial =
	/^\s*(?:.{0,3}|none|null|undefined|unknown|unset|unavailable|absent|redacted|omitted|removed|hidden|private|default|true|false|not [a-z]+|[^\p{L}\p{N}]*|([x0*#?-])\1*)\s*$/iu;
/** A file that recorders, simulators and modelling tools write, by its base name alone. */
const fileName =
	/^\s*[^/\n:*?"<>|]{1,250}\.(?:npz|npy|bag|mcap|db3|csv|tsv|urdf|xacro|sdf|mjcf|usd[acz]?|stl|dae|obj|glb|gltf|ply|pcd|pkl|pickle|h5|hdf5|parquet|jsonl?|msgpack|rrd|mp4|mkv|avi|mov|png|jpe?g|zip|tar|tgz|gz|7z|onnx|pt|pth|ya?ml|xml|log|txt)\s*$/i;

/** Every rule that a text breaks, each once, the most telling first. */
export function privateHits(text: string, meaning: KeyMeaning = null): readonly PrivateHit[] {
	if (meaning === null && plainWords.test(text) && !(text.length >= shortestWords && wordsMayHit(text))) {
		return none;
	}
	const hits: PrivateHit[] = [];
	if (meaning === "secret" && !noSecret.test(text)) hits.push({ code: "secret-like", kind: "key" });
	// With its `v`, a number is a version and no address.
	const judged = meaning === "version" ? text.replace(versionStart, "v") : text;
	for (const form of textForms(judged)) {
		for (const hit of hitsOf(form)) {
			if (!hits.some(({ code }) => code === hit.code)) hits.push(hit);
		}
	}
	if (meaning === "serial" && !noSerial.test(text)) hits.push({ code: "device-identifier", kind: "serial" });
	if (hits.length === 0 && fileName.test(text)) hits.push({ code: "source-file-name", kind: "file-name" });
	return hits.length < 2 ? hits : hits.sort((a, b) => ranking.indexOf(a.code) - ranking.indexOf(b.code));
}
