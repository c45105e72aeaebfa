import { writeNpz } from "@hindcast/npz-safe";
import { numpyAvailable } from "@hindcast/tooling/python";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readReplay } from "../../read.ts";
import { writeReplay } from "../../write.ts";
import { fromBase64, Numpy } from "../testing/numpy.ts";
import { convertMapped } from "./convert-mapped.ts";
import type { ReplayMapping } from "./mapping.ts";

const mapping: ReplayMapping = {
	mapping: "hindcast.replay-mapping/1",
	robot_id: "tern",
	time: { source: "t", unit: "ms" },
	joints: [{ name: "hip", position: { source: "hip", unit: "deg" } }],
	mode: { constant: "read-only" },
};

/** Our values, NaN as null. */
function values(array: { data: ArrayLike<unknown> } | undefined): unknown[] {
	return Array.from(array!.data, (value) => (Number.isNaN(value) ? null : value));
}

async function codesOf(input: string | Uint8Array, rules: ReplayMapping = mapping): Promise<string[]> {
	const { report } = await convertMapped(input, rules);
	return report.diagnostics.filter(({ severity }) => severity === "blocking").map(({ code }) => code);
}

describe("a table", () => {
	it("becomes a replay, with what was converted in the manifest", async () => {
		const { artifact, manifest, report } = await convertMapped("t,hip\n100,0\n120,90\n160,-180\n", mapping, {
			exportedAt: "2026-01-31T12:00:00Z",
		});
		expect(report.ok).toBe(true);
		expect(values(artifact!.arrays.t)).toEqual([0, 0.02, 0.06]);
		expect(values(artifact!.arrays.qj)).toEqual([0, Math.PI / 2, -Math.PI]);
		expect(values(artifact!.arrays.dqj)).toEqual([null, null, null]);
		expect(values(artifact!.arrays.frame_id)).toEqual([0, 1, 2]);
		expect(manifest).toMatchObject({
			source: { kind: "mapped-csv", frame_count: 3 },
			source_label: "mapped-csv",
			duration_s: 0.06,
			tick_count: 3,
			converted: [
				{ rule: "unit-converted", arrays: ["t"], from: "ms", to: "s" },
				{ rule: "unit-converted", arrays: ["qj"], joints: ["hip"], from: "deg", to: "rad" },
				{ rule: "time-rebased", arrays: ["t"], from: "100 ms", to: "0 s" },
			],
			filled: [{ rule: "frame-ids-numbered" }, { rule: "velocity-not-measured" }],
		});
		expect(artifact!.metadata.repairs).toHaveLength(5);
	});

	const truth = ["t,hip", "0,1.5", "20,-2e1", "40,.25"];
	it.each([
		["no line end at the end", truth.join("\n")],
		["carriage returns", `${truth.join("\r\n")}\r\n`],
		["a byte order mark", `\ufeff${truth.join("\n")}`],
		["quotes", truth.join("\n").replace("t,hip", '"t","hip"').replace("1.5", '"1.5"')],
		["spaces", truth.join("\n").replaceAll(",", " , ")],
		["blank lines at the end", `${truth.join("\n")}\n\n\n`],
	])("reads with %s", async (_, text) => {
		const { artifact } = await convertMapped(text, mapping);
		expect(values(artifact!.arrays.qj)).toEqual([1.5, -20, 0.25].map((value) => value * (Math.PI / 180)));
	});

	it("reads without a header, with comments and another delimiter", async () => {
		const csv: ReplayMapping["csv"] = { delimiter: ";", columns: ["t", "hip"], comment: "#" };
		const { artifact } = await convertMapped('# say "a"\n0;1\n#,,\n20;2\n', { ...mapping, csv });
		expect(values(artifact!.arrays.t)).toEqual([0, 0.02]);
	});

	it("subtracts integer times as integers", async () => {
		const start = 1_782_000_000_123_456_789n;
		const rows = [0n, 1n, 20_000_001n].map((since) => `${start + since},0`);
		const ns = { ...mapping, time: { source: "t", unit: "ns" } };
		const { artifact, manifest } = await convertMapped(`t,hip\n${rows.join("\n")}`, ns);
		expect(values(artifact!.arrays.t)).toEqual([0, 1e-9, 20_000_001 / 1e9]);
		expect(manifest!.converted).toContainEqual(
			expect.objectContaining({ rule: "time-rebased", from: `${start} ns` }),
		);
	});

	it("carries vectors, quaternions of the other order, codes, texts and arrays of its own", async () => {
		const header = "t,hip,x,y,z,qx,qy,qz,qw,state,left,right,plan,who,count,on,note,temp";
		const text = `${header}
0,0,1000,0,500,0,0,0,1,1,1,0,3,walk,9007199254740993,true,a,20
20,0,,,,0,0,1,0,2,,1,,,-1,0,"b, c",`;
		const { artifact, report } = await convertMapped(text, {
			...mapping,
			mode: { source: "state", labels: { "1": "high", "2": "low" } },
			frame_id: { source: "note" },
			arrays: {
				base_pos: { columns: ["x", "y", "z"], unit: "mm" },
				base_quat: { columns: ["qx", "qy", "qz", "qw"], quaternion_order: "xyzw" },
				planned_contact: { columns: ["left", "right"] },
				planner_status: { source: "plan" },
				command_capability: { source: "who" },
				x_count: { source: "count", type: "integer" },
				x_on: { source: "on", type: "bool" },
				x_note: { source: "note", type: "string" },
				x_temp: { source: "temp", scale: 2, offset: 1 },
				x_unit: { constant: "celsius" },
			},
		});
		expect(report.diagnostics.filter(({ severity }) => severity === "blocking")).toEqual([]);
		const { arrays } = artifact!;
		expect(values(arrays.base_pos)).toEqual([1, 0, 0.5, null, null, null]);
		expect(values(arrays.base_quat)).toEqual([1, 0, 0, 0, 0, 0, 0, 1]);
		expect(values(arrays.mode)).toEqual(["high", "low"]);
		expect(arrays.planned_contact).toMatchObject({
			dtype: "int8",
			shape: [2, 2],
			data: Int8Array.of(1, 0, -1, 1),
		});
		expect(arrays.planner_status).toMatchObject({ dtype: "int16", data: Int16Array.of(3, -1) });
		expect(values(arrays.command_capability)).toEqual(["walk", ""]);
		expect(values(arrays["x_count"])).toEqual([9007199254740993n, -1n]);
		expect(arrays["x_on"]).toMatchObject({ dtype: "bool", data: Uint8Array.of(1, 0) });
		expect(values(arrays["x_note"])).toEqual(["a", "b, c"]);
		expect(values(arrays.frame_id)).toEqual(["a", "b, c"]);
		expect(values(arrays["x_temp"])).toEqual([41, null]);
		expect(values(arrays["x_unit"])).toEqual(["celsius", "celsius"]);
		const read = await readReplay(writeReplay(artifact!, { encoding: "msgpack" }));
		expect(read.report.ok).toBe(true);
	});

	it.each([
		["hip", "x1", { column: "hip", row: 1, expected: "a number" }],
		["hip", "1,2".replace(",", "."), null],
		["hip", '"1,25"', { column: "hip", row: 1, expected: "a number with a decimal point, not a comma" }],
		["t", '" -1,5e3"', { column: "t", row: 1, expected: "a time with a decimal point, not a comma" }],
		["hip", "inf", { column: "hip", row: 1, expected: "a number" }],
		["hip", "1e999", { column: "hip", row: 1, expected: "a number" }],
		["hip", "0x10", { column: "hip", row: 1, expected: "a number" }],
		["hip", "1_000", { column: "hip", row: 1, expected: "a number" }],
		["t", "", { column: "t", row: 1, expected: "a time" }],
		["t", "soon", { column: "t", row: 1, expected: "a time" }],
	])("names the cell of column %s that is %j", async (column, cell, params) => {
		const row = column === "hip" ? `20,${cell}` : `${cell},0`;
		const { report } = await convertMapped(`t,hip\n0,0\n${row}\n`, mapping);
		const found = report.diagnostics.filter(({ code }) => code === "source-value-invalid");
		expect(found.map((one) => one.params)).toEqual(params === null ? [] : [params]);
		expect(report.ok).toBe(params === null);
		if (cell.length > 1) expect(JSON.stringify(report)).not.toContain(`"${cell}"`);
	});

	it("records how many blank lines it passed over", async () => {
		const rules = async (text: string) =>
			(await convertMapped(text, mapping)).manifest!.dropped.filter(({ rule }) => rule.startsWith("blank"));
		expect(await rules("t,hip\n0,0\n20,1\n")).toEqual([]);
		expect(await rules("t,hip\n0,0\n\n\n20,1\n\n")).toEqual([
			{ rule: "blank-lines-left-out", note: "3 of the table" },
		]);
	});

	it.each(["drop-frame", "hold"] as const)("takes an empty cell of a joint as missing: %s", async (fill) => {
		const text = "t,hip\n0,10\n20,\n40,30\n";
		expect(await codesOf(text)).toEqual(["joint-missing"]);
		const { artifact } = await convertMapped(text, mapping, { fill });
		const degrees = fill === "hold" ? [10, 10, 30] : [10, 30];
		expect(values(artifact!.arrays.qj)).toEqual(degrees.map((value) => value * (Math.PI / 180)));
		expect(values(artifact!.arrays.t)).toEqual(fill === "hold" ? [0, 0.02, 0.04] : [0, 0.04]);
	});

	it("blocks on columns that are not there, and on codes without a label", async () => {
		expect(await codesOf("t,knee\n0,0\n")).toEqual(["source-array-missing"]);
		const labelled: ReplayMapping = { ...mapping, mode: { source: "m", labels: { "0": "low" } } };
		expect(await codesOf("t,hip,m\n0,0,1\n", labelled)).toEqual(["source-value-invalid"]);
		const contacts: ReplayMapping = { ...mapping, arrays: { planned_contact: { source: "m" } } };
		expect(await codesOf("t,hip,m\n0,0,300\n", contacts)).toEqual(["source-value-invalid"]);
	});

	it.each([
		["", "csv-malformed"],
		["t,t\n0,0\n", "csv-malformed"],
		["t,hip\n0\n", "csv-malformed"],
		["t,hip\n0,1,2\n", "csv-malformed"],
		['t,hip\n0,"1\n', "csv-malformed"],
		['t,hip\n0,"1"2\n', "csv-malformed"],
		["t,hip\n0,1\r\n", "csv-malformed"],
		["t,hip\n0,\0\n", "csv-malformed"],
		[Uint8Array.of(0x74, 0x2c, 0xff, 0x0a), "csv-malformed"],
		[`t,hip\n0,${"1".repeat(300)}\n`, "limit-exceeded"],
		[`t,hip${",".repeat(1_000_000)}\n`, "limit-exceeded"],
		[`t,hip\n0,"${"\n".repeat(1_200_000)}"\n`, "limit-exceeded"],
		[`t${"x".repeat(1_200_000)}\n`, "limit-exceeded"],
		[Uint8Array.of(0x50, 0x4b, 3, 4), "npz-refused"],
	])("refuses what is no table: %#", async (input, code) => {
		await expect(convertMapped(input, mapping)).rejects.toMatchObject({ name: "ConvertError", code });
	});

	it("stops when it is told to, and says how far it is", async () => {
		const text = `t,hip\n${Array.from({ length: 60_000 }, (_, i) => `${i},${i % 90}`).join("\n")}`;
		const seen: number[] = [];
		await convertMapped(text, mapping, { onProgress: ({ bytesDone }) => seen.push(bytesDone) });
		expect(seen.length).toBeGreaterThan(2);
		expect(seen.at(-1)).toBe(text.length);
		expect([...seen].sort((a, b) => a - b)).toEqual(seen);
		const controller = new AbortController();
		const stopped = convertMapped(text, mapping, {
			signal: controller.signal,
			onProgress: () => controller.abort(new Error("enough")),
		});
		await expect(stopped).rejects.toThrow("enough");
	});
});

