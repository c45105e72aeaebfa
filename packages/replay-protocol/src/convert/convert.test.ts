import { describe, expect, it } from "vitest";
import { normalizeReplay } from "../normalize.ts";
import { readReplay } from "../read.ts";
import { writeReplay } from "../write.ts";
import { convertCodes } from "./convert-codes.ts";
import { ConvertError, isConvertError } from "./errors.ts";
import { conversionManifest, conversionManifestSchema } from "./manifest.ts";
import { convertMapped } from "./mapped/convert-mapped.ts";
import type { ReplayMapping } from "./mapped/mapping.ts";
import type { ConvertOptions } from "./options.ts";
import { convertTelemetryFrames } from "./telemetry/convert-telemetry-frames.ts";

const mapping: ReplayMapping = {
	mapping: "hindcast.replay-mapping/1",
	robot_id: "tern",
	bridge_id: "bench",
	source_label: "bench 7",
	time: { source: "t" },
	joints: [{ name: "hip", position: { source: "hip" } }],
	mode: { constant: "read-only" },
};
const table = "t,hip,mood\n0,1,calm\n0.5,2,calm\n";
const exportedAt = "2026-01-31T12:00:00Z";
const modelSourceDigest = `sha256:${"a".repeat(64)}`;

describe("the manifest", () => {
	it("says what went in and what came out, and names the files that were written", async () => {
		const { artifact, manifest } = await convertMapped(table, mapping, { exportedAt, modelSourceDigest });
		const bytes = writeReplay(artifact!, { encoding: "json" });
		const whole = conversionManifest(manifest!, [{ name: "replay.json", bytes }]);
		expect(conversionManifestSchema.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
		const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
		expect(whole.files).toEqual([
			{ name: "replay.json", byte_count: String(bytes.length), sha256: `sha256:${hash}` },
		]);
		const source = Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(table))).toString("hex");
		expect(whole).toMatchObject({
			source: { kind: "mapped-csv", frame_count: 2, sha256: `sha256:${source}` },
			source_label: "bench 7",
			robot_id: "tern",
			bridge_id: "bench",
			artifact_class: "recorded",
			model_source_digest: modelSourceDigest,
			duration_s: 0.5,
			tick_count: 2,
			joint_count: 1,
			dropped: [{ rule: "unmapped-left-out", note: "1 arrays or columns" }],
		});
		expect(whole.arrays).toContainEqual({ name: "qj", dtype: "float64", shape: [2, 1] });
	});

	it("takes no path and no name twice", async () => {
		const { manifest } = await convertMapped(table, mapping);
		const bytes = new Uint8Array(1);
		for (const names of [["a/b"], ["../x"], [""], ["a", "a"]]) {
			const files = names.map((name) => ({ name, bytes }));
			expect(() => conversionManifest(manifest!, files)).toThrow(ConvertError);
		}
	});

	it("and the file are the same for the same source", async () => {
		const [one, two] = await Promise.all([1, 2].map(() => convertMapped(table, mapping, { exportedAt })));
		expect(one.manifest).toEqual(two.manifest);
		expect(writeReplay(one.artifact!, { encoding: "npz" })).toEqual(
			writeReplay(two.artifact!, { encoding: "npz" }),
		);
	});
});

describe("neutral arrays", () => {
	it("are written on request only, and each is named", async () => {
		const bare = await convertMapped(table, mapping);
		const filled = await convertMapped(table, mapping, { neutral: true });
		const added = Object.keys(filled.artifact!.arrays).filter(
			(name) => !Object.hasOwn(bare.artifact!.arrays, name),
		);
		expect(added.sort()).toEqual(
			Object.keys(normalizeReplay(bare.artifact!).arrays)
				.filter((name) => !Object.hasOwn(bare.artifact!.arrays, name) && !name.endsWith("_contact"))
				.sort(),
		);
		const step = filled.manifest!.filled.find(({ rule }) => rule === "neutral-arrays-written");
		expect(step!.arrays).toEqual(added.sort());
		expect(filled.artifact!.metadata.repairs).toContainEqual(
			expect.objectContaining({ rule: "neutral-arrays-written" }),
		);
		expect(filled.artifact!.arrays.base_pos!.data.every(Number.isNaN)).toBe(true);
	});
});

