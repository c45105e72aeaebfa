/**
 * Reading 64 MB: this package against `numpy.load` of the same bytes in memory, and against npyjs with fflate.
 *
 * CPU time (user and system, all threads) of one read of every array, checksums included here and in NumPy, absent in
 * npyjs. Rounds alternate between the contestants; the figure is the ratio of medians, and each has a floor.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { unzipSync } from "fflate";
import npyjs from "npyjs";
import { readNpz, readNpzSync } from "./read-npz.ts";
import { writeNpz } from "./write-npz.ts";

const rounds = Number(process.env["HINDCAST_BENCH_ROUNDS"] ?? 9);

/** Loads a file's bytes from memory over and over, printing CPU seconds; also writes files as NumPy does. */
const script = `
import io, os, sys, time
import numpy as np
for line in sys.stdin:
    op, *paths = line.split()
    if op == "save":
        source, stored, deflated = paths
        with np.load(source) as z:
            arrays = {k: z[k] for k in z.files}
        np.savez(stored, **arrays)
        np.savez_compressed(deflated, **arrays)
        print(0, flush=True)
    else:
        data = open(paths[0], "rb").read()
        begin = time.process_time()
        with np.load(io.BytesIO(data)) as z:
            for k in z.files:
                z[k]
        print(time.process_time() - begin, flush=True)
`;

class Numpy {
	private readonly child: ChildProcess;
	private readonly lines: AsyncIterator<string>;

	constructor() {
		const { OPENBLAS_CORETYPE: _core, OPENBLAS_L2_SIZE: _size, ...env } = process.env;
		const child = spawn("python3", ["-c", script], { env, stdio: ["pipe", "pipe", "inherit"] });
		this.child = child;
		this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	}

	async ask(...words: string[]): Promise<number> {
		this.child.stdin?.write(`${words.join(" ")}\n`);
		const { value, done } = await this.lines.next();
		if (done) throw new Error("python3 with NumPy is needed");
		return Number(value) * 1000;
	}

	close(): void {
		this.child.stdin?.end();
	}
}

/** A walk of 29 joints: float64 positions and velocities, as a recorder writes them. 64 MB. */
function trajectory(): Record<string, Float64Array | { data: Float64Array; shape: number[] }> {
	const joints = 29;
	const ticks = Math.floor(64e6 / 8 / (2 * joints + 1));
	const t = Float64Array.from({ length: ticks }, (_, i) => i * 0.02);
	const angle = (i: number, j: number) => Math.round(7e5 * Math.sin(i * 0.02 * (1 + j * 0.1))) / 1e6;
	const qj = Float64Array.from({ length: ticks * joints }, (_, k) =>
		angle(Math.floor(k / joints), k % joints),
	);
	const dqj = qj.map((q, k) => (k < joints ? 0 : (q - qj[k - joints]) / 0.02));
	return { t, qj: { data: qj, shape: [ticks, joints] }, dqj: { data: dqj, shape: [ticks, joints] } };
}

async function cpuOf(work: () => unknown): Promise<number> {
	globalThis.gc?.();
	const begin = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(begin);
	return (user + system) / 1000;
}

function median(values: number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[sorted.length >> 1];
}

/** npyjs with fflate, as their users put them together. */
function readWithNpyjs(bytes: Uint8Array): unknown {
	const parser = new npyjs();
	return Object.values(unzipSync(bytes)).map((entry) => parser.parse(entry.slice().buffer));
}

interface Row {
	readonly name: string;
	readonly file: string;
	readonly against: "numpy" | "npyjs";
	readonly read: (bytes: Uint8Array<ArrayBuffer>) => unknown;
	readonly floor: number;
}

async function run(row: Row, numpy: Numpy): Promise<boolean> {
	const bytes = new Uint8Array(readFileSync(row.file));
	const ours: number[] = [];
	const theirs: number[] = [];
	for (let round = -1; round < rounds; round++) {
		const mine = await cpuOf(() => row.read(bytes));
		const other =
			row.against === "numpy" ? await numpy.ask("load", row.file) : await cpuOf(() => readWithNpyjs(bytes));
		if (round < 0) continue; // warm-up
		ours.push(mine);
		theirs.push(other);
	}
	const ratio = median(ours) / median(theirs);
	const held = ratio <= row.floor;
	const figures = `${median(ours).toFixed(0)} ms / ${median(theirs).toFixed(0)} ms = ${ratio.toFixed(2)}`;
	console.log(
		`${held ? "ok  " : "MISS"} ${row.name} against ${row.against}: ${figures} (at most ${row.floor})`,
	);
	return held;
}

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "npz-bench-"));
	const numpy = new Numpy();
	try {
		const [aligned, stored, deflated] = ["aligned", "stored", "deflated"].map((name) =>
			join(folder, `${name}.npz`),
		);
		writeFileSync(aligned, writeNpz(trajectory()));
		await numpy.ask("save", aligned, stored, deflated);
		const results: boolean[] = [];
		for (const row of [
			{ name: "stored, without a copy", file: aligned, against: "numpy", read: readNpzSync, floor: 1.3 },
			{ name: "stored, all copied", file: stored, against: "numpy", read: readCopied, floor: 2 },
			{ name: "stored, misaligned by NumPy", file: stored, against: "numpy", read: readMisaligned, floor: 2 },
			{ name: "deflated", file: deflated, against: "numpy", read: readNpzSync, floor: 1.1 },
			{ name: "deflated, async", file: deflated, against: "numpy", read: readNpz, floor: 1.1 },
			{ name: "stored, without a copy", file: aligned, against: "npyjs", read: readNpzSync, floor: 0.7 },
			{ name: "stored, misaligned by NumPy", file: stored, against: "npyjs", read: readNpzSync, floor: 1 },
			{ name: "deflated", file: deflated, against: "npyjs", read: readNpzSync, floor: 0.7 },
		] as const) {
			results.push(await run(row, numpy));
		}
		if (results.includes(false)) process.exitCode = 1;
	} finally {
		numpy.close();
		rmSync(folder, { recursive: true });
	}
}

/** Every array copied, whether NumPy happened to align it or not. */
function readCopied(bytes: Uint8Array): unknown {
	return readNpzSync(bytes, { copy: true });
}

/** NumPy's file as it comes; a file that needs no copy would measure something else. */
function readMisaligned(bytes: Uint8Array): unknown {
	const archive = readNpzSync(bytes);
	if (archive.copied.length === 0) throw new Error("NumPy aligned every array of this file");
	return archive;
}

await main();
