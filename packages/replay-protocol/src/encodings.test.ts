import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { ReplayArray, ReplayArtifact } from "./artifact.ts";
import { contentDigest } from "./digest.ts";
import { readReplay } from "./read.ts";
import { fullArrays, sampleReplay } from "./testing/sample.ts";
import { writeReplay } from "./write.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const encodings = ["json", "npz", "msgpack"] as const;

/** A value as every encoding carries it: one NaN, no -0. */
function canonical(replay: ReplayArtifact): ReplayArtifact {
	const arrays = Object.entries<ReplayArray | undefined>({ ...replay.arrays }).map(([name, array]) => {
		if (array?.dtype !== "float64" && array?.dtype !== "float32") return [name, array];
		return [name, { ...array, data: array.data.map((value) => value + 0) }];
	});
	return { metadata: replay.metadata, arrays: Object.fromEntries(arrays) };
}

const shape = fc.array(fc.nat(3), { maxLength: 3 });
const size = (sizes: readonly number[]) => sizes.reduce((product, one) => product * one, 1);

function elements<T>(value: fc.Arbitrary<T>, make: (shape: number[], values: T[]) => ReplayArray) {
	return shape.chain((sizes) => {
		const count = size(sizes);
		return fc.array(value, { minLength: count, maxLength: count }).map((values) => make(sizes, values));
	});
}

const text = fc.string({ unit: "grapheme", maxLength: 12 }).filter((one) => !one.endsWith("\0"));
const anyArray = fc.oneof(
	elements(fc.double({ noDefaultInfinity: true }), (sizes, values) => {
		return { dtype: "float64", shape: sizes, data: Float64Array.from(values) };
	}),
	elements(fc.float({ noDefaultInfinity: true }), (sizes, values) => {
		return { dtype: "float32", shape: sizes, data: Float32Array.from(values) };
	}),
	elements(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (sizes, values) => {
		return { dtype: "int64", shape: sizes, data: BigInt64Array.from(values) };
	}),
	elements(fc.integer({ min: -32768, max: 32767 }), (sizes, values) => {
		return { dtype: "int16", shape: sizes, data: Int16Array.from(values) };
	}),
	elements(fc.integer({ min: -128, max: 127 }), (sizes, values) => {
		return { dtype: "int8", shape: sizes, data: Int8Array.from(values) };
	}),
	elements(fc.integer(), (sizes, values) => {
		return { dtype: "int32", shape: sizes, data: Int32Array.from(values) };
	}),
	elements(fc.nat(255), (sizes, values) => {
		return { dtype: "uint8", shape: sizes, data: Uint8Array.from(values) };
	}),
	elements(fc.nat(65535), (sizes, values) => {
		return { dtype: "uint16", shape: sizes, data: Uint16Array.from(values) };
	}),
	elements(fc.integer({ min: 0, max: 4294967295 }), (sizes, values) => {
		return { dtype: "uint32", shape: sizes, data: Uint32Array.from(values) };
	}),
	elements(fc.boolean(), (sizes, values) => {
		return { dtype: "bool", shape: sizes, data: Uint8Array.from(values, Number) };
	}),
	elements(text, (sizes, values) => ({ dtype: "string", shape: sizes, data: values })),
);
const names = fc.stringMatching(/^x_[a-zA-Zéж0-9_]{0,8}$/);
const ids = fc.oneof(
	fc.constant({
		dtype: "int64",
		shape: [4],
		data: BigInt64Array.of(0n, 1n, 2n ** 53n + 1n, 2n ** 62n),
	} as const),
	fc
		.uniqueArray(
			text.filter((one) => one !== ""),
			{ minLength: 4, maxLength: 4 },
		)
		.map((values) => {
			return { dtype: "string", shape: [4], data: values } as const;
		}),
);
const notes = fc.record({ notes: text, x_anything: fc.jsonValue({ maxDepth: 3 }) });

