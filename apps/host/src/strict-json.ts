/** Brackets that may be open at once in a document of the host: its own nest a tenth as deep. */
const maxDepth = 64;

/**
 * Parses a JSON text that has one meaning only and that every later walk can afford: no repeated keys at any level, at
 * most 64 brackets open at once. The text is looked over without recursion before it is parsed.
 *
 * @throws SyntaxError which repeats nothing of the text
 */
export function parseStrictJson(text: string): unknown {
	const members = countMembers(text);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new SyntaxError("not JSON");
	}
	// JSON.parse keeps the last of equal keys, so a repeated one is missing from what it makes.
	if (countKeys(value) !== members) throw new SyntaxError("a key is repeated");
	return value;
}

/** Counts the members of all objects as written: one colon outside of strings each. */
function countMembers(text: string): number {
	let members = 0;
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (character === '"') at = endOfString(text, at);
		else if (character === ":") members++;
		else if (character === "{" || character === "[") depth++;
		else if (character === "}" || character === "]") depth--;
		if (depth > maxDepth) throw new SyntaxError("nested too deeply");
	}
	return members;
}

function endOfString(text: string, start: number): number {
	let at = start + 1;
	while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
	return at;
}

/** Counts the keys of all objects in a value that is known to be shallow. */
function countKeys(value: unknown): number {
	if (typeof value !== "object" || value === null) return 0;
	const inner: unknown[] = Object.values(value);
	const own = Array.isArray(value) ? 0 : inner.length;
	return inner.reduce<number>((sum, item) => sum + countKeys(item), own);
}