describe("a mapping", () => {
	it.each([
		[{ mapping: "hindcast.replay-mapping/2" }, "/mapping"],
		[{ extra: 1 }, "/"],
		[{ time: { source: "t", unit: "deg" } }, "/time/unit"],
		[{ time: { source: "t", unit: "fortnight" } }, "/time/unit"],
		[{ joints: [] }, "/joints"],
		[{ joints: [{ name: "hip" }] }, "/joints/0"],
		[{ joints: [{ name: "a", position: { source: "x", unit: "mm" } }] }, "/joints/0/position/unit"],
		[
			{ joints: [{ name: "a", type: "prismatic", position: { source: "x", unit: "deg" } }] },
			"/joints/0/position/unit",
		],
		[{ joints: [mapping.joints[0], mapping.joints[0]] }, "/joints/1/name"],
		[{ source_label: "/home/x" }, "/source_label"],
		[{ arrays: { qj: { source: "q" } } }, "/arrays/qj"],
		[{ arrays: { other: { source: "q" } } }, "/arrays/other"],
		[{ arrays: { base_pos: { source: "q", unit: "deg" } } }, "/arrays/base_pos/unit"],
		[
			{ arrays: { base_pos: { source: "q", quaternion_order: "xyzw" } } },
			"/arrays/base_pos/quaternion_order",
		],
		[{ arrays: { base_quat: { source: "q", unit: "rad" } } }, "/arrays/base_quat/unit"],
		[{ arrays: { bridge_status: { source: "q", scale: 2 } } }, "/arrays/bridge_status"],
		[{ mode: {} }, "/mode"],
		[{ arrays: JSON.parse('{ "__proto__": { "source": "q" } }') }, "/arrays/__proto__"],
		[
			{ arrays: JSON.parse('{ "x_a": { "source": "q", "labels": { "__proto__": "b" } } }') },
			"/arrays/x_a/labels/__proto__",
		],
		[{ mode: JSON.parse('{ "source": "q", "labels": { "__proto__": "b" } }') }, "/mode/labels/__proto__"],
		[JSON.parse('{ "__proto__": 1 }'), "/"],
	])("is refused with its place: %#", async (change, place) => {
		const rules = { ...mapping, ...change } as ReplayMapping;
		await expect(convertMapped("t,hip\n0,0\n", rules)).rejects.toMatchObject({
			code: "mapping-invalid",
			place,
		});
	});

	it("or the options have to name the robot", async () => {
		const { robot_id: _, ...rest } = mapping;
		await expect(convertMapped("t,hip\n0,0\n", rest)).rejects.toMatchObject({ code: "option-missing" });
		const { artifact } = await convertMapped("t,hip\n0,0\n", mapping, { robotId: "other" });
		expect(artifact!.metadata.robot_id).toBe("other");
	});
});

