import { type ReplayArray, type ReplayArtifact, readReplay } from "@hindcast/replay-protocol";
import { HostError } from "../errors/host-error.ts";
import type { StoredFile } from "../storage/directory.ts";

/** Bytes of decoded arrays that are kept: some 16 recordings of ten minutes. */
const defaultMaxBytes = 128 * 1024 * 1024;
/** What a text is taken to weigh besides its characters. */
const stringOverhead = 32;

/** Decoded payloads, a few of them kept. */
export interface ArtifactCache {
	/**
	 * The artifact in a payload whose bytes were found to have this digest. Runs one at a time where its caller sees to
	 * it, so that one payload is in memory besides those kept. What was accepted is not judged anew by what stands around
	 * it: its claims are no proof here anyway.
	 *
	 * @throws HostError `evidence-damaged` when the bytes are no replay by the rules of today
	 */
	read(file: StoredFile, digest: string): Promise<ReplayArtifact>;
}

/** Keeps the artifacts that were asked for last, as many as `maxBytes` hold; a larger one is not kept. */
export function createArtifactCache(maxBytes = defaultMaxBytes): ArtifactCache {
	const kept = new Map<string, { readonly artifact: ReplayArtifact; readonly byteLength: number }>();
	let total = 0;
	const drop = (digest: string) => {
		total -= kept.get(digest)?.byteLength ?? 0;
		kept.delete(digest);
	};
	return {
		async read(file, digest) {
			const found = kept.get(digest);
			if (found !== undefined) {
				// A map keeps the order of insertion: what was asked for last is dropped last.
				kept.delete(digest);
				kept.set(digest, found);
				return found.artifact;
			}
			const bytes = await file.read(0, file.byteLength);
			const { artifact } = await readReplay(bytes, { scope: "content" });
			if (artifact === undefined) {
				throw new HostError("evidence-damaged", {
					message:
						"The stored bytes are those that were accepted, but are no sound replay by the rules of today.",
					hint: "Validate the replay to see why; its bytes are still answered as they are.",
				});
			}
			const byteLength = weightOf(artifact);
			if (byteLength > maxBytes) return artifact;
			for (const oldest of kept.keys()) {
				if (total + byteLength <= maxBytes) break;
				drop(oldest);
			}
			drop(digest);
			kept.set(digest, { artifact, byteLength });
			total += byteLength;
			return artifact;
		},
	};
}

/** Bytes that an artifact's arrays take, roughly for texts. */
function weightOf({ arrays }: ReplayArtifact): number {
	const all: Record<string, ReplayArray | undefined> = { ...arrays };
	return Object.values(all).reduce((sum, array) => sum + (array === undefined ? 0 : weightOfArray(array)), 0);
}

function weightOfArray(array: ReplayArray): number {
	if (array.dtype !== "string") return array.data.byteLength;
	return array.data.reduce((sum, text) => sum + 2 * text.length + stringOverhead, 0);
}
