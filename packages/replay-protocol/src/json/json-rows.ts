import type { ReplayArray } from "../artifact.ts";
import { ContentFault } from "../content-fault.ts";
import type { Stepper } from "../pace.ts";
import { byte, type JsonScanner } from "./json-scanner.ts";
import type { ScalarSink } from "./json-sinks.ts";

/** How the rows of one array are to be read. */
export interface RowOptions {
	/** Sizes that the file declares; null where they follow from the rows. */
	readonly shape: readonly number[] | null;
	/** Makes the sink when the first scalar's first byte is known; -1 where there is none. */
	readonly sinkFor: (firstByte: number) => ScalarSink;
	/** What one list may hold at most, and the name of that limit. */
	readonly longest: { readonly limit: "frames" | "cells"; readonly max: number };
	/** Nesting at most. */
	readonly dimensions: number;
}

/** The fault of an array nested deeper than it may. */
export function tooManyDimensions(max: number): ContentFault {
	return new ContentFault("size-limit-exceeded", { limit: "dimensions", found: max + 1, max });
}

/** Takes nested lists of scalars, all of one shape, in steps. */
export class JsonRows implements Stepper<JsonScanner> {
	readonly #options: RowOptions;
	/** Entries seen in each open list. */
	readonly #counts: number[] = [];
	/** Length of the lists of each level; -1 until one has closed. */
	readonly #sizes: number[];
	#rank: number;
	#sink: ScalarSink | null = null;
	#expects: "value" | "end" = "value";

	constructor(options: RowOptions) {
		this.#options = options;
		this.#sizes = options.shape === null ? [] : [...options.shape];
		this.#rank = options.shape === null ? -1 : options.shape.length;
	}

	/**
	 * Goes on until the array ends or `until` is passed.
	 *
	 * @returns whether the array ended
	 * @throws ContentFault for ragged rows, objects and scalars of another type
	 */
	run(scanner: JsonScanner, until: number): boolean {
		while (scanner.position < until) {
			if (this.#expects === "value") this.#value(scanner);
			else if (this.#counts.length === 0) return true;
			else this.#next(scanner);
		}
		return this.#expects === "end" && this.#counts.length === 0;
	}

	/** The array, after {@link run} returned true. */
	finish(): ReplayArray {
		const sink = this.#sink ?? this.#options.sinkFor(-1);
		return sink.finish(this.#sizes);
	}

	#value(scanner: JsonScanner): void {
		const next = scanner.peek();
		const depth = this.#counts.length;
		if (next === byte.openList) {
			if (depth === this.#rank) this.#ragged();
			if (depth === this.#options.dimensions) throw tooManyDimensions(depth);
			this.#counts.push(0);
			scanner.position++;
			if (scanner.peek() === byte.closeList) this.#close(scanner);
			return;
		}
		if (next === byte.openObject) throw new ContentFault("object-payload", { dtype: "object" });
		if (this.#rank === -1) this.#rank = depth;
		if (depth !== this.#rank) this.#ragged();
		this.#sink ??= this.#options.sinkFor(next);
		this.#sink.take(scanner, next);
		this.#expects = "end";
		this.#count();
	}

	/** Counts the entry just read in the innermost open list. */
	#count(): void {
		const level = this.#counts.length - 1;
		if (level < 0) return;
		const count = ++this.#counts[level];
		const known = this.#sizes[level] ?? -1;
		if (known >= 0 && count > known) this.#ragged();
		const { longest } = this.#options;
		if (count > longest.max) throw new ContentFault("size-limit-exceeded", { ...longest, found: count });
	}

	#next(scanner: JsonScanner): void {
		if (scanner.peek() === byte.closeList) this.#close(scanner);
		else {
			scanner.expect(byte.comma);
			this.#expects = "value";
		}
	}

	#close(scanner: JsonScanner): void {
		scanner.position++;
		const depth = this.#counts.length;
		const count = this.#counts.pop() ?? 0;
		if (this.#rank === -1) this.#rank = depth;
		const level = depth - 1;
		const known = this.#sizes[level] ?? -1;
		if (known >= 0 && known !== count) this.#ragged();
		while (this.#sizes.length < depth) this.#sizes.push(-1);
		this.#sizes[level] = count;
		this.#expects = "end";
		this.#count();
	}

	#ragged(): never {
		throw new ContentFault("truncated-array", { expected: "rows of one length", found: "ragged rows" });
	}
}
