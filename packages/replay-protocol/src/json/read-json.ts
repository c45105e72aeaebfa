import { ContentFault } from "../content-fault.ts";
import { Expansion } from "../expansion.ts";
import { Intake } from "../intake.ts";
import { reportMalformed } from "../judge/judge-metadata.ts";
import type { ReplayLimits } from "../limits.ts";
import { drive, type Pace } from "../pace.ts";
import { readMetadata } from "../read-metadata.ts";
import { type Findings, pointer } from "../report/findings.ts";
import type { Candidate } from "../validate.ts";
import { JsonArrayReader } from "./json-array.ts";
import { parseDocument } from "./json-document.ts";
import { byte, JsonFault, JsonScanner } from "./json-scanner.ts";
import { JsonSkip } from "./json-skip.ts";

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
	readonly #intake: Intake;
	readonly #expansion: Expansion;
	#metadata: unknown;
	#malformed = false;

	constructor(bytes: Uint8Array, tools: ReadingTools) {
		this.#scanner = new JsonScanner(bytes);
		this.#tools = tools;
		this.#intake = new Intake(tools.findings);
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
				this.#intake.ignore(key);
				await this.#skip();
			}
		}
		if (scanner.peek() !== -1) scanner.fault();
		await this.#tools.pace.turn(scanner.position);
		if (this.#malformed) return null;
		return this.#intake.candidate(this.#metadata);
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
		const parsed = readMetadata(span, parseDocument, { findings, limits });
		this.place = "";
		this.#malformed = parsed === null;
		this.#metadata = parsed?.value;
	}

	async #readArrays(): Promise<void> {
		this.place = "/arrays";
		for await (const name of this.#keys()) {
			if (this.#intake.admit(name)) await this.#readArray(name);
			else await this.#skip();
		}
		this.place = "";
	}

	/** Reads one array; one that cannot be read is reported and skipped. */
	async #readArray(name: string): Promise<void> {
		const { limits, pace } = this.#tools;
		const start = this.#scanner.position;
		const used = this.#expansion.used;
		const reader = new JsonArrayReader(name, this.#scanner, { limits, pace, expansion: this.#expansion });
		try {
			this.#intake.keep(name, await reader.read());
		} catch (error) {
			this.#intake.refuse(name, error);
			this.#expansion.claim(used - this.#expansion.used);
			this.#scanner.position = start;
			await this.#skip();
		}
	}

	#corrupt(reason: string, path: string): null {
		this.#tools.findings.add("container-corrupt", { path, params: { reason } });
		return null;
	}
}
