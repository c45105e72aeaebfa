import { expect, it } from "vitest";
import { expectedPoseDigest, poseDigest } from "./testing/pose-digest.ts";

it("poses and Jacobians have the same bits in every engine: here in Chromium", async () => {
	expect(await poseDigest()).toBe(expectedPoseDigest);
});
