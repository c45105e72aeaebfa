import { goldenAvailable, readGoldenJson, readGoldenText } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import { canonicalizePython } from "./canonicalize-python.ts";
import { JsonNumber } from "./json-number.ts";
import { type ParsedJson, parsePreservingNumbers } from "./parse.ts";
import { sha256Id } from "./sha256-id.ts";

const hex = async (text: string) => (await sha256Id(new TextEncoder().encode(text))).slice("sha256:".length);

/** A document without the top-level keys that start with `_`. */
function undocumented(document: ParsedJson): ParsedJson {
	const entries = Object.entries(document as Record<string, ParsedJson>);
	return Object.fromEntries(entries.filter(([key]) => !key.startsWith("_")));
}

interface ConstantsCase {
	readonly id: string;
	readonly text?: string;
	readonly file?: string;
	readonly expect: { readonly sha256?: string };
}

interface Variant {
	readonly parent_scene_id: string;
	readonly seed: number;
	readonly ordinal: number;
	readonly pose_changes: readonly { readonly entity_uid: string; readonly arena_pose: number[][] }[];
	readonly metadata: readonly (readonly [string, string])[];
}

/** The scene variant's identity: poses are floats without negative zero, the rest is as it is. */
async function variantId({ pose_changes, ...variant }: Variant): Promise<string> {
	const poses = pose_changes
		.map(({ entity_uid, arena_pose }) => [
			entity_uid,
			arena_pose.map((row) => row.map((x) => JsonNumber.float(x + 0))),
		])
		.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
	return `scene-variant:${await hex(canonicalizePython({ schema: "scene-variant/v1", ...variant, pose_changes: poses }))}`;
}

describe.skipIf(!goldenAvailable)("identities of the systems it serves", () => {
	it("digests of motion constants", async () => {
		const { cases } = await readGoldenJson<{ cases: ConstantsCase[] }>("tatbot/constants/sha-cases.json");
		const accepted = cases.filter(({ expect: { sha256 } }) => sha256 !== undefined);
		expect(accepted.length).toBeGreaterThanOrEqual(16);
		for (const { id, text, file, expect: wanted } of accepted) {
			const source = text ?? (await readGoldenText(`tatbot/constants/${file}`));
			const document = parsePreservingNumbers(source, { duplicateKeys: "last" });
			expect(await hex(canonicalizePython(undocumented(document))), id).toBe(wanted.sha256);
		}
	});

	it("initial state of a scene: text and identity", async () => {
		const text = await readGoldenText("scene-expansion/03-restore-tolerances.json");
		const golden = parsePreservingNumbers(text) as Record<string, ParsedJson>;
		const canonical = canonicalizePython(golden["source_state"]);
		expect(canonical).toBe(golden["source_canonical_json"]);
		expect(`scene-initial:${await hex(canonical)}`).toBe(golden["source_initial_state_id"]);
	});

	it("scene variants: floats and integers side by side, small and subnormal numbers, text beyond ASCII", async () => {
		const { identity_vectors } = await readGoldenJson<{
			identity_vectors: { variant: Variant; variant_id: string }[];
		}>("scene-expansion/03-restore-tolerances.json");
		expect(identity_vectors).toHaveLength(2);
		for (const { variant, variant_id } of identity_vectors) expect(await variantId(variant)).toBe(variant_id);
	});
});
