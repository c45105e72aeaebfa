import { goldenAvailable, readGolden } from "@hindcast/tooling/golden";
import { numpyAvailable } from "@hindcast/tooling/python";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readReplay } from "../../read.ts";
import { writeReplay } from "../../write.ts";
import type { ConvertOptions } from "../options.ts";
import { fromBase64, Numpy } from "../testing/numpy.ts";
import { convertLivePingPong } from "./convert-live-pingpong.ts";

const file = "moonrobo/npz/lpp-shaped-synthetic-8x29.npz";
const jointNames = Array.from({ length: 29 }, (_, joint) => `joint_${joint}`);
const options: ConvertOptions = { robotId: "g1", bridgeId: "pong", jointNames };

const numpy = new Numpy();
afterAll(() => numpy.close());

type Archive = Record<string, { dtype: string; shape: number[]; values: (number | string | null)[] }>;

/** Each array of an archive as NumPy reads it; NaN as null. */
function dumped(bytes: Uint8Array): Promise<Archive> {
	const script = `
archive = np.load(io.BytesIO(base64.b64decode(given)), allow_pickle=False)
print(json.dumps({name: {"dtype": str(a.dtype), "shape": list(a.shape),
  "values": [None if v != v else (v.decode() if isinstance(v, bytes) else v) for v in a.ravel().tolist()]}
  for name, a in archive.items()}))`;
	return numpy.run<Archive>(script, Buffer.from(bytes).toString("base64"));
}

/** The golden archive, its arrays in `a`, changed by Python code and saved again. */
async function changed(bytes: Uint8Array, code: string): Promise<Uint8Array<ArrayBuffer>> {
	const script = `
with np.load(io.BytesIO(base64.b64decode(given))) as archive: a = dict(archive)
${code}
out = io.BytesIO()
np.savez(out, **a)
print(json.dumps(base64.b64encode(out.getvalue()).decode()))`;
	return fromBase64(await numpy.run<string>(script, Buffer.from(bytes).toString("base64")));
}

/** Our values as the dump has them. */
function values(array: { data: ArrayLike<unknown> } | undefined): unknown[] {
	return Array.from(array!.data, (value) => (Number.isNaN(value) ? null : value));
}

