import type { ReplayArray } from "../artifact.ts";
import { ContentFault, reportRefusal } from "../content-fault.ts";
import { narrowed } from "../dtype.ts";
import { Expansion } from "../expansion.ts";
import { reportMalformed } from "../judge/judge-metadata.ts";
import type { ReplayLimits } from "../limits.ts";
import type { Pace } from "../pace.ts";
import { plainDocument } from "../plain-document.ts";
import { arrayPath, type Findings, pointer } from "../report/findings.ts";
import type { Candidate } from "../validate.ts";
import { JsonArrayReader } from "./json-array.ts";
import { DocumentFault, parseDocument } from "./json-document.ts";
import { byte, JsonFault, JsonScanner } from "./json-scanner.ts";
import { drive, JsonSkip } from "./json-skip.ts";

/** What a reader of an encoding works with. */
export interface ReadingTools {
	readonly findings: Findings;
	readonly limits: ReplayLimits;
	readonly pace: Pace;
}

/**
 * Reads the JSON encoding: `{ "metadata": {…}, "arrays": { name: { dtype, shape, data } | nested lists } }`.
 *
 * Memory: the arrays, and nothing that grows with the file besides.
 *
 * @returns null where the text is no JSON document of that form; the reason is among the findings
 */
export async function readJson(bytes: Uint8Array, tools: ReadingTools): Promise<Candidate | null> {
	const reading = new JsonReading(bytes, tools);
	try {
		return await reading.read();
	} catch (error) {
		const { findings } = tools;
		if (error instanceof ContentFault) {
			findings.add(error.code, { path: reading.place, params: error.params });
			return null;
		}
		if (!(error instanceof JsonFault)) throw error;
		const { reason, offset } = error;
		if (reading.place === "/metadata" && reason === "utf-8") reportMalformed(findings, "", "bad UTF-8");
		else findings.add("container-corrupt", { path: "", params: { reason, offset } });
		return null;
	}
}

/** Stored bytes of a key; names of arrays are far shorter. */
const longestKey = 4096;

class JsonReading {
	/** Where the scanner is. */
	place: "" | "/metadata" | "/arrays" = "";
	readonly #scanner: JsonScanner;
	readonly #tools: ReadingTools;
	readonly #arrays = new Map<string, ReplayArray>();
	readonly #refused = new Set<string>();
	readonly #expansion: Expansion;
	#metadata: unknown;
	#malformed = false;

	constructor(bytes: Uint8Array, tools: ReadingTools) {
		this.#scanner = new JsonScanner(bytes);
		this.#tools = tools;
		this.#expansion = new Expansion(tools.limits.expandedBytes);
	}

	async read(): Promise<Candidate | null> {
		const scanner = this.#scanner;
		if (scanner.peek() !== byte.openObject) {
			await this.#skip();
			if (scanner.peek() !== -1) scanner.fault();
			return this.#corrupt("not an object", "");
		}
		const seen = new Set<string>();
		for await (const key of this.#keys()) {
			if (seen.has(key)) return this.#corrupt("repeated key", pointer(key));
			seen.add(key);
			if (key === "metadata") await this.#readMetadata();
			else if (key === "arrays") {
				if (scanner.peek() !== byte.openObject) return this.#corrupt("arrays is not an object", "/arrays");
				await this.#readArrays();
			} else {
				const params = { array: key, reason: "neither metadata nor arrays" };
				this.#tools.findings.add("array-ignored", { path: pointer(key), params });
				await this.#skip();
			}
		}
		if (scanner.peek() !== -1) scanner.fault();
		await this.#tools.pace.turn(scanner.position);
		if (this.#malformed) return null;
		return { metadata: this.#metadata, arrays: Object.fromEntries(this.#arrays), refused: this.#refused };
	}

	/**
	 * Takes an object; the caller takes each key's value.
	 *
	 * @throws ContentFault for more keys than members are allowed
	 */
	async *#keys(): AsyncGenerator<string> {
		const scanner = this.#scanner;
		const max = this.#tools.limits.members;
		let found = 0;
		scanner.expect(byte.openObject);
		if (scanner.accept(byte.closeObject)) return;
		do {
			if (++found > max) throw new ContentFault("size-limit-exceeded", { limit: "members", found, max });
			if (scanner.peek() !== byte.quote) scanner.fault();
			const start = scanner.position;
			if (scanner.skipString() > longestKey) scanner.fault("key-too-long", start);
			scanner.position = start;
			const key = scanner.string();
			scanner.expect(byte.colon);
			yield key;
		} while (scanner.accept(byte.comma));
		scanner.expect(byte.closeObject);
	}

	async #skip(): Promise<void> {
		await drive(new JsonSkip(), this.#scanner, this.#tools.pace);
	}

	async #readMetadata(): Promise<void> {
		const { findings, limits } = this.#tools;
		this.#scanner.peek();
		const start = this.#scanner.position;
		this.place = "/metadata";
		await this.#skip();
		const span = this.#scanner.bytes.subarray(start, this.#scanner.position);
		const parsed = parseMetadata(span, findings, limits);
		this.place = "";
		this.#malformed = parsed === null;
		this.#metadata = parsed?.value;
	}

	async #readArrays(): Promise<void> {
		const { findings } = this.#tools;
		this.place = "/arrays";
		const seen = new Map<string, string>();
		for await (const name of this.#keys()) {
			const first = seen.get(name.normalize("NFC"));
			if (first !== undefined) {
				findings.add("duplicate-array", { path: arrayPath(name), params: { array: name } });
				this.#refuse(first);
				this.#refuse(name);
				await this.#skip();
				continue;
			}
			seen.set(name.normalize("NFC"), name);
			await this.#readArray(name);
		}
		this.place = "";
	}

	/** Reads one array; one that cannot be read is reported and skipped. */
	async #readArray(name: string): Promise<void> {
		const { findings, limits, pace } = this.#tools;
		const start = this.#scanner.position;
		const used = this.#expansion.used;
		const reader = new JsonArrayReader(name, this.#scanner, { limits, pace, expansion: this.#expansion });
		try {
			this.#arrays.set(name, narrowed(name, await reader.read()));
		} catch (error) {
			if (!(error instanceof ContentFault)) throw error;
			reportRefusal(name, error, findings);
			this.#refuse(name);
			this.#expansion.claim(used - this.#expansion.used);
			this.#scanner.position = start;
			await this.#skip();
		}
	}

	/** Leaves out an array that was reported; of two with one name, neither is the right one. */
	#refuse(name: string): void {
		this.#arrays.delete(name);
		this.#refused.add(name);
	}

	#corrupt(reason: string, path: string): null {
		this.#tools.findings.add("container-corrupt", { path, params: { reason } });
		return null;
	}
}

/**
 * Parses the metadata document within its limits.
 *
 * @returns null where it was reported as malformed
 */
export function parseMetadata(
	bytes: Uint8Array,
	findings: Findings,
	limits: ReplayLimits,
): { readonly value: unknown } | null {
	if (bytes.length > limits.metadataBytes) {
		reportMalformed(findings, "", `larger than ${limits.metadataBytes} bytes`);
		return null;
	}
	try {
		return { value: plainDocument(parseDocument(bytes, limits.metadataDepth), limits) };
	} catch (error) {
		if (error instanceof DocumentFault) reportMalformed(findings, error.path, error.message);
		else if (error instanceof JsonFault) reportMalformed(findings, "", error.message);
		else throw error;
		return null;
	}
}
