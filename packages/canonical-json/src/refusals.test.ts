import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { canonicalize } from "./canonicalize.ts";
import { canonicalizePython } from "./canonicalize-python.ts";
import { isCanonicalJsonError } from "./errors.ts";
import { JsonNumber } from "./json-number.ts";
import { parsePreservingNumbers } from "./parse.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** Code and path of a refusal; the text where there was none. */
function outcome(work: () => string): string {
	try {
		return work();
	} catch (error) {
		if (!isCanonicalJsonError(error)) throw error;
		expect(error.hint).toMatch(/^[A-Z].*\.$/);
		return `${error.code} ${error.path}`;
	}
}

function nested(depth: number): unknown {
	let value: unknown = [];
	for (let i = 1; i < depth; i++) value = i % 2 ? { a: value } : [value];
	return value;
}

const cycle: { a: unknown[] } = { a: [1] };
cycle.a.push({ b: cycle });

const cases: readonly (readonly [name: string, value: unknown, expected: string])[] = [
	["undefined", undefined, "unsupported-type "],
	["undefined in an object", { a: undefined }, "unsupported-type /a"],
	["undefined in an array", [0, undefined], "unsupported-type /1"],
	["a function", { "a/b": [() => 1] }, "unsupported-type /a~1b/0"],
	["a symbol", { "~": Symbol("s") }, "unsupported-type /~0"],
	["NaN", { a: [1, Number.NaN] }, "non-finite /a/1"],
	["Infinity", -Infinity, "non-finite "],
	["a number beyond float64", [JsonNumber.parse("1e400")], "non-finite /0"],
	["half of a pair", { a: "\ud83d" }, "lone-surrogate /a"],
	["half of a pair, the second", ["\ude00"], "lone-surrogate /0"],
	["half of a pair in a key", { "\ud83d": 1 }, "lone-surrogate /\ud83d"],
	["a hole", Object.assign([1], { 2: 3 }), "sparse-array /1"],
	["a long hole", Object.assign([], { length: 2 ** 31 }), "sparse-array /0"],
	["a named element", Object.assign([1], { index: 0 }), "hidden-property "],
	["a symbol key", { a: { [Symbol.iterator]: 1 } }, "hidden-property /a"],
	["a hidden key", { a: Object.defineProperty({}, "x", { value: 1 }) }, "hidden-property /a"],
	["a cycle", cycle, "cycle /a/1/b"],
	["a Date", { at: new Date(0) }, "unsupported-type /at"],
	["a Map", new Map(), "unsupported-type "],
	["a typed array", { q: new Float64Array(2) }, "unsupported-type /q"],
	["a boxed number", [Object(1)], "unsupported-type /0"],
	["a class", new (class Pose {})(), "unsupported-type "],
	["an object with a prototype of its own", Object.create({ a: 1 }), "unsupported-type "],
	["too deep", nested(257), `limit-depth ${"/0/a".repeat(128)}`],
];

describe("what JSON cannot say", () => {
	it.each(cases)("%s is refused by both forms, with its path", (_, value, expected) => {
		expect(outcome(() => canonicalize(value))).toBe(expected);
		expect(outcome(() => canonicalizePython(value))).toBe(expected);
	});

	it("is told apart from what it can say", () => {
		const shared = [1];
		const fine = [
			[nested(256), undefined],
			[{ a: shared, b: shared }, '{"a":[1],"b":[1]}'],
			[Object.create(null), "{}"],
			[runInNewContext("({ a: [1, { b: null }] })"), '{"a":[1,{"b":null}]}'],
			["\ud83d\ude00".slice(0, 2).length, "2"],
		] as const;
		for (const [value, text] of fine) {
			const canonical = canonicalize(value);
			expect(canonical).toBe(text ?? canonical);
			expect(canonicalizePython(value)).toBe(canonical);
		}
	});

	it("bounds depth, values and characters, also of a value that shares its parts", () => {
		let wide: unknown = "x";
		for (let i = 0; i < 40; i++) wide = [wide, wide];
		expect(outcome(() => canonicalize(wide))).toMatch(/^limit-values \/0\/0/);
		expect(
			outcome(() => canonicalizePython(wide, { limits: { maxValues: 2 ** 31, maxCharacters: 99 } })),
		).toMatch(/^limit-characters /);
		const deepest = nested(2048);
		const limits = { maxDepth: 2048 };
		expect(
			canonicalize(parsePreservingNumbers(canonicalize(deepest, { limits }), { limits }), { limits }),
		).toBe(canonicalize(deepest, { limits }));
		expect(() => canonicalize(1, { limits: { maxDepth: 2049 } })).toThrow(TypeError);
		expect(() => canonicalize(1, { limits: { maxDepht: 3 } as never })).toThrow(
			"limits.maxDepht is not a limit",
		);
		expect(() => canonicalize(1, { indent: 2 } as never)).toThrow("indent is not an option");
	});

	it("keys named like members of objects are keys", () => {
		const text = '{"__proto__":{"x":1},"constructor":2,"hasOwnProperty":3,"toJSON":4,"toString":5}';
		for (const value of [parsePreservingNumbers(text), JSON.parse(text)]) {
			expect(canonicalize(value)).toBe(text);
			expect(canonicalizePython(value)).toBe(text);
		}
		expect(Object.getPrototypeOf(parsePreservingNumbers(text))).toBe(null);
		expect("x" in {}).toBe(false);
	});
});

describe("isCanonicalJsonError", () => {
	it("knows the class by name, of one code where one is named", () => {
		let caught: unknown;
		try {
			canonicalize(Number.NaN);
		} catch (error) {
			caught = error;
		}
		expect(isCanonicalJsonError(caught)).toBe(true);
		expect(isCanonicalJsonError(caught, "non-finite")).toBe(true);
		expect(isCanonicalJsonError(caught, "cycle")).toBe(false);
		expect(isCanonicalJsonError(new Error("non-finite"))).toBe(false);
		expect(isCanonicalJsonError(Object.assign(new Error(""), { name: "CanonicalJsonError" }))).toBe(false);
		expect(isCanonicalJsonError({ name: "CanonicalJsonError", code: "cycle" })).toBe(false);
	});

	it("messages hold no value of the document", () => {
		for (const secret of ["sk-12345", "/home/ada"]) {
			for (const work of [
				() => parsePreservingNumbers(`{"a":"${secret}`),
				() => parsePreservingNumbers(`["${secret}", x]`),
				() => canonicalize([`${secret}\ud800`]),
				() => canonicalize([Object.assign([secret], { secret })]),
			]) {
				let message = "";
				try {
					work();
				} catch (error) {
					message = String(error);
				}
				expect(message).toMatch(/^CanonicalJsonError: /);
				expect(message).not.toContain(secret);
			}
		}
	});
});
