import { expect, it } from "vitest";
import { canonicalize, canonicalizePython, parsePreservingNumbers, sha256Id } from "./index.ts";
import { digests, example, fromBits, numberTable } from "./testing/vectors.ts";
import "./golden.test.ts";

it("prints the number table of RFC 8785, appendix B", () => {
	for (const [bits, text] of numberTable) expect(canonicalize(fromBits(bits)), bits).toBe(text);
});

it("gives the RFC's example as bytes", () => {
	const bytes = new TextEncoder().encode(canonicalize(parsePreservingNumbers(example.text)));
	expect(Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(example.bytes);
});

it("gives the published digests", async () => {
	for (const [text, id] of digests) expect(await sha256Id(new TextEncoder().encode(text))).toBe(id);
});

it("reaches the deepest nesting it allows", () => {
	const text = `${'[{"a":'.repeat(1024)}1${"}]".repeat(1024)}`;
	const limits = { maxDepth: 2048 };
	expect(canonicalizePython(parsePreservingNumbers(text, { limits }), { limits })).toBe(text);
});
