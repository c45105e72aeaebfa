import { expect, it } from "vitest";
import { contentDigest, createReplay, jointOrderDigest, readReplay, writeReplay } from "./index.ts";

it("works", async () => {
	const artifact = await createReplay({
		metadata: { robot_id: "tern", joint_type: ["revolute", "prismatic"] },
		arrays: {
			t: { dtype: "float64", shape: [2], data: Float64Array.of(0, 0.02) },
			joint_name: { dtype: "string", shape: [2], data: ["a_joint", "b_joint"] },
			qj: { dtype: "float64", shape: [2, 2], data: Float64Array.of(0, 0.5, 0.1, -0.5) },
			dqj: { dtype: "float64", shape: [2, 2], data: new Float64Array(4).fill(NaN) },
			mode: { dtype: "string", shape: [2], data: ["read-only", "high"] },
			frame_id: { dtype: "string", shape: [2], data: ["f-0", "f-1"] },
		},
	});
	expect(await contentDigest(artifact)).toBe(
		"sha256:d534d4948763e3029d5627cabd8a6d8e7ffa20c14519c166051ca27a1ec07a4a",
	);
	expect(await jointOrderDigest(["a_joint", "b_joint"])).toBe(
		"sha256:99dd78006341c27c76e8569d27e4c244c859eda52188a86ed86dbdc32cea8611",
	);

	for (const encoding of ["json", "npz"] as const) {
		const bytes = writeReplay(artifact, { encoding });

		const read = await readReplay(bytes);
		expect(read.report.ok).toBe(true);
		expect(read.artifact).toEqual(artifact);
	}
});
