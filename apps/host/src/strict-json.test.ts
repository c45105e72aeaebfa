import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictJson } from "./strict-json.ts";

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("parseStrictJson", () => {
	it("reads what JSON.parse reads where no key is repeated", () => {
		fc.assert(
			fc.property(fc.json({ maxDepth: 6 }), (text) => {
				// fast-check never writes a key twice, and JSON.stringify cannot.
				expect(parseStrictJson(text)).toEqual(JSON.parse(text));
			}),
			{ seed: 11, numRuns: 200 },
		);
	});

	it.each([
		'{"a":1,"a":1}',
		'{"a":1,"\\u0061":2}',
		'{"x":{"id":"a","id":"b"}}',
		'[[{"a":[{"b":1,"c":2,"b":1}]}]]',
		'{"__proto__":1,"__proto__":2}',
	])("refuses a repeated key: %s", (text) => {
		expect(() => parseStrictJson(text)).toThrow("a key is repeated");
	});

	it.each(['{"a:b":":","c":"\\":{","__proto__":{"a":1}}', '[{"a":1},{"a":1}]', '"\\\\"', nested(64)])(
		"takes %s",
		(text) => {
			expect(JSON.stringify(parseStrictJson(text))).toBe(text);
		},
	);

	it.each(["", "{", '{"a"}', '{"a":1,}', '"', "{'a':1}", "]]", nested(64).slice(1)])(
		"refuses %s as no JSON",
		(text) => {
			expect(() => parseStrictJson(text)).toThrow("not JSON");
		},
	);

	it("refuses what is nested too deeply, however deep, without recursion", () => {
		for (const depth of [65, 200_000])
			expect(() => parseStrictJson(nested(depth))).toThrow("nested too deeply");
	});
});
