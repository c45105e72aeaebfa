import type { Candidate } from "./validate.ts";

/** What stands for an array that cannot be read: none that the protocol has. */
const unreadable = { dtype: "unreadable" };

/**
 * A copy of an artifact whose getters or proxies throw when they are read. Nothing in it throws again: an array that cannot
 * be read has the type `unreadable`, and what else cannot be read is absent. The metadata is for its own judge to copy.
 */
export function copyArtifact(artifact: unknown): Candidate {
	const given = (artifact ?? {}) as Partial<Candidate>;
	const source = readOr({}, () => (given.arrays ?? {}) as Readonly<Record<string, unknown>>);
	const arrays = readOr([], () => Object.keys(source)).map(
		(name) => [name, readOr(unreadable, () => structuredClone(source[name]))] as const,
	);
	return {
		metadata: readOr(null, () => given.metadata),
		arrays: Object.fromEntries(arrays),
		refused: new Set(),
	};
}

function readOr<Value>(fallback: Value, read: () => Value): Value {
	try {
		return read();
	} catch {
		return fallback;
	}
}
