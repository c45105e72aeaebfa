import * as zlib from "node:zlib";
import { goldenAvailable, readGoldenJson } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import { inflateFflate } from "./inflate-fflate.ts";
import { zlibBackend } from "./inflate-zlib.ts";
import { goldenSuites, readersOf } from "./testing/corpus.ts";
import { encodeHeader } from "./write-npy.ts";

describe.skipIf(!goldenAvailable)("golden corpus in Node", async () => {
	if (!goldenAvailable) return;
	await goldenSuites([
		...readersOf("zlib", zlibBackend(zlib)),
		...readersOf("fflate", { sync: inflateFflate, async: async (job) => inflateFflate(job) }),
	]);
});

interface HeaderVector {
	descr: string;
	shape: string[];
	fortran_order: boolean;
	length: number;
	text: string;
	sha256: string;
}

describe.skipIf(!goldenAvailable)("headers", () => {
	it("are those NumPy writes, byte for byte", async () => {
		const { createHash } = await import("node:crypto");
		const { vectors } = await readGoldenJson<{ vectors: HeaderVector[] }>("npz/headers.json");
		expect(vectors).toHaveLength(66);
		for (const { descr, shape, fortran_order: fortranOrder, length, text, sha256 } of vectors) {
			const header = encodeHeader({ descr, shape, fortranOrder });
			expect(new TextDecoder().decode(header.subarray(10)).trimEnd()).toBe(text);
			expect(header.length).toBe(length);
			expect(createHash("sha256").update(header).digest("hex")).toBe(sha256);
		}
	});
});
