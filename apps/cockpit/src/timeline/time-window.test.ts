import { describe, expect, it } from "vitest";
import { seededRandom } from "../playback/seeded-random.ts";
import { followWindow, panWindow, rulerTicks, wholeWindow, zoomWindow } from "./time-window.ts";

describe("time windows", () => {
	it("stay within the replay, and keep the time under the cursor where it is", () => {
		const random = seededRandom(2);
		for (let run = 0; run < 500; run++) {
			const duration = random.integer(1, 1e12);
			let window = wholeWindow(duration);
			for (let step = 0; step < 6; step++) {
				const aroundNs = random.between(window.startNs, window.endNs);
				const before = (aroundNs - window.startNs) / (window.endNs - window.startNs);
				const zoomed = zoomWindow(window, { aroundNs, factor: random.between(0.2, 5) }, duration);
				const after = (aroundNs - zoomed.startNs) / (zoomed.endNs - zoomed.startNs);
				const clear = zoomed.startNs > 0 && zoomed.endNs < wholeWindow(duration).endNs;
				if (clear) expect(after).toBeCloseTo(before, 5);
				window = panWindow(zoomed, random.between(-duration, duration), duration);
				expect(window.startNs).toBeGreaterThanOrEqual(0);
				expect(window.endNs).toBeLessThanOrEqual(wholeWindow(duration).endNs + 1e-3);
				expect(window.endNs - window.startNs).toBeCloseTo(zoomed.endNs - zoomed.startNs, 2);
			}
		}
	});

	it("follow a time by pages", () => {
		const window = { startNs: 10e9, endNs: 20e9 };
		expect(followWindow(window, 15e9, 100e9)).toBe(window);
		expect(followWindow(window, 21e9, 100e9)).toEqual({ startNs: 20e9, endNs: 30e9 });
		expect(followWindow(window, 9e9, 100e9)).toEqual({ startNs: 0, endNs: 10e9 });
	});
});

describe("rulerTicks", () => {
	it.each([
		[20e9, 1000, 2e9, ["0", "2", "4"]],
		[8e9, 1000, 1e9, ["0", "1", "2"]],
		[1e9, 1000, 100e6, ["0.0", "0.1", "0.2"]],
		[3e6, 1000, 500e3, ["0.0000", "0.0005", "0.0010"]],
		[200e9, 1000, 30e9, ["0", "30", "1:00"]],
		[7200e9, 1000, 900e9, ["0", "15:00", "30:00"]],
		[80_000e9, 1000, 7200e9, ["0", "2:00:00", "4:00:00"]],
	])("for %d ns over %d px: steps of %d", (length, width, step, labels) => {
		const ticks = rulerTicks({ startNs: 0, endNs: length }, width, 84);
		expect(ticks.stepNs).toBeCloseTo(step, 0);
		expect([0, 1, 2].map((i) => ticks.label(i * ticks.stepNs))).toEqual(labels);
	});
});
