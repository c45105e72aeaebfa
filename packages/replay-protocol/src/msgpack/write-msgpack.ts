import type { ReplayArray, ReplayArtifact } from "../artifact.ts";
import { withCanonicalFloats } from "../canonical-floats.ts";
import { sortedArrays } from "../digest.ts";
import { littleEndianBytes } from "./elements.ts";
import { MsgpackSink } from "./msgpack-sink.ts";

/** The msgpack encoding: sorted keys, the shortest form of every head and integer, other numbers as float64. */
export function writeMsgpack({ metadata, arrays }: ReplayArtifact): Uint8Array<ArrayBuffer> {
	const sink = new MsgpackSink();
	sink.map(3);
	sink.text("protocol");
	sink.text("moonrobo.replay.v1");
	sink.text("metadata");
	writeDocument(metadata, sink);
	sink.text("arrays");
	const stored = sortedArrays(arrays);
	sink.map(stored.length);
	for (const [name, array] of stored) {
		sink.text(name);
		writeArray(withCanonicalFloats(array), sink);
	}
	return sink.bytes();
}

function writeArray(array: ReplayArray, sink: MsgpackSink): void {
	sink.map(3);
	sink.text("d");
	sink.text(array.dtype);
	sink.text("s");
	sink.list(array.shape.length);
	for (const size of array.shape) sink.number(size);
	sink.text("b");
	if (array.dtype !== "string") {
		sink.binary(littleEndianBytes(array.data));
		return;
	}
	sink.list(array.data.length);
	for (const text of array.data) sink.text(text);
}

/** Writes plain JSON data, keys in code unit order. */
function writeDocument(value: unknown, sink: MsgpackSink): void {
	if (value === null) sink.nil();
	else if (typeof value === "boolean") sink.boolean(value);
	else if (typeof value === "number") sink.number(value);
	else if (typeof value === "string") sink.text(value);
	else if (Array.isArray(value)) {
		sink.list(value.length);
		for (const item of value) writeDocument(item, sink);
	} else {
		const entries = Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
		sink.map(entries.length);
		for (const [key, part] of entries) {
			sink.text(key);
			writeDocument(part, sink);
		}
	}
}
