import type { Stepper } from "../pace.ts";
import type { MsgpackScanner } from "./msgpack-scanner.ts";

/** Nesting of any value in a file; what a replay needs is far below. */
const deepest = 64;

/** Takes one value of any kind, checking its framing, in steps. */
export class MsgpackSkip implements Stepper<MsgpackScanner> {
	/** Type of the first extension in the value; null where there is none. */
	extension: number | null = null;
	/** Values still to take in each open list or map; the value itself is the only one of the first. */
	readonly #left: number[] = [1];

	run(scanner: MsgpackScanner, until: number): boolean {
		while (this.#left.length > 0) {
			const level = this.#left.length - 1;
			if (this.#left[level] === 0) {
				this.#left.pop();
			} else {
				if (scanner.position >= until) return false;
				this.#left[level]--;
				this.#value(scanner);
			}
		}
		return true;
	}

	#value(scanner: MsgpackScanner): void {
		const kind = scanner.next();
		if (kind === "list" || kind === "map") {
			if (this.#left.length > deepest) scanner.fault("too-deep");
			this.#left.push(kind === "map" ? 2 * scanner.size : scanner.size);
			return;
		}
		if (kind === "extension") this.extension ??= scanner.value;
		if (kind === "text" || kind === "binary" || kind === "extension") scanner.position += scanner.size;
	}
}
