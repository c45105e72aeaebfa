import { writeNpy } from "@hindcast/npz-safe";
import { describe, expect, it } from "vitest";
import type { ReplayArrays } from "../artifact.ts";
import { readReplay } from "../read.ts";
import type { Diagnostic, ValidationReport } from "../report/diagnostic.ts";
import { type DiagnosticCode, diagnosticCodes } from "../report/diagnostic-codes.ts";
import { archived, type Case, type Cases, declared, edited, file, given } from "../testing/cases.ts";
import { ledger } from "../testing/ledger.ts";
import { linkageCases } from "../testing/linkage-cases.ts";
import { privacyCases } from "../testing/privacy-cases.ts";
import { bytes, floats, frames, fullArrays, publicBasics, sampleReplay, texts } from "../testing/sample.ts";
import { validateReplay } from "../validate.ts";
import { writeReplay } from "../write.ts";

type Judged = { readonly severity: Diagnostic["severity"] | null; readonly run: Case };

/** An NPZ whose entry flags say "encrypted". */
async function encrypted(): Promise<ValidationReport> {
	const content = writeReplay(await sampleReplay(), { encoding: "npz" });
	for (let i = 0; i + 8 < content.length; i++) {
		const signature = String.fromCharCode(...content.subarray(i, i + 4));
		if (signature === "PK\u0003\u0004") content[i + 6] |= 1;
		if (signature === "PK\u0001\u0002") content[i + 8] |= 1;
	}
	return (await readReplay(content)).report;
}

const utf8 = new TextEncoder();
const quaternions = (first: readonly number[], rest: readonly number[] = [1, 0, 0, 0]) =>
	floats([frames, 4], [...first, ...Array.from({ length: frames - 1 }, () => rest).flat()]);
const times = (...values: number[]) => ({ t: floats([frames], values) });
const atRest = {
	qj: floats([frames, 2], new Float64Array(2 * frames)),
	dqj: floats([frames, 2], new Float64Array(2 * frames)),
};

const units = { time: "s", joint_position: "rad", joint_velocity: "rad/s", angular_velocity: "rad/s" };

