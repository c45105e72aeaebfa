import { expect, it } from "vitest";
import { conversionManifestSchema } from "../convert/manifest.ts";
import { createReplay } from "../create.ts";
import { privateMetadataKeys } from "../metadata.ts";
import { sampleArrays } from "../testing/sample.ts";
import { repairKeys, retargetKeys, unitKeys } from "./public-keys.ts";

it("what converters and createReplay write is on the lists", async () => {
	const step = conversionManifestSchema.shape.repairs.def.element.shape;
	expect(Object.keys(step).filter((key) => !repairKeys.has(key))).toEqual([]);
	const { metadata } = await createReplay({ metadata: { robot_id: "tern" }, arrays: sampleArrays });
	expect(Object.keys(metadata.units).filter((key) => !unitKeys.has(key))).toEqual([]);
});

it("no private link is on any list", () => {
	for (const key of [...privateMetadataKeys, "receipt_path"])
		for (const keys of [unitKeys, repairKeys, retargetKeys]) expect(keys.has(key)).toBe(false);
});
