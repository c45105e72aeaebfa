import { describe, expect, it } from "vitest";
import { convertLivePingPong, convertMapped, convertTelemetryFrames } from "./convert/index.ts";
import { writePublicReplay } from "./privacy/write-public.ts";
import { readReplay } from "./read.ts";
import { sampleReplay } from "./testing/sample.ts";
import { validateReplay } from "./validate.ts";
import { writeReplay } from "./write.ts";

const replay = await sampleReplay();
const bytes = writeReplay(replay, { encoding: "npz" });

/** Contexts that their type does not allow, and what is said of them. */
const wrongContexts = [
	[{ profil: "public" }, /^unknown context\.profil; known are profile, robot, model, annotations, receipts/],
	[{ robots: { id: "tern" } }, /^unknown context\.robots; known are /],
	[{ robot: "tern" }, /^context\.robot must be an object, got "tern"/],
	[{ robot: { id: 6 } }, /^context\.robot\.id must be text, got number/],
	[{ model: [] }, /^context\.model must be an object, got Array/],
	[{ model: { joints: {} } }, /^context\.model\.joints must be a list, got Object/],
	[{ receipts: {} }, /^context\.receipts must be a list, got Object/],
	[{ annotations: new Map() }, /^context\.annotations must be a list, got Map/],
] as const;

describe("readReplay", () => {
	it.each([
		[{ profile: "pub" }, /^options\.profile must be "public" or "private", got "pub"/],
		[{ profile: "Public" }, /^options\.profile must be/],
		[{ profil: "public" }, /^unknown options\.profil; known are profile, scope, context, signal/],
		[{ scope: "everything" }, /^options\.scope must be "all" or "content"/],
		[{ context: "x" }, /^options\.context must be an object or a function that promises one, got "x"/],
		[{ context: null }, /^options\.context must be/],
		[{ context: { profile: "public" } }, /^unknown context\.profile: it is an option/],
		[
			{ robot: { id: "tern" } },
			/^unknown options\.robot: it belongs in the context, \{ context: \{ robot \} \}/,
		],
		[{ signal: {} }, /^options\.signal must be an AbortSignal/],
		[{ onProgress: true }, /^options\.onProgress must be a function/],
		[{ limits: 5 }, /^options\.limits must be an object/],
		[null, /^options must be an object, got Null/],
		["public", /^options must be an object, got string/],
	])("refuses %j", async (options, message) => {
		const read = readReplay(bytes, options as never);
		await expect(read).rejects.toThrow(message);
		await expect(read).rejects.toBeInstanceOf(TypeError);
	});

	it.each(wrongContexts)("refuses the context %j, given and found", async (context, message) => {
		for (const given of [context, async () => context]) {
			await expect(readReplay(bytes, { context: given as never })).rejects.toThrow(message);
		}
	});

	it("takes what it knows, and keys without a value", async () => {
		const options = { profile: undefined, context: { robot: { id: "other" }, model: undefined } };
		const { report } = await readReplay(bytes, options as never);
		expect(report.diagnostics.map(({ code }) => code)).toContain("robot-id-conflict");
	});
});

describe("validateReplay", () => {
	it.each(wrongContexts)("refuses the context %j", (context, message) => {
		expect(() => validateReplay(replay, context as never)).toThrow(message);
	});

	it("says that the context is the second argument itself", () => {
		const call = () => validateReplay(replay, { context: { robot: { id: "other" } } } as never);
		expect(call).toThrow(TypeError);
		expect(call).toThrow(/second argument itself, validateReplay\(artifact, \{ robot \}\)/);
		expect(validateReplay(replay, { robot: { id: "other" } }).ok).toBe(false);
	});
});

it("writeReplay and writePublicReplay refuse what they do not know", async () => {
	const options = { encoding: "npz", profile: "public" } as never;
	expect(() => writeReplay(replay, options)).toThrow(/^unknown options\.profile; known are encoding/);
	await expect(writePublicReplay(replay, options)).rejects.toThrow(/^unknown options\.profile/);
	await expect(writePublicReplay(replay, undefined as never)).rejects.toThrow(/^options must be an object/);
	await expect(writePublicReplay(replay, { encoding: "zip" } as never)).rejects.toMatchObject({
		code: "encoding-unknown",
	});
});

describe("converters", () => {
	const run = {
		convertTelemetryFrames: (options: unknown) => convertTelemetryFrames([], options as never),
		convertLivePingPong: (options: unknown) => convertLivePingPong(bytes, options as never),
		convertMapped: (options: unknown) => convertMapped("", {} as never, options as never),
	};
	const wrong = [
		["visibility", { visibility: "public" }, /no such option; known are profile, artifactClass/],
		["profile", { profile: "pub" }, /must be "public" or "private"/],
		["signal", { signal: {} }, /must be an AbortSignal/],
		["neutral", { neutral: "yes" }, /must be true or false/],
		["onProgress", { onProgress: {} }, /must be a function/],
	] as const;
	const cases = Object.entries(run).flatMap(([name, convert]) =>
		wrong.map(([place, options, message]) => [name, place, convert, options, message] as const),
	);
	it.each(cases)("%s refuses %s", async (_, place, convert, options, message) => {
		await expect(convert(options)).rejects.toMatchObject({
			code: "option-invalid",
			place,
			message: expect.stringMatching(message),
		});
	});
});
