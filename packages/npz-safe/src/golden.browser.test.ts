import { goldenAvailable } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import { asyncBackend } from "./inflate.ts";
import { inflateFflate } from "./inflate-fflate.ts";
import { inflateStream, streamsRefuseTrailingInput } from "./inflate-stream.ts";
import { goldenSuites, readersOf } from "./testing/corpus.ts";

describe("back ends in Chromium", () => {
	it("inflate with DecompressionStream, which refuses trailing input", async () => {
		expect(await streamsRefuseTrailingInput()).toBe(true);
		expect((await asyncBackend()).async).toBe(inflateStream);
	});
});

describe.skipIf(!goldenAvailable)("golden corpus in Chromium", async () => {
	if (!goldenAvailable) return;
	const stream = readersOf("DecompressionStream", { sync: inflateFflate, async: inflateStream });
	const fflate = readersOf("fflate", { sync: inflateFflate, async: async (job) => inflateFflate(job) });
	await goldenSuites([...stream.slice(1), ...fflate]);
});