describe("an archive", () => {
	it("gives joints from columns of one array, with sign, offset and order", async () => {
		const bytes = writeNpz({
			stamp: { dtype: "int64", shape: [2], data: BigInt64Array.of(5n, 25n) },
			q: { dtype: "float32", shape: [2, 3], data: Float32Array.of(1, 2, 3, 4, 5, 6) },
			tau: { dtype: "float64", shape: [2, 3], data: Float64Array.of(1, 2, 3, 4, 5, 6) },
			state: ["low", "high"],
		});
		const { artifact, report } = await convertMapped(bytes, {
			...mapping,
			time: { source: "stamp", unit: "ms" },
			mode: { source: "state" },
			joints: [
				{ name: "c", index: 2, scale: -1, offset: 0.5 },
				{ name: "rail", index: 0, type: "prismatic" },
			],
			joint_arrays: { position: { source: "q" }, torque: { source: "tau" } },
		});
		expect(report.ok).toBe(true);
		expect(values(artifact!.arrays.qj)).toEqual([-2.5, 1, -5.5, 4]);
		expect(values(artifact!.arrays["x_tau"])).toEqual([-3, 1, -6, 4]);
		expect(values(artifact!.arrays.t)).toEqual([0, 0.02]);
		expect(artifact!.metadata.joint_type).toEqual(["revolute", "prismatic"]);
		expect(artifact!.metadata.units["joint_position"]).toBe("rad|m by joint type");
	});

	it("reorders arrays that have a column for each joint with the joints", async () => {
		const matrix = (data: number[]) => ({
			dtype: "float64" as const,
			shape: [2, 2],
			data: Float64Array.from(data),
		});
		const bytes = writeNpz({
			t: new Float64Array([0, 1]),
			q: matrix([1, 2, 3, 4]),
			own: matrix([1, 2, 3, 4]),
			limit: { dtype: "int64", shape: [2, 2], data: BigInt64Array.of(0n, 1n, 2n, 3n) },
		});
		const rules: ReplayMapping = {
			...mapping,
			time: { source: "t" },
			joints: [{ name: "a" }, { name: "b" }],
			joint_arrays: { position: { source: "q" } },
			arrays: { limit_state: { source: "limit" }, x_tau: { source: "own" }, x_own: { source: "own" } },
		};
		const { artifact } = await convertMapped(bytes, rules, { jointOrder: ["b", "a"] });
		const { arrays } = artifact!;
		expect(values(arrays.qj)).toEqual([2, 1, 4, 3]);
		expect(values(arrays["x_tau"])).toEqual([2, 1, 4, 3]);
		expect(arrays.limit_state).toMatchObject({ dtype: "int8", data: Int8Array.of(1, 0, 3, 2) });
		expect(values(arrays["x_own"])).toEqual([1, 2, 3, 4]);
		expect(values(arrays["x_source_joint_name"])).toEqual(["a", "b"]);
	});

	it("says that a column of several is named by its index", async () => {
		const two = { dtype: "float64" as const, shape: [3, 2], data: new Float64Array(6) };
		const bytes = writeNpz({ t: Float64Array.of(0, 1, 2), hip: two, time: two });
		const of = async (rules: ReplayMapping) => (await convertMapped(bytes, rules)).report.diagnostics[0]!;
		expect(await of(mapping)).toMatchObject({
			code: "source-array-mismatch",
			params: { array: "qj", expected: "3 rows: one of the 2 columns, named by index", found: "(3, 2)" },
		});
		const rules: ReplayMapping[] = [
			{ ...mapping, time: { source: "time" } },
			{ ...mapping, mode: { source: "hip" } },
			{ ...mapping, frame_id: { source: "hip" } },
		];
		for (const one of rules) {
			expect((await of(one)).message).toContain("one of the 2 columns, named by index");
		}
		const named = { ...mapping, joints: [{ name: "hip", position: { source: "hip", index: 1 } }] };
		expect((await convertMapped(bytes, named)).report.ok).toBe(true);
	});

	it("blocks on lengths that differ", async () => {
		const bytes = writeNpz({ t: new Float64Array(3), hip: new Float64Array(2) });
		expect(await codesOf(bytes)).toEqual(["source-array-mismatch"]);
	});
});

