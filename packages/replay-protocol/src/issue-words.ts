import type * as z from "zod/mini";
import { kindOf } from "./text.ts";

/**
 * What to hand to `safeParse` where an issue's message is shown: it says in our own words what must be there and what kind
 * of value was found, and names nothing of the source but unknown keys.
 */
export const issueWords = { error: words };

/** An issue as zod finds it, before it has a message. */
type RawIssue = z.core.$ZodRawIssue;

const typeWords: Readonly<Record<string, string>> = {
	string: "text",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	array: "a list",
	tuple: "a list",
	object: "an object",
	record: "an object",
	nan: "NaN",
	null: "null",
};

function words(issue: RawIssue): string {
	switch (issue.code) {
		case "invalid_type":
		case "invalid_value":
		case "invalid_union":
			return issue.input === undefined
				? `is absent; must be ${expected(issue)}`
				: `must be ${expected(issue)}, found ${found(issue.input)}`;
		case "too_small":
			return `must ${bound(issue.origin, "at least", issue.minimum)}`;
		case "too_big":
			return `must ${bound(issue.origin, "at most", issue.maximum)}`;
		case "unrecognized_keys":
			return `unknown ${issue.keys.length === 1 ? "key" : "keys"} ${issue.keys.map(quoted).join(", ")}`;
		case "invalid_format":
			return issue.pattern === undefined ? "is not written as it must be" : `must match ${issue.pattern}`;
		default:
			return "is not what is allowed here";
	}
}

/** What an issue asks for; of a union, all that would do. */
function expected(issue: Partial<RawIssue>): string {
	if (issue.code === "invalid_type") return typeWords[issue.expected ?? ""] ?? String(issue.expected);
	if (issue.code === "invalid_value") {
		const choices = (issue.values ?? []).map(quoted);
		return choices.length > 2 ? `one of ${choices.join(", ")}` : choices.join(" or ");
	}
	if (issue.code !== "invalid_union") return "text of the documented form";
	const parts = (issue.errors ?? []).map(([first]) => (first ? expected(first as Partial<RawIssue>) : ""));
	return [...new Set(parts.filter((part) => part !== ""))].join(" or ") || "another value";
}

function bound(origin: string, limit: string, size: number | bigint): string {
	if (origin === "string") return `have ${limit} ${size} ${Number(size) === 1 ? "character" : "characters"}`;
	if (origin === "array") return `have ${limit} ${size} ${Number(size) === 1 ? "entry" : "entries"}`;
	return `be ${limit} ${size}`;
}

function quoted(value: unknown): string {
	return JSON.stringify(value) ?? String(value);
}

function found(value: unknown): string {
	if (typeof value === "number") {
		return Number.isInteger(value)
			? "a number"
			: Number.isFinite(value)
				? "a number with a fraction"
				: String(value);
	}
	if (typeof value === "string") return "other text";
	return value === null ? "null" : kindOf(value).toLowerCase();
}
