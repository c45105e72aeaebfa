import assert from "node:assert/strict";
import type { ReplayArtifact } from "../artifact.ts";
import { createReplay } from "../create.ts";
import { privateTextRule } from "../privacy/private-text.ts";
import { type Redaction, sanitizeReplay } from "../privacy/sanitize.ts";
import { writePublicReplay } from "../privacy/write-public.ts";
import { readReplay } from "../read.ts";
import { privacyCodes } from "../report/privacy-codes.ts";
import { validateReplay } from "../validate.ts";
import { writeReplay } from "../write.ts";
import { leaks } from "./leaks.ts";
import type { StuffedReplay } from "./stuffing.ts";

const encodings = ["json", "npz", "msgpack"] as const;

/**
 * Holds what `sanitizeReplay` and `writePublicReplay` promise: the source stays, the copy validates as public, every
 * difference is listed, nothing private is in any file, a copy's copy is the same.
 */
export async function expectPublicCopies({ artifact, needles, places }: StuffedReplay): Promise<void> {
	const context = places.join(", ");
	const before = structuredClone(artifact);
	const { artifact: copy, redactions } = sanitizeReplay(artifact);
	assert.deepEqual(artifact, before, context);
	assert.deepEqual(unlisted(artifact, copy, redactions), [], context);
	for (const encoding of encodings) {
		const { bytes, report, ...sanitized } = await writePublicReplay(artifact, { encoding });
		assert.deepEqual(sanitized, { artifact: copy, redactions });
		const codes = report.diagnostics.map(({ code }) => code);
		const privacy = codes.filter((code) => Object.hasOwn(privacyCodes, code));
		assert.deepEqual(privacy, [], context);
		const { artifact: read } = await readReplay(bytes, { profile: "public" });
		assert.deepEqual(read, copy, context);
		const seen = leaks(needles, bytes, dump(read), dump(report), dump(redactions));
		assert.deepEqual(seen, [], `${encoding}: ${context}`);
	}
	assert.deepEqual(sanitizeReplay(copy), { artifact: copy, redactions: [] }, context);
}

/** Holds that no report or error about the source says anything private of it. */
export async function expectSilence({ artifact, needles, places }: StuffedReplay): Promise<void> {
	const said: unknown[] = [];
	for (const profile of ["public", "private"] as const) {
		said.push(validateReplay(artifact, { profile, robot: { id: "other" }, model: { joints: [] } }));
		for (const encoding of encodings) {
			const { report } = await readReplay(writeReplay(artifact, { encoding }), { profile });
			said.push(report);
			// Its links alone keep a private replay from being a public one.
			if (profile === "public") assert.equal(report.ok, false, places.join(", "));
		}
	}
	const claim = { robot_id: "tern", protocol: `/srv/${needles[0]}/take` };
	const contradiction = createReplay({ metadata: claim as never, arrays: artifact.arrays });
	said.push(String(await contradiction.catch((error: unknown) => error)));
	assert.deepEqual(leaks(needles, dump(said)), [], places.join(", "));
}

/** Anything as text, array data too. */
function dump(value: unknown): string {
	return JSON.stringify(value, (_, part) => {
		if (typeof part === "bigint") return String(part);
		return ArrayBuffer.isView(part) ? new TextDecoder().decode(part) : part;
	});
}

/** Places of differences that no redaction is at, above or below of; `visibility` and digests follow from others. */
function unlisted(source: ReplayArtifact, copy: ReplayArtifact, redactions: readonly Redaction[]): string[] {
	const derived = ["/metadata/visibility", "/metadata/content_digest", "/metadata/joint_order_digest"];
	return [...differences(source, copy, "")].filter(
		(place) =>
			!derived.includes(place) &&
			!redactions.some(({ path }) => `${place}/`.startsWith(`${path}/`) || path.startsWith(`${place}/`)),
	);
}

/** Places where a copy differs; of lists and arrays as a whole. Private keys are named by position. */
function* differences(source: unknown, copy: unknown, place: string): Generator<string> {
	if (dump(source) === dump(copy)) return;
	const isBranch = (value: unknown): value is Record<string, unknown> =>
		typeof value === "object" && value !== null && !Array.isArray(value) && !("dtype" in value);
	if (!isBranch(source) || !isBranch(copy)) {
		yield place;
		return;
	}
	for (const [index, [key, value]] of Object.entries(source).entries()) {
		const name = privateTextRule(key) === null ? key : index;
		yield* differences(value, copy[key], `${place}/${name}`);
	}
	for (const key of Object.keys(copy)) if (!Object.hasOwn(source, key)) yield `${place}/${key}`;
}