describe.skipIf(!goldenAvailable || !numpyAvailable)("LivePingPong recordings", () => {
	let golden: Uint8Array<ArrayBuffer>;
	let truth: Archive;

	beforeAll(async () => {
		golden = await readGolden(file);
		truth = await dumped(golden);
	});

	it("convert to a valid replay with NumPy's values", async () => {
		const { artifact, manifest, report } = await convertLivePingPong(golden, options);
		expect(report.diagnostics.filter(({ severity }) => severity === "blocking")).toEqual([]);
		const { arrays, metadata } = artifact!;
		for (const name of ["t", "qj", "base_pos", "base_quat", "planner_status"] as const) {
			expect(values(arrays[name]), name).toEqual(truth[name].values);
			expect(arrays[name]!.shape, name).toEqual(truth[name].shape);
		}
		// The golden file's velocities are the format's fill.
		expect(new Set(truth["dqj"].values)).toEqual(new Set([0]));
		expect(new Set(values(arrays.dqj))).toEqual(new Set([null]));
		const own = Object.keys(truth).filter(
			(name) => !/^(t|qj|dqj|base_pos|base_quat|planner_status|meta_.*)$/.test(name),
		);
		expect(own.length).toBeGreaterThan(8);
		for (const name of own) {
			const array = arrays[`x_${name}`];
			const bools = truth[name].dtype === "bool";
			expect(values(array), name).toEqual(truth[name].values.map((value) => (bools ? Number(value) : value)));
		}
		expect(arrays.mode.data).toEqual(truth["fsm_state"].values.map((code) => `unknown-${code}`));
		expect(values(arrays.target_pos)).toEqual(
			Array.from({ length: 8 }, (_, row) => {
				const [x, y] = truth["base_pos_target"].values.slice(2 * row, 2 * row + 2);
				return x === null || y === null ? [null, null, null] : [x, y, 0];
			}).flat(),
		);
		expect(metadata).toMatchObject({ robot_id: "g1", nominal_rate_hz: 50, joint_count: 29, tick_count: 8 });
		expect(manifest).toMatchObject({ source: { kind: "live-pingpong", frame_count: 8 }, duration_s: 0.14 });
		expect(JSON.stringify({ metadata, manifest })).not.toContain("synthetic");
		const read = await readReplay(writeReplay(artifact!, { encoding: "npz" }));
		expect(read.report.ok).toBe(true);
	});

	it("have the same content in Fortran order, big-endian, and with 64-bit integers", async () => {
		const { artifact } = await convertLivePingPong(golden, options);
		const other = await changed(
			golden,
			`
for n in ["qj", "dqj", "base_pos", "base_quat"]: a[n] = np.asfortranarray(a[n]).astype(a[n].dtype.newbyteorder(">"), order="F")
for n in ["fsm_state", "planner_status", "planner_reason_code"]: a[n] = a[n].astype(np.int64)`,
		);
		const again = await convertLivePingPong(other, options);
		expect(again.report.diagnostics.filter(({ severity }) => severity === "blocking")).toEqual([]);
		expect(again.artifact!.metadata.content_digest).toBe(artifact!.metadata.content_digest);
	});

	it("take required int64 arrays, and joints of any number", async () => {
		const bytes = await changed(
			golden,
			'a["qj"] = np.arange(16, dtype="<i8").reshape(8, 2); a["dqj"] = np.ones((8, 2), dtype="<i8")',
		);
		const { artifact, report } = await convertLivePingPong(bytes, {
			...options,
			jointNames: ["hip", "knee"],
		});
		expect(report.diagnostics.map(({ code }) => code)).toContain("source-count-mismatch");
		expect(values(artifact!.arrays.qj)).toEqual(Array.from({ length: 16 }, (_, i) => i));
	});

	it("keep 64-bit integers that 32 bits do not hold, and uint64 up to int64", async () => {
		const bytes = await changed(
			golden,
			'a["stamp"] = np.arange(8, dtype="<i8") + 2**60; a["count"] = np.arange(8, dtype="<u8") + 2**40; a["big"] = np.full(8, 2**63, "<u8")',
		);
		const { artifact, report } = await convertLivePingPong(bytes, options);
		expect(artifact!.arrays["x_stamp"]!.data).toEqual(
			BigInt64Array.from({ length: 8 }, (_, i) => 2n ** 60n + BigInt(i)),
		);
		expect(artifact!.arrays["x_count"]!.data).toEqual(
			BigInt64Array.from({ length: 8 }, (_, i) => 2n ** 40n + BigInt(i)),
		);
		expect(artifact!.arrays["x_big"]).toBeUndefined();
		expect(report.diagnostics).toContainEqual(
			expect.objectContaining({
				code: "source-array-dropped",
				params: { array: "big", reason: "uint64 beyond int64" },
			}),
		);
	});

	it("put joints in another order by name", async () => {
		const jointOrder = [...jointNames].reverse();
		const { artifact, manifest } = await convertLivePingPong(golden, { ...options, jointOrder });
		const qj = truth["qj"].values;
		const expected = Array.from({ length: 8 }, (_, row) =>
			qj.slice(29 * row, 29 * row + 29).reverse(),
		).flat();
		expect(values(artifact!.arrays.qj)).toEqual(expected);
		expect(manifest!.converted.map(({ rule }) => rule)).toContain("joints-reordered");
	});

	it("reorder commanded positions too, and name the columns of arrays that they cannot know", async () => {
		const bytes = await changed(golden, 'a["qj_cmd"] = a["qj"].copy(); a["current"] = a["qj"].copy()');
		const jointOrder = [...jointNames].reverse();
		const { artifact } = await convertLivePingPong(bytes, { ...options, jointOrder });
		expect(values(artifact!.arrays["x_qj_cmd"])).toEqual(values(artifact!.arrays.qj));
		expect(values(artifact!.arrays["x_current"])).toEqual(truth["qj"].values);
		expect(values(artifact!.arrays["x_source_joint_name"])).toEqual(jointNames);
	});

	it("take an integer base, and keep no two arrays under one name", async () => {
		const bytes = await changed(
			golden,
			'a["base_pos"] = np.ones((8, 3), dtype="<i8"); a["x_fsm_state"] = np.ones(8)',
		);
		const { artifact, report } = await convertLivePingPong(bytes, options);
		expect(values(artifact!.arrays.base_pos)).toEqual(Array<number>(24).fill(1));
		expect(values(artifact!.arrays["x_fsm_state"])).toEqual(Array<number>(8).fill(1));
		expect(report.diagnostics).toContainEqual(
			expect.objectContaining({
				code: "source-array-dropped",
				params: { array: "fsm_state", reason: "name" },
			}),
		);
	});

	it.each([
		["np.nan", 1],
		["1.5", 1],
		["np.inf", 1],
		["-0.5", 1],
		["1e21", 1],
		["[0, 1, np.nan, 3, 2.5, 5, 6, 7]", 2],
	])("refuse states that are no codes: %s", async (states, count) => {
		const script = `a["fsm_state"] = np.arange(8, dtype="<f8"); a["fsm_state"][:] = ${states}`;
		const { artifact, report } = await convertLivePingPong(
			await changed(golden, count === 1 ? script.replace("[:]", "[3]") : script),
			options,
		);
		expect(artifact).toBeUndefined();
		const blocking = report.diagnostics.filter(({ severity }) => severity === "blocking");
		expect(blocking).toHaveLength(count);
		expect(blocking.at(-1)).toMatchObject({
			code: "source-value-invalid",
			path: "/arrays/mode",
			params: { array: "fsm_state", row: count === 1 ? 3 : 4, expected: "a whole number" },
		});
	});

	it("take codes as floats, and refuse states that are not one code for each frame", async () => {
		const floats = await changed(golden, 'a["fsm_state"] = np.arange(-1, 7, dtype="<f4")');
		const { artifact } = await convertLivePingPong(floats, options);
		const codes = Array.from({ length: 7 }, (_, code) => `unknown-${code}`);
		expect(artifact!.arrays.mode.data).toEqual(["unavailable", ...codes]);
		for (const states of ['np.array(["walk"] * 8)', 'np.zeros((8, 1), "<i4")', "np.array(3)"]) {
			const { report } = await convertLivePingPong(
				await changed(golden, `a["fsm_state"] = ${states}`),
				options,
			);
			expect(report.diagnostics).toContainEqual(
				expect.objectContaining({
					code: "source-array-mismatch",
					severity: "blocking",
					params: expect.objectContaining({ array: "fsm_state", expected: "numbers (8)" }),
				}),
			);
		}
	});

	it("keep velocities that were measured", async () => {
		const bytes = await changed(golden, 'a["dqj"] = np.arange(232, dtype="<f4").reshape(8, 29)');
		const { artifact } = await convertLivePingPong(bytes, options);
		expect(values(artifact!.arrays.dqj)).toEqual(Array.from({ length: 232 }, (_, i) => i));
	});

	const zeroVelocities = 'a["dqj"] = np.zeros_like(a["dqj"])';
	it("write velocities that are only a fill as not measured, and keep those of a robot at rest", async () => {
		const filled = await convertLivePingPong(await changed(golden, zeroVelocities), options);
		expect(values(filled.artifact!.arrays.dqj).every((value) => value === null)).toBe(true);
		expect(filled.artifact!.metadata.repairs).toContainEqual(
			expect.objectContaining({ rule: "velocity-fill-removed" }),
		);
		const atRest = await convertLivePingPong(
			await changed(golden, `${zeroVelocities}; a["qj"][:] = a["qj"][0]`),
			options,
		);
		expect(values(atRest.artifact!.arrays.dqj).every((value) => value === 0)).toBe(true);
		const absent = await convertLivePingPong(await changed(golden, 'del a["dqj"]'), options);
		expect(absent.manifest!.filled.map(({ rule }) => rule)).toContain("velocity-not-measured");
	});

	it("start at 0, whatever the recording's clock says", async () => {
		const { artifact, manifest } = await convertLivePingPong(
			await changed(golden, 'a["t"] = a["t"] + 64.0'),
			options,
		);
		const t = truth["t"].values.map(Number);
		expect(values(artifact!.arrays.t)).toEqual(t.map((value) => value + 64 - 64));
		expect(manifest!.converted).toContainEqual(
			expect.objectContaining({ rule: "time-rebased", from: "t 64 s" }),
		);
	});

	it.each([
		['del a["ball_vel"]', "source-array-missing", "ball_vel"],
		['a["base_quat"] = a["base_quat"][:7]', "source-array-mismatch", "base_quat"],
		['a["hit_pos_w"] = a["hit_pos_w"][:5]', "source-array-mismatch", "hit_pos_w"],
		['a["dqj"] = a["dqj"][:, :28]', "source-array-mismatch", "dqj"],
		['a["ball_pos"] = a["ball_pos"].astype(str)', "source-array-mismatch", "ball_pos"],
		['a["t"] = a["t"].astype(str)', "source-array-mismatch", "t"],
		['a["t"] = np.float64(0)', "source-array-mismatch", "t"],
		['a["qj"] = a["qj"].astype(str)', "source-array-mismatch", "qj"],
		['a["qj"] = a["qj"].ravel()', "source-array-mismatch", "qj"],
		['a["qj"] = a["qj"][:, :28]; a["dqj"] = a["dqj"][:, :28]', "joint-names-mismatch", "qj"],
	])("block on %s", async (code, expected, array) => {
		const { artifact, manifest, report } = await convertLivePingPong(await changed(golden, code), options);
		expect(artifact ?? manifest).toBeUndefined();
		expect(report.ok).toBe(false);
		expect(report.diagnostics).toContainEqual(
			expect.objectContaining({
				code: expected,
				severity: "blocking",
				params: expect.objectContaining({ array }),
			}),
		);
	});

	const meta = (document: string) => `
m = {**json.loads(a["meta_json_utf8"].tobytes()), **${document}}
a["meta_json_utf8"] = np.frombuffer(json.dumps(m).encode(), np.uint8)
a["meta_json"] = np.bytes_(json.dumps(m))`;
	it.each([
		[meta('{"protocol": "other.v1"}'), "source-protocol-unknown"],
		[meta('{"units": {"joint_position": "deg"}}'), "source-unit-unknown"],
		[meta('{"quaternion_order": "xyzw"}'), "source-unit-unknown"],
		['a["meta_json_utf8"] = np.frombuffer(b"{", np.uint8); del a["meta_json"]', "source-protocol-unknown"],
		[`${meta('{"dt": 0.5}')}; a["meta_json"] = np.bytes_(b"{}")`, "source-metadata-conflict"],
	])("block on metadata of another format: %#", async (code, expected) => {
		const { report } = await convertLivePingPong(await changed(golden, code), options);
		expect(report).toMatchObject({ ok: false });
		expect(report.diagnostics.map(({ code: found }) => found)).toContain(expected);
	});

	it("take metadata from either member, and say when there is none", async () => {
		const one = await convertLivePingPong(await changed(golden, 'del a["meta_json_utf8"]'), options);
		expect(one.artifact!.metadata.nominal_rate_hz).toBe(50);
		const none = await convertLivePingPong(
			await changed(golden, 'del a["meta_json_utf8"]; del a["meta_json"]'),
			options,
		);
		expect(none.report.ok).toBe(true);
		expect(none.report.diagnostics.map(({ code }) => code)).toContain("source-metadata-missing");
	});

	it("hold or drop where a joint has no position, and say so", async () => {
		const gap = await changed(golden, 'a["qj"][3:5, 2] = np.nan');
		const failed = await convertLivePingPong(gap, options);
		expect(failed.report.diagnostics).toContainEqual(
			expect.objectContaining({
				code: "joint-missing",
				params: { joint: "joint_2", frames: 2, first_frame_id: "3", last_frame_id: "4" },
			}),
		);
		const held = await convertLivePingPong(gap, { ...options, fill: "hold" });
		const column = (result: typeof held) => values(result.artifact!.arrays.qj).filter((_, i) => i % 29 === 2);
		const before = truth["qj"].values.filter((_, i) => i % 29 === 2);
		expect(column(held)).toEqual(before.map((value, row) => (row === 3 || row === 4 ? before[2] : value)));
		const dropped = await convertLivePingPong(gap, { ...options, fill: "drop-frame" });
		expect(column(dropped)).toEqual(before.filter((_, row) => row !== 3 && row !== 4));
		expect(values(dropped.artifact!.arrays.t)).toEqual(
			truth["t"].values.filter((_, row) => row !== 3 && row !== 4),
		);
		expect(dropped.artifact!.arrays["x_ball_pos"]!.shape).toEqual([6, 3]);
	});

	it("refuse pickles, other bytes, and calls without names", async () => {
		const pickled = await changed(golden, 'a["extra"] = np.array([{}], dtype=object)');
		await expect(convertLivePingPong(pickled, options)).rejects.toMatchObject({
			code: "npz-refused",
			place: "extra.npy",
			cause: expect.objectContaining({ code: "npy-dtype-object" }),
		});
		const text = new TextEncoder().encode("{}");
		await expect(convertLivePingPong(text, options)).rejects.toMatchObject({ code: "npz-refused" });
		for (const key of ["robotId", "jointNames"] as const) {
			const { [key]: _, ...rest } = options;
			await expect(convertLivePingPong(golden, rest)).rejects.toMatchObject({
				code: "option-missing",
				place: key,
			});
		}
		await expect(convertLivePingPong("x" as never, options)).rejects.toThrow(TypeError);
	});
});
