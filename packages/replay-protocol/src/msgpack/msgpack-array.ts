import type { ReplayArray, ReplayDtype } from "../artifact.ts";
import { ContentFault } from "../content-fault.ts";
import { isObjectDtype, parseDtype } from "../dtype.ts";
import type { Expansion } from "../expansion.ts";
import { fieldOf } from "../fields.ts";
import { elementCount, sizeFault, storage } from "../judge/structure.ts";
import type { ReplayLimits } from "../limits.ts";
import { drive, type Pace } from "../pace.ts";
import { copyElements } from "./elements.ts";
import { takeKey } from "./msgpack-document.ts";
import { MsgpackFault, type MsgpackKind, type MsgpackScanner } from "./msgpack-scanner.ts";
import { MsgpackSkip } from "./msgpack-skip.ts";

interface ArrayTools {
	readonly limits: ReplayLimits;
	readonly pace: Pace;
	readonly expansion: Expansion;
}

/** An element type, and whether the most significant byte comes first. */
interface ElementType {
	readonly dtype: ReplayDtype;
	readonly bigEndian: boolean;
}

/** What the map of an array says. */
interface Wrapper {
	type: ElementType | null;
	shape: readonly number[] | null;
	/** Offset of the elements. */
	elementsAt: number | null;
}

/** Stored bytes of a key of an array, and of the name of a type. */
const longestWord = 64;
/** Bytes of a string in memory besides its text, about. */
const stringOverhead = 32;

/** Reads one array of the msgpack encoding: the map `{ d: dtype, s: shape, b: elements }`, or a list of text. */
export class MsgpackArrayReader {
	readonly #name: string;
	readonly #scanner: MsgpackScanner;
	readonly #tools: ArrayTools;

	constructor(name: string, scanner: MsgpackScanner, tools: ArrayTools) {
		this.#name = name;
		this.#scanner = scanner;
		this.#tools = tools;
	}

	/**
	 * Takes the array.
	 *
	 * @throws ContentFault for an array that breaks a rule, MsgpackFault for bytes that are no MessagePack
	 */
	async read(): Promise<ReplayArray> {
		const scanner = this.#scanner;
		const start = scanner.position;
		const kind = scanner.next();
		if (kind === "list") {
			scanner.position = start;
			return await this.#texts(null);
		}
		if (kind !== "map") throw new ContentFault("object-payload", { dtype: nameOf(scanner) });
		const wrapper: Wrapper = { type: null, shape: null, elementsAt: null };
		const seen = new Set<string>();
		for (let left = scanner.size; left > 0; left--) {
			const key = takeKey(scanner, longestWord);
			if (seen.has(key)) throw new ContentFault("container-corrupt", { reason: "repeated key", detail: key });
			seen.add(key);
			await this.#entry(key, wrapper);
		}
		return await this.#finish(wrapper);
	}

	async #entry(key: string, wrapper: Wrapper): Promise<void> {
		if (key === "d") wrapper.type = this.#type();
		else if (key === "s") wrapper.shape = this.#shape();
		else if (key === "b") {
			wrapper.elementsAt = this.#scanner.position;
			await drive(new MsgpackSkip(), this.#scanner, this.#tools.pace);
		} else throw new ContentFault("object-payload", { dtype: "object" });
	}

	/** Reads the elements, from where they were. */
	async #finish({ type, shape, elementsAt }: Wrapper): Promise<ReplayArray> {
		if (elementsAt === null) throw new ContentFault("object-payload", { dtype: "object" });
		if (type === null) throw this.#unknownType("not a name");
		if (shape === null) throw wrongShape();
		const fault = sizeFault(this.#name, { dtype: type.dtype, shape }, this.#tools.limits);
		if (fault !== null) throw new ContentFault(fault.code, fault.params);
		const after = this.#scanner.position;
		this.#scanner.position = elementsAt;
		const array = type.dtype === "string" ? await this.#texts(shape) : this.#numbers(type, shape);
		this.#scanner.position = after;
		return array;
	}