describe("a public conversion", () => {
	const options: ConvertOptions = { profile: "public", exportedAt, modelSourceDigest };

	it("has public metadata only and reads back as public", async () => {
		const { artifact, manifest } = await convertMapped(table, mapping, options);
		const read = await readReplay(writeReplay(artifact!, { encoding: "npz" }), { profile: "public" });
		expect(read.report.diagnostics.filter(({ severity }) => severity === "blocking")).toEqual([]);
		expect(artifact!.metadata.visibility).toBe("public");
		expect(manifest!.visibility).toBe("public");
		expect(manifest!.content_digest).toBe(read.artifact!.metadata.content_digest);
	});

	it("leaves private texts out, and lists each in the manifest", async () => {
		const text = "t,hip,who\n0,1,walk\n1,2,ask kim@example.org\n";
		const rules: ReplayMapping = { ...mapping, arrays: { command_capability: { source: "who" } } };
		const { artifact, manifest } = await convertMapped(text, rules, options);
		expect(artifact!.arrays.command_capability!.data[0]).toBe("walk");
		expect(manifest!.redactions).toEqual([
			{ path: expect.stringContaining("/arrays/command_capability"), rule: "email-address" },
		]);
		expect(JSON.stringify([artifact, manifest])).not.toContain("kim");
		const kept = await convertMapped(text, rules, { ...options, profile: "private" });
		expect(kept.artifact!.arrays.command_capability!.data[1]).toBe("ask kim@example.org");
		expect(kept.manifest!.redactions).toEqual([]);
	});

	it("names nothing private: not in the replay, the manifest, or the report", async () => {
		const secret = "/home/kim/runs/left";
		const frame = {
			frame_id: "f-0",
			robot_id: "tern",
			bridge_id: "b",
			captured_at_ms: "1",
			mode: "high",
			joints: [
				{ name: "hip", index: 0, position: 1, velocity: 0, torque: 0 },
				{ name: secret, index: 1, position: 1, velocity: 0, torque: 0 },
			],
			operator_input: { command_intent_id: secret, command_receipt_id: "receipt-7", note: secret },
			errors: [secret],
		};
		for (const change of [{ jointOrder: ["hip"] }, {}, { jointOrder: ["hip", "knee"] }]) {
			const result = await convertTelemetryFrames([frame], { ...options, ...change });
			const text = JSON.stringify(result, (_, value) => (typeof value === "bigint" ? String(value) : value));
			expect(text).not.toContain("kim");
			expect(text).not.toContain("receipt-7");
		}
		const refused = await convertTelemetryFrames(
			[{ ...frame, operator_input: { [secret]: 1 } }],
			options,
		).catch((error: unknown) => error);
		expect(isConvertError(refused, "frame-malformed")).toBe(true);
		expect(String(refused)).not.toContain("kim");
	});
});

describe("options", () => {
	it.each([
		[{ profile: "secret" }, "profile"],
		[{ fill: "interpolate" }, "fill"],
		[{ sourceLabel: "/data/run.csv" }, "sourceLabel"],
		[{ sourceLabel: "" }, "sourceLabel"],
		[{ modelSourceDigest: "abc" }, "modelSourceDigest"],
		[{ robotId: "" }, "robotId"],
		[{ bridgeId: 7 }, "bridgeId"],
		[{ jointOrder: [] }, "jointOrder"],
		[{ jointOrder: ["a", "a"] }, "jointOrder"],
		[{ jointNames: "abc" }, "jointNames"],
	])("are checked: %j", async (change, place) => {
		const refusal = await convertMapped(table, mapping, change as never).catch((error: unknown) => error);
		expect(isConvertError(refusal, "option-invalid")).toBe(true);
		expect(refusal).toMatchObject({ place, hint: expect.any(String) });
	});
});

it("codes of the converter are told apart from those of the protocol", async () => {
	const { diagnosticCodes } = await import("../report/diagnostic-codes.ts");
	expect(Object.keys(convertCodes).filter((code) => Object.hasOwn(diagnosticCodes, code))).toEqual([]);
	expect(isConvertError(new Error("x"))).toBe(false);
});