/** For each code, inputs that give it; a severity is named where the code has both. */
const cases: Cases<DiagnosticCode> = {
	...linkageCases,
	...privacyCases,
	"missing-required-array": [given({ dqj: undefined }), edited('"t":', '"x_t":'), edited('"qj"', '"x_qj"')],
	"unknown-protocol": [
		declared({ protocol: "live_pingpong.replay.v1" }),
		declared({ protocol: "moonrobo.replay.v2", units: 5 }, { qj: floats([1], [0]) }),
	],
	"malformed-metadata": [
		declared({ robot_id: 7 }),
		declared({ joint_type: ["hinge"] }),
		declared({ duration_s: Number.NaN }),
		declared({ robot_id: "" }),
		declared({ notes: "\ud800x" }),
		declared({ generator: { name: "a", version: "1", "\udc00": 1 } }),
		edited(/"metadata":\{/, '"metadata":{"notes":"\\ud800",'),
		edited(/"metadata":\{/, '"metadata":{"gain":1e999,'),
		edited(/"metadata":\{/, '"metadata":{"__proto__":{"a":1},'),
		edited(/"metadata":\{/, '"metadata":{"x":[{"__proto__":1}],'),
		declared({ notes: "x".repeat(65536) }),
		declared({ generator: { name: "a", version: "1", deep: [[[[[[[]]]]]]] } }),
		edited(/"metadata":.*?,"arrays"/, '"arrays"'),
		edited(/"metadata":\{/, '"metadata":{"robot_id":"a",'),
		edited(/"robot_id":"tern"/, `"robot_id":"tern","notes":"${"x".repeat(65536)}"`),
		edited(/"metadata":\{.*?\},"arrays"/, '"metadata":[],"arrays"'),
		archived({ metadata_json: utf8.encode("{") }),
		archived({ metadata_json: Uint8Array.of(0x22, 0xff, 0x22) }),
		archived({ metadata_json: ["{}"] }),
		async () => {
			const content = writeReplay(await sampleReplay(), { encoding: "json" });
			content[new TextDecoder().decode(content).indexOf("tern")] = 0xff;
			return (await readReplay(content)).report;
		},
	],
	"missing-metadata-key": [
		...["protocol", "robot_id", "units", "quaternion_order", "joint_order_digest"].map(
			(key) => ["blocking", declared({ [key]: undefined })] as const,
		),
		...["bridge_id", "source_label", "duration_s", "tick_count", "joint_count"].map(
			(key) => ["advisory", declared({ [key]: undefined })] as const,
		),
		...["exported_at", "artifact_class", "visibility"].map(
			(key) => ["advisory", declared({ [key]: undefined })] as const,
		),
	],
	"object-payload": [
		edited(/"qj":\{"dtype":"float64"/, '"qj":{"dtype":"object"'),
		edited(/"mode":\{.*?\}/, '"mode":{"value":[]}'),
		edited(/"data":\["f-0"/, '"data":[{}'),
		edited(/"mode":\{.*?\}/, '"mode":{}'),
		archived({
			x_when: {
				descr: "<M8[ns]",
				dtype: "datetime64",
				shape: [1],
				fortranOrder: false,
				data: BigInt64Array.of(0n),
			},
		}),
		file(Uint8Array.of(0x80, 0x04, 0x95)),
		async () => {
			const replay = await sampleReplay();
			const arrays = { ...replay.arrays, qj: { dtype: "float64", shape: [1], data: [{}] } };
			return validateReplay({ ...replay, arrays } as never);
		},
		async () => {
			const replay = await sampleReplay();
			const arrays = { ...replay.arrays, x_a: { dtype: "string", shape: [1], data: [{}] } };
			return validateReplay({ ...replay, arrays } as never);
		},
	],
	"dtype-not-allowed": [
		given({ qj: bytes(Array<number>(8).fill(0), [frames, 2]) }),
		given({ x_a: { dtype: "complex64", shape: [1], data: new Float32Array(2) } as never }),
		given({ qj: { dtype: "float32", shape: [frames, 2], data: new Float64Array(2 * frames) } as never }),
		given({ qj: { dtype: "float64", shape: [frames, 2], data: Array(2 * frames).fill(0) } as never }),
		edited(/"qj":\{"dtype":"float64"/, '"qj":{"dtype":"float16"'),
		edited('"data":[0,0.02', '"data":[true,0.02'),
		edited('"data":["f-0"', '"data":[0'),
		edited(/"mode":\{.*?\}/, '"mode":{"dtype":"int8","shape":[4],"data":[0,1,300,2]}'),
		edited(/"frame_id":\{.*?\}/, '"frame_id":[0,1,1.5,2]'),
		edited(/"frame_id":\{.*?\}/, '"frame_id":[0,1,2,9007199254740993]'),
		edited(
			/"frame_id":\{.*?\}/,
			'"frame_id":{"dtype":"int64","shape":[4],"data":[0,1,2,"9223372036854775808"]}',
		),
		archived({ x_count: BigUint64Array.of(1n) }),
	],
	"shape-mismatch": [
		given({ base_pos: floats([frames, 4], Array<number>(16).fill(0)) }),
		given({ qj: floats([frames], [0, 0, 0, 0]) }),
		given({ base_pos: floats([], [0]) }),
		...["t", "joint_name", "qj", "dqj", "mode", "frame_id"].map((name) =>
			edited(
				new RegExp(`"${name}":\\{.*?\\}`),
				`"${name}":${["t", "qj", "dqj"].includes(name) ? "5" : '"5"'}`,
			),
		),
		archived({ t: { shape: [], data: Float64Array.of(0) } }),
		given({ base_quat: floats([frames, 2, 2], Array<number>(16).fill(0.5)) }),
		edited(/"shape":\[4\],"data":\["f-0"/, '"shape":[-4],"data":["f-0"'),
		given({
			planned_contact: bytes([0, 0, 0, 0]),
			actual_contact: bytes(Array<number>(8).fill(0), [frames, 2]),
		}),
		given({
			planned_contact: bytes(Array<number>(8).fill(0), [frames, 2]),
			actual_contact: bytes([0, 0, 0, 0]),
		}),
		given({
			planned_contact: bytes(Array<number>(12).fill(0), [frames, 3]),
			actual_contact: bytes(Array<number>(8).fill(0), [frames, 2]),
		}),
	],
	"frame-count-mismatch": [
		given({ base_pos: floats([3, 3], Array<number>(9).fill(0)) }),
		given({ mode: texts(["high"]) }),
	],
	"joint-width-mismatch": [
		given({ qj: floats([frames, 3], Array<number>(12).fill(0)) }),
		given({ limit_state: bytes([0, 0, 0, 0], [frames, 1]) }),
	],
	"empty-replay": [
		given({
			t: floats([0], []),
			qj: floats([0, 2], []),
			dqj: floats([0, 2], []),
			mode: texts([]),
			frame_id: texts([]),
		}),
		async () => {
			const { metadata } = await sampleReplay();
			const empty = { ...metadata, tick_count: 0, duration_s: 0 };
			const arrays = { t: [], joint_name: ["a_joint", "b_joint"], qj: [], dqj: [], mode: [], frame_id: [] };
			return (await readReplay(utf8.encode(JSON.stringify({ metadata: empty, arrays })))).report;
		},
	],
	"no-joints": [
		given(
			{ joint_name: texts([]), qj: floats([frames, 0], []), dqj: floats([frames, 0], []) },
			{ joint_type: [] },
		),
	],
	"single-frame": [
		given({
			t: floats([1], [0]),
			qj: floats([1, 2], [0, 0]),
			dqj: floats([1, 2], [0, 0]),
			mode: texts(["high"]),
			frame_id: texts(["f-0"]),
		}),
	],
	"size-limit-exceeded": [
		given({ annotation_id: texts(["", "é".repeat(129), "", ""]) }),
		given({ planned_contact: bytes(Array<number>(frames * 65).fill(0), [frames, 65]) }),
		given(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x_${i}`, bytes([0])]))),
		given({ x_deep: bytes([0], Array<number>(9).fill(1)) }),
		given({ x_many: texts(Array<string>(1_000_001).fill("")) }),
		given({ x_wide: floats([2 ** 53 - 1, 0], []) }),
		given({ x_wide: floats([0, 2 ** 53 - 1], []) }),
		given({ x_wide: floats([40_000, 40_000, 0], []) }),
		edited(/"qj":/, `"x_deep":${"[".repeat(9)}${"]".repeat(9)},"qj":`),
		edited(/"qj":/, '"x_wide":{"dtype":"float64","shape":[9007199254740991,0],"data":[]},"qj":'),
		archived({ x_deep: { shape: Array<number>(9).fill(1), data: Int8Array.of(0) } }),
		archived({ x_wide: { shape: [2 ** 53 - 1, 0], data: new Float64Array(0) } }),
		edited(/"shape":\[4,2\]/, '"shape":[4000000,2]'),
		archived({ annotation_id: ["", "x".repeat(300), "", ""] }),
		archived(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x_${i}`, Int8Array.of(0)]))),
	],
	"truncated-array": [
		async () => {
			const { metadata, arrays } = await sampleReplay();
			const qj: ReplayArrays["qj"] = { dtype: "float64", shape: [frames, 2], data: new Float64Array(7) };
			return validateReplay({ metadata, arrays: { ...arrays, qj } });
		},
		edited("[0,0.5]", "[0]"),
		edited("[0,0.5]", "[0,0.5,1]"),
		edited("[0,0.5]", "0"),
		edited("[0,0.5]", "[[0],0.5]"),
		edited('"data":[0,0.02', '"data":[0.02'),
		edited(/"qj":\{.*?\}/, '"qj":[[0,0],[0]]'),
		edited(/"shape":\[4\],"data":\[0,0.02/, '"shape":[900000],"data":[0,0.02'),
	],
	"container-corrupt": [
		file(utf8.encode("")),
		file(utf8.encode("[]")),
		file(utf8.encode('{"metadata":{},')),
		file(utf8.encode('{"arrays":[]}')),
		file(utf8.encode('{"metadata":{},"metadata":{}}')),
		file(utf8.encode("PK\u0003\u0004")),
		file(Uint8Array.of(0x1f, 0x8b, 8)),
		file(writeNpy(Float64Array.of(1))),
		edited(/\}\}$/, "}}x"),
		edited('"data":[0,0.02', '"data":[NaN,0.02'),
		edited('"data":[0,0.02', `"data":[0.${"0".repeat(200_000)},0.02`),
		edited('"dtype":"string"', '"dtype":"string","dtype":"string"'),
		given({ annotation_id: texts(["", "\ud800", "", ""]) }),
		given({ annotation_id: texts(["", "end\0", "", ""]) }),
		archived({ joint_name: { dtype: "bytes", data: [Uint8Array.of(0xff), Uint8Array.of(0x61)] } }),
	],
	"container-unsafe-member": [
		encrypted,
		given({ "x_../a": bytes([0]) }),
		given({ metadata_json: bytes([0]) }),
	],
	"duplicate-array": [
		edited(/"qj":/, '"t":[0,1,2,3],"qj":'),
		edited(/"qj":/, '"x_é":[0],"x_e\\u0301":[0],"qj":'),
	],
	"unknown-array": [given({ torque: floats([1], [0]) }), edited(/"qj":/, '"tau":[0],"qj":')],
	"array-ignored": [
		edited(/^\{/, '{"comment":[{"deep":[1,"a",null,true,false,{}]}],'),
		archived({ torque: BigUint64Array.of(1n) }),
		edited(/"qj":/, '"tau":{"dtype":"complex64","shape":[0],"data":[]},"qj":'),
	],
	"non-finite-required": [
		given({ qj: floats([frames, 2], [0, 0.5, Number.NaN, -0.5, 0.2, 0.25, 0.3, 0]) }),
		given({ qj: floats([frames, 2], [0, 0.5, 0.1, -0.5, 0.2, Number.NEGATIVE_INFINITY, 0.3, 0]) }),
		given({ dqj: floats([frames, 2], [0, 0, Number.POSITIVE_INFINITY, 0, 0, 0, 0, 0]) }),
		given(times(0, Number.NaN, 0.04, 0.06)),
		edited("[0,0.5]", "[0,1e400]"),
		edited("[0,0.5]", "[0,null]"),
	],
	"infinite-value": [
		given({ base_pos: floats([frames, 3], [0, 0, Number.POSITIVE_INFINITY, ...Array<number>(9).fill(0)]) }),
		given({ x_tau: { dtype: "float32", shape: [1], data: Float32Array.of(Number.NEGATIVE_INFINITY) } }),
	],
	"partial-nan-row": [
		given({ target_pos: floats([frames, 3], [0, Number.NaN, 0, ...Array<number>(9).fill(0)]) }),
		given({ base_quat: quaternions([1, 0, 0, Number.NaN]) }),
	],
	"time-not-monotonic": [given(times(0, 0.04, 0.02, 0.06))],
	"time-duplicate": [
		["blocking", given(times(0, 0.02, 0.02, 0.06))],
		["advisory", long((t) => t.copyWithin(50, 49, 50))],
	],
	"time-gap": [
		given(times(0, 0.02, 0.04, 0.4)),
		given(times(0, 0.02, 0.04, 0.28), {}, { robot: { limits: { telemetry_freshness_ms: 100 } } }),
	],
	"time-not-relative": [
		["advisory", given(times(5, 5.02, 5.04, 5.06))],
		["advisory", given({ ...atRest, ...times(...[0, 1, 2, 3].map((step) => 1.7e9 + step / 4)) })],
		["blocking", given({ ...atRest, ...times(...[0, 1, 2, 3].map((step) => 2 ** 43 + step / 4)) })],
	],
	"time-precision": [
		given(
			{ ...atRest, t: { dtype: "float32", shape: [frames], data: Float32Array.of(0, 2000, 4000, 6000) } },
			{},
			{ robot: { limits: { telemetry_freshness_ms: 3e6 } } },
		),
	],
	"joint-name-duplicate": [
		given({ joint_name: texts(["a_joint", "a_joint"]) }),
		given({ joint_name: texts(["é", "e\u0301"]) }),
	],
	"joint-name-invalid": [
		...["", "a\nb", "x".repeat(129), "\ud800", "nul\0"].map((name) =>
			given({ joint_name: texts(["a_joint", name]) }),
		),
		edited(/"a_joint"/, '"\\ud800"'),
	],
	"joint-order-digest-mismatch": [
		declared({ joint_order_digest: `sha256:${"0".repeat(64)}` }),
		edited('["a_joint","b_joint"]', '["b_joint","a_joint"]'),
	],
	"frame-id-duplicate": [
		given({ frame_id: texts(["a", "b", "a", "c"]) }),
		given({ frame_id: { dtype: "int32", shape: [frames], data: Int32Array.of(1, 2, 2, 3) } }),
	],
	"frame-id-invalid": [
		...["", "x".repeat(129), "\udc00"].map((id) => given({ frame_id: texts(["a", id, "b", "c"]) })),
		given({ frame_id: { dtype: "int64", shape: [frames], data: BigInt64Array.of(-1n, 2n, 3n, 4n) } }),
	],
	"frame-id-not-increasing": [
		given({ frame_id: { dtype: "uint32", shape: [frames], data: Uint32Array.of(1, 3, 2, 4) } }),
	],
	"mode-empty": [
		given({ mode: texts(["", "high", "high", "high"]) }),
		given({ mode: bytes([0, 1, 1, 1]) }, { enums: { mode: { "0": "high" } } }),
		given({ mode: bytes([0, 0, 0, 0]) }),
	],
	"mode-unknown": [
		given({ mode: texts(["dance", "high", "high", "dance"]) }),
		given({ mode: bytes([0, 0, 0, 0]) }, { enums: { mode: { "0": "dance" } } }),
	],
	"quaternion-not-unit": [
		["advisory", given({ base_quat: quaternions([1.005, 0, 0, 0]) })],
		["blocking", given({ base_quat: quaternions([1.02, 0, 0, 0]) })],
		["blocking", given({ base_quat: quaternions([1e200, -1e200, 0, 0]) })],
		["blocking", given({ base_quat: quaternions(Array<number>(4).fill(Number.MAX_VALUE)) })],
	],
	"quaternion-zero": [
		given({ target_quat: quaternions([0, 0, 0, 0]) }),
		given({ target_quat: quaternions([5e-324, 0, 0, 0]) }),
	],
	"quaternion-sign-flip": [given({ imu_orientation: quaternions([-1, 0, 0, 0]) })],
	"quaternion-order-suspect": [given({ base_quat: quaternions([0, 0, 0, 1], [0, 0, 0, 1]) })],
	"enum-code-unknown": [
		given({ limit_state: bytes([0, 6, 0, 0]) }),
		given({ verification_state: texts(["none", "proved", "stale", "none"]) }),
		given({ bridge_status: bytes([0, 1, 2, 9]) }),
		given({ planner_status: bytes([0, 0, 0, 3]) }, { enums: { planner_status: { "0": "idle" } } }),
		given({ actual_contact: bytes([0, 1, 2, 0]) }),
	],
	"unit-implausible": [
		given({ qj: floats([frames, 2], [0, 90, 0, 90, 0, 45, 0, 0]) }),
		given({ base_pos: floats([frames, 3], [20000, ...Array<number>(11).fill(0)]) }),
	],
	"unknown-unit": [declared({ units: { ...units, time: "ms" } })],
	"unit-missing": [
		declared({ units: { ...units, joint_velocity: undefined } }),
		declared({ units: { ...units, angular_velocity: undefined } }),
		declared({ units }, { base_pos: floats([frames, 3], Array<number>(12).fill(0)) }),
	],
	"unsupported-quaternion-order": [declared({ quaternion_order: "xyzw" })],
	"metadata-count-mismatch": [
		declared({ tick_count: 5 }),
		declared({ joint_count: 3 }),
		declared({ joint_type: ["revolute"] }),
	],
	"duration-mismatch": [declared({ duration_s: 0.0621 }), declared({ duration_s: 0 })],
	"exported-at-invalid": [
		"yesterday",
		"2026-02-30T00:00:00Z",
		"2026-01-31T12:00:00+03:00",
		"2026-01-31 12:00:00Z",
		"2026-01-31T24:00:00Z",
	].map((exported_at) => declared({ exported_at })),
	"content-digest-mismatch": [declared({ content_digest: `sha256:${"0".repeat(64)}` })],
	"artifact-class-invalid": [declared({ artifact_class: "certified" })],
};

/** A thousand frames whose times were changed. */
function long(change: (t: Float64Array) => void): Case {
	const count = 1000;
	const t = Float64Array.from({ length: count }, (_, i) => i / 50);
	change(t);
	return given({
		t: floats([count], t),
		qj: floats([count, 2], new Float64Array(2 * count)),
		dqj: floats([count, 2], new Float64Array(2 * count)),
		mode: texts(Array<string>(count).fill("high")),
		frame_id: texts(Array.from({ length: count }, (_, i) => `f-${i}`)),
	});
}

describe("the samples", () => {
	it("have no findings", async () => {
		expect(validateReplay(await sampleReplay()).diagnostics).toEqual([]);
		expect(validateReplay(await sampleReplay(fullArrays as never)).diagnostics).toEqual([]);
	});

	it("have none as public ones either, where the context has their snapshot", async () => {
		const { snapshot } = ledger();
		const context = { snapshots: [snapshot], annotations: [{ annotation_id: "annotation-1" }] };
		for (const arrays of [{}, fullArrays]) {
			const replay = await sampleReplay(arrays as never, publicBasics);
			for (const profile of [{}, { profile: "public" } as const]) {
				expect(validateReplay(replay, { ...context, ...profile }).diagnostics).toEqual([]);
			}
		}
	});

	it("may have one contact with and without its axis", async () => {
		const contacts = {
			planned_contact: bytes([0, 0, 0, 0]),
			actual_contact: bytes([0, 0, 0, 0], [frames, 1]),
		};
		expect(validateReplay(await sampleReplay(contacts)).diagnostics).toEqual([]);
	});
});

describe.each(Object.keys(diagnosticCodes) as DiagnosticCode[])("%s", (code) => {
	const definition = diagnosticCodes[code];
	const inputs = cases[code].map((entry): Judged => {
		return typeof entry === "function"
			? { severity: null, run: entry }
			: { severity: entry[0], run: entry[1] };
	});

	it.each(inputs.map((input, index) => ({ index, ...input })))(
		"case $index gives it, and only codes that it implies",
		async ({ severity, run }) => {
			const report = await run();
			const found = report.diagnostics.filter((diagnostic) => diagnostic.code === code);
			expect(found.length, JSON.stringify(report.diagnostics)).toBeGreaterThan(0);
			const others = report.diagnostics
				.map((diagnostic) => diagnostic.code)
				.filter((other) => other !== code);
			expect(others.filter((other) => !definition.implies.includes(other))).toEqual([]);
			const expected = severity ?? definition.severity;
			if (expected !== "either") expect(found.every((one) => one.severity === expected)).toBe(true);
			expect(report.ok).toBe(report.diagnostics.every((one) => one.severity === "advisory"));
			for (const { params } of found) {
				expect(
					Object.keys(params).filter((name) => !definition.params.includes(name) && name !== "suppressed"),
				).toEqual([]);
			}
		},
	);

	it("has a case for each of its severities", () => {
		if (definition.severity === "either") {
			expect(new Set(inputs.map(({ severity }) => severity))).toEqual(new Set(["blocking", "advisory"]));
			expect(definition.blocksWhen).toBeTruthy();
		}
		expect(definition.implies.every((other) => Object.hasOwn(diagnosticCodes, other))).toBe(true);
	});
});
