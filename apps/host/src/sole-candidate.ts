/**
 * The one of several things that claim the same id and may be used: the only one, or the only one that stands in the
 * folder named after its robot. A copied folder so never takes the place of the original, and between equals none wins.
 */
export function soleCandidate<T>(
	candidates: readonly T[],
	isNamedForRobot: (candidate: T) => boolean,
): T | undefined {
	const named = candidates.filter(isNamedForRobot);
	const [first, ...others] = named.length > 0 ? named : candidates;
	return others.length === 0 ? first : undefined;
}

/** Things by the id that they claim, in the order given. */
export function groupById<T>(things: readonly T[], idOf: (thing: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const thing of things) {
		const id = idOf(thing);
		groups.set(id, [...(groups.get(id) ?? []), thing]);
	}
	return groups;
}
