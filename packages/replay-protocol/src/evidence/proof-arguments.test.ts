import { expect, it } from "vitest";
import { proveVerification } from "./proof.ts";

it.each([
	[[], /^evidence must be an object, got undefined/],
	[[null, "tern"], /^evidence must be an object, got Null/],
	[[[], "tern"], /^evidence must be an object, got Array/],
	[
		[{ receipt: [] }, "tern"],
		/^unknown evidence\.receipt; known are receipts, snapshots, dispatches, feedback/,
	],
	[[{ receipts: {} }, "tern"], /^evidence\.receipts must be a list, got Object/],
	[[{}], /^argument\.robotId must be text, got Null/],
	[[{}, 6], /^argument\.robotId must be text, got number/],
	[[{}, "tern", 7], /^argument\.intentId must be text, got number/],
])("proveVerification names an argument that is wrong: %j", (given, message) => {
	const call = () => proveVerification(...(given as Parameters<typeof proveVerification>));
	expect(call).toThrow(TypeError);
	expect(call).toThrow(message);
});

it("and takes evidence with parts that are absent", () => {
	const evidence = { receipts: [], feedback: undefined } as never;
	expect(proveVerification(evidence, "tern", undefined).reason).toBe("no-receipt");
});
