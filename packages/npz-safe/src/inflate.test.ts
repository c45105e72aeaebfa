import * as zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Budget } from "./budget.ts";
import { isNpzError } from "./errors.ts";
import { inflateFflate } from "./inflate-fflate.ts";
import type { InflateBackend } from "./inflate-job.ts";
import { zlibBackend } from "./inflate-zlib.ts";
import { readNpzSync, readWithBackend, readWithBackendSync } from "./read-npz.ts";
import { refusalOf } from "./testing/corpus.ts";
import { writeNpz } from "./write-npz.ts";

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

describe("damaged streams in a file", { timeout: 30_000 }, () => {
	const arrays = { a: new Float64Array(64), b: ["hip", "knee"], c: new Uint8Array(300) };
	const file = writeNpz(arrays, { compress: true });
	const original = readNpzSync(file).arrays;
	/** The codes of one damage: which of them comes is the back end's choice. */
	const codes = ["zip-inflate", "zip-size-mismatch", "zip-crc"];
	const readers = backends.flatMap(([, backend]) => [
		(bytes: Uint8Array) => readWithBackendSync(bytes, {}, backend),
		(bytes: Uint8Array) => readWithBackend(bytes, {}, backend),
	]);

	it("are refused by every back end, or harmless", async () => {
		const streamStart = 35;
		const streamEnd = streamStart + new DataView(file.buffer).getUint32(18, true);
		const place = fc.integer({ min: streamStart, max: streamEnd - 1 });
		const property = fc.asyncProperty(
			fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 3 }),
			async (changes) => {
				const damaged = file.slice();
				for (const [at, byte] of changes) damaged[at] = byte;
				for (const read of readers) {
					try {
						expect((await read(damaged)).arrays).toEqual(original);
					} catch (error) {
						if (!isNpzError(error)) throw error;
						expect(codes).toContain(error.code);
					}
				}
			},
		);
		await fc.assert(property, { seed: 5, numRuns: 500 });
	});

	it("may be refused for either fault when they are too long as well as unfinished", async () => {
		const damaged = file.slice();
		damaged[190] = 108;
		damaged[226] = 155;
		for (const read of readers) {
			expect(codes.slice(0, 2)).toContain(await refusalOf(() => read(damaged)));
		}
	});
});

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
