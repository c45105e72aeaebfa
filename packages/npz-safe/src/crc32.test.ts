import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crc32, crc32Tables } from "./crc32.ts";

describe("crc32", () => {
	it("gives the check value of the polynomial", () => {
		const digits = new TextEncoder().encode("123456789");
		expect(crc32(digits)).toBe(0xcbf43926);
		expect(crc32Tables(digits)).toBe(0xcbf43926);
	});

	it("in JavaScript equals zlib's, whole and in two parts", () => {
		const property = fc.property(
			fc.uint8Array({ maxLength: 200, size: "max" }),
			fc.nat(200),
			(bytes, cut) => {
				expect(crc32Tables(bytes)).toBe(zlibCrc32(bytes));
				expect(crc32Tables(bytes.subarray(cut), crc32Tables(bytes.subarray(0, cut)))).toBe(zlibCrc32(bytes));
			},
		);
		fc.assert(property, { seed: 1, numRuns: 200 });
	});
});
