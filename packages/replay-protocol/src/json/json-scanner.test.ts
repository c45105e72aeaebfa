import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { readReplay } from "../read.ts";
import { fullArrays, sampleReplay } from "../testing/sample.ts";
import { writeReplay } from "../write.ts";
import { parseDocument } from "./json-document.ts";
import { JsonFault, JsonScanner } from "./json-scanner.ts";
import { JsonSkip } from "./json-skip.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What JSON.parse makes of the bytes, or a word for its refusal. */
function engine(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(decoder.decode(bytes));
	} catch {
		return "refused";
	}
}

function ours(bytes: Uint8Array): unknown {
	try {
		return parseDocument(bytes, 64);
	} catch (error) {
		if (error instanceof JsonFault) return "refused";
		throw error;
	}
}

/** Whether the skipping reader takes the bytes, in steps of so many bytes. */
function skips(bytes: Uint8Array, step: number): boolean {
	const scanner = new JsonScanner(bytes);
	const skip = new JsonSkip();
	try {
		while (!skip.run(scanner, scanner.position + step)) if (scanner.position >= scanner.end) scanner.fault();
		return scanner.peek() === -1;
	} catch (error) {
		if (error instanceof JsonFault) return false;
		throw error;
	}
}

/** Values whose objects have no repeated keys and nothing that the engine treats specially. */
const values = fc
	.jsonValue({ maxDepth: 5, stringUnit: "binary" })
	.filter((value) => !JSON.stringify(value).includes("__proto__"));

describe("the tokenizer", () => {
	it("agrees with JSON.parse on every document", () => {
		fc.assert(
			fc.property(values, fc.constantFrom(0, 1, "\t"), (value, indent) => {
				const bytes = encoder.encode(JSON.stringify(value, null, indent));
				expect(ours(bytes)).toEqual(engine(bytes));
				expect(skips(bytes, 3)).toBe(true);
			}),
			{ seed: 5, numRuns: 300 },
		);
	});

	it("agrees with JSON.parse on documents with one byte changed, cut or added", () => {
		const edit = fc.record({
			at: fc.nat(),
			byte: fc.oneof(fc.nat(255), fc.constantFrom(...encoder.encode('{}[],:"\\0-e.'))),
		});
		fc.assert(
			fc.property(values, edit, fc.constantFrom("set", "cut", "add"), (value, { at, byte }, kind) => {
				const bytes = [...encoder.encode(JSON.stringify(value))];
				const place = at % (bytes.length + 1);
				bytes.splice(place, kind === "add" ? 0 : 1, ...(kind === "cut" ? [] : [byte]));
				const changed = Uint8Array.from(bytes);
				const expected = engine(changed);
				let found: unknown;
				try {
					found = ours(changed);
				} catch (error) {
					// Repeated keys are ours to refuse; JSON.parse keeps the last.
					expect((error as Error).message).toBe("repeated key");
					return;
				}
				expect(found).toEqual(expected);
				expect(skips(changed, 2)).toBe(expected !== "refused" || found !== "refused");
			}),
			{ seed: 6, numRuns: 1500 },
		);
	});

	it.each([
		"[1,]",
		"[,1]",
		'{"a":1,}',
		"{'a':1}",
		"[1] 2",
		"\ufeff1",
		"nul",
		"truex",
		'"\\x"',
		'"\\u12g4"',
		'"a\tb"',
		"[1}",
		"",
		" ",
	])("refuses %j", (text) => {
		expect(ours(encoder.encode(text))).toBe("refused");
		expect(skips(encoder.encode(text), 1)).toBe(false);
		expect(engine(encoder.encode(text))).toBe("refused");
	});

	it.each([
		["overlong", [0xc0, 0xaf]],
		["overlong of three", [0xe0, 0x80, 0x80]],
		["surrogate", [0xed, 0xa0, 0x80]],
		["beyond U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
		["lone continuation", [0x80]],
		["cut sequence", [0xe2, 0x82]],
		["five bytes", [0xf8, 0x88, 0x80, 0x80, 0x80]],
	])("refuses UTF-8 that is %s", (_, sequence) => {
		const bytes = Uint8Array.from([0x22, ...sequence, 0x22]);
		expect(ours(bytes)).toBe("refused");
		expect(skips(bytes, 1)).toBe(false);
	});

	it("bounds nesting", async () => {
		const deep = encoder.encode(`{"comment":${"[".repeat(100_000)}`);
		const { report } = await readReplay(deep);
		expect(report.diagnostics.map(({ code, params }) => [code, params["reason"]])).toContainEqual([
			"container-corrupt",
			"too-deep",
		]);
	});
});

describe("a mutated replay", () => {
	it("is judged, never thrown at, and never hangs", async () => {
		const clean = writeReplay(await sampleReplay(fullArrays as never), { encoding: "json" });
		const edits = fc.array(
			fc.record({ at: fc.nat(clean.length - 1), length: fc.nat(6), bytes: fc.uint8Array({ maxLength: 6 }) }),
			{ minLength: 1, maxLength: 4 },
		);
		const swaps = fc.constantFrom(
			['"float64"', '"int8"'],
			['"shape":[4', '"shape":[9007199254740991'],
			['"shape":[4,', '"shape":[4,4,'],
			["null", '"Infinity"'],
			["[[", "["],
			["]]", "]"],
			["0.5", "1e999"],
			['"data"', '"date"'],
			['"dtype"', '"shape"'],
			["", ""],
		);
		await fc.assert(
			fc.asyncProperty(edits, swaps, async (changes, [from, to]) => {
				const text = new TextDecoder("latin1").decode(clean).replaceAll(from || "\0", to);
				const bytes = [...text].map((letter) => letter.charCodeAt(0));
				for (const { at, length, bytes: inserted } of changes) bytes.splice(at, length, ...inserted);
				const { artifact, report } = await readReplay(Uint8Array.from(bytes));
				expect(artifact !== undefined).toBe(report.ok);
				JSON.stringify(report);
			}),
			{ seed: 7, numRuns: 400 },
		);
	});
});
