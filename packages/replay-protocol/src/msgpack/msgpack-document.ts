import { ContentFault } from "../content-fault.ts";
import { DocumentFault } from "../json/json-document.ts";
import { pointer } from "../report/findings.ts";
import { type MsgpackFault, MsgpackScanner } from "./msgpack-scanner.ts";

type Path = readonly (string | number)[];

/**
 * Parses a small document whose framing was checked: what JSON can say too, each key once, at most `depth` levels.
 *
 * @throws DocumentFault for repeated keys, depth, and what JSON cannot say
 * @throws ContentFault `object-payload` for an extension type
 * @throws MsgpackFault for text that is no UTF-8 and keys that are no text
 */
export function parseMsgpack(bytes: Uint8Array, depth: number): unknown {
	return parseValue(new MsgpackScanner(bytes), depth, []);
}

function parseValue(scanner: MsgpackScanner, depth: number, path: Path): unknown {
	switch (scanner.next()) {
		case "map":
			return parseMap(scanner, depth, path);
		case "list":
			return parseList(scanner, depth, path);
		case "text":
			return scanner.text();
		case "boolean":
			return scanner.value === 1;
		case "nil":
			return null;
		case "float":
			return scanner.value;
		case "integer":
			if (Number.isSafeInteger(scanner.value)) return scanner.value;
			throw new DocumentFault("an integer beyond 2^53", pointer(...path));
		case "binary":
			throw new DocumentFault("binary is not JSON", pointer(...path));
		case "extension":
			throw new ContentFault("object-payload", { dtype: `extension ${scanner.value}` });
	}
}

function parseMap(scanner: MsgpackScanner, depth: number, path: Path): Record<string, unknown> {
	if (depth === 0) throw new DocumentFault("too deep", pointer(...path));
	const entries = new Map<string, unknown>();
	for (let left = scanner.size; left > 0; left--) {
		const key = takeKey(scanner, Number.POSITIVE_INFINITY);
		const place = [...path, key];
		if (entries.has(key)) throw new DocumentFault("repeated key", pointer(...place));
		entries.set(key, parseValue(scanner, depth - 1, place));
	}
	return Object.fromEntries(entries);
}

function parseList(scanner: MsgpackScanner, depth: number, path: Path): unknown[] {
	if (depth === 0) throw new DocumentFault("too deep", pointer(...path));
	const items: unknown[] = [];
	for (let left = scanner.size; left > 0; left--) {
		items.push(parseValue(scanner, depth - 1, [...path, items.length]));
	}
	return items;
}

/**
 * Takes a key of a map.
 *
 * @throws MsgpackFault for one that is no text, or of more bytes than `longest`
 */
export function takeKey(scanner: MsgpackScanner, longest: number): string {
	const start = scanner.position;
	const reason: MsgpackFault["reason"] | null =
		scanner.next() !== "text" ? "key-not-text" : scanner.size > longest ? "key-too-long" : null;
	return reason === null ? scanner.text() : scanner.fault(reason, start);
}
