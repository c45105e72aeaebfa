/** A value that changes over time; snapshots are immutable, so React's `useSyncExternalStore` can read them. */
export interface Readable<T> {
	/** The value now; the same object until it changes. */
	get(): T;
	/** Calls back after each change; returns the function that stops it. */
	subscribe(listener: () => void): () => void;
}

/** A {@link Readable} whose owner can change it. */
export interface Store<T> extends Readable<T> {
	/** Replaces the value; an identical one (`Object.is`) tells nobody. */
	set(value: T): void;
	/** Replaces the value by a function of it. */
	update(change: (value: T) => T): void;
}

/** Makes a store that holds `initial`. */
export function createStore<T>(initial: T): Store<T> {
	let value = initial;
	const listeners = new Set<() => void>();
	const set = (next: T) => {
		if (Object.is(next, value)) return;
		value = next;
		for (const listener of [...listeners]) listener();
	};
	return {
		get: () => value,
		set,
		update: (change) => set(change(value)),
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
