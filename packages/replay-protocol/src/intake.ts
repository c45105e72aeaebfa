import type { ReplayArray } from "./artifact.ts";
import { ContentFault, reportRefusal } from "./content-fault.ts";
import { narrowed } from "./dtype.ts";
import { arrayPath, type Findings, pointer } from "./report/findings.ts";
import type { Candidate, ContainerContent } from "./validate.ts";

/** Gathers what a reader takes from a file: its arrays, which of them it refused, and what is left out. */
export class Intake {
	readonly #findings: Findings;
	readonly #arrays = new Map<string, ReplayArray>();
	readonly #refused = new Set<string>();
	/** Names as they came, by their normal form. */
	readonly #names = new Map<string, string>();
	readonly #texts: { path: string; text: string }[] = [];
	readonly #foreign: string[] = [];

	constructor(findings: Findings) {
		this.#findings = findings;
	}

	/** Whether the array's name is new. Of two with one name neither is the right one: both are reported and refused. */
	admit(name: string): boolean {
		const form = name.normalize("NFC");
		const first = this.#names.get(form);
		if (first === undefined) {
			this.#names.set(form, name);
			return true;
		}
		this.#findings.add("duplicate-array", { path: arrayPath(name), params: { array: name } });
		for (const one of [first, name]) {
			this.#arrays.delete(one);
			this.#refused.add(one);
		}
		return false;
	}

	/** Keeps an array. */
	keep(name: string, array: ReplayArray): void {
		this.#arrays.set(name, narrowed(name, array));
	}

	/**
	 * Reports an array that cannot be read.
	 *
	 * @throws the error again where it is no fault of content
	 */
	refuse(name: string, error: unknown): void {
		if (!(error instanceof ContentFault)) throw error;
		this.#refused.add(name);
		if (reportRefusal(name, error, this.#findings)) this.note(arrayPath(name), name);
	}

	/** Reports a key of the document that the protocol does not know, and whose value is left out. */
	ignore(key: string): void {
		const params = { array: key, reason: "neither metadata nor arrays" };
		this.#findings.add("array-ignored", { path: pointer(key), params });
		this.note(pointer(key), key);
	}

	/** Notes a place outside metadata and arrays, and the text there, for the rules of privacy. */
	note(path: string, text?: string): void {
		this.#foreign.push(path);
		if (text !== undefined) this.#texts.push({ path, text });
	}

	/** What was taken, with this metadata. */
	candidate(metadata: unknown): Candidate {
		const container: ContainerContent = { texts: this.#texts, foreign: this.#foreign };
		return { metadata, arrays: Object.fromEntries(this.#arrays), refused: this.#refused, container };
	}
}
