import * as z from "zod";
import { HostError } from "../errors/host-error.ts";
import { looksPrivate, mask } from "../privacy.ts";

/** Places of requests that hold ids of stored things. */
const idPlaces = new Set(["replay_id", "annotation_id", "receipt_id", "snapshot_id", "source.id"]);

/** @throws HostError `unsafe-id`, or `decode-request` naming the first key at fault, never its value */
export function decode<T>(schema: z.ZodType<T>, value: unknown): T {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	if (issue === undefined) throw new HostError("decode-request");
	if (idPlaces.has(issue.path.join("."))) throw new HostError("unsafe-id");
	const isKnown = issue.path.every((part) => typeof part === "string" && /^[a-z_]{1,40}$/.test(part));
	const place = isKnown && issue.path.length > 0 ? ` at ${issue.path.join(".")}` : "";
	const message = `The request does not have the documented shape${place}: ${expected(issue)}.`;
	const hint = hintFor(schema, issue);
	throw new HostError("decode-request", { message, ...(hint !== undefined && { hint }) });
}

/** What the schema expects where `issue` arose: nothing of the request is in it but the name of a key that is no secret. */
function expected(issue: z.core.$ZodIssue): string {
	switch (issue.code) {
		case "invalid_type":
			return `expected ${typeWords[issue.expected] ?? issue.expected}`;
		case "invalid_value":
			return `expected ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
		case "too_big":
			return `expected at most ${amount(issue.maximum, issue.origin)}`;
		case "too_small":
			return `expected at least ${amount(issue.minimum, issue.origin)}`;
		case "invalid_format":
			return issue.format === "regex" ? `expected text like ${issue.pattern}` : `expected ${issue.format}`;
		case "unrecognized_keys":
			return `${shownKey(issue.keys[0] ?? "")} is no key of it`;
		default:
			return "expected a value in range";
	}
}

const typeWords: Readonly<Record<string, string>> = { int: "a whole number", number: "a number" };
const countedWords: Readonly<Record<string, string>> = { string: "character", array: "entry" };

/** A bound in the words of what it bounds: characters of a text, entries of a list, or the number itself. */
function amount(bound: number | bigint, origin: string): string {
	const word = countedWords[origin];
	if (word === undefined) return String(bound);
	if (Number(bound) === 1) return `1 ${word}`;
	return `${bound} ${word.replace(/y$/, "ie")}s`;
}

/** A key as it may be answered: as a word, where it is one and looks like nothing private. */
function shownKey(key: string): string {
	return /^[A-Za-z][\w.-]{0,39}$/.test(key) && !looksPrivate(key) ? `"${key}"` : mask;
}

/** For a key too many at the top: those that there are. */
function hintFor(schema: z.ZodType, issue: z.core.$ZodIssue): string | undefined {
	if (issue.code !== "unrecognized_keys" || issue.path.length > 0) return undefined;
	return schema instanceof z.ZodObject ? `Its keys are ${Object.keys(schema.shape).join(", ")}.` : undefined;
}
