import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { followWindow, panWindow, rulerTicks, wholeWindow, zoomWindow } from "./time-window.ts";

describe("time windows", () => {
	it("stay within the replay, and keep the time under the cursor where it is", () => {
		const part = fc.double({ min: 0, max: 1, noNaN: true });
		const factor = fc.double({ min: 0.2, max: 5, noNaN: true });
		const moves = fc.array(fc.tuple(part, factor, fc.double({ min: -1, max: 1, noNaN: true })), {
			maxLength: 6,
		});
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 1e12 }), moves, (duration, all) => {
				let window = wholeWindow(duration);
				for (const [before, zoom, pan] of all) {
					const aroundNs = window.startNs + before * (window.endNs - window.startNs);
					const zoomed = zoomWindow(window, { aroundNs, factor: zoom }, duration);
					const after = (aroundNs - zoomed.startNs) / (zoomed.endNs - zoomed.startNs);
					const clear = zoomed.startNs > 0 && zoomed.endNs < wholeWindow(duration).endNs;
					if (clear) expect(after).toBeCloseTo(before, 5);
					window = panWindow(zoomed, pan * duration, duration);
					expect(window.startNs).toBeGreaterThanOrEqual(0);
					expect(window.endNs).toBeLessThanOrEqual(wholeWindow(duration).endNs + 1e-3);
					expect(window.endNs - window.startNs).toBeCloseTo(zoomed.endNs - zoomed.startNs, 2);
				}
			}),
			{ seed: 2, numRuns: 500 },
		);
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