describe("the three encodings", () => {
	it("give back what was written, with one content digest and the same bytes again", async () => {
		const extras = fc.dictionary(names, anyArray, { maxKeys: 4 });
		await fc.assert(
			fc.asyncProperty(extras, ids, notes, async (own, frame_id, metadata) => {
				const replay = canonical(await sampleReplay({ ...own, frame_id }, metadata));
				const digest = await contentDigest(replay);
				for (const encoding of encodings) {
					const bytes = writeReplay(replay, { encoding });
					const { artifact, report } = await readReplay(bytes, { profile: "private" });
					expect(report.ok, JSON.stringify(report.diagnostics)).toBe(true);
					expect(artifact?.arrays).toEqual(replay.arrays);
					expect(JSON.parse(JSON.stringify(artifact?.metadata))).toEqual(
						JSON.parse(JSON.stringify(replay.metadata)),
					);
					expect(artifact && (await contentDigest(artifact))).toBe(digest);
					expect(artifact && writeReplay(artifact, { encoding })).toEqual(bytes);
				}
			}),
			{ seed: 4, numRuns: 40 },
		);
	});

	it("carry every array of the protocol and a declared content digest", async () => {
		const plain = await sampleReplay(fullArrays as never);
		const replay = await sampleReplay(fullArrays as never, { content_digest: await contentDigest(plain) });
		for (const encoding of encodings) {
			const { artifact, report, encoding: detected } = await readReplay(writeReplay(replay, { encoding }));
			expect(report).toEqual({ ok: true, diagnostics: [] });
			expect(artifact).toEqual(replay);
			expect(detected).toBe(encoding);
		}
	});

	it("give equal bytes for equal content, whatever the key order, NaN payload or sign of zero", async () => {
		const odd = new Float64Array(new BigUint64Array([0xfff8dead00000001n, 0x8000000000000000n]).buffer);
		const one = await sampleReplay({ x_a: { dtype: "float64", shape: [2], data: odd } });
		const two = await sampleReplay({
			x_a: { dtype: "float64", shape: [2], data: Float64Array.of(Number.NaN, 0) },
		});
		const reordered = {
			metadata: Object.fromEntries(Object.entries(two.metadata).toReversed()),
			arrays: Object.fromEntries(Object.entries(two.arrays).toReversed()),
		} as never;
		for (const encoding of encodings) {
			const bytes = writeReplay(one, { encoding });
			expect(writeReplay(two, { encoding })).toEqual(bytes);
			expect(writeReplay(reordered, { encoding })).toEqual(bytes);
		}
	});

	it("give arrays that share no memory with the bytes", async () => {
		for (const encoding of encodings) {
			const bytes = writeReplay(await sampleReplay(), { encoding });
			const { artifact } = await readReplay(bytes);
			bytes.fill(0xff);
			expect(artifact).toEqual(await sampleReplay());
		}
	});

	it("refuse to write what the reader would refuse", async () => {
		const replay = await sampleReplay();
		const broken = { ...replay, arrays: { ...replay.arrays, qj: replay.arrays.t } };
		expect(() => writeReplay(broken, { encoding: "npz" })).toThrow(
			expect.objectContaining({ name: "ReplayError", code: "artifact-unsound" }),
		);
		for (const extra of [
			{ x_a: { dtype: "float64", shape: [1], data: Float64Array.of(Number.POSITIVE_INFINITY) } },
			{ x_a: { dtype: "float32", shape: [1], data: Float32Array.of(Number.NEGATIVE_INFINITY) } },
			{ x_a: { dtype: "string", shape: [1], data: ["\ud800"] } },
			{ x_a: { dtype: "string", shape: [1], data: ["end\0"] } },
			{ x_a: { dtype: "string", shape: [1], data: ["x".repeat(257)] } },
			{ joint_name: { dtype: "string", shape: [2], data: ["a_joint", "\udc00"] } },
		] as Record<string, ReplayArray>[]) {
			const odd = { ...replay, arrays: { ...replay.arrays, ...extra } } as ReplayArtifact;
			for (const encoding of encodings) {
				expect(() => writeReplay(odd, { encoding }), JSON.stringify(extra)).toThrow(
					expect.objectContaining({ name: "ReplayError", code: "artifact-unsound" }),
				);
			}
		}
		expect(() => writeReplay({ ...replay, metadata: undefined as never }, { encoding: "json" })).toThrow(
			expect.objectContaining({ name: "ReplayError", code: "artifact-unsound" }),
		);
		expect(() => writeReplay(replay, { encoding: "xml" as never })).toThrow(
			expect.objectContaining({ name: "ReplayError", code: "encoding-unknown" }),
		);
	});
});

