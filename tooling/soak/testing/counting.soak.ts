import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { defineSoak } from "@hindcast/tooling/soak";

const log = process.env["SOAK_TEST_LOG"];
const failsAt = process.env["SOAK_TEST_FAILS_AT"];

/** The runner's own test: notes each round, and fails or waits where the environment says. */
export const counting = defineSoak({
	name: "counting",
	rounds: 4,
	sampleRounds: 1,
	async round({ seed, index, signal, scratch }) {
		writeFileSync(join(scratch, "mark"), String(seed), { flag: "wx" });
		if (log) appendFileSync(log, `${index}:${seed} `);
		if (String(index) === failsAt) throw new Error("this round fails");
		if (String(index) === process.env["SOAK_TEST_CRASHES_AT"])
			setImmediate(() => Promise.reject("nobody waits"));
		if (String(index) === process.env["SOAK_TEST_HANGS_AT"]) await new Promise(() => {});
		if (String(index) === process.env["SOAK_TEST_WAITS_AT"]) await setTimeout(60_000, undefined, { signal });
		await setTimeout(1);
	},
});
