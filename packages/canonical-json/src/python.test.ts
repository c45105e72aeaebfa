import { spawnSync } from "node:child_process";
import { python } from "@hindcast/tooling/python";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { canonicalizePython } from "./canonicalize-python.ts";
import { isCanonicalJsonError } from "./errors.ts";
import { JsonNumber } from "./json-number.ts";
import { parsePreservingNumbers } from "./parse.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const pythonAvailable = spawnSync(python, ["-c", "import json"]).status === 0;

/** Reads a JSON text a line (each a JSON string), and prints what `json` makes of it; null where it refuses. */
const dumps = `
import json, sys
def dump(text):
    try:
        return json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except ValueError:
        return None
print(json.dumps([dump(text) for text in json.load(sys.stdin)]))
`;

/** Canonical texts by real Python, in one process for all. */
function byPython(texts: readonly string[]): (string | null)[] {
	const { stdout, stderr, status } = spawnSync(python, ["-c", dumps], {
		input: JSON.stringify(texts),
		encoding: "utf8",
		maxBuffer: 2 ** 28,
	});
	expect(status, stderr).toBe(0);
	return JSON.parse(stdout);
}

function byUs(text: string): string | null {
	try {
		return canonicalizePython(parsePreservingNumbers(text, { duplicateKeys: "last" }));
	} catch (error) {
		if (isCanonicalJsonError(error)) return null;
		throw error;
	}
}

const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((pattern) => {
	const view = new DataView(new ArrayBuffer(8));
	view.setBigUint64(0, pattern);
	return view.getFloat64(0);
});
const doubles = fc.oneof(
	bits,
	fc.double(),
	fc.integer().map((n) => n / 8),
	fc.integer({ min: -330, max: 310 }).map((n) => 10 ** n),
);

describe.skipIf(!pythonAvailable)("canonicalizePython and Python's json.dumps", () => {
	it("agree on numbers as written: integers of any size, floats by repr, range", () => {
		const tokens = fc.stringMatching(/^-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?$/);
		const texts = fc.sample(tokens, { seed: 11, numRuns: 6000 });
		const edges = [
			"-0",
			"-0.0",
			"0e5",
			"1e16",
			"1e15",
			"9999999999999998.0",
			"0.0001",
			"0.00009999",
			"1e400",
			"-1e400",
		];
		const long = ["9".repeat(4300), `-${"1".repeat(4299)}`, "9".repeat(4301)];
		const all = [...edges, ...long, ...texts];
		expect(all.map(byUs)).toEqual(byPython(all));
	});

	it("agree on every float64, given as a float", () => {
		const samples = fc.sample(doubles, { seed: 12, numRuns: 20_000 }).filter(Number.isFinite);
		// Python gets the shortest text that JavaScript has for it, which reads back the same number.
		const texts = samples.map((x) => (Number.isInteger(x) ? `${x.toExponential()}` : String(x)));
		const signed = texts.map((text, i) => (Object.is(samples[i], -0) ? "-0.0" : text));
		expect(samples.map((x) => canonicalizePython(JsonNumber.float(x)))).toEqual(byPython(signed));
	});

	it("agree on documents: key order by code point, escapes, nesting, repeated keys", () => {
		const letters = fc.constantFrom(
			"\uffff",
			"\ue000",
			"\u{10000}",
			"\u{1f600}",
			"é",
			"€",
			"\x7f",
			"\0",
			'"',
			"\\",
			"/",
			"a",
			"_",
			"A",
		);
		const words = fc.oneof(
			fc.string({ unit: letters, maxLength: 4 }),
			fc.string({ unit: "binary", maxLength: 4 }),
		);
		const { tree } = fc.letrec((tie) => ({
			tree: fc.oneof({ maxDepth: 4, depthSize: "medium" }, tie("leaf"), tie("list"), tie("object")),
			leaf: fc.oneof(
				words,
				fc.boolean(),
				fc.constant(null),
				doubles.filter(Number.isFinite),
				fc.maxSafeInteger(),
			),
			list: fc.array(tie("tree"), { maxLength: 5 }),
			object: fc.dictionary(words, tie("tree"), { maxKeys: 12 }),
		}));
		const texts = fc.sample(tree, { seed: 13, numRuns: 800 }).map((value) => JSON.stringify(value));
		const all = [...texts, '{"a":1,"a":2}', "[1,]", '["\\u20AC\\ud83d\\ude00\\u007f\\u001f\\/"]'];
		const expected = byPython(all);
		expect(all.map(byUs)).toEqual(expected);
		expect(expected.filter((text) => text !== null && text.length > 20).length).toBeGreaterThan(300);
	});
});

describe("canonicalizePython", () => {
	it("takes JavaScript's numbers, where they can be told", () => {
		expect(canonicalizePython([1, -1, 0.5, -0, 1e-5, 2 ** 53 - 1, 10n ** 20n, JsonNumber.float(1)])).toBe(
			"[1,-1,0.5,-0.0,1e-05,9007199254740991,100000000000000000000,1.0]",
		);
		expect(() => canonicalizePython([0, 2 ** 53])).toThrow(/at \/1 \(ambiguous-number\)/);
		expect(canonicalizePython(JsonNumber.float(2 ** 53))).toBe("9007199254740992.0");
		expect(() => canonicalizePython(10n ** 4300n)).toThrow(/limit-number-length/);
	});
});
