import { byte, JsonScanner } from "./json-scanner.ts";

/** A document that is JSON but breaks a rule of ours. */
export class DocumentFault extends Error {
	override readonly name = "DocumentFault";
	/** JSON pointer of the place. */
	readonly path: string;

	constructor(reason: string, path: string) {
		super(reason);
		this.path = path;
	}
}

/**
 * Parses a small document: strict JSON, each key once, at most `depth` levels.
 *
 * @throws JsonFault for text that is no JSON, {@link DocumentFault} for repeated keys and depth
 */
export function parseDocument(bytes: Uint8Array, depth: number): unknown {
	const scanner = new JsonScanner(bytes);
	const value = parseValue(scanner, depth, "");
	if (scanner.peek() !== -1) scanner.fault();
	return value;
}

function parseValue(scanner: JsonScanner, depth: number, path: string): unknown {
	switch (scanner.peek()) {
		case byte.openObject:
			return parseObject(scanner, depth, path);
		case byte.openList:
			return parseList(scanner, depth, path);
		case byte.quote:
			return scanner.string();
		case byte.lowerT:
			scanner.literal("true");
			return true;
		case byte.lowerF:
			scanner.literal("false");
			return false;
		case byte.lowerN:
			scanner.literal("null");
			return null;
		default:
			return scanner.number();
	}
}

function parseObject(scanner: JsonScanner, depth: number, path: string): Record<string, unknown> {
	if (depth === 0) throw new DocumentFault("too deep", path);
	const entries = new Map<string, unknown>();
	scanner.position++;
	if (scanner.accept(byte.closeObject)) return {};
	do {
		if (scanner.peek() !== byte.quote) scanner.fault();
		const key = scanner.string();
		const place = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
		if (entries.has(key)) throw new DocumentFault("repeated key", place);
		scanner.expect(byte.colon);
		entries.set(key, parseValue(scanner, depth - 1, place));
	} while (scanner.accept(byte.comma));
	scanner.expect(byte.closeObject);
	return Object.fromEntries(entries);
}

function parseList(scanner: JsonScanner, depth: number, path: string): unknown[] {
	if (depth === 0) throw new DocumentFault("too deep", path);
	const items: unknown[] = [];
	scanner.position++;
	if (scanner.accept(byte.closeList)) return items;
	do items.push(parseValue(scanner, depth - 1, `${path}/${items.length}`));
	while (scanner.accept(byte.comma));
	scanner.expect(byte.closeList);
	return items;
}
