import { describe, expect, it } from "vitest";
import { Budget } from "./budget.ts";
import { inflateFflate } from "./inflate-fflate.ts";
import { inflateStream } from "./inflate-stream.ts";
import { readNpz, readNpzSync, readWithBackend } from "./read-npz.ts";
import { refusalOf } from "./testing/corpus.ts";
import { pinned, pinnedDigest } from "./testing/pinned.ts";
import { writeNpz } from "./write-npz.ts";

/** Numbers that deflate to about a half, in many chunks. */
const data = Float32Array.from({ length: 500_000 }, (_, i) => Math.round(1000 * Math.sin(i / 50)));

describe("in Chromium", () => {
	it("reads what it writes, stored and deflated, sync and async", async () => {
		for (const compress of [false, true]) {
			const file = writeNpz({ data, names: ["a", "\u{1f916}"] }, { compress });
			for (const { arrays } of [readNpzSync(file), await readNpz(file)]) {
				expect(arrays.get("data")?.data).toEqual(data);
				expect(arrays.get("names")?.data).toEqual(["a", "\u{1f916}"]);
			}
		}
	});

	it("writes the same bytes as everywhere", async () => {
		expect(await pinnedDigest()).toBe(pinned);
	});

	it("stops inflating when aborted", async () => {
		const file = writeNpz({ data }, { compress: true });
		const budget = new Budget();
		const controller = new AbortController();
		const backend = { sync: inflateFflate, async: inflateStream };
		const reading = refusalOf(() => readWithBackend(file, { signal: controller.signal }, backend, budget));
		queueMicrotask(() => controller.abort());
		expect(await reading).toBe("aborted");
		expect(budget.inflatedBytes).toBeLessThan(data.byteLength);
	});
});
