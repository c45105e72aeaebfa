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

/** Fills a template from parameters; one that is missing becomes a dash, a long one is cut with an ellipsis. */
export function fillText(template: string, params: Readonly<Record<string, unknown>>): string {
	return template.replace(/\{([a-z0-9_]+)\}/g, (_, name: string) => {
		const value = Object.hasOwn(params, name) ? params[name] : undefined;
		return value === undefined || value === null ? "—" : shorten(paramText(value));
	});
}

function paramText(value: unknown): string {
	if (typeof value === "string") return value;
	if (typeof value === "number") return String(value);
	if (Array.isArray(value)) return value.map(paramText).join(", ");
	return JSON.stringify(value) ?? "—";
}

function shorten(text: string): string {
	return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