	#type(): ElementType {
		const scanner = this.#scanner;
		if (scanner.next() !== "text" || scanner.size > longestWord) throw this.#unknownType("not a name");
		const text = scanner.text();
		if (isObjectDtype(text)) throw new ContentFault("object-payload", { dtype: text });
		const dtype = parseDtype(text);
		// `=` is the order of the machine that wrote the file, whichever that was.
		if (dtype === null || text.startsWith("=")) throw this.#unknownType(text);
		return { dtype, bigEndian: text.startsWith(">") };
	}

	#unknownType(dtype: string): ContentFault {
		const allowed = fieldOf(this.#name)?.dtypes ?? Object.keys(storage);
		return new ContentFault("dtype-not-allowed", { dtype, allowed });
	}

	/** Takes a list of sizes. */
	#shape(): readonly number[] {
		const scanner = this.#scanner;
		const max = this.#tools.limits.dimensions;
		if (scanner.next() !== "list") throw wrongShape();
		const found = scanner.size;
		if (found > max) throw new ContentFault("size-limit-exceeded", { limit: "dimensions", found, max });
		return Array.from({ length: found }, () => {
			const isSize = scanner.next() === "integer" && scanner.value >= 0;
			if (!isSize || !Number.isSafeInteger(scanner.value)) throw wrongShape();
			return scanner.value;
		});
	}

	/** Copies the elements of a binary, whose size must be the shape's. */
	#numbers({ dtype, bigEndian }: ElementType, shape: readonly number[]): ReplayArray {
		const scanner = this.#scanner;
		const Storage = storage[dtype as Exclude<ReplayDtype, "string">];
		if (scanner.next() !== "binary") throw foreignElement(scanner, dtype);
		const expected = elementCount(shape) * Storage.BYTES_PER_ELEMENT;
		if (scanner.size !== expected) {
			const params = { expected_bytes: expected, found_bytes: scanner.size };
			throw new ContentFault("truncated-array", params);
		}
		this.#tools.expansion.claim(expected);
		const data = new Storage(elementCount(shape));
		copyElements(scanner.payload(), data, bigEndian);
		if (dtype === "bool") checkBooleans(data as Uint8Array);
		return { dtype, shape, data } as ReplayArray;
	}

	/** Takes a list of text; without a shape, one axis. */
	async #texts(shape: readonly number[] | null): Promise<ReplayArray> {
		const { limits, pace } = this.#tools;
		const scanner = this.#scanner;
		if (scanner.next() !== "list") throw foreignElement(scanner, "string");
		const count = scanner.size;
		const sizes = shape ?? [count];
		const fault = sizeFault(this.#name, { dtype: "string", shape: sizes }, limits);
		if (fault !== null) throw new ContentFault(fault.code, fault.params);
		const expected = elementCount(sizes);
		if (expected !== count) throw new ContentFault("truncated-array", { expected, found: count });
		const data: string[] = [];
		let until = pace.until(scanner.position);
		while (data.length < count) {
			data.push(this.#oneText());
			if (scanner.position < until) continue;
			await pace.turn(scanner.position);
			until = pace.until(scanner.position);
		}
		return { dtype: "string", shape: sizes, data };
	}

	#oneText(): string {
		const scanner = this.#scanner;
		const { limits, expansion } = this.#tools;
		if (scanner.next() !== "text") throw foreignElement(scanner, "string");
		const { size } = scanner;
		if (size > limits.stringBytes) {
			const params = { limit: "stringBytes", found: size, max: limits.stringBytes };
			throw new ContentFault("size-limit-exceeded", params);
		}
		expansion.claim(stringOverhead + size);
		try {
			return scanner.text();
		} catch (error) {
			if (!(error instanceof MsgpackFault)) throw error;
			throw new ContentFault("container-corrupt", { reason: error.reason });
		}
	}
}

function wrongShape(): ContentFault {
	return new ContentFault("shape-mismatch", { expected: "a list of sizes" });
}

/** The fault of an element of another kind than its type's. */
function foreignElement(scanner: MsgpackScanner, dtype: string): ContentFault {
	const structures: readonly MsgpackKind[] = ["map", "list", "extension"];
	const value = nameOf(scanner);
	return structures.includes(scanner.kind)
		? new ContentFault("object-payload", { dtype: value })
		: new ContentFault("dtype-not-allowed", { dtype, value });
}

function nameOf({ kind, value }: MsgpackScanner): string {
	return kind === "extension" ? `extension ${value}` : kind;
}

function checkBooleans(data: Uint8Array): void {
	const value = data.find((byte) => byte > 1);
	if (value !== undefined) throw new ContentFault("dtype-not-allowed", { dtype: "bool", value });
}
