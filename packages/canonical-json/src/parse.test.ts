import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isCanonicalJsonError } from "./errors.ts";
import { JsonNumber } from "./json-number.ts";
import { type ParsedJson, parsePreservingNumbers } from "./parse.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** The parsed value with plain numbers, as JSON.parse gives it. */
function plain(value: ParsedJson): unknown {
	if (value instanceof JsonNumber) return value.value;
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** What JSON.parse makes of a text, "refused" where it does not or where a string holds half a pair. */
function engine(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return /\\ud[89a-f]/i.test(JSON.stringify(value)) ? "refused" : value;
	} catch {
		return "refused";
	}
}

function ours(text: string): unknown {
	try {
		return plain(parsePreservingNumbers(text, { duplicateKeys: "last" }));
	} catch (error) {
		if (isCanonicalJsonError(error)) return "refused";
		throw error;
	}
}

function refusal(text: string, options = {}): unknown {
	try {
		parsePreservingNumbers(text, options);
	} catch (error) {
		if (!isCanonicalJsonError(error)) throw error;
		const { code, path, offset, line, column } = error;
		return [code, path, offset, line, column];
	}
	return undefined;
}

const documents = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });
const numbers = fc.oneof(
	fc.double({ noDefaultInfinity: true, noNaN: true }).map((x) => JSON.stringify(x)),
	fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?$/),
	fc.stringMatching(/^[-+.eE0-9]{1,8}$/),
);

describe("parsePreservingNumbers", () => {
	it("agrees with JSON.parse on documents", () => {
		fc.assert(
			fc.property(documents, fc.constantFrom(0, 1, "\t"), (value, indent) => {
				const text = JSON.stringify(value, null, indent);
				expect(ours(text)).toEqual(engine(text));
			}),
			{ seed: 2, numRuns: 300 },
		);
	});

	it("agrees with JSON.parse on documents with a character set, cut or added", () => {
		const edit = fc.record({
			at: fc.nat(),
			unit: fc.oneof(
				fc.nat(0xffff).map((n) => String.fromCharCode(n)),
				fc.constantFrom(...'{}[],:"\\0-e.u \t\r\n'),
			),
			kind: fc.constantFrom("set", "cut", "add"),
		});
		let changed = 0;
		fc.assert(
			fc.property(documents, fc.array(edit, { minLength: 1, maxLength: 2 }), (value, edits) => {
				const units = JSON.stringify(value).split("");
				for (const { at, unit, kind } of edits)
					units.splice(at % (units.length + 1), kind === "add" ? 0 : 1, ...(kind === "cut" ? [] : [unit]));
				const text = units.join("");
				const expected = engine(text);
				if (expected !== "refused") changed++;
				expect(ours(text)).toEqual(expected);
			}),
			{ seed: 3, numRuns: 2000 },
		);
		expect(changed).toBeGreaterThan(200);
	});

	it("keeps every number as written, and takes exactly JSON's numbers", () => {
		fc.assert(
			fc.property(numbers, (text) => {
				expect(ours(`[${text}]`)).toEqual(engine(`[${text}]`));
				if (engine(text) === "refused") {
					expect(() => JsonNumber.parse(text)).toThrow(/\(syntax\)/);
					return;
				}
				const [kept] = parsePreservingNumbers(` [ ${text} ] `) as [JsonNumber];
				expect([kept.text, `${kept}`, kept.value]).toEqual([text, text, JSON.parse(text)]);
				expect(kept.isInteger).toBe(/^-?\d+$/.test(text));
				expect(kept).toEqual(JsonNumber.parse(text));
			}),
			{ seed: 4, numRuns: 1500 },
		);
	});

	it("says where a text stops being JSON", () => {
		expect(refusal('{\n  "a": [1,\r\n\t2,,3]}')).toEqual(["syntax", "/a/2", 17, 3, 4]);
		expect(refusal("")).toEqual(["syntax", "", 0, 1, 1]);
		expect(refusal("\ufeff1")).toEqual(["syntax", "", 0, 1, 1]);
		expect(refusal("[1] 2")).toEqual(["syntax", "", 4, 1, 5]);
		expect(refusal('["a\tb"]')).toEqual(["syntax", "/0", 3, 1, 4]);
		expect(refusal('["\\u12g4"]')).toEqual(["syntax", "/0", 2, 1, 3]);
		expect(refusal('["x\\ud800"]')).toEqual(["lone-surrogate", "/0", 1, 1, 2]);
		expect(refusal("[NaN]")).toEqual(["syntax", "/0", 1, 1, 2]);
	});

	it("refuses a key that comes twice, at any depth, or keeps the last where asked", () => {
		const text = '{"a":{"b/c":1,"\\u0062/c":2},"d":3}';
		expect(refusal(text)).toEqual(["duplicate-key", "/a/b~1c", 14, 1, 15]);
		expect(refusal('{"__proto__":1,"__proto__":2}')).toEqual(["duplicate-key", "/__proto__", 15, 1, 16]);
		expect(plain(parsePreservingNumbers(text, { duplicateKeys: "last" }))).toEqual({ a: { "b/c": 2 }, d: 3 });
		expect(() => parsePreservingNumbers(text, { duplicateKeys: "first" as never })).toThrow(TypeError);
	});

	it("is bounded: characters, depth, values, digits", () => {
		expect(refusal("[1,2]", { limits: { maxCharacters: 4 } })).toEqual(["limit-characters", "", 4, 1, 5]);
		expect(refusal("[[[]]]", { limits: { maxDepth: 2 } })).toEqual(["limit-depth", "/0/0", 2, 1, 3]);
		expect(refusal("[[]]", { limits: { maxDepth: 2 } })).toBe(undefined);
		expect(refusal("[1,2,3]", { limits: { maxValues: 3 } })).toEqual(["limit-values", "/2", 5, 1, 6]);
		expect(refusal(`[${"1".repeat(4301)}]`)).toEqual(["limit-number-length", "/0", 1, 1, 2]);
		expect(refusal(`[${"1".repeat(4300)}]`)).toBe(undefined);
		expect(refusal("[".repeat(5_000_000))).toEqual(["limit-depth", "/0".repeat(256), 256, 1, 257]);
		expect(refusal('{"a":'.repeat(1_000_000))).toEqual(["limit-depth", "/a".repeat(256), 1280, 1, 1281]);
	});

	it("takes text only", () => {
		expect(() => parsePreservingNumbers(new Uint8Array(1) as never)).toThrow(TypeError);
		expect(() => parsePreservingNumbers("1", { limit: {} } as never)).toThrow("limit is not an option");
	});
});

describe("JsonNumber", () => {
	it("is immutable, and made only of what JSON can say", () => {
		const number = JsonNumber.parse("1.0");
		expect(() => Object.assign(number, { text: "2.0" })).toThrow(TypeError);
		expect(number.text).toBe("1.0");
		expect(() => JsonNumber.float(Number.NaN)).toThrow(/non-finite/);
		expect(() => JsonNumber.parse(1 as never)).toThrow(TypeError);
		expect(() => JsonNumber.parse("1".repeat(4301))).toThrow(/limit-number-length/);
		for (const text of ["", " 1", "1 ", "01", "+1", ".5", "5.", "0x1", "1_0", "١", "NaN", "1e", "--1"])
			expect(() => JsonNumber.parse(text), text).toThrow(/\(syntax\)/);
	});
});
