import * as zlib from "node:zlib";
import { goldenAvailable, readGolden, readGoldenJson } from "@hindcast/tooling/golden";
import { describe, expect, it } from "vitest";
import { Budget } from "./budget.ts";
import { isNpzError } from "./errors.ts";
import { inflateFflate } from "./inflate-fflate.ts";
import type { InflateBackend } from "./inflate-job.ts";
import { zlibBackend } from "./inflate-zlib.ts";
import { readNpy } from "./read-npy.ts";
import { readWithBackendSync } from "./read-npz.ts";
import { type GoodFile, refusalOf } from "./testing/corpus.ts";
import { handMadeZip } from "./testing/zip.ts";
import { writeNpy } from "./write-npy.ts";
import { writeNpz } from "./write-npz.ts";

const backends: InflateBackend[] = [
	zlibBackend(zlib),
	{ sync: inflateFflate, async: async (job) => inflateFflate(job) },
];
const arrays = { t: new Float64Array(40), joint_name: ["hip", "knee"], mode: new Uint8Array(9) };
const limits = { maxTotalBytes: 2 ** 20, maxEntryBytes: 2 ** 20 };
/** What one read may allocate: its output, a copy of it, strings, and the least chunk of each entry. */
const allowance = 8 * 2 ** 20;

/** Numbers below `n`, the same in every run (mulberry32). */
function randomOf(seed: number): (n: number) => number {
	let state = seed;
	return (n) => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) % n;
	};
}

const interesting = [0, 1, 0x7f, 0x80, 0xff];

/** A copy with one to four changes: bytes set or flipped, a part cut, doubled, moved or zeroed. */
function mutate(file: Uint8Array, random: (n: number) => number): Uint8Array {
	let bytes = file.slice();
	for (let n = 1 + random(4); n > 0; n--) {
		if (bytes.length === 0) return bytes;
		const at = random(bytes.length);
		const length = 1 + random(Math.min(40, bytes.length - at));
		const part = bytes.slice(at, at + length);
		switch (random(7)) {
			case 0:
				bytes[at] ^= 1 << random(8);
				break;
			case 1:
				bytes[at] = interesting[random(interesting.length)];
				break;
			case 2:
				bytes = Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + length));
				break;
			case 3:
				bytes = Uint8Array.of(...bytes.subarray(0, at), ...part, ...bytes.subarray(at));
				break;
			case 4:
				bytes.set(part, random(bytes.length - length + 1));
				break;
			case 5:
				bytes.fill(0, at, at + length);
				break;
			default:
				bytes = bytes.slice(0, at);
		}
	}
	return bytes;
}

function readOrRefuse(bytes: Uint8Array, type: "npy" | "npz", backend: InflateBackend): "read" | "refused" {
	const budget = new Budget();
	try {
		if (type === "npz") readWithBackendSync(bytes, { limits }, backend, budget);
		else readNpy(bytes, { limits });
		return "read";
	} catch (error) {
		if (!isNpzError(error)) throw error;
		return "refused";
	} finally {
		expect(budget.allocatedBytes).toBeLessThanOrEqual(allowance);
	}
}

function fuzz(
	file: Uint8Array,
	type: "npy" | "npz",
	{ seed, rounds }: { seed: number; rounds: number },
): number {
	const random = randomOf(seed);
	let refused = 0;
	for (let round = 0; round < rounds; round++) {
		const outcome = readOrRefuse(mutate(file, random), type, backends[round % backends.length]);
		if (outcome === "refused") refused++;
	}
	return refused;
}

describe("mutated files are read or refused, and nothing else", { timeout: 60_000 }, () => {
	it.each<[string, "npy" | "npz", Uint8Array]>([
		["stored", "npz", writeNpz(arrays)],
		["deflated", "npz", writeNpz({ ...arrays, z: new Uint8Array(3000) }, { compress: true })],
		["by hand", "npz", handMadeZip([{ name: "a.npy" }, { name: "b.npy" }])],
		["numbers", "npy", writeNpy(new Float32Array(8))],
		["strings", "npy", writeNpy(["hip", "knee_l", "\u{1f916}"])],
	])("%s", (_, type, file) => {
		expect(fuzz(file, type, { seed: file.length, rounds: 1500 })).toBeGreaterThan(300);
	});

	it.skipIf(!goldenAvailable)("golden files", async () => {
		const { files } = await readGoldenJson<{ files: GoodFile[] }>("npz/good.json");
		for (const [seed, { file, type }] of files.entries()) {
			const bytes = await readGolden(`npz/${file}`);
			if (bytes.length < 20_000) fuzz(bytes, type, { seed, rounds: 40 });
		}
	});
});

describe("every single byte of an archive is guarded", () => {
	/** Fields that say nothing about the arrays: versions, times, and attributes that name no file type. */
	const file = writeNpz({ a: Uint8Array.of(1, 2, 3) });

	it("flipping all bits of any byte is noticed, save in fields without meaning", async () => {
		const unnoticed: number[] = [];
		for (let at = 0; at < file.length; at++) {
			const changed = file.slice();
			changed[at] ^= 0xff;
			if (readOrRefuse(changed, "npz", backends[0]) === "read") unnoticed.push(at);
		}
		const central = 64 + 131;
		const local = [4, 5, 10, 11, 12, 13]; // version, time, date
		const padding = [35, 36, ...Array.from({ length: 64 - 39 }, (_, i) => 39 + i)]; // alignment, in an extra field
		const directory = [4, 5, 6, 7, 12, 13, 14, 15, 36, 37, 38, 39, 40].map((field) => central + field);
		expect(unnoticed).toEqual([...local, ...padding, ...directory]);
	});

	it("cutting it anywhere is noticed", async () => {
		for (let length = 0; length < file.length; length++) {
			expect(await refusalOf(() => readWithBackendSync(file.slice(0, length), {}, backends[0]))).toMatch(
				/^zip-/,
			);
		}
	});
});
