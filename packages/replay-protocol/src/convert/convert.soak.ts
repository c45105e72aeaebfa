import { type NpyWritable, writeNpz } from "@hindcast/npz-safe";
import { defineSoak } from "@hindcast/tooling/soak";
import fc from "fast-check";
import { readReplay } from "../read.ts";
import { validateReplay } from "../validate.ts";
import { writeReplay } from "../write.ts";
import { isConvertError } from "./errors.ts";
import { convertLivePingPong } from "./live-pingpong/convert-live-pingpong.ts";
import { conversionManifestSchema } from "./manifest.ts";
import { convertMapped } from "./mapped/convert-mapped.ts";
import type { ReplayMapping } from "./mapped/mapping.ts";
import type { ConvertOptions } from "./options.ts";
import type { ConvertResult } from "./result.ts";
import { convertTelemetryFrames } from "./telemetry/convert-telemetry-frames.ts";

const mapping: ReplayMapping = {
	mapping: "hindcast.replay-mapping/1",
	robot_id: "tern",
	time: { source: "t", unit: "ms" },
	joints: [{ name: "hip", position: { source: "q" }, velocity: { source: "v", unit: "rpm" } }],
	mode: { source: "m" },
	frame_id: { source: "f" },
	arrays: {
		base_quat: { columns: ["a", "b", "c", "d"], quaternion_order: "xyzw" },
		bridge_status: { source: "s" },
		x_on: { source: "o", type: "bool" },
	},
};
const header = "t,q,v,m,f,a,b,c,d,s,o";
const oddCells = [
	"",
	"nan",
	"inf",
	"1e400",
	'"',
	'"a,b"',
	"\r",
	"-0",
	"9".repeat(20),
	" 1 ",
	"\u00e9",
	"x",
	"1,1",
	"\n",
];
/** Rows that are sound but for a few cells. */
const table = fc
	.tuple(
		fc.integer({ min: 1, max: 6 }),
		fc.array(fc.tuple(fc.nat(5), fc.nat(10), fc.constantFrom(...oddCells)), { maxLength: 2 }),
		fc.constantFrom("\n", "\r\n"),
	)
	.map(([count, odd, end]) => {
		const rows = Array.from({ length: count }, (_, row) =>
			[20 * row, row, 1, "high", `f-${row}`, 0, 0, 0, 1, "ok", 1].map(String),
		);
		for (const [row, column, cell] of odd) if (row < count) rows[row]![column] = cell;
		return [header, ...rows.map((row) => row.join(","))].join(end);
	});

const number = fc.oneof(
	{ weight: 8, arbitrary: fc.integer() },
	fc.constantFrom(null, "NaN", "Infinity", -0, 1e-320),
);
const joint = (name: string) =>
	fc.record({
		name: fc.constant(name),
		index: fc.nat(3),
		position: number,
		velocity: number,
		torque: number,
	});
const vector = (width: number) =>
	fc.oneof(
		{ weight: 8, arbitrary: fc.array(fc.integer(), { minLength: width, maxLength: width }) },
		fc.array(number, { maxLength: 5 }),
	);
const frame = fc.record(
	{
		frame_id: fc.nat(20).map((id) => `f-${id}`),
		robot_id: fc.constant("tern"),
		bridge_id: fc.constant("b"),
		captured_at_ms: fc.oneof(
			{ weight: 20, arbitrary: fc.nat().map(String) },
			fc.bigInt().map(String),
			fc.integer(),
		),
		mode: fc.constant("high"),
		joints: fc.oneof(
			{ weight: 8, arbitrary: fc.tuple(joint("hip"), joint("knee")) },
			fc.array(fc.oneof(joint("hip"), joint("knee"), joint("__proto__")), { maxLength: 4 }),
		),
		imu: fc.record({
			orientation: fc.constant([1, 0, 0, 0]),
			angular_velocity: vector(3),
			linear_acceleration: vector(3),
		}),
		operator_input: fc.dictionary(fc.constantFrom("command_intent_id", "x", "__proto__"), fc.string()),
		errors: fc.array(fc.string(), { maxLength: 2 }),
	},
	{ requiredKeys: ["frame_id", "robot_id", "bridge_id", "captured_at_ms", "mode", "joints"] },
);
const garble = fc.oneof({ weight: 5, arbitrary: fc.constant("") }, fc.string({ maxLength: 2 }));
const frames = fc
	.tuple(fc.array(frame, { minLength: 1, maxLength: 5 }), fc.nat(), garble)
	.map(([documents, at, text]) => {
		const json = JSON.stringify(documents);
		const place = at % json.length;
		return json.slice(0, place) + text + json.slice(place);
	});

