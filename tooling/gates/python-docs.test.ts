import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
	contentDigest,
	jointOrderDigest,
	normalizeReplay,
	type ReplayArray,
	type ReplayArtifact,
	readReplay,
	writeReplay,
} from "../../packages/replay-protocol/src/index.ts";
import { bundle } from "../bundle.mjs";
import { numpyAvailable, python } from "../testing/python.ts";
import { read, root } from "./workspace.ts";

/**
 * `docs/python.md`: its blocks are one Python session, run here with NumPy from top to bottom. What it read, digested and
 * wrote is compared with what the packages say.
 */
const demo = "fixtures/books/tern-6/runs/replays/replay-tern-pick-place/payload.npz";
const folder = mkdtempSync(join(tmpdir(), "hindcast-python-"));
const blocks = [...read("docs/python.md").matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(
	([, code = ""]) => code,
);

/** Says at the session's end what it holds, for the comparison. */
const confession = `
import math
def plain(value):
    value = value.tolist() if isinstance(value, np.ndarray) else value
    if isinstance(value, list): return [plain(item) for item in value]
    return None if isinstance(value, float) and math.isnan(value) else value
odd = {
    "x_n": np.array([np.copysign(np.nan, -1), -0.0, 0.5]), "x_é": np.array([[1, -2]], dtype=np.int16), "x_big": np.array([2**63 - 1]),
    "x_bool": np.array([True, False]), "x_text": np.array(["späße", ""]), "x_bytes": np.array([b"ok"]),
    "x_f4": np.array([0.1, -0.0], dtype=np.float32), "x_order": np.asfortranarray([[1.0, 2.0], [3.0, 4.0]]), "x_scalar": np.array(0.25),
}
theirs, json_arrays = read_json_replay("ours.json")
print(json.dumps({
    "digests": [content_digest(arrays), joint_order_digest(arrays["joint_name"]), content_digest(json_arrays), content_digest(written), content_digest(odd)],
    "metadata": metadata, "theirs": theirs,
    "names": list(position), "shoulder": plain(position["shoulder_pitch"]), "velocity": plain(velocity),
    "times": plain(times), "at_limit": plain(at_limit), "modes": modes, "report": report,
    "gapped": plain(list(broken_at_gaps(np.array([0.0, 0.1, 0.2, 5.0]), np.arange(4.0)))),
}))
`;

/** What the session digests as `odd`: signs of zero and NaN, every kind, every order, names beyond ASCII. */
const odd: Record<string, ReplayArray> = {
	x_n: { dtype: "float64", shape: [3], data: Float64Array.of(Number.NaN, 0, 0.5) },
	x_é: { dtype: "int16", shape: [1, 2], data: Int16Array.of(1, -2) },
	x_big: { dtype: "int64", shape: [1], data: BigInt64Array.of(2n ** 63n - 1n) },
	x_bool: { dtype: "bool", shape: [2], data: Uint8Array.of(1, 0) },
	x_text: { dtype: "string", shape: [2], data: ["späße", ""] },
	x_bytes: { dtype: "string", shape: [1], data: ["ok"] },
	x_f4: { dtype: "float32", shape: [2], data: Float32Array.of(0.1, 0) },
	x_order: { dtype: "float64", shape: [2, 2], data: Float64Array.of(1, 2, 3, 4) },
	x_scalar: { dtype: "float64", shape: [], data: Float64Array.of(0.25) },
};

interface Confession {
	readonly digests: readonly string[];
	readonly metadata: unknown;
	readonly theirs: unknown;
	readonly names: readonly string[];
	readonly shoulder: readonly number[];
	readonly velocity: readonly (readonly number[])[];
	readonly times: readonly (number | null)[];
	readonly at_limit: readonly number[];
	readonly modes: readonly (readonly [number, string])[];
	readonly gapped: unknown;
	readonly report: { readonly valid: boolean; readonly issues: readonly { readonly code: string }[] };
}

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

describe.skipIf(!numpyAvailable)("docs/python.md, run by Python with NumPy", () => {
	let said: Confession;
	let source: ReplayArtifact;

	beforeAll(async () => {
		copyFileSync(join(root, demo), join(folder, "run.npz"));
		writeFileSync(join(folder, "robot.urdf"), '<robot name="bench-arm"/>');
		source = (await readReplay(readFileSync(join(folder, "run.npz")))).artifact!;
		writeFileSync(join(folder, "ours.json"), writeReplay(source, { encoding: "json" }));
		const command = await bundle("packages/cli/src/main.ts", "reports/python-docs");
		writeFileSync(join(folder, "hindcast"), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`, {
			mode: 0o755,
		});
		writeFileSync(join(folder, "session.py"), [...blocks, confession].join("\n"));
		const { status, stdout, stderr } = spawnSync(python, ["session.py"], {
			cwd: folder,
			env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` },
			encoding: "utf8",
			maxBuffer: 1 << 26,
		});
		expect(status, stderr).toBe(0);
		said = JSON.parse(stdout.trim().split("\n").at(-1)!) as Confession;
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	it("reads metadata and arrays as we do, from NPZ and from JSON", async () => {
		expect(said.metadata).toEqual(source.metadata);
		expect(said.theirs).toEqual(source.metadata);
		expect(said.names).toEqual(source.arrays.joint_name.data);
		const joints = said.names.length;
		const { data } = source.arrays.qj;
		const shoulder = said.names.indexOf("shoulder_pitch");
		expect(said.shoulder).toEqual([...data].filter((_, index) => index % joints === shoulder));
		expect(said.velocity.flat()).toEqual([...source.arrays.dqj.data]);
	});

	it("gives the digests that we give", async () => {
		const digest = await contentDigest(source);
		expect(said.digests[0]).toBe(digest);
		expect(said.digests[1]).toBe(await jointOrderDigest(source.arrays.joint_name.data));
		expect(said.digests[2]).toBe(digest);
		expect(said.digests[4]).toBe(await contentDigest({ arrays: odd as never }));
	});

	it("prepares series that break at gaps, limits and modes", () => {
		const { t, limit_state, mode } = normalizeReplay(source).arrays;
		const joints = said.names.length;
		expect(said.times).toEqual([...t.data]);
		expect(said.gapped).toEqual([
			[0, 0.1, 0.2, null, 5],
			[0, 1, 2, null, 3],
		]);
		const states = Array.from({ length: t.data.length }, (_, frame) =>
			[...limit_state.data].slice(frame * joints, (frame + 1) * joints),
		);
		expect(said.at_limit).toEqual(
			[...t.data].filter((_, frame) => states[frame]!.some((code) => code === 1 || code === 2)),
		);
		expect(said.at_limit.length).toBeGreaterThan(0);
		expect(said.modes).toEqual(
			[...t.data].flatMap((time, frame) =>
				mode.data[frame] === mode.data[frame - 1] ? [] : [[time, mode.data[frame]]],
			),
		);
		expect(said.modes.length).toBeGreaterThan(1);
	});

	it.each(["written.npz", "written.json"])(
		"writes %s, which validates here with the digest it declares",
		async (name) => {
			const { artifact, report } = await readReplay(readFileSync(join(folder, name)));
			expect(report.diagnostics.filter(({ severity }) => severity === "blocking")).toEqual([]);
			expect(artifact).toBeDefined();
			expect(await contentDigest(artifact!)).toBe(said.digests[3]);
			expect(artifact!.metadata.content_digest).toBe(said.digests[3]);
			expect(artifact!.arrays.frame_id.data).toEqual(BigInt64Array.of(0n, 1n, 2n));
		},
	);

	it("asks the command, which says what the library says", async () => {
		const { report } = await readReplay(readFileSync(join(folder, "written.npz")));
		expect(said.report.valid).toBe(report.ok);
		expect(said.report.issues.map(({ code }) => code)).toEqual(report.diagnostics.map(({ code }) => code));
	});
});
