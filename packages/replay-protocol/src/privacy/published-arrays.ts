import type { ReplayArray, ReplayArrays, StringArray } from "../artifact.ts";
import { isVerificationClaim } from "../evidence/verification-claim.ts";
import { fieldOf } from "../fields.ts";
import { arrayPath } from "../report/findings.ts";
import { bytesAsText } from "./byte-text.ts";
import { type KeyMeaning, keyMeaning, meaningRule } from "./key-meaning.ts";
import { neutralNames } from "./neutral-names.ts";
import { type PrivacyCode, privateHits } from "./private-text.ts";
import { isPublicArray } from "./public-part.ts";
import type { Redaction } from "./sanitize.ts";
import { firstSightings } from "./sightings.ts";

/** The public part of a replay's arrays; what is left out or replaced is added to the redactions. */
export function publishedArrays(source: ReplayArrays, redactions: Redaction[]): ReplayArrays {
	const kept: [string, ReplayArray][] = [];
	for (const [index, [name, array]] of Object.entries<ReplayArray | undefined>({ ...source }).entries()) {
		if (array === undefined) continue;
		const omission = omissionOf(name, array);
		if (omission === null) kept.push([name, publicArray(name, array, redactions)]);
		else
			redactions.push({
				path: arrayPath(privateHits(name).length === 0 ? name : String(index)),
				rule: omission,
			});
	}
	return Object.fromEntries(kept) as unknown as ReplayArrays;
}

/** The rule by which an array is left out as a whole, because the protocol does not say what its values mean. */
function omissionOf(name: string, array: ReplayArray): PrivacyCode | null {
	if (fieldOf(name) !== undefined) return null;
	const rule = privateHits(name)[0]?.code;
	if (rule !== undefined) return rule;
	if (!isPublicArray(name, array.dtype === "string")) return "private-metadata-key";
	const meaning = keyMeaning(name);
	const named = array.dtype === "string" ? null : meaningRule(meaning);
	if (named !== null) return named;
	const texts = array.dtype === "string" ? array.data : byteTexts(array);
	for (const text of texts) {
		const hit = privateHits(text, meaning)[0];
		if (hit !== undefined) return hit.code;
		if (!isPublicArray(name, true)) return "private-metadata-key";
	}
	return null;
}

function byteTexts({ data }: ReplayArray): Iterable<string> {
	return data instanceof Uint8Array || data instanceof Int8Array ? bytesAsText(data) : [];
}

function publicArray(name: string, array: ReplayArray, redactions: Redaction[]): ReplayArray {
	const unclaimed = name === "verification_state" ? withoutClaim(array, redactions) : array;
	return unclaimed.dtype === "string" ? withoutPrivateTexts(name, unclaimed, redactions) : unclaimed;
}

/** Verification states without `verified`: a file cannot carry what proves it. */
function withoutClaim(array: ReplayArray, redactions: Redaction[]): ReplayArray {
	if (!Array.prototype.some.call(array.data, isVerificationClaim)) return array;
	redactions.push({ path: arrayPath("verification_state"), rule: "verification-overclaimed" });
	if (array.dtype === "string") {
		return { ...array, data: array.data.map((state) => (isVerificationClaim(state) ? "unknown" : state)) };
	}
	const data = array.data.slice();
	for (let i = 0; i < data.length; i++) if (isVerificationClaim(data[i])) data[i] = -1;
	return { ...array, data } as ReplayArray;
}

/** Says what stands for a private text at an index. */
type Neutral = (text: string, index: number) => string;

function withoutPrivateTexts(name: string, array: StringArray, redactions: Redaction[]): StringArray {
	const rules = privateIndices(array.data, keyMeaning(name));
	if (rules.size === 0) return array;
	const neutral = neutralFor(name, array.data);
	const data = [...array.data];
	const listed = new Set<PrivacyCode>();
	for (const [index, rule] of rules) {
		data[index] = neutral(data[index], index);
		if (name === "joint_name") redactions.push({ path: arrayPath(name, index), rule });
		else listed.add(rule);
	}
	for (const rule of listed) redactions.push({ path: arrayPath(name), rule });
	return { ...array, data };
}

/** Indices of the private texts, each with its rule. */
function privateIndices(data: readonly string[], meaning: KeyMeaning): ReadonlyMap<number, PrivacyCode> {
	const rules = new Map<string, PrivacyCode>();
	for (const index of firstSightings(data)) {
		const hit = privateHits(data[index], meaning)[0];
		if (hit !== undefined) rules.set(data[index], hit.code);
	}
	const found = new Map<number, PrivacyCode>();
	if (rules.size === 0) return found;
	for (const [index, text] of data.entries()) {
		const rule = rules.get(text);
		if (rule !== undefined) found.set(index, rule);
	}
	return found;
}

const prefixes: Readonly<Record<string, string>> = { joint_name: "joint-", frame_id: "frame-" };

/** What stands for private texts of an array: names stay apart, modes stay modes, states become unknown, other text empty. */
function neutralFor(name: string, data: readonly string[]): Neutral {
	const prefix = prefixes[name];
	if (prefix !== undefined) {
		const neutral = neutralNames(prefix, data);
		return (_, index) => neutral(index);
	}
	if (name === "mode") {
		const neutral = neutralNames("unknown-", data);
		const words = new Map<string, string>();
		return (text) => {
			const word = words.get(text) ?? neutral(words.size);
			words.set(text, word);
			return word;
		};
	}
	const neutral = name === "limit_state" || name === "verification_state" ? "unknown" : "";
	return () => neutral;
}
