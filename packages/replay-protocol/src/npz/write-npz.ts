import { writeNpz as writeArchive } from "@hindcast/npz-safe";
import type { ReplayArray, ReplayArtifact } from "../artifact.ts";
import { withCanonicalFloats } from "../canonical-floats.ts";
import { sortedArrays } from "../digest.ts";
import { metadataMember } from "../judge/structure.ts";
import { sortedJson } from "../plain-document.ts";

/** The NPZ encoding: one member for each array in the order of their names, after the metadata. */
export function writeNpz({ metadata, arrays }: ReplayArtifact): Uint8Array<ArrayBuffer> {
	const json = new TextEncoder().encode(sortedJson(metadata));
	const members = sortedArrays(arrays).map(([name, array]) => [name, storedArray(array)] as const);
	return writeArchive([[metadataMember, { dtype: "uint8", shape: [json.length], data: json }], ...members]);
}

function storedArray(array: ReplayArray) {
	if (array.dtype === "string") return { ...array, dtype: "unicode" as const };
	return withCanonicalFloats(array);
}
