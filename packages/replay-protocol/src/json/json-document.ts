import { pointer } from "../report/findings.ts";
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

/** The same fault, seen from the container of the value that has it; other errors stay what they are. */
export function within(key: string | number, error: unknown): unknown {
	if (!(error instanceof DocumentFault)) return error;
	return new DocumentFault(error.message, `${pointer(key)}${error.path}`);
}

/**
 * Parses a small document: strict JSON, each key once, at most `depth` levels.
 *
 * @throws JsonFault for text that is no JSON, {@link DocumentFault} for repeated keys and depth
 */
export function parseDocument(bytes: Uint8Array, depth: number): unknown {
	const scanner = new JsonScanner(bytes);
	const value = parseValue(scanner, depth);
	if (scanner.peek() !== -1) scanner.fault();
	return value;
}

function parseValue(scanner: JsonScanner, depth: number): unknown {
	switch (scanner.peek()) {
		case byte.openObject:
			return parseObject(scanner, depth);
		case byte.openList:
			return parseList(scanner, depth);
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

function parseObject(scanner: JsonScanner, depth: number): Record<string, unknown> {
	if (depth === 0) throw new DocumentFault("too deep", "");
	const entries = new Map<string, unknown>();
	scanner.position++;
	if (scanner.accept(byte.closeObject)) return {};
	do {
		if (scanner.peek() !== byte.quote) scanner.fault();
		const key = scanner.string();
		if (entries.has(key)) throw new DocumentFault("repeated key", pointer(key));
		scanner.expect(byte.colon);
		try {
			entries.set(key, parseValue(scanner, depth - 1));
		} catch (error) {
			throw within(key, error);
		}
	} while (scanner.accept(byte.comma));
	scanner.expect(byte.closeObject);
	return Object.fromEntries(entries);
}

function parseList(scanner: JsonScanner, depth: number): unknown[] {
	if (depth === 0) throw new DocumentFault("too deep", "");
	const items: unknown[] = [];
	scanner.position++;
	if (scanner.accept(byte.closeList)) return items;
	do {
		try {
			items.push(parseValue(scanner, depth - 1));
		} catch (error) {
			throw within(items.length, error);
		}
	} while (scanner.accept(byte.comma));
	scanner.expect(byte.closeList);
	return items;
}
