import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numpyAvailable, python } from "@hindcast/tooling/python";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { ReplayArray } from "./artifact.ts";
import { contentDigest, jointOrderDigest } from "./digest.ts";
import { readReplay } from "./read.ts";
import { fullArrays, sampleReplay } from "./testing/sample.ts";
import { writeReplay } from "./write.ts";

const folder = mkdtempSync(join(tmpdir(), "replay-numpy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runPython(script: string, ...args: readonly string[]): string {
	const { status, stdout, stderr } = spawnSync(python, ["-c", script, ...args], { encoding: "utf8" });
	expect(status, stderr).toBe(0);
	return stdout;
}

/** Prints every array of an archive, and the content digest of all but the metadata, written from the protocol's text. */
const dump = `
import sys, json, struct, hashlib
import numpy as np
archive = np.load(sys.argv[1], allow_pickle=False)
out = {}
digest = hashlib.sha256(b"moonrobo.replay.content.v1\\n")
for name in sorted(archive.files):
    a = archive[name]
    kind = {"f": "f", "i": "i", "u": "i", "b": "b", "U": "s"}[a.dtype.kind]
    values = a.ravel().tolist()
    out[name] = {"kind": a.dtype.kind, "size": a.dtype.itemsize, "shape": list(a.shape),
                 "values": [str(v) if kind == "i" else None if v != v else v for v in values]}
    if name == "metadata_json":
        out[name] = json.loads(bytes(a.tobytes()).decode("utf-8"))
        continue
    digest.update(name.encode() + b"\\0" + kind.encode() + struct.pack("<I", a.ndim))
    digest.update(b"".join(struct.pack("<Q", n) for n in a.shape))
    for v in values:
        if kind == "f": digest.update(bytes.fromhex("000000000000f87f") if v != v else struct.pack("<d", v + 0.0))
        elif kind == "i": digest.update(struct.pack("<q", v))
        elif kind == "b": digest.update(struct.pack("<B", v))
        else: digest.update(struct.pack("<I", len(v.encode())) + v.encode())
print(json.dumps({"arrays": out, "digest": "sha256:" + digest.hexdigest()}))
`;

/** Writes a replay as NumPy users do: big-endian, Fortran order, bytes strings, default integers, compressed. */
const write = `
import sys, json, hashlib
import numpy as np
names = ["hip", "knee"]
order = hashlib.sha256(("moonrobo.joint-order.v1\\n" + "".join(n + "\\n" for n in names)).encode()).hexdigest()
metadata = {"protocol": "moonrobo.replay.v1", "robot_id": "tern", "bridge_id": "b", "source_label": "numpy",
  "duration_s": 0.04, "tick_count": 3, "joint_count": 2, "quaternion_order": "wxyz",
  "units": {"time": "s", "joint_position": "rad", "joint_velocity": "rad/s", "position": "m"},
  "joint_order_digest": "sha256:" + order, "model_source_digest": "sha256:" + "0" * 64,
  "exported_at": "2026-01-31T12:00:00Z", "artifact_class": "recorded", "visibility": "public",
  "enums": {"mode": {"1": "high"}}}
save = np.savez_compressed if sys.argv[2] == "compressed" else np.savez
save(sys.argv[1],
  metadata_json=np.frombuffer(json.dumps(metadata).encode(), dtype=np.uint8),
  t=np.array([0, 0.02, 0.04], dtype=">f8"),
  joint_name=np.array(names, dtype="S4"),
  qj=np.asfortranarray(np.array([[0, 1], [2, 3], [4, 5]], dtype=np.float32)),
  dqj=np.full((3, 2), np.nan),
  mode=np.array([1, 1, 1]),
  frame_id=np.array([1, 2, 2**53 + 1]),
  base_pos=np.zeros((3, 3), dtype=">f4"),
  planned_contact=np.array([True, False, True]),
  limit_state=np.array([[0, 1], [2, 3], [-1, 0]], dtype=np.int8, order="F"),
  bridge_status=np.array(["ok", "", "späße 🤖"]),
  x_tau=np.arange(6, dtype=np.int16).reshape(3, 2))
`;

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

/** What is said of any replay without commands, receipts and an IMU. */
const unlinked = [
	"velocity-unavailable",
	"imu-missing",
	"command-link-missing",
	"receipt-link-missing",
	"feedback-missing",
];

describe.skipIf(!numpyAvailable)("NumPy", () => {
	it("reads what we write, without pickle, to the same content", async () => {
		const extras: Record<string, ReplayArray> = {
			x_long: { dtype: "int64", shape: [2], data: BigInt64Array.of(2n ** 53n + 1n, -(2n ** 63n)) },
			x_scalar: { dtype: "float32", shape: [], data: Float32Array.of(0.5) },
			x_empty: { dtype: "string", shape: [0, 2], data: [] },
			x_text: { dtype: "string", shape: [1, 2], data: ["späße", "🤖"] },
			x_zero: { dtype: "float64", shape: [2], data: Float64Array.of(-0, Number.NaN) },
		};
		const replay = await sampleReplay({ ...(fullArrays as never as Record<string, ReplayArray>), ...extras });
		const file = join(folder, "ours.npz");
		writeFileSync(file, writeReplay(replay, { encoding: "npz" }));
		const { arrays, digest } = JSON.parse(runPython(dump, file));
		expect(digest).toBe(await contentDigest(replay));
		expect(arrays.metadata_json).toEqual(replay.metadata);
		expect(arrays.qj).toEqual({ kind: "f", size: 8, shape: [4, 2], values: [...replay.arrays.qj.data] });
		expect(arrays.actual_contact).toEqual({
			kind: "b",
			size: 1,
			shape: [4, 2],
			values: [false, true, true, false, false, false, true, true],
		});
		expect(arrays.x_long.values).toEqual(["9007199254740993", "-9223372036854775808"]);
		expect(arrays.x_scalar).toEqual({ kind: "f", size: 4, shape: [], values: [0.5] });
		expect(arrays.x_text.values).toEqual(["späße", "🤖"]);
		expect(Object.keys(arrays).sort()).toEqual(["metadata_json", ...Object.keys(replay.arrays)].sort());
	});

	it("writes a valid replay as the README shows", async () => {
		const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
		const [, script] = /^```python\n([\s\S]*?)^```$/m.exec(readme) ?? [];
		writeFileSync(join(folder, "robot.urdf"), '<robot name="tern-6"/>');
		runPython(`import os, sys\nos.chdir(sys.argv[1])\n${script}`, folder);
		const { artifact, report } = await readReplay(readFileSync(join(folder, "run.npz")));
		expect(report.diagnostics.map(({ code }) => code).filter((code) => !unlinked.includes(code))).toEqual([]);
		expect(artifact?.arrays.frame_id.data).toEqual(BigInt64Array.of(0n, 1n));
	});

	it.each(["stored", "compressed"])("writes what we read: %s", async (kind) => {
		const file = join(folder, `${kind}.npz`);
		runPython(write, file, kind);
		const { artifact, report } = await readReplay(readFileSync(file));
		expect(report.diagnostics.map(({ code }) => code).filter((code) => !unlinked.includes(code))).toEqual([]);
		expect(artifact?.metadata.joint_order_digest).toBe(await jointOrderDigest(["hip", "knee"]));
		const { arrays } = artifact!;
		expect(arrays.t).toEqual({ dtype: "float64", shape: [3], data: Float64Array.of(0, 0.02, 0.04) });
		expect(arrays.joint_name.data).toEqual(["hip", "knee"]);
		expect(arrays.qj).toEqual({ dtype: "float32", shape: [3, 2], data: Float32Array.of(0, 1, 2, 3, 4, 5) });
		expect(arrays.mode).toEqual({ dtype: "int32", shape: [3], data: Int32Array.of(1, 1, 1) });
		expect(arrays.frame_id).toEqual({
			dtype: "int64",
			shape: [3],
			data: BigInt64Array.of(1n, 2n, 2n ** 53n + 1n),
		});
		expect(arrays.planned_contact).toEqual({ dtype: "bool", shape: [3], data: Uint8Array.of(1, 0, 1) });
		expect(arrays.limit_state).toEqual({
			dtype: "int8",
			shape: [3, 2],
			data: Int8Array.of(0, 1, 2, 3, -1, 0),
		});
		expect(arrays.bridge_status?.data).toEqual(["ok", "", "späße 🤖"]);
		expect(arrays["x_tau"]).toEqual({ dtype: "int16", shape: [3, 2], data: Int16Array.of(0, 1, 2, 3, 4, 5) });
		const again = await readReplay(writeReplay(artifact!, { encoding: "json" }));
		expect(again.artifact).toEqual(artifact);
	});
});
