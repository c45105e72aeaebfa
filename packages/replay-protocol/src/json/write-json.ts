import type { ReplayArray, ReplayArtifact } from "../artifact.ts";
import { sortedArrays } from "../digest.ts";
import { sortedJson } from "../plain-document.ts";

const encoder = new TextEncoder();
const pieceLength = 64 * 1024;

/** Gathers text as UTF-8 in pieces, so that no string grows with the replay. */
class Utf8Sink {
	readonly #pieces: Uint8Array[] = [];
	#pending = "";

	write(text: string): void {
		this.#pending += text;
		if (this.#pending.length >= pieceLength) this.#flush();
	}

	bytes(): Uint8Array<ArrayBuffer> {
		this.#flush();
		const total = this.#pieces.reduce((sum, piece) => sum + piece.length, 0);
		const all = new Uint8Array(total);
		let offset = 0;
		for (const piece of this.#pieces) {
			all.set(piece, offset);
			offset += piece.length;
		}
		return all;
	}

	#flush(): void {
		this.#pieces.push(encoder.encode(this.#pending));
		this.#pending = "";
	}
}

/** The JSON encoding: sorted keys, nested rows, NaN as null, shortest numbers, integers beyond 2^53 as text. */
export function writeJson({ metadata, arrays }: ReplayArtifact): Uint8Array<ArrayBuffer> {
	const sink = new Utf8Sink();
	sink.write(`{"metadata":${sortedJson(metadata)},"arrays":{`);
	for (const [index, [name, array]] of sortedArrays(arrays).entries()) {
		const shape = JSON.stringify(array.shape);
		sink.write(`${index === 0 ? "" : ","}${JSON.stringify(name)}:`);
		sink.write(`{"dtype":"${array.dtype}","shape":${shape},"data":`);
		writeRows(array, sink);
		sink.write("}");
	}
	sink.write("}}");
	return sink.bytes();
}

function writeRows(array: ReplayArray, sink: Utf8Sink): void {
	const { shape } = array;
	const scalar = scalarWriter(array);
	let next = 0;
	const level = (axis: number): void => {
		if (axis === shape.length) {
			sink.write(scalar(next++));
			return;
		}
		sink.write("[");
		for (let i = 0; i < shape[axis]; i++) {
			if (i > 0) sink.write(",");
			level(axis + 1);
		}
		sink.write("]");
	};
	level(0);
}

function scalarWriter(array: ReplayArray): (index: number) => string {
	switch (array.dtype) {
		case "string":
			return (index) => JSON.stringify(array.data[index]);
		case "bool":
			return (index) => (array.data[index] === 0 ? "false" : "true");
		case "int64":
			return (index) => int64Text(array.data[index]);
		default:
			return (index) => numberText(array.data[index]);
	}
}

function numberText(value: number): string {
	return Number.isNaN(value) ? "null" : String(value + 0);
}

function int64Text(value: bigint): string {
	const safe = BigInt(Number.MIN_SAFE_INTEGER) <= value && value <= BigInt(Number.MAX_SAFE_INTEGER);
	return safe ? String(value) : `"${value}"`;
}
