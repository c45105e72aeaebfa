import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { canonicalize } from "./canonicalize.ts";
import { JsonNumber } from "./json-number.ts";
import { parsePreservingNumbers } from "./parse.ts";
import { example, fromBits, numberTable } from "./testing/vectors.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Canonical text once more, by the letter of the RFC and by JSON.parse's own values. */
function twin(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(twin).join(",")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const units = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
	const entries = Object.entries(value).sort(([a], [b]) => {
		const [left, right] = [units(a), units(b)];
		const at = left.findIndex((unit, i) => unit !== right[i]);
		if (at < 0) return -1;
		return at >= right.length ? 1 : left[at] - right[at];
	});
	return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${twin(item)}`).join(",")}}`;
}

const documents = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });

describe("canonicalize, by RFC 8785", () => {
	it("prints the number table of appendix B", () => {
		expect(numberTable).toHaveLength(24);
		for (const [bits, text] of numberTable) {
			expect(canonicalize(fromBits(bits)), bits).toBe(text);
			expect(canonicalize(JsonNumber.float(fromBits(bits))), bits).toBe(text);
		}
		expect(() => canonicalize(fromBits("7fffffffffffffff"))).toThrow(/non-finite/);
		expect(() => canonicalize(fromBits("7ff0000000000000"))).toThrow(/non-finite/);
	});

	it("gives the RFC's example, as text and as bytes, from preserved numbers and from JSON.parse", () => {
		for (const value of [parsePreservingNumbers(example.text), JSON.parse(example.text)]) {
			expect(canonicalize(value)).toBe(example.canonical);
			expect(Buffer.from(new TextEncoder().encode(canonicalize(value))).toString("hex")).toBe(example.bytes);
		}
	});

	it("orders keys by UTF-16 unit, as the RFC's example of 3.2.3", () => {
		const text = `{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh",
			"1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}`;
		const canonical = canonicalize(parsePreservingNumbers(text));
		expect(Object.values(JSON.parse(canonical.replace('"1"', '"one"')))).toEqual([
			"Carriage Return",
			"One",
			"Control",
			"Latin Small Letter O With Diaeresis",
			"Euro Sign",
			"Emoji: Grinning Face",
			"Hebrew Letter Dalet With Dagesh",
		]);
	});

	it("agrees with a twin, from values and from texts, and is a fixed point", () => {
		fc.assert(
			fc.property(documents, fc.constantFrom(0, 1, "\t"), (value, indent) => {
				const text = JSON.stringify(value, null, indent);
				const canonical = canonicalize(JSON.parse(text));
				expect(canonical).toBe(twin(JSON.parse(text)));
				expect(canonicalize(parsePreservingNumbers(text))).toBe(canonical);
				expect(canonicalize(parsePreservingNumbers(canonical))).toBe(canonical);
			}),
			{ seed: 1, numRuns: 400 },
		);
	});

	it("takes integers that a float64 stands for, and refuses the others", () => {
		const texts = [
			"0",
			"-0",
			"9007199254740993",
			"9007199254740992",
			"295147905179352825856",
			"1".repeat(400),
		];
		const print = (text: string) => {
			const refusal = (error: unknown) => (error as { code: string }).code;
			const attempts = [JsonNumber.parse(text), BigInt(text)].map((value) => {
				try {
					return canonicalize(value);
				} catch (error) {
					return refusal(error);
				}
			});
			expect(attempts[0]).toBe(attempts[1]);
			return attempts[0];
		};
		expect(texts.map(print)).toEqual([
			"0",
			"0",
			"inexact-integer",
			"9007199254740992",
			"295147905179352830000",
			"non-finite",
		]);
		// What it prints can be read again, though it is not the integer in full.
		expect(print("295147905179352830000")).toBe("295147905179352830000");
		expect(print("295147905179352830001")).toBe("inexact-integer");
	});
});
