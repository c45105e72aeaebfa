import { beforeAll, expect, it } from "vitest";
import { sha256Of } from "../storage/digest-cache.ts";
import type { StoredFile } from "../storage/directory.ts";
import { replayBytes } from "../testing/replays.ts";
import { createArtifactCache } from "./artifact-cache.ts";

let payloads: Uint8Array[];
let reads: number;

beforeAll(async () => {
	payloads = await Promise.all([0.1, 0.2, 0.3].map((q0) => replayBytes("npz", { q0 })));
});

function read(cache: ReturnType<typeof createArtifactCache>, bytes: Uint8Array) {
	const file = {
		byteLength: bytes.length,
		read: async () => {
			reads++;
			return bytes;
		},
	} as unknown as StoredFile;
	return cache.read(file, sha256Of(bytes));
}

/** Bytes of one artifact: three arrays of floats, and texts with 32 bytes each besides their characters. */
const weight = (4 + 8 + 8) * 8 + 2 * (10 + 32) + 4 * (18 + 32) + 4 * (6 + 32);

/** How many of the three are found again when they are read once more, last ones first. */
async function keptWith(maxBytes: number): Promise<number> {
	const cache = createArtifactCache(maxBytes);
	for (const bytes of payloads) await read(cache, bytes);
	reads = 0;
	for (const bytes of payloads.toReversed()) await read(cache, bytes);
	return payloads.length - reads;
}

it("decodes a payload once, and gives what it holds", async () => {
	const cache = createArtifactCache();
	reads = 0;
	const [first = new Uint8Array()] = payloads;
	const artifact = await read(cache, first);
	expect(artifact.arrays.qj.data[0]).toBe(0.1);
	expect(await read(cache, first)).toBe(artifact);
	expect(reads).toBe(1);
});

it("keeps what was read last, as much as there is room for, and nothing larger than that", async () => {
	for (const count of [0, 1, 2, 3]) {
		expect(await keptWith(count * weight)).toBe(count);
		expect(await keptWith((count + 1) * weight - 1)).toBe(count);
	}
});

it("refuses bytes that are no replay, every time", async () => {
	const cache = createArtifactCache();
	for (let round = 0; round < 2; round++) {
		await expect(read(cache, new Uint8Array(10))).rejects.toMatchObject({ code: "evidence-damaged" });
	}
});
