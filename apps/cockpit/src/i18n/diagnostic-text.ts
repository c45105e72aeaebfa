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
 * One that is missing becomes a dash; in parentheses, ` ({name})`, a missing or empty one goes with them.
 */
export function fillText(template: string, params: Readonly<Record<string, unknown>>): string {
	const parameter = (name: string): unknown => (Object.hasOwn(params, name) ? params[name] : undefined);
	return template
		.replace(/ \(\{([a-z0-9_]+)\}\)/g, (whole, name: string) => ((parameter(name) ?? "") === "" ? "" : whole))
		.replace(/\{([a-z0-9_]+)\}/g, (_, name: string) => {
			const value = parameter(name);
			return value == null ? "—" : shorten(paramText(value));
		});
}

function paramText(value: unknown): string {
	if (typeof value === "string") return value;
	if (typeof value === "number")
		return String(Number.isInteger(value) ? value : Number(value.toPrecision(6)));
	if (Array.isArray(value)) return value.map(paramText).join(", ");
	return JSON.stringify(value) ?? "—";
}

function shorten(text: string): string {
	return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
