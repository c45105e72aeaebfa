import type { DiagnosticCode } from "@hindcast/replay-protocol";

/** A finding in the reader's language. */
export interface DiagnosticText {
	/** What is wrong; `{name}` stands for the diagnostic's parameter. */
	readonly text: string;
	/** What to do about it. */
	readonly hint: string;
}

/** A text for every code of the protocol: a missing one fails the type check. */
export type DiagnosticTexts = Readonly<Record<DiagnosticCode, DiagnosticText>>;

const longest = 120;

/**
 * Fills a template from parameters; a long one is cut with an ellipsis.
 *
 * `number` writes a number in the reader's language; those of a list stay as they are, for commas part them.
 * One that is missing becomes a dash; in parentheses, ` ({name})`, a missing or empty one goes with them.
 */
export function fillText(
	template: string,
	params: Readonly<Record<string, unknown>>,
	number: (value: number) => string = String,
): string {
	const parameter = (name: string): unknown => (Object.hasOwn(params, name) ? params[name] : undefined);
	return template
		.replace(/ \(\{([a-z0-9_]+)\}\)/g, (whole, name: string) => ((parameter(name) ?? "") === "" ? "" : whole))
		.replace(/\{([a-z0-9_]+)\}/g, (_, name: string) => {
			const value = parameter(name);
			return value == null ? "—" : shorten(paramText(value, number));
		});
}

function paramText(value: unknown, number: (value: number) => string): string {
	if (typeof value === "string") return value;
	if (typeof value === "number")
		return number(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
	if (Array.isArray(value)) return value.map((part) => paramText(part, String)).join(", ");
	return JSON.stringify(value) ?? "—";
}

function shorten(text: string): string {
	return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
