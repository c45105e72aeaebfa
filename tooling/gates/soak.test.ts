import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plansOf, soakFiles } from "../soak/plans.mjs";
import { runRound } from "../soak/round.mjs";
import type { SoakPlan } from "../testing/soak.ts";
import { root } from "./workspace.ts";

/** A fixed small sample of every soak, so that none is broken when it is wanted. `npm run soak` runs them whole. */
const seed = 20_261_130;
const plans: { plan: SoakPlan; file: string }[] = [];
for (const file of soakFiles()) {
	for (const plan of plansOf(await import(join(root, file)), file)) plans.push({ plan, file });
}

describe("samples of the soaks", () => {
	it("names are unique", () => {
		const names = plans.map(({ plan }) => plan.name);
		expect(names).toEqual([...new Set(names)]);
	});

	for (const { plan, file } of plans) {
		it(`${plan.name}: the first ${plan.sampleRounds} rounds hold (${file})`, async ({ signal }) => {
			for (let index = 0; index < plan.sampleRounds; index++) await runRound(plan, { seed, index, signal });
		}, 180_000);
	}
});
