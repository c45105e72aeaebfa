import { expect, it } from "vitest";
import { isCanonicalJsonError } from "./errors.ts";
import { parsePreservingNumbers } from "./parse.ts";

it("JSON.stringify of a parsed document is that of JSON.parse", () => {
	const text = '{"a":[1.50,-0,1e2,0.1,9007199254740992],"b":{"c":-12,"d":1E-7},"e":12345678901234567e4}';
	expect(JSON.stringify(parsePreservingNumbers(text))).toBe(JSON.stringify(JSON.parse(text)));
});

it.each([
	["9007199254740993", "inexact-integer"],
	["-100000000000000000001", "inexact-integer"],
	["1e400", "non-finite"],
	[`1${"0".repeat(400)}`, "non-finite"],
] as const)("and never another number: %s", (text, code) => {
	let thrown: unknown;
	try {
		JSON.stringify(parsePreservingNumbers(`{"n":[${text}]}`));
	} catch (error) {
		thrown = error;
	}
	expect(isCanonicalJsonError(thrown, code)).toBe(true);
});
