/** Characters of a line at most, indentation included, where a list or an object is on one. */
const widest = 120;

/** A JSON document for people and programs: a list or an object that fits is on one line, any other has one line an entry. */
export function documentText(document: unknown): string {
	return `${text(document, "")}\n`;
}

function text(value: unknown, indent: string): string {
	const line = oneLine(value);
	if (typeof value !== "object" || value === null || (indent !== "" && fits(line, indent))) return line;
	const inner = `${indent}  `;
	const isList = Array.isArray(value);
	const parts = isList
		? value.map((part: unknown) => inner + text(part, inner))
		: entries(value).map(([key, part]) => `${inner}${JSON.stringify(key)}: ${text(part, inner)}`);
	if (parts.length === 0) return isList ? "[]" : "{}";
	return `${isList ? "[" : "{"}\n${parts.join(",\n")}\n${indent}${isList ? "]" : "}"}`;
}

function fits(line: string, indent: string): boolean {
	return indent.length + line.length <= widest;
}

function oneLine(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	const parts = entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${oneLine(part)}`);
	return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

function entries(value: object): [string, unknown][] {
	return Object.entries(value).filter(([, part]) => part !== undefined);
}
