import { defineSoak } from "@hindcast/tooling/soak";
import { expectPublicCopies, expectSilence } from "../testing/published.ts";
import { stuffedReplay } from "../testing/stuffing.ts";

/** Random private texts in random places: none is in a public file, a report or an error. */
export const privacyStuffing = defineSoak({
	name: "replay-privacy-stuffing",
	rounds: 400,
	sampleRounds: 2,
	async round({ seed, signal }) {
		for (let variant = 0; variant < 25; variant++) {
			signal.throwIfAborted();
			const stuffed = await stuffedReplay(seed + variant);
			await expectPublicCopies(stuffed);
			await expectSilence(stuffed);
		}
	},
});
