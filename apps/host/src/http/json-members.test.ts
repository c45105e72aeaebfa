import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonMembers, parseJson } from "./json-members.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const code = (text: string) => {
	try {
		jsonMembers(bytesOf(text));
	} catch (error) {
		return (error as { code: string }).code;
	}
	return "read";
};

describe("jsonMembers", () => {
	it("gives the exact bytes of every value", () => {
		const text = ' { "a" : [1, {"}":"]"}] , "artifact":{"x":"\\"}","n":1e400,"n":2},"s":"é,}","z":-0.50 } ';
		const bytes = bytesOf(text);
		const found = [...jsonMembers(bytes)].map(([key, { start, end }]) => [
			key,
			new TextDecoder().decode(bytes.subarray(start, end)),
		]);
		expect(found).toEqual([
			["a", '[1, {"}":"]"}]'],
			["artifact", '{"x":"\\"}","n":1e400,"n":2}'],
			["s", '"é,}"'],
			["z", "-0.50"],
		]);
	});

	it("agrees with JSON.parse on any object, pretty or not", () => {
		const space = fc.constantFrom(undefined, 1, "\t");
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), space, (value, indent) => {
				const bytes = bytesOf(JSON.stringify(value, null, indent));
				const entries = [...jsonMembers(bytes)].map(
					([key, { start, end }]) => [key, parseJson(bytes.subarray(start, end))] as const,
				);
				expect(Object.fromEntries(entries)).toEqual(JSON.parse(JSON.stringify(value)));
			}),
			{ seed: 2, numRuns: 300 },
		);
	});

	it("refuses every proper prefix of an object, and never hangs on damaged text", () => {
		const text = '{"a":[1,{"b":"c\\"d"}],"e":true}';
		for (let end = 0; end < text.length; end++) expect(code(text.slice(0, end))).toBe("parse-request");
	});

	it.each([
		["an array", "[]"],
		["nothing", ""],
		["a second value", '{"a":1}{"b":2}'],
		["a repeated key", '{"a":1,"a":2}'],
		["a key repeated through an escape", '{"a":1,"\\u0061":2}'],
		["a trailing comma", '{"a":1,}'],
		["no colon", '{"a" 1}'],
		["a missing value", '{"a":}'],
		["a bare key", "{a:1}"],
		["a byte order mark", '\ufeff{"a":1}'],
	])("refuses %s", (_name, text) => {
		expect(code(text)).toBe("parse-request");
	});

	it("refuses bytes that are not UTF-8", () => {
		expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(
			expect.objectContaining({ code: "parse-request" }),
		);
	});
});
