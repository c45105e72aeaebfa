import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatTime } from "./format-time.ts";

describe("formatTime", () => {
	it.each([
		[0, "00:00.000", "000000"],
		[13_060_000_000, "00:13.060", "000000"],
		[1, "00:00.000", "000001"],
		[59_999_999_999, "00:59.999", "999999"],
		[60_000_000_000, "01:00.000", "000000"],
		[3_600_000_000_000, "1:00:00.000", "000000"],
		[90_061_001_000_002, "25:01:01.001", "000002"],
		[-1_500_000_001, "−00:01.500", "000001"],
	])("writes %d ns", (ns, main, rest) => {
		expect(formatTime(ns)).toEqual({ main, rest });
	});

	it("loses nothing", () => {
		fc.assert(
			fc.property(fc.maxSafeNat(), (ns) => {
				const { main, rest } = formatTime(ns);
				const [seconds, minutes, hours = "0"] = main.split(":").reverse();
				const [whole, milli] = seconds.split(".");
				const total = (BigInt(hours) * 60n + BigInt(minutes)) * 60n + BigInt(whole);
				expect((total * 1000n + BigInt(milli)) * 1_000_000n + BigInt(rest)).toBe(BigInt(ns));
			}),
			{ seed: 3, numRuns: 300 },
		);
	});
});
