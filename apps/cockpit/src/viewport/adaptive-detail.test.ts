import { describe, expect, it } from "vitest";
import { AdaptiveDetail, fullDetail } from "./adaptive-detail.ts";

function detailAfter(...waits: readonly number[]): AdaptiveDetail {
	const detail = new AdaptiveDetail();
	for (const wait of waits) detail.waited(wait);
	return detail;
}

const times = (count: number, ms: number) => Array.from({ length: count }, () => ms);

describe("AdaptiveDetail", () => {
	it("stays whole while frames come fast, and through a single slow one", () => {
		expect(detailAfter(...times(200, 16)).moving).toBe(fullDetail);
		expect(detailAfter(16, 16, 400, 16, 16, 300, 16).moving).toBe(fullDetail);
	});

	it("gives up shadows first, then pixels, and has an end", () => {
		expect(detailAfter(...times(3, 60)).moving).toEqual({ scale: 1, shadows: false });
		expect(detailAfter(...times(6, 60)).moving.scale).toBeLessThan(1);
		expect(detailAfter(...times(100, 90)).moving).toEqual({ scale: 0.5, shadows: false });
	});

	it("goes two steps at once where frames are very slow", () => {
		expect(detailAfter(...times(3, 400)).moving).toEqual({ scale: 0.7, shadows: false });
	});

	it("takes detail back after a long run of fast frames", () => {
		expect(detailAfter(...times(3, 60), ...times(89, 16)).moving.shadows).toBe(false);
		expect(detailAfter(...times(3, 60), ...times(90, 16)).moving).toBe(fullDetail);
	});

	it("learns nothing from time that nobody watched", () => {
		expect(detailAfter(...times(10, 60_000)).moving).toBe(fullDetail);
	});
});
