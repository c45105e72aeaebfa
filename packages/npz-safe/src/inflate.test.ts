import * as zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Budget } from "./budget.ts";
import { inflateFflate } from "./inflate-fflate.ts";
import type { InflateBackend } from "./inflate-job.ts";
import { zlibBackend } from "./inflate-zlib.ts";
import { refusalOf } from "./testing/corpus.ts";

const backends: [string, InflateBackend][] = [
	["zlib", zlibBackend(zlib)],
	["fflate", { sync: inflateFflate, async: async (job) => inflateFflate(job) }],
];

/** Deflate streams of every block type, with their data; many end on a byte boundary. */
const streams = fc
	.record({
		data: fc.oneof(
			fc.uint8Array({ maxLength: 300, size: "max" }),
			fc
				.array(fc.constantFrom(0, 1, 200), { maxLength: 3000, size: "max" })
				.map((bytes) => Uint8Array.from(bytes)),
		),
		level: fc.constantFrom(0, 1, 6, 9),
		strategy: fc.constantFrom(
			zlib.constants.Z_DEFAULT_STRATEGY,
			zlib.constants.Z_FIXED,
			zlib.constants.Z_HUFFMAN_ONLY,
			zlib.constants.Z_RLE,
		),
	})
	.map(({ data, ...options }) => ({ data, stream: new Uint8Array(zlib.deflateRawSync(data, options)) }));

function jobOf(input: Uint8Array, size: number, budget = new Budget()) {
	return { input: new Uint8Array(input), size, budget };
}

describe.each(backends)("inflating with %s", { timeout: 30_000 }, (_, backend) => {
	const refusal = (input: Uint8Array, size: number, budget?: Budget) =>
		refusalOf(() => backend.sync(jobOf(input, size, budget)));

	it("gives exactly the data, sync and async", async () => {
		const property = fc.asyncProperty(streams, async ({ data, stream }) => {
			expect(backend.sync(jobOf(stream, data.length))).toEqual(data);
			expect(await backend.async(jobOf(stream, data.length))).toEqual(data);
		});
		await fc.assert(property, { seed: 2, numRuns: 150 });
	});

	it("refuses input after the end, a cut end, and any other size", async () => {
		const property = fc.asyncProperty(
			streams,
			fc.uint8Array({ minLength: 1, maxLength: 40 }),
			async ({ data, stream }, tail) => {
				expect(await refusal(Uint8Array.of(...stream, ...tail), data.length)).toBe("zip-inflate");
				expect(await refusal(stream.subarray(0, -1), data.length)).toBe("zip-inflate");
				expect(await refusal(stream, data.length + 1)).toBe("zip-size-mismatch");
				if (data.length > 0) expect(await refusal(stream, data.length - 1)).toBe("zip-size-mismatch");
			},
		);
		await fc.assert(property, { seed: 3, numRuns: 150 });
	});

	it("stops a bomb near its declared size", async () => {
		const bomb = zlib.deflateRawSync(new Uint8Array(64 * 1024 ** 2), { level: 9 });
		for (const size of [0, 1, 4096]) {
			const budget = new Budget();
			expect(await refusal(bomb, size, budget)).toBe("zip-size-mismatch");
			expect(budget.inflatedBytes).toBeLessThanOrEqual(size + 1032 * Math.max(512, bomb.length / 16));
			expect(budget.allocatedBytes).toBeLessThanOrEqual(Math.max(4096, size + 1));
		}
	});

	it("refuses an empty stream", async () => {
		expect(await refusal(new Uint8Array(), 0)).toBe("zip-inflate");
	});
});
