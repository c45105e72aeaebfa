import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { goldenAvailable, readGolden } from "@hindcast/tooling/golden";
import { numpyAvailable, python } from "@hindcast/tooling/python";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCli, type Cli } from "../testing/cli.ts";
import { vectorBytes, vectorDigests } from "../testing/replays.ts";

let cli: Cli;
beforeAll(async () => {
	cli = await buildCli();
	for (const encoding of ["json", "npz", "msgpack"] as const)
		await writeFile(join(cli.folder, `vector.${encoding}`), await vectorBytes(encoding));
}, 120_000);
afterAll(() => cli.remove());

/** Writes a replay of 100 frames at 50 Hz with a gap, as NumPy does, and prints what NumPy says of its arrays. */
const writeByNumpy = `
import hashlib, json, numpy as np
T, J = 100, 3
rng = np.random.default_rng(5)
t = np.arange(T) * 0.02
t[60:] += 1.5
names = ["hip", "knee", "ankle"]
qj = rng.uniform(-1, 1, (T, J)).astype(np.float32)
dqj = rng.normal(size=(T, J)); dqj[::4] = np.nan
order = hashlib.sha256(b"moonrobo.joint-order.v1\\n" + b"".join(n.encode() + b"\\n" for n in names)).hexdigest()
metadata = {"protocol": "moonrobo.replay.v1", "robot_id": "numpy-3", "units": {"time": "s", "joint_position": "rad",
  "joint_velocity": "rad/s", "position": "m", "velocity": "m/s", "angular_velocity": "rad/s", "acceleration": "m/s^2"},
  "quaternion_order": "wxyz", "joint_order_digest": "sha256:" + order, "joint_type": ["revolute"] * 3, "visibility": "private"}
arrays = dict(t=t, qj=qj, dqj=dqj, joint_name=np.array(names), mode=np.array(["high"] * T),
  frame_id=np.array([f"f-{i}" for i in range(T)]), x_count=np.arange(T, dtype=np.int64) + 2**60)
np.savez("numpy.npz", metadata_json=np.frombuffer(json.dumps(metadata).encode(), np.uint8), **arrays)
print(json.dumps({"qj": [float(qj.min()), float(qj.max())], "dqj": [float(np.nanmin(dqj)), float(np.nanmax(dqj)),
  float(np.isnan(dqj).mean())], "order": order, "gap": t[60] - t[59]}))
`;

describe("hindcast inspect", { timeout: 120_000 }, () => {
	it("shows what the vector holds, in every encoding", async () => {
		for (const encoding of ["json", "npz", "msgpack"]) {
			const { code, stdout } = await cli.run(["inspect", `vector.${encoding}`]);
			expect(code).toBe(0);
			expect(stdout).toContain("  robot           tern\n");
			expect(stdout).toMatch(new RegExp(`encoding +${encoding}, \\d+ bytes\n`));
			expect(stdout).toContain(`  content digest  ${vectorDigests.content}\n`);
			expect(stdout).toMatch(/\n {2}dqj +float64 +\(2, 2\) +- +- +100 %\n/);
			expect(stdout).toMatch(/\n {2}qj +float64 +\(2, 2\) +-0\.5 +0\.5 +0 %\n/);
			expect(stdout).toMatch(/\n {2}t +float64 +\(2,\) +0 +0\.02 +0 %\n/);
			expect(stdout).toMatch(/\n {2}rate +50 Hz \(50 to 50\)\n/);
			expect(stdout).toMatch(/\n {2}joint_type +\["revolute","revolute"\]\n/);
		}
	});

	it.skipIf(!numpyAvailable)("agrees with NumPy on a file that NumPy wrote", async () => {
		await writeFile(join(cli.folder, "write.py"), writeByNumpy);
		const { stdout: facts } = await cli.run([], { shell: `${python} write.py` });
		const numpy = JSON.parse(facts);
		const { stdout, code } = await cli.run(["inspect", "numpy.npz", "--json"]);
		const summary = JSON.parse(stdout);
		expect(code).toBe(0);
		const byName = Object.fromEntries(summary.arrays.map((array: { name: string }) => [array.name, array]));
		expect(byName["qj"]).toEqual({
			name: "qj",
			dtype: "float32",
			shape: [100, 3],
			min: numpy.qj[0],
			max: numpy.qj[1],
			nan_share: 0,
		});
		expect([byName["dqj"].min, byName["dqj"].max, byName["dqj"].nan_share]).toEqual(numpy.dqj);
		expect(byName["x_count"]).toMatchObject({
			dtype: "int64",
			min: String(2n ** 60n),
			max: String(2n ** 60n + 99n),
		});
		expect(byName["mode"]).toMatchObject({ dtype: "string", min: null, max: null, nan_share: null });
		expect(summary.joint_order_digest).toBe(`sha256:${numpy.order}`);
		expect(summary.gaps).toEqual([{ frame: 60, gap_s: numpy.gap }]);
		expect(summary.rate_hz.median).toBeCloseTo(50, 6);
		expect([summary.tick_count, summary.joint_count, summary.duration_s]).toEqual([100, 3, 99 * 0.02 + 1.5]);
	});

	it("refuses a file that is no replay, and says why", async () => {
		const { code, stdout, stderr } = await cli.run(["inspect", "-"], { stdin: "PK\x03\x04" });
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toMatch(/^ {2}blocking container-corrupt [^\n]*\n/);
		expect(stderr).toMatch(/\nhindcast: blocked: standard input: blocked, \d+ blocking\nhint: [^\n]*\n$/);
	});
});

describe("hindcast digest", { timeout: 120_000 }, () => {
	it("gives the published digests of the vector, the same in every encoding", async () => {
		for (const encoding of ["json", "npz", "msgpack"] as const) {
			const { code, stdout } = await cli.run(["digest", `vector.${encoding}`]);
			const file = createHash("sha256")
				.update(await vectorBytes(encoding))
				.digest("hex");
			expect([code, stdout]).toEqual([
				0,
				`content_digest ${vectorDigests.content}\njoint_order_digest ${vectorDigests.jointOrder}\nfile_digest sha256:${file}\n`,
			]);
		}
	});

	it("gives a model's digest, alone or beside a replay's", async () => {
		await writeFile(join(cli.folder, "robot.urdf"), "abc");
		const id = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
		expect((await cli.run(["digest", "--model", "robot.urdf"])).stdout).toBe(`model_source_digest ${id}\n`);
		const { stdout } = await cli.run(["digest", "-", "--model", "robot.urdf", "--json"], {
			stdin: await vectorBytes("npz"),
		});
		expect(JSON.parse(stdout)).toMatchObject({
			content_digest: vectorDigests.content,
			model_source_digest: id,
		});
	});

	it.skipIf(!goldenAvailable)("gives the golden model's", async () => {
		await writeFile(join(cli.folder, "e1.urdf"), await readGolden("moonrobo/noetix-e1/model/robot.urdf"));
		expect((await cli.run(["digest", "--model", "e1.urdf"])).stdout).toBe(
			"model_source_digest sha256:11da738933ee887605b4bf64f641af58e8f992db30e94b71c7c3c1c9a08c45be\n",
		);
	});
});
