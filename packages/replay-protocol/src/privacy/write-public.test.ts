import { expect, it } from "vitest";
import type { ReplayArtifact } from "../artifact.ts";
import { isReplayError } from "../errors.ts";
import { readReplay } from "../read.ts";
import { floats, sampleReplay, texts } from "../testing/sample.ts";
import { writePublicReplay } from "./write-public.ts";

const path = "/srv/q7k3/take";

it.each(["json", "npz", "msgpack"] as const)("writes a file that reads as public: %s", async (encoding) => {
	const source = await sampleReplay({ joint_name: texts([path, "b_joint"]) }, { notes: path });
	const { bytes, report, artifact, redactions } = await writePublicReplay(source, { encoding });
	const read = await readReplay(bytes);
	expect(read.artifact).toEqual(artifact);
	expect(read.encoding).toBe(encoding);
	expect(artifact.metadata.visibility).toBe("public");
	expect(report).toEqual((await readReplay(bytes, { profile: "public" })).report);
	expect(report.ok).toBe(true);
	expect(redactions.map((one) => one.path).sort()).toEqual([
		"/arrays/joint_name/0",
		"/metadata/notes",
		"/metadata/receipt_ids",
		"/metadata/snapshot_ids",
	]);
});

it("refuses what does not pass, by its codes alone", async () => {
	const replay = await sampleReplay({ x_a: floats([1], [0]) });
	const broken = [
		{ metadata: { ...replay.metadata, units: { time: path } }, code: "unit-missing" },
		{
			metadata: { ...replay.metadata, content_digest: `sha256:${"0".repeat(64)}` },
			code: "content-digest-mismatch",
		},
		{ metadata: { ...replay.metadata, joint_order_digest: path }, code: "missing-metadata-key" },
	];
	for (const { metadata, code } of broken) {
		const writing = writePublicReplay({ ...replay, metadata } as ReplayArtifact, { encoding: "json" });
		const error = await writing.catch((thrown: unknown) => thrown);
		expect(isReplayError(error, "not-publishable")).toBe(true);
		expect(String(error)).toContain(code);
		expect(String(error)).not.toContain("q7k3");
	}
});

it("stops when aborted, and refuses an unknown encoding", async () => {
	const replay = await sampleReplay();
	const signal = AbortSignal.abort(new Error("enough"));
	await expect(writePublicReplay(replay, { encoding: "npz", signal })).rejects.toThrow("enough");
	const later = new AbortController();
	const large = await sampleReplay({ x_large: floats([3e6], new Float64Array(3e6)) });
	const writing = writePublicReplay(large, { encoding: "npz", signal: later.signal });
	later.abort(new Error("later"));
	await expect(writing).rejects.toThrow("later");
	await expect(writePublicReplay(replay, { encoding: "xml" as never })).rejects.toSatisfy((error) =>
		isReplayError(error, "encoding-unknown"),
	);
});
