import { expect, it } from "vitest";
import * as z from "zod/mini";
import { convertMapped } from "./convert/mapped/convert-mapped.ts";
import type { ReplayMapping } from "./convert/mapped/mapping.ts";
import { issueWords } from "./issue-words.ts";
import type { ReplayMetadata } from "./metadata.ts";
import { sampleReplay } from "./testing/sample.ts";
import { validateReplay } from "./validate.ts";

it.each([
	[{ robot_id: 7 }, "must be text, found a number"],
	[{ robot_id: "" }, "must have at least 1 character"],
	[{ tick_count: 1.5 }, "must be a whole number, found a number with a fraction"],
	[{ joint_type: ["hinge"] }, 'must be one of "revolute", "continuous", "prismatic", found other text'],
])("malformed metadata is told with what was expected: %j", async (change, reason) => {
	const replay = await sampleReplay();
	const metadata = { ...replay.metadata, ...change } as unknown as ReplayMetadata;
	const { diagnostics } = validateReplay({ ...replay, metadata });
	const found = diagnostics.filter(({ code }) => code === "malformed-metadata");
	expect(found.map(({ params }) => params["reason"])).toEqual([reason]);
});

it("speaks of unions, patterns, sizes, unknown keys and what is absent, and names no value", () => {
	const schema = z.strictObject({
		either: z.union([z.string(), z.pipe(z.int(), z.transform(String)), z.null()]),
		pattern: z.string().check(z.regex(/^[a-z]+$/)),
		list: z.array(z.string()).check(z.maxLength(1)),
		most: z.number().check(z.lte(5)),
		flag: z.boolean(),
	});
	const given = { either: ["secret"], pattern: "SECRET", list: ["a", "secret"], most: 6, unknown: "secret" };
	const { error } = schema.safeParse(given, issueWords);
	expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
		"either: must be text or a number or null, found array",
		"pattern: must match /^[a-z]+$/",
		"list: must have at most 1 entry",
		"most: must be at most 5",
		"flag: is absent; must be true or false",
		': unknown key "unknown"',
	]);
});

it("a mapping that breaks its schema is told with what was expected", async () => {
	const mapping = { mapping: "hindcast.replay-mapping/1", time: { source: 1 } } as unknown as ReplayMapping;
	await expect(convertMapped("t,hip\n0,0\n", mapping)).rejects.toMatchObject({
		place: "/time/source",
		message: expect.stringContaining("must be text, found a number"),
	});
});
