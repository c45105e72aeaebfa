import type { ReplayArray, ReplayDtype } from "../artifact.ts";
import { ContentFault } from "../content-fault.ts";
import { isObjectDtype, parseDtype } from "../dtype.ts";
import type { Expansion } from "../expansion.ts";
import { type Field, fieldOf } from "../fields.ts";
import { elementCount, sizeFault, storage } from "../judge/structure.ts";
import type { ReplayLimits } from "../limits.ts";
import { drive, type Pace } from "../pace.ts";
import { JsonRows, tooManyDimensions } from "./json-rows.ts";
import { byte, type JsonScanner } from "./json-scanner.ts";
import { createSink, type ScalarSink } from "./json-sinks.ts";
import { JsonSkip } from "./json-skip.ts";

interface ArrayTools {
	readonly limits: ReplayLimits;
	readonly pace: Pace;
	readonly expansion: Expansion;
}

/** What the wrapper around an array's rows declares. */
interface Wrapper {
	dtype: ReplayDtype | null;
	shape: readonly number[] | null;
	/** Offset of rows that came before both declarations. */
	rowsAt: number | null;
	array: ReplayArray | null;
}

/** Reads one array of the JSON encoding: the wrapper `{ dtype, shape, data }`, or bare nested lists. */
export class JsonArrayReader {
	readonly #name: string;
	readonly #scanner: JsonScanner;
	readonly #tools: ArrayTools;
	readonly #field: Field | undefined;

	constructor(name: string, scanner: JsonScanner, tools: ArrayTools) {
		this.#name = name;
		this.#scanner = scanner;
		this.#tools = tools;
		this.#field = fieldOf(name);
	}

