import { describe, expect, it } from "vitest";
import { en } from "../i18n/en.ts";
import { ru } from "../i18n/ru.ts";
import { formatBytes, formatValue, shortDigest } from "./format.ts";

describe("formats", () => {
	it.each([
		[1.5708, "1.5708"],
		[-0.5, "−0.5000"],
		[-1e-9, "0.0000"],
		[Number.NaN, "—"],
		[Number.POSITIVE_INFINITY, "—"],
	])("writes the value %s as %s", (value, text) => expect(formatValue(value)).toBe(text));

	it("writes sizes and digests", () => {
		expect([0, 1023, 1024, 103_030, 2 ** 31].map((bytes) => formatBytes(bytes, en.number))).toEqual([
			"0 B",
			"1023 B",
			"1.0 KiB",
			"100.6 KiB",
			"2.0 GiB",
		]);
		expect(shortDigest("sha256:d534d4948763")).toBe("sha256 d534d494…");
		expect(formatBytes(103_030, ru.number)).toBe("100,6 KiB");
	});
});
