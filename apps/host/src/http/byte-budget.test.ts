import fc from "fast-check";
import { expect, it } from "vitest";
import { createByteBudget } from "./byte-budget.ts";

it("shares its bytes, and gives them back", () => {
	const budget = createByteBudget(100);
	const [first, second] = [budget.lease(), budget.lease()];
	first.reserve(60);
	second.reserve(40);
	expect(() => second.reserve(41)).toThrow(expect.objectContaining({ code: "uploads-busy", status: 503 }));
	first.release();
	first.release();
	second.reserve(100);
	expect(() => first.reserve(1)).toThrow(expect.objectContaining({ code: "uploads-busy" }));
});

it("lets one that is alone take more than all of them together", () => {
	const budget = createByteBudget(100);
	const [first, second] = [budget.lease(), budget.lease()];
	first.reserve(500);
	expect(() => second.reserve(1)).toThrow();
	first.release();
	second.reserve(1);
	expect(() => first.reserve(500)).toThrow();
});

it("never holds more than its total for several at once", () => {
	const step = fc.record({ who: fc.nat(3), bytes: fc.nat(80), releases: fc.boolean() });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const budget = createByteBudget(100);
			const leases = Array.from({ length: 4 }, () => budget.lease());
			const held = [0, 0, 0, 0];
			for (const { who, bytes, releases } of steps) {
				if (releases) {
					leases[who]?.release();
					held[who] = 0;
					continue;
				}
				try {
					leases[who]?.reserve(bytes);
					held[who] = Math.max(held[who] ?? 0, bytes);
				} catch {
					continue;
				}
				const using = held.filter((part) => part > 0);
				if (using.length > 1) expect(using.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(100);
			}
		}),
		{ seed: 5, numRuns: 200 },
	);
});
