/** Makes a queue that runs one piece of work at a time, in the order asked; a failure does not stop the next. */
export function createExclusive(): <T>(work: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const next = last.then(work);
		last = next.catch(() => undefined);
		return next;
	};
}
