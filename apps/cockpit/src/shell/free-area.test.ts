import { describe, expect, it } from "vitest";
import { insetsOf } from "./free-area.ts";

describe("insetsOf", () => {
	it("keeps clear of the strip above and of the legend where there is room beside it", () => {
		const { top, left } = insetsOf({ width: 900, height: 480, top: 46, left: 192 });
		expect(top).toBeGreaterThan(46);
		expect(left).toBe(192);
	});

	it("never makes the robot smaller for the legend's sake", () => {
		const { top, right, bottom, left } = insetsOf({ width: 560, height: 480, top: 46, left: 192 });
		expect(560 - left - right).toBe(480 - top - bottom);
		expect(insetsOf({ width: 300, height: 480, top: 46, left: 192 }).left).toBe(12);
	});

	it("gives no more than a part of the height to what hangs from the top", () => {
		expect(insetsOf({ width: 900, height: 400, top: 380, left: 0 }).top).toBeLessThan(140);
	});
});
