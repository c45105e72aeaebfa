import { isPlainObject } from "../arguments.ts";
import type { ReplayContext } from "../context.ts";
import { fieldOf } from "../fields.ts";
import { arrayPath, type Findings, pointer } from "../report/findings.ts";
import type { Candidate } from "../validate.ts";
import { bytesAsText } from "./byte-text.ts";
import { keyMeaning, meaningRule, pathMeaning } from "./key-meaning.ts";
import { privateHits } from "./private-text.ts";
import { isArrayName, isOutsidePublic, isPrivateLink, isPublicArray, isPublicLabel } from "./public-part.ts";
import { firstSightings } from "./sightings.ts";
import type { PrivateHit } from "./text-rules.ts";

const outside = (kind: string): PrivateHit => ({ code: "private-metadata-key", kind });

/**
 * Judges whether anything in a replay is private: blocking where it is judged as public, advisory otherwise. The links of
 * a private artifact (`receipt_ids`, `robobook_root` …) are in their place there, so nothing is said about them.
 */
export function judgePrivacy(candidate: Candidate, context: ReplayContext, findings: Findings): void {
	const { metadata, arrays, container } = candidate;
	const known = isPlainObject(metadata) ? metadata : {};
	const isPublic = (context.profile ?? known["visibility"]) === "public";
	const severity = isPublic ? "blocking" : "advisory";
	const report: Report = (path, hits) => {
		for (const { code, kind } of hits) findings.add(code, { path, params: { kind }, severity });
	};
	judgeKeys(known, { path: [], place: ["metadata"] }, { report, isPublic });
	if (isPublic && typeof known["source_label"] === "string" && !isPublicLabel(known["source_label"])) {
		report("/metadata/source_label", [outside("label")]);
	}
	if (isPlainObject(arrays)) judgeArrays(arrays, { report, isPublic });
	for (const { path, text } of container?.texts ?? []) {
		report(
			path,
			privateHits(text).filter(({ code }) => code !== "source-file-name"),
		);
	}
	for (const path of container?.foreign ?? []) report(path, [outside("foreign")]);
}

type Report = (path: string, hits: readonly PrivateHit[]) => void;

/** Where the walk through the metadata is: the keys that lead here, and the segments of the pointer. */
interface Position {
	readonly path: readonly string[];
	readonly place: readonly (string | number)[];
}

interface Rules {
	readonly report: Report;
	readonly isPublic: boolean;
}

function judgeKeys(object: Record<string, unknown>, { path, place }: Position, rules: Rules): void {
	for (const [index, [key, value]] of Object.entries(object).entries()) {
		const here = [...path, key];
		if (!rules.isPublic && isPrivateLink(here)) continue;
		const keyHits = privateHits(key);
		// A private key is in no pointer: its position among its siblings names it.
		const at = [...place, keyHits.length === 0 ? key : index];
		if (isOutsidePublic(here)) rules.report(pointer(...at), [outside("key")]);
		if (keyHits.length > 0) rules.report(pointer(...at), keyHits);
		judgeValue(value, { path: here, place: at }, rules);
	}
}

function judgeValue(value: unknown, { path, place }: Position, rules: Rules): void {
	if (typeof value === "string" || typeof value === "number") {
		const meaning = pathMeaning(path);
		// A number is private only by what its key says of it.
		const hits = typeof value === "string" || meaning !== null ? privateHits(String(value), meaning) : [];
		if (hits.length > 0) rules.report(pointer(...place), hits);
	} else if (Array.isArray(value)) {
		for (const [index, part] of value.entries()) judgeValue(part, { path, place: [...place, index] }, rules);
	} else if (isPlainObject(value)) {
		judgeKeys(value, { path, place }, rules);
	}
}

function judgeArrays(arrays: Record<string, unknown>, { report, isPublic }: Rules): void {
	for (const [index, [name, array]] of Object.entries(arrays).entries()) {
		const nameHits = privateHits(name);
		const at = nameHits.length === 0 ? name : String(index);
		if (nameHits.length > 0) report(arrayPath(at), nameHits);
		if (!isPlainObject(array)) continue;
		const { data } = array;
		const isText = Array.isArray(data);
		const bytes = fieldOf(name) === undefined && !isText ? textsIn(data) : [];
		// Of an array that the protocol does not know, its own advisory tells a private artifact enough.
		if ((isText || bytes.length > 0) && !isPublicArray(name, true) && (isPublic || isArrayName(name))) {
			report(arrayPath(at), [outside("array")]);
		}
		const rule = isText || fieldOf(name) !== undefined ? null : meaningRule(keyMeaning(name));
		if (rule !== null) report(arrayPath(at), [{ code: rule, kind: "key" }]);
		if (isText) judgeTexts(data, at, { name, report });
		for (const text of bytes) report(arrayPath(at), privateHits(text, keyMeaning(name)));
	}
}

/** The texts that lie in the bytes of an array, if it is one of bytes. */
function textsIn(data: unknown): readonly string[] {
	return data instanceof Uint8Array || data instanceof Int8Array ? [...bytesAsText(data)] : [];
}

function judgeTexts(
	data: readonly unknown[],
	at: string,
	{ name, report }: { readonly name: string; readonly report: Report },
): void {
	const meaning = keyMeaning(name);
	for (const index of firstSightings(data)) {
		const hits = privateHits(data[index] as string, meaning);
		if (hits.length > 0) report(arrayPath(at, index), hits);
	}
}