describe("JSON", () => {
	const read = async (change: (document: ReturnType<typeof Object>) => void) => {
		const bytes = writeReplay(await sampleReplay(), { encoding: "json" });
		const document = JSON.parse(new TextDecoder().decode(bytes));
		change(document);
		return readReplay(new TextEncoder().encode(JSON.stringify(document, null, 1)));
	};

	it("may be bare nested lists, whose types follow from the fields", async () => {
		const { artifact, report } = await read(({ arrays }) => {
			for (const name of Object.keys(arrays)) arrays[name] = arrays[name].data;
			arrays.frame_id = [0, 1, 2, "9007199254740993"];
			arrays.planned_contact = [
				[1, 0],
				[0, -1],
				[0, 0],
				[1, 1],
			];
			arrays.actual_contact = [
				[true, false],
				[true, false],
				[false, false],
				[false, true],
			];
			arrays.x_numbers = [1, 2, null, "NaN"];
			arrays.x_texts = ["1"];
		});
		expect(report.diagnostics).toEqual([]);
		const { arrays } = await sampleReplay();
		expect(artifact?.arrays).toEqual({
			...arrays,
			frame_id: { dtype: "int64", shape: [4], data: BigInt64Array.of(0n, 1n, 2n, 2n ** 53n + 1n) },
			planned_contact: { dtype: "int8", shape: [4, 2], data: Int8Array.of(1, 0, 0, -1, 0, 0, 1, 1) },
			actual_contact: { dtype: "bool", shape: [4, 2], data: Uint8Array.of(1, 0, 1, 0, 0, 0, 0, 1) },
			x_numbers: { dtype: "float64", shape: [4], data: Float64Array.of(1, 2, Number.NaN, Number.NaN) },
			x_texts: { dtype: "string", shape: [1], data: ["1"] },
		});
	});

	it("may name types as NumPy does, in any key order, data first", async () => {
		const { artifact, report } = await read(({ arrays }) => {
			const { data, shape } = arrays.qj;
			arrays.qj = { data, dtype: "<f8", shape };
			arrays.mode = { shape: [4], data: [3, 3, 3, 3], dtype: "i8" };
			arrays.frame_id = { data: arrays.frame_id.data, shape: [4], dtype: "<U3" };
		});
		expect(report.diagnostics.map(({ code }) => code)).toEqual(Array(4).fill("mode-empty"));
		expect(artifact).toBeUndefined();
	});

	it("narrows 64-bit codes to the field's type when they fit", async () => {
		const { artifact, report } = await read(({ arrays, metadata }) => {
			arrays.mode = { dtype: "int64", shape: [4], data: [3, 3, "3", 3] };
			metadata.enums = { mode: { "3": "high" } };
		});
		expect(report.diagnostics).toEqual([]);
		expect(artifact?.arrays.mode).toEqual({ dtype: "int32", shape: [4], data: Int32Array.of(3, 3, 3, 3) });
		const wide = await read(({ arrays }) => {
			arrays.mode = { dtype: "int64", shape: [4], data: [3, 3, 3, 2 ** 40] };
		});
		expect(wide.report.diagnostics.map(({ code }) => code)).toEqual(["dtype-not-allowed"]);
	});
});
