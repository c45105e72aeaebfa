import { goldenAvailable, readGoldenJson } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { ledger, session, sessionFrames } from "../testing/ledger.ts";
import { annotationSchema } from "./annotation.ts";
import {
	bridgeDispatchSchema,
	executionSnapshotSchema,
	observationSessionSchema,
	runReceiptSchema,
	telemetryFrameSchema,
} from "./ledger.ts";

const golden: Readonly<Record<string, z.ZodMiniType>> = {
	"bridge-dispatch": bridgeDispatchSchema,
	"observation-session": observationSessionSchema,
	"replay-annotation": annotationSchema,
	"run-receipt": runReceiptSchema,
	"task-execution-snapshot": executionSnapshotSchema,
};

describe.skipIf(!goldenAvailable)("golden documents", () => {
	it.each(Object.entries(golden))("%s reads and is given back", async (name, schema) => {
		const document = await readGoldenJson(`moonrobo/ledger/${name}.json`);
		expect(schema.parse(document)).toEqual(document);
	});

	it("telemetry frames read and are given back, with what the operator's side said", async () => {
		const frames = (await readGoldenJson("moonrobo/frames/walk-24.telemetry-frames.json")) as unknown[];
		expect(frames).toHaveLength(24);
		for (const frame of frames) {
			const read = telemetryFrameSchema.parse(frame);
			expect(read).toEqual(frame);
			expect(read.operator_input).toMatchObject({
				command_intent_id: "intent-walk-golden",
				command_x: "0.10",
			});
		}
	});
});

const { receipt, dispatch, snapshot, frame } = ledger();
const samples: readonly (readonly [string, z.ZodMiniType, object])[] = [
	["receipt", runReceiptSchema, receipt],
	["dispatch", bridgeDispatchSchema, dispatch],
	["snapshot", executionSnapshotSchema, snapshot],
	["frame", telemetryFrameSchema, frame],
	["session", observationSessionSchema, session()],
];

describe.each(samples)("%s", (_, schema, document) => {
	const times = Object.keys(document).filter((key) => key.endsWith("_at_ms"));
	const at = (key: string, value: unknown) => schema.safeParse({ ...document, [key]: value });

	it("keeps keys that it does not know", () => {
		expect(schema.parse({ ...document, later_addition: [1] })).toMatchObject({ later_addition: [1] });
	});

	it("takes 64-bit times as strings and as safe integers, and reads them as strings", () => {
		expect(times.length).toBeGreaterThan(0);
		for (const key of times) {
			for (const value of ["9223372036854775807", "-9223372036854775808", "0"]) {
				expect(at(key, value).data).toMatchObject({ [key]: value });
			}
			expect(at(key, 1782000000000).data).toMatchObject({ [key]: "1782000000000" });
		}
	});

	it("refuses times that are none", () => {
		const none = [
			"9223372036854775808",
			"-9223372036854775809",
			"1e3",
			"01",
			"+1",
			"",
			" 1",
			"1.0",
			1.5,
			2 ** 53,
			Number.POSITIVE_INFINITY,
			Number.NaN,
			null,
			true,
		];
		for (const key of times) {
			for (const value of none) expect(at(key, value).success, `${key} ${String(value)}`).toBe(false);
		}
	});
});

describe("floats of telemetry", () => {
	const [{ joints, ...rest }] = sessionFrames();
	const withPosition = (position: unknown) =>
		telemetryFrameSchema.safeParse({ ...rest, joints: [{ ...joints[0], position }] });

	it.each([null, "NaN", Number.NaN])("%s is not measured", (value) => {
		expect(withPosition(value).data?.joints[0].position).toBe(Number.NaN);
	});

	it.each([
		Number.POSITIVE_INFINITY,
		Number.NEGATIVE_INFINITY,
		"Infinity",
		"-Infinity",
		"1",
		"nan",
		undefined,
	])("%s is refused", (value) => {
		expect(withPosition(value).success).toBe(false);
	});

	it("an inertial sensor's too", () => {
		const imu = { orientation: [1, 0, 0, null], angular_velocity: ["NaN"], linear_acceleration: [] };
		expect(telemetryFrameSchema.parse({ ...rest, joints, imu }).imu).toMatchObject({
			orientation: [1, 0, 0, Number.NaN],
			angular_velocity: [Number.NaN],
		});
	});
});

describe("notes", () => {
	const note = {
		annotation_id: "annotation-1",
		session_id: "",
		replay_id: "replay-1",
		frame_id: "",
		t_start: 0.5,
		t_end: 1,
		label: "slip",
		note: "",
		severity: "attention",
		created_by: { kind: "operator", id: "local" },
		created_at_ms: "1782000002000",
	};

	it("read with and without a span", () => {
		const { t_start, t_end, ...whole } = note;
		expect(t_end).toBeGreaterThan(t_start);
		expect(annotationSchema.parse(note)).toEqual(note);
		expect(annotationSchema.parse(whole)).toEqual(whole);
	});

	it.each([
		{ annotation_id: "../other" },
		{ annotation_id: "" },
		{ replay_id: "a/b" },
		{ label: "" },
		{ label: "x".repeat(129) },
		{ note: "x".repeat(4097) },
		{ severity: "fatal" },
		{ t_start: Number.NaN },
		{ t_end: Number.POSITIVE_INFINITY },
		{ created_by: { kind: "", id: "local" } },
		{ created_at_ms: 1782000002000 },
	])("are refused with %o", (change) => {
		expect(annotationSchema.safeParse({ ...note, ...change }).success).toBe(false);
	});
});
