import { describe, expect, it } from "vitest";
import { contentDigest } from "./digest.ts";
import { readReplay } from "./read.ts";
import { createPortableSha256 } from "./sha256.ts";
import { describeDigests } from "./testing/digest-vectors.ts";
import { writeReplay } from "./write.ts";

describeDigests();

/** A file of the format document's vectors, served from the workspace's root. */
async function vectorFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
	const response = await fetch(new URL(`../../../docs/formats/vectors/${name}`, import.meta.url));
	expect(response.ok, name).toBe(true);
	return new Uint8Array(await response.arrayBuffer());
}

describe.each(["minimal", "kinds", "order"])("vector %s of the format document", (name) => {
	it.each(["json", "npz", "msgpack"] as const)("is read and written in a browser: %s", async (encoding) => {
		const bytes = await vectorFile(`${name}.${encoding}`);
		const { artifact, report, encoding: detected } = await readReplay(bytes);
		expect(detected).toBe(encoding);
		expect(report.ok).toBe(true);
		if (artifact === undefined) return;
		const hasher = createPortableSha256();
		hasher.update(await vectorFile(`${name}.content`));
		expect(await contentDigest(artifact)).toBe(`sha256:${hasher.digest()}`);
		expect(writeReplay(artifact, { encoding })).toEqual(bytes);
	});
});
