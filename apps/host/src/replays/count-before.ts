/** How many leading times satisfy `isBefore`, which holds for a prefix: `t` never decreases. */
export function countBefore(times: ArrayLike<number>, isBefore: (t: number) => boolean): number {
	let low = 0;
	let high = times.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (isBefore(times[middle])) low = middle + 1;
		else high = middle;
	}
	return low;
}
