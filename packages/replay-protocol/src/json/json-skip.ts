import type { Stepper } from "../pace.ts";
import { byte, type JsonScanner } from "./json-scanner.ts";

/** Nesting of any value in a file; what a replay needs is far below. */
const deepest = 64;

/** Takes one value of any kind, checking its grammar, in steps. */
export class JsonSkip implements Stepper<JsonScanner> {
	readonly #open: number[] = [];
	#expects: "value" | "key" | "end" = "value";

	/**
	 * Goes on until the value ends or `until` is passed.
	 *
	 * @returns whether the value ended
	 */
	run(scanner: JsonScanner, until: number): boolean {
		while (scanner.position < until) {
			if (this.#expects === "key") this.#key(scanner);
			else if (this.#expects === "value") this.#value(scanner);
			else if (this.#open.length === 0) return true;
			else this.#next(scanner);
		}
		return this.#expects === "end" && this.#open.length === 0;
	}

	#key(scanner: JsonScanner): void {
		if (scanner.peek() !== byte.quote) scanner.fault();
		scanner.skipString();
		scanner.expect(byte.colon);
		this.#expects = "value";
	}

	#value(scanner: JsonScanner): void {
		const next = scanner.peek();
		if (next === byte.openList || next === byte.openObject) this.#enter(scanner, next);
		else {
			skipScalar(scanner, next);
			this.#expects = "end";
		}
	}

	#enter(scanner: JsonScanner, opening: number): void {
		if (this.#open.length === deepest) scanner.fault("too-deep");
		scanner.position++;
		// In ASCII both closing brackets are two behind their opening ones.
		if (scanner.accept(opening + 2)) {
			this.#expects = "end";
			return;
		}
		this.#open.push(opening);
		this.#expects = opening === byte.openList ? "value" : "key";
	}

	#next(scanner: JsonScanner): void {
		const opening = this.#open[this.#open.length - 1];
		if (scanner.accept(opening + 2)) this.#open.pop();
		else {
			scanner.expect(byte.comma);
			this.#expects = opening === byte.openList ? "value" : "key";
		}
	}
}

function skipScalar(scanner: JsonScanner, next: number): void {
	if (next === byte.quote) scanner.skipString();
	else if (next === byte.lowerT) scanner.literal("true");
	else if (next === byte.lowerF) scanner.literal("false");
	else if (next === byte.lowerN) scanner.literal("null");
	else scanner.number();
}
