import { goldenAvailable, readGolden, readGoldenJson, readGoldenText } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import { canonicalContent, contentDigest, jointOrderDigest } from "../digest.ts";
import { readReplay } from "../read.ts";
import { createSha256 } from "../sha256.ts";
import { writeReplay } from "../write.ts";
import { floats, sampleReplay, texts, unlinked } from "./sample.ts";

/** The protocol's digest vectors; run in Node and in a browser. */
export function describeDigests(): void {
	describe("digest vectors", () => {
		it("joint order of a_joint, b_joint", async () => {
			expect(await jointOrderDigest(["a_joint", "b_joint"])).toBe(
				"sha256:99dd78006341c27c76e8569d27e4c244c859eda52188a86ed86dbdc32cea8611",
			);
		});

		it("content of two frames: 292 bytes, the same after each encoding", async () => {
			const replay = await sampleReplay({
				t: floats([2], [0, 0.02]),
				qj: floats([2, 2], [0, 0.5, 0.1, -0.5]),
				dqj: floats([2, 2], Array<number>(4).fill(Number.NaN)),
				mode: texts(["read-only", "high"]),
				frame_id: texts(["f-0", "f-1"]),
				...unlinked,
			});
			const length = [...canonicalContent(replay.arrays)].reduce((sum, piece) => sum + piece.length, 0);
			expect(length).toBe(292);
			const expected = "sha256:d534d4948763e3029d5627cabd8a6d8e7ffa20c14519c166051ca27a1ec07a4a";
			expect(await contentDigest(replay)).toBe(expected);
			for (const encoding of ["json", "npz", "msgpack"] as const) {
				const { artifact } = await readReplay(writeReplay(replay, { encoding }));
				expect(artifact && (await contentDigest(artifact))).toBe(expected);
			}
		});
	});

	describe.skipIf(!goldenAvailable)("golden robot", () => {
		it("has the joint order digest of robot.json, whose joints are those of the URDF", async () => {
			const profile = await readGoldenJson<{ joints: { name: string; index: number }[] }>(
				"moonrobo/noetix-e1/robot.json",
			);
			const names = profile.joints.toSorted((a, b) => a.index - b.index).map(({ name }) => name);
			const urdf = await readGoldenText("moonrobo/noetix-e1/model/robot.urdf");
			const movable = [...urdf.matchAll(/<joint\s+name="([^"]+)"\s+type="(revolute|continuous|prismatic)"/g)];
			expect(movable.map(([, name]) => name).sort()).toEqual(names.toSorted());
			expect(await jointOrderDigest(names)).toBe(
				"sha256:85ca2b3aaaf883a2e4bbae245691b83a4c3ab442906c14a84cde2da2a141237b",
			);
			expect(await jointOrderDigest(names.toReversed())).toBe(
				"sha256:93e7034506985dc65c16b3907deccdcb5ff97c5358da6170ae9e86d06ab12d9f",
			);
		});

		it("has the model digest of its bytes", async () => {
			const hasher = createSha256();
			hasher.update(await readGolden("moonrobo/noetix-e1/model/robot.urdf"));
			expect(hasher.digest()).toBe("11da738933ee887605b4bf64f641af58e8f992db30e94b71c7c3c1c9a08c45be");
		});
	});
}
