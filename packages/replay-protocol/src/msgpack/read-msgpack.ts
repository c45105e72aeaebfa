import { ContentFault } from "../content-fault.ts";
import { Expansion } from "../expansion.ts";
import { Intake } from "../intake.ts";
import type { ReadingTools } from "../json/read-json.ts";
import { drive } from "../pace.ts";
import { readMetadata } from "../read-metadata.ts";
import { pointer } from "../report/findings.ts";
import type { Candidate } from "../validate.ts";
import { MsgpackArrayReader } from "./msgpack-array.ts";
import { parseMsgpack, takeKey } from "./msgpack-document.ts";
import { MsgpackFault, MsgpackScanner } from "./msgpack-scanner.ts";
import { MsgpackSkip } from "./msgpack-skip.ts";

/**
 * Reads the msgpack encoding: `{ protocol, metadata, arrays: { name: { d: dtype, s: shape, b: elements } } }`.
 *
 * Memory: the arrays, and nothing that grows with the file besides.
 *
 * @returns null where the bytes are no MessagePack of that form; the reason is among the findings
 */
export async function readMsgpack(bytes: Uint8Array, tools: ReadingTools): Promise<Candidate | null> {
	const reading = new MsgpackReading(bytes, tools);
	try {
		return await reading.read();
	} catch (error) {
		const { findings } = tools;
		if (error instanceof ContentFault) {
			findings.add(error.code, { path: reading.place, params: error.params });
			return null;
		}
		if (!(error instanceof MsgpackFault)) throw error;
		const { reason, offset } = error;
		findings.add("container-corrupt", { path: "", params: { reason, offset } });
		return null;
	}
}

/** Whether the bytes begin like a map of MessagePack, which is what a replay is. */
export function beginsLikeMsgpack(bytes: Uint8Array): boolean {
	const [lead] = bytes;
	return (lead & 0xf0) === 0x80 || lead === 0xde || lead === 0xdf;
}

/** Stored bytes of a key; names of arrays are far shorter. */
const longestKey = 4096;

class MsgpackReading {
	/** Pointer to the part that is being read. */
	place = "";
	readonly #scanner: MsgpackScanner;
	readonly #tools: ReadingTools;
	readonly #intake: Intake;
	readonly #expansion: Expansion;
	#metadata: unknown;
	#malformed = false;

	constructor(bytes: Uint8Array, tools: ReadingTools) {
		this.#scanner = new MsgpackScanner(bytes);
		this.#tools = tools;
		this.#intake = new Intake(tools.findings);
		this.#expansion = new Expansion(tools.limits.expandedBytes);
	}

	async read(): Promise<Candidate | null> {
		const scanner = this.#scanner;
		const seen = new Set<string>();
		for (let left = this.#entries(); left > 0; left--) {
			const key = takeKey(scanner, longestKey);
			this.place = pointer(key);
			if (seen.has(key)) throw new ContentFault("container-corrupt", { reason: "repeated key" });
			seen.add(key);
			await this.#part(key);
			this.place = "";
		}
		if (scanner.position < scanner.end) scanner.fault("trailing-bytes");
		await this.#tools.pace.turn(scanner.position);
		return this.#malformed ? null : this.#intake.candidate(this.#metadata);
	}

	/** Takes the value of a key of the document. */
	async #part(key: string): Promise<void> {
		if (key === "protocol") this.#readProtocol();
		else if (key === "metadata") await this.#readMetadata();
		else if (key === "arrays") await this.#readArrays();
		else {
			this.#intake.ignore(key);
			await this.#skip("no extension");
		}
	}

	/**
	 * Takes the head of a map; the caller takes its entries.
	 *
	 * @throws ContentFault for another value, and for more keys than members are allowed
	 */
	#entries(): number {
		const scanner = this.#scanner;
		const max = this.#tools.limits.members;
		if (scanner.next() !== "map") throw new ContentFault("container-corrupt", { reason: "not a map" });
		const found = scanner.size;
		if (found > max) throw new ContentFault("size-limit-exceeded", { limit: "members", found, max });
		return found;
	}

	/** Takes one value; an extension in it is a fault, unless the value was reported already. */
	async #skip(extensions: "no extension" | "any"): Promise<void> {
		const skip = new MsgpackSkip();
		await drive(skip, this.#scanner, this.#tools.pace);
		if (skip.extension === null || extensions === "any") return;
		throw new ContentFault("object-payload", { dtype: `extension ${skip.extension}` });
	}

	/** The protocol's name, which the metadata has too; here it tells the file from any other of MessagePack. */
	#readProtocol(): void {
		const scanner = this.#scanner;
		const found = scanner.next() === "text" ? scanner.text() : scanner.kind;
		if (found !== "moonrobo.replay.v1") throw new ContentFault("unknown-protocol", { found });
	}

	async #readMetadata(): Promise<void> {
		const { findings, limits } = this.#tools;
		const start = this.#scanner.position;
		await this.#skip("any");
		const span = this.#scanner.bytes.subarray(start, this.#scanner.position);
		const parsed = readMetadata(span, parseMsgpack, { findings, limits });
		this.#malformed = parsed === null;
		this.#metadata = parsed?.value;
	}

	async #readArrays(): Promise<void> {
		for (let left = this.#entries(); left > 0; left--) {
			const name = takeKey(this.#scanner, longestKey);
			if (this.#intake.admit(name)) await this.#readArray(name);
			else await this.#skip("any");
		}
	}

	/** Reads one array; one that cannot be read is reported and skipped. */
	async #readArray(name: string): Promise<void> {
		const { limits, pace } = this.#tools;
		const start = this.#scanner.position;
		const used = this.#expansion.used;
		const reader = new MsgpackArrayReader(name, this.#scanner, { limits, pace, expansion: this.#expansion });
		try {
			this.#intake.keep(name, await reader.read());
		} catch (error) {
			this.#intake.refuse(name, error);
			this.#expansion.claim(used - this.#expansion.used);
			this.#scanner.position = start;
			await this.#skip("any");
		}
	}
}
