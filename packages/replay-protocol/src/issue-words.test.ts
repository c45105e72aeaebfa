import { expect, it } from "vitest";
import { convertMapped } from "./convert/mapped/convert-mapped.ts";
import type { ReplayMapping } from "./convert/mapped/mapping.ts";
import type { ReplayMetadata } from "./metadata.ts";
import { sampleReplay } from "./testing/sample.ts";
import { validateReplay } from "./validate.ts";

it.each([
	[{ robot_id: 7 }, "Invalid input: expected string, received number"],
	[{ robot_id: "" }, "Too small: expected string to have >=1 characters"],
	[{ tick_count: 1.5 }, "Invalid input: expected int, received number"],
	[{ joint_type: ["hinge"] }, 'Invalid option: expected one of "revolute"|"continuous"|"prismatic"'],
])("malformed metadata is told with what was expected: %j", async (change, reason) => {
	const replay = await sampleReplay();
	const metadata = { ...replay.metadata, ...change } as unknown as ReplayMetadata;
	const { diagnostics } = validateReplay({ ...replay, metadata });
	const found = diagnostics.filter(({ code }) => code === "malformed-metadata");
	expect(found.map(({ params }) => params["reason"])).toEqual([reason]);
});

it("a mapping that breaks its schema is told with what was expected", async () => {
	const mapping = { mapping: "hindcast.replay-mapping/1", time: { source: 1 } } as unknown as ReplayMapping;
	await expect(convertMapped("t,hip\n0,0\n", mapping)).rejects.toMatchObject({
		place: "/time/source",
		message: expect.stringContaining("Invalid input: expected string, received number"),
	});
});