describe.skipIf(!numpyAvailable)("NumPy", () => {
	const numpy = new Numpy();
	afterAll(() => numpy.close());

	it("savetxt tables convert to NumPy's values", async () => {
		const made = await numpy.run<{ text: string; q: number[]; t: number[] }>(`
rng = np.random.default_rng(7)
t = np.arange(50) * 20.0
q = rng.normal(0, 60, (50, 3))
out = io.StringIO()
np.savetxt(out, np.column_stack([t, q]), delimiter=",", header="t,a,b,c")
print(json.dumps({"text": out.getvalue(), "q": np.deg2rad(q[:, ::-1]).ravel().tolist(), "t": (t / 1000).tolist()}))`);
		const { artifact } = await convertMapped(made.text, {
			...mapping,
			csv: { comment: "#", columns: ["t", "a", "b", "c"] },
			joints: ["c", "b", "a"].map((name) => ({ name, position: { source: name, unit: "deg" } })),
		});
		expect(values(artifact!.arrays.qj)).toEqual(made.q);
		expect(values(artifact!.arrays.t)).toEqual(made.t);
	});

	it("gives the same numbers for random units, permutations, signs and offsets", async () => {
		const joint = fc.record({
			unit: fc.constantFrom("deg", "rad", "rev", "mrad"),
			scale: fc.constantFrom(1, -1, 0.5, -2.25),
			offset: fc.double({ min: -3, max: 3, noNaN: true }),
		});
		const cases = fc.sample(fc.array(joint, { minLength: 1, maxLength: 6 }), { seed: 20261130, numRuns: 60 });
		const made = await numpy.run<{ npz: string; order: number[]; q: number[] }[]>(
			`
rng = np.random.default_rng(3)
factor = {"deg": np.pi / 180, "rad": 1.0, "rev": 2 * np.pi}
def si(x, u): return x / 1000 if u == "mrad" else x * factor[u]
def case(joints):
    order = rng.permutation(len(joints))
    raw = rng.normal(0, 1, (9, len(joints))).astype(rng.choice(["<f4", ">f8", "<f8"]))
    out = io.BytesIO()
    np.savez(out, t=np.arange(9) * 0.5, q=np.asfortranarray(raw))
    q = np.stack([si(raw[:, i].astype(float), r["unit"]) * r["scale"] + r["offset"] for i, r in zip(order, joints)], axis=1)
    return {"npz": base64.b64encode(out.getvalue()).decode(), "order": order.tolist(), "q": q.ravel().tolist()}
print(json.dumps([case(joints) for joints in given]))`,
			cases,
		);
		for (const [index, joints] of cases.entries()) {
			const { npz, order, q } = made[index];
			const { artifact } = await convertMapped(fromBase64(npz), {
				...mapping,
				time: { source: "t" },
				joints: joints.map((rule, j) => ({
					name: `j${j}`,
					position: { source: "q", index: order[j], ...rule },
				})),
			});
			expect(values(artifact!.arrays.qj)).toEqual(q);
		}
	});
});
