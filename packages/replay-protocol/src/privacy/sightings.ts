/** Distinct texts that are remembered; words repeat, ids do not, and remembering those would cost more than it saves. */
const remembered = 256;

/** Indices of the texts in a list, without most of those whose text was seen before. */
export function* firstSightings(list: readonly unknown[]): Generator<number> {
	const seen = new Set<string>();
	let last: unknown;
	for (let index = 0; index < list.length; index++) {
		const text = list[index];
		if (text === last || typeof text !== "string" || seen.has(text)) continue;
		last = text;
		if (seen.size < remembered) seen.add(text);
		yield index;
	}
}