	/**
	 * Takes the array.
	 *
	 * @throws ContentFault for an array that breaks a rule, JsonFault for text that is no JSON
	 */
	async read(): Promise<ReplayArray> {
		if (this.#scanner.peek() !== byte.openObject) return this.#withEmptyShape(await this.#rows(null, null));
		const wrapper: Wrapper = { dtype: null, shape: null, rowsAt: null, array: null };
		const seen = new Set<string>();
		this.#scanner.position++;
		if (this.#scanner.accept(byte.closeObject)) throw new ContentFault("object-payload", { dtype: "object" });
		do {
			const key = this.#key();
			if (seen.has(key)) throw new ContentFault("container-corrupt", { reason: "repeated key", detail: key });
			seen.add(key);
			await this.#entry(key, wrapper);
		} while (this.#scanner.accept(byte.comma));
		this.#scanner.expect(byte.closeObject);
		return await this.#finish(wrapper);
	}

	#key(): string {
		if (this.#scanner.peek() !== byte.quote) this.#scanner.fault();
		const key = this.#shortString() ?? "";
		this.#scanner.expect(byte.colon);
		return key;
	}

	async #entry(key: string, wrapper: Wrapper): Promise<void> {
		if (key === "dtype") wrapper.dtype = this.#dtype();
		else if (key === "shape") wrapper.shape = this.#shape();
		else if (key !== "data") throw new ContentFault("object-payload", { dtype: "object" });
		else if (wrapper.dtype !== null && wrapper.shape !== null) {
			wrapper.array = await this.#rows(wrapper.dtype, wrapper.shape);
		} else {
			this.#scanner.peek();
			wrapper.rowsAt = this.#scanner.position;
			await drive(new JsonSkip(), this.#scanner, this.#tools.pace);
		}
	}

	/** Reads rows that came before their declarations, from where they were. */
	async #finish({ dtype, shape, rowsAt, array }: Wrapper): Promise<ReplayArray> {
		if (array !== null) return array;
		if (rowsAt === null) throw new ContentFault("object-payload", { dtype: "object" });
		const after = this.#scanner.position;
		this.#scanner.position = rowsAt;
		const late = await this.#rows(dtype, shape);
		this.#scanner.position = after;
		return shape === null ? this.#withEmptyShape(late) : late;
	}

	#dtype(): ReplayDtype {
		const text = this.#scanner.peek() === byte.quote ? this.#shortString() : null;
		if (text === null)
			throw new ContentFault("dtype-not-allowed", { dtype: "not a name", allowed: this.#allowed() });
		if (isObjectDtype(text)) throw new ContentFault("object-payload", { dtype: text });
		const dtype = parseDtype(text);
		if (dtype === null)
			throw new ContentFault("dtype-not-allowed", { dtype: text, allowed: this.#allowed() });
		return dtype;
	}

	#allowed(): readonly string[] {
		return this.#field?.dtypes ?? Object.keys(storage);
	}

	/** Takes a list of sizes. */
	#shape(): readonly number[] {
		const scanner = this.#scanner;
		const sizes: number[] = [];
		const { dimensions } = this.#tools.limits;
		const wrong = (): never => {
			throw new ContentFault("shape-mismatch", { expected: "a list of sizes" });
		};
		if (scanner.peek() !== byte.openList) wrong();
		scanner.position++;
		if (scanner.accept(byte.closeList)) return sizes;
		do {
			const next = scanner.peek();
			if (next < 0x30 || next > 0x39) wrong();
			if (sizes.length === dimensions) throw tooManyDimensions(dimensions);
			const size = scanner.number();
			if (!Number.isSafeInteger(size)) wrong();
			sizes.push(size);
		} while (scanner.accept(byte.comma));
		if (scanner.peek() !== byte.closeList) wrong();
		scanner.position++;
		return sizes;
	}

	async #rows(dtype: ReplayDtype | null, shape: readonly number[] | null): Promise<ReplayArray> {
		const { pace, limits } = this.#tools;
		const scanner = this.#scanner;
		if (shape !== null) this.#checkDeclared(dtype, shape);
		const count = shape === null ? null : elementCount(shape);
		const sinkFor = (next: number): ScalarSink =>
			createSink(dtype ?? this.#bareDtype(next), { count, limits, expansion: this.#tools.expansion });
		const limit = this.#field === undefined ? "cells" : "frames";
		const longest = { limit, max: limits[limit] } as const;
		const rows = new JsonRows({ shape, sinkFor, longest, dimensions: limits.dimensions });
		await drive(rows, scanner, pace);
		return rows.finish();
	}

	/** Refuses a declared size beyond the limits or beyond what the rest of the file can hold. */
	#checkDeclared(dtype: ReplayDtype | null, shape: readonly number[]): void {
		const fault = sizeFault(this.#name, { dtype, shape }, this.#tools.limits);
		if (fault !== null) throw new ContentFault(fault.code, fault.params);
		const count = elementCount(shape);
		const left = this.#scanner.end - this.#scanner.position;
		// An element takes a byte at least, and one more to separate it from the next.
		if (2 * count - 1 <= left) return;
		const elementBytes = dtype === null || dtype === "string" ? 1 : storage[dtype].BYTES_PER_ELEMENT;
		throw new ContentFault("truncated-array", { expected_bytes: count * elementBytes, found_bytes: left });
	}

	/** The type of rows without a declaration: what the field wants, by the first scalar. */
	#bareDtype(next: number): ReplayDtype {
		const allowed = this.#field?.dtypes ?? ["float64", "bool", "string"];
		if (next === byte.quote && allowed.includes("string")) return "string";
		if ((next === byte.lowerT || next === byte.lowerF) && allowed.includes("bool")) return "bool";
		return allowed[0];
	}

	/** An empty list says nothing of its inner dimensions: takes the field's, unknown ones as 0. */
	#withEmptyShape(array: ReplayArray): ReplayArray {
		const [canonical] = this.#field?.shapes ?? [];
		const { shape } = array;
		if (canonical === undefined || shape.length !== 1 || shape[0] !== 0) return array;
		return {
			...array,
			shape: [0, ...canonical.slice(1).map((size) => (typeof size === "number" ? size : 0))],
		};
	}

	#shortString(): string | null {
		const start = this.#scanner.position;
		const long = this.#scanner.skipString() > 64;
		if (long) return null;
		this.#scanner.position = start;
		return this.#scanner.string();
	}
}
