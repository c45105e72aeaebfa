import { expect, it } from "vitest";
import { documentText } from "./document-text.ts";

const long = "x".repeat(70);

it.each([
	[null],
	["text"],
	[[]],
	[{}],
	[[1, [2, [], {}], { a: { b: [long, long, { c: [long, long] }] } }]],
	[{ "": "", 'a"b\\n': [true, -0.5, 1e21, "\u2028\n"], deep: [[[[long]]], [[[long]]]] }],
])("is the document: %j", (document) => {
	expect(JSON.parse(documentText(document))).toEqual(document);
});

it("has what fits on one line, and the rest one entry a line", () => {
	expect(documentText({ a: [{ shape: [2, 3] }, { name: long, note: long }], b: [], c: undefined })).toBe(
		[
			"{",
			'  "a": [',
			'    { "shape": [2, 3] },',
			"    {",
			`      "name": "${long}",`,
			`      "note": "${long}"`,
			"    }",
			"  ],",
			'  "b": []',
			"}",
			"",
		].join("\n"),
	);
});