const names = [
	"t",
	"qj",
	"dqj",
	"base_pos",
	"base_quat",
	"ball_pos",
	"ball_vel",
	"fsm_state",
	"base_pos_target",
	"hit",
];
const widths: Readonly<Record<string, number>> = { qj: 2, dqj: 2, base_quat: 4, base_pos_target: 2 };
const archive = fc
	.array(fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)), { minLength: names.length, maxLength: names.length })
	.map((dice) => {
		const members = names.flatMap((name, index): [string, NpyWritable][] => {
			const [absent, odd, kind] = dice[index]!;
			if (absent === 0) return [];
			const rank = name === "t" || name === "fsm_state" ? 1 : 2;
			const shape = [odd === 1 ? 2 : 3, odd === 2 ? 5 : (widths[name] ?? 3)].slice(0, rank);
			const length = shape.reduce((product, size) => product * size, 1);
			const values = Array.from({ length }, (_, i) => (name === "base_quat" ? Number(i % 4 === 0) : i));
			if (kind === 0) return [[name, { dtype: "int64", shape, data: BigInt64Array.from(values, BigInt) }]];
			if (kind === 1) return [[name, { dtype: "unicode", shape, data: values.map(String) }]];
			return [[name, { dtype: "float64", shape, data: Float64Array.from(values) }]];
		});
		return writeNpz(members);
	});

const options: fc.Arbitrary<ConvertOptions> = fc.record(
	{
		profile: fc.constantFrom("public", "private"),
		fill: fc.constantFrom("hold", "drop-frame", "fail"),
		jointOrder: fc.constantFrom(["hip"], ["knee", "hip"]),
		neutral: fc.boolean(),
	},
	{ requiredKeys: [] },
) as fc.Arbitrary<ConvertOptions>;

/** What holds for any source: a refusal of ours, or a result whose parts agree and whose replay is a replay. */
async function holds(conversion: Promise<ConvertResult>): Promise<void> {
	const result = await conversion.catch((error: unknown) => {
		if (isConvertError(error)) return null;
		throw error;
	});
	if (result === null) return;
	const { artifact, manifest, report } = result;
	const isWhole = artifact !== undefined && manifest !== undefined;
	if (isWhole !== report.ok) throw new Error("the report and the replay disagree");
	if (!isWhole) return;
	conversionManifestSchema.parse(manifest);
	if (!validateReplay(artifact).ok) throw new Error("the replay is not valid");
	const read = await readReplay(writeReplay(artifact, { encoding: "npz" }));
	if (read.artifact?.metadata.content_digest !== manifest.content_digest)
		throw new Error("the file is another replay");
}

/** Tables, frames and archives of all kinds: a result whose parts agree, or a refusal with a code. */
export const converterFuzz = defineSoak({
	name: "replay-converter-fuzz",
	rounds: 300,
	sampleRounds: 1,
	async round({ seed, signal }) {
		const lpp = { robotId: "tern", jointNames: ["hip", "knee"] };
		const sources = fc.oneof(
			fc.tuple(table, options).map(
				([text, how]) =>
					() =>
						convertMapped(text, mapping, { ...how, signal }),
			),
			fc.tuple(frames, options).map(
				([text, how]) =>
					() =>
						convertTelemetryFrames(text, { ...how, signal }),
			),
			fc.tuple(archive, options).map(
				([bytes, how]) =>
					() =>
						convertLivePingPong(bytes, { ...how, ...lpp, signal }),
			),
		);
		await fc.assert(
			fc.asyncProperty(sources, (convert) => holds(convert())),
			{ seed: seed | 0, numRuns: 150, endOnFailure: true },
		);
	},
});
