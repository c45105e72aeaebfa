import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { canonicalContent, contentDigest } from "./digest.ts";
import { createPortableSha256, createSha256 } from "./sha256.ts";
import { describeDigests } from "./testing/digest-vectors.ts";
import { fullArrays, sampleReplay } from "./testing/sample.ts";

// A watchdog, not a measure: the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

describeDigests();

describe("SHA-256", () => {
	it.each([createSha256, createPortableSha256])("%o is Node's for any bytes in any pieces", (create) => {
		const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 });
		fc.assert(
			fc.property(pieces, (parts) => {
				const ours = create();
				const theirs = createHash("sha256");
				for (const part of parts) {
					ours.update(part);
					theirs.update(part);
				}
				expect(ours.digest()).toBe(theirs.digest("hex"));
			}),
			{ seed: 3, numRuns: 100 },
		);
	});

	it("takes another hasher", async () => {
		const hash = createHash("sha256");
		const hasher = {
			update: (bytes: Uint8Array) => void hash.update(bytes),
			digest: () => hash.digest("hex"),
		};
		const replay = await sampleReplay(fullArrays as never);
		expect(await contentDigest(replay, { hasher })).toBe(await contentDigest(replay));
	});
});

describe("content digest", () => {
	it.each([
		["less data than its shape", { dtype: "float64", shape: [3], data: new Float64Array(2) }],
		[
			"a shape beyond numbers",
			{ dtype: "bool", shape: [...Array(40).fill(2 ** 53 - 1), 0], data: new Uint8Array(0) },
		],
		["another type than its data", { dtype: "int64", shape: [2], data: new Float64Array(2) }],
		["holes", { dtype: "string", shape: [2], data: new Array(2) }],
		["nothing", null],
	])("names no content that has %s", async (_, x_odd) => {
		const { arrays } = await sampleReplay();
		await expect(contentDigest({ arrays: { ...arrays, x_odd } as never })).rejects.toThrow(
			expect.objectContaining({ name: "ReplayError", code: "artifact-unsound" }),
		);
	});

	it("is written out byte for byte by an independent writer", async () => {
		const { arrays } = await sampleReplay(fullArrays as never);
		const parts = [Buffer.from("moonrobo.replay.content.v1\n")];
		for (const name of Object.keys(arrays).sort()) {
			const { dtype, shape, data } = arrays[name as "x_tau"]!;
			const kind = dtype === "string" ? "s" : dtype === "bool" ? "b" : dtype.startsWith("float") ? "f" : "i";
			const head = Buffer.alloc(4 + 8 * shape.length);
			head.writeUInt32LE(shape.length);
			for (const [axis, size] of shape.entries()) head.writeBigUInt64LE(BigInt(size), 4 + 8 * axis);
			parts.push(Buffer.from(`${name}\0${kind}`), head);
			for (const value of data) {
				const item = Buffer.alloc(kind === "b" ? 1 : 8);
				if (kind === "s") {
					const size = Buffer.alloc(4);
					size.writeUInt32LE(Buffer.byteLength(value as unknown as string));
					parts.push(size, Buffer.from(value as unknown as string));
					continue;
				}
				if (kind === "b") item.writeUInt8(Number(value));
				else if (kind === "i") item.writeBigInt64LE(BigInt(value));
				else if (Number.isNaN(value)) item.writeBigUInt64LE(0x7ff8000000000000n);
				else item.writeDoubleLE(Number(value) === 0 ? 0 : Number(value));
				parts.push(item);
			}
		}
		const ours = Buffer.concat([...canonicalContent(arrays)].map((piece) => Buffer.from(piece)));
		expect(ours.equals(Buffer.concat(parts))).toBe(true);
	});

	it("does not depend on storage width, NaN payload or the sign of zero", async () => {
		const wide = await sampleReplay({ x_a: { dtype: "float64", shape: [2], data: Float64Array.of(0.5, 0) } });
		const narrow = await sampleReplay({
			x_a: { dtype: "float32", shape: [2], data: Float32Array.of(0.5, -0) },
		});
		expect(await contentDigest(wide)).toBe(await contentDigest(narrow));
		const negative = { dtype: "float64", shape: [2], data: Float64Array.of(0.5, -0) } as const;
		expect(await contentDigest(await sampleReplay({ x_a: negative }))).toBe(await contentDigest(wide));
		const small = await sampleReplay({ x_a: { dtype: "int8", shape: [1], data: Int8Array.of(-3) } });
		const large = await sampleReplay({ x_a: { dtype: "int64", shape: [1], data: BigInt64Array.of(-3n) } });
		expect(await contentDigest(small)).toBe(await contentDigest(large));
		const odd = new Float64Array(new BigUint64Array([0xfff8dead00000001n]).buffer);
		const plain = await sampleReplay({
			x_a: { dtype: "float64", shape: [1], data: Float64Array.of(Number.NaN) },
		});
		expect(
			await contentDigest(await sampleReplay({ x_a: { dtype: "float64", shape: [1], data: odd } })),
		).toBe(await contentDigest(plain));
	});

	it("tells kinds, shapes and text boundaries apart", async () => {
		const variants = [
			{ dtype: "int8", shape: [2], data: Int8Array.of(1, 0) },
			{ dtype: "bool", shape: [2], data: Uint8Array.of(1, 0) },
			{ dtype: "float64", shape: [2], data: Float64Array.of(1, 0) },
			{ dtype: "float64", shape: [1, 2], data: Float64Array.of(1, 0) },
			{ dtype: "string", shape: [2], data: ["ab", "c"] },
			{ dtype: "string", shape: [2], data: ["a", "bc"] },
		] as const;
		const digests = await Promise.all(
			variants.map(async (x_a) => contentDigest(await sampleReplay({ x_a }))),
		);
		expect(new Set(digests).size).toBe(variants.length);
	});

	it("aborts with the signal's reason", async () => {
		const big = await sampleReplay({ x_a: { dtype: "float64", shape: [1e6], data: new Float64Array(1e6) } });
		const controller = new AbortController();
		const pending = contentDigest(big, { signal: controller.signal });
		controller.abort(new Error("enough"));
		await expect(pending).rejects.toThrow("enough");
	});
});
