/**
 * Reading and judging a replay of 60,000 frames and 40 joints: 38 MB of float64, a declared content digest included.
 *
 * NPZ against the least that any reader of evidence does with the same bytes: decoding every array with its checksum,
 * and one SHA-256 over the file. MessagePack against the same for its bytes, with the peer's decoder and one CRC over the
 * file. JSON against `JSON.parse`, for information. CPU time (user and system, all threads); rounds alternate, the figure
 * is the median of their ratios, and the binary encodings have a floor.
 */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { readNpzSync } from "@hindcast/npz-safe";
import { decode } from "@msgpack/msgpack";
import { createReplay } from "./create.ts";
import { contentDigest } from "./digest.ts";
import { readReplay } from "./read.ts";
import { writeReplay } from "./write.ts";

const rounds = Number(process.env["HINDCAST_BENCH_ROUNDS"] ?? 9);
const frames = 60_000;
const joints = 40;

/** Twenty minutes at 50 Hz as a recorder writes them: positions and velocities to the microradian, a walking base. */
async function recording() {
	const angle = (frame: number, joint: number) =>
		Math.round(7e5 * Math.sin(frame * 0.02 * (1 + joint * 0.1))) / 1e6;
	const qj = Float64Array.from({ length: frames * joints }, (_, i) =>
		angle(Math.floor(i / joints), i % joints),
	);
	const dqj = qj.map((value, i) => (i < joints ? Number.NaN : (value - qj[i - joints]) / 0.02));
	const turn = (frame: number) => frame * 0.001;
	const arrays = {
		t: { dtype: "float64", shape: [frames], data: Float64Array.from({ length: frames }, (_, i) => i / 50) },
		joint_name: {
			dtype: "string",
			shape: [joints],
			data: Array.from({ length: joints }, (_, i) => `joint_${i}`),
		},
		qj: { dtype: "float64", shape: [frames, joints], data: qj },
		dqj: { dtype: "float64", shape: [frames, joints], data: dqj },
		mode: { dtype: "string", shape: [frames], data: Array<string>(frames).fill("read-only") },
		frame_id: {
			dtype: "string",
			shape: [frames],
			data: Array.from({ length: frames }, (_, i) => `frame-${i}`),
		},
		base_quat: {
			dtype: "float64",
			shape: [frames, 4],
			data: Float64Array.from({ length: 4 * frames }, (_, i) => {
				const half = turn(Math.floor(i / 4)) / 2;
				return i % 4 === 0 ? Math.cos(half) : i % 4 === 3 ? Math.sin(half) : 0;
			}),
		},
	} as const;
	const metadata = { robot_id: "tern-6", content_digest: await contentDigest({ arrays }) };
	return createReplay({ metadata, arrays });
}

async function cpuOf(work: () => unknown): Promise<number> {
	globalThis.gc?.();
	const begin = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(begin);
	return (user + system) / 1000;
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[values.length >> 1];
}

async function readWhole(bytes: Uint8Array): Promise<void> {
	const { artifact, report } = await readReplay(bytes);
	if (artifact === undefined) throw new Error(JSON.stringify(report.diagnostics));
}

interface Row {
	readonly name: string;
	readonly bytes: Uint8Array;
	readonly base: (bytes: Uint8Array) => unknown;
	/** Ratio at most; null for information. */
	readonly floor: number | null;
}

async function run({ name, bytes, base, floor }: Row): Promise<boolean> {
	const ours: number[] = [];
	const theirs: number[] = [];
	for (let round = -1; round < rounds; round++) {
		const mine = await cpuOf(() => readWhole(bytes));
		const other = await cpuOf(() => base(bytes));
		if (round < 0) continue; // warm-up
		ours.push(mine);
		theirs.push(other);
	}
	const ratio = median(ours.map((mine, round) => mine / theirs[round]));
	const held = floor === null || ratio <= floor;
	const bound = floor === null ? "for information" : `at most ${floor}`;
	const figures = `${median(ours).toFixed(0)} ms / ${median(theirs).toFixed(0)} ms = ${ratio.toFixed(2)}`;
	console.log(`${held ? "ok  " : "MISS"} ${name}: ${figures} (${bound})`);
	return held;
}

function decodeAndHash(bytes: Uint8Array): void {
	readNpzSync(bytes as Uint8Array<ArrayBuffer>);
	createHash("sha256").update(bytes).digest("hex");
}

function unpackAndHash(bytes: Uint8Array): void {
	decode(bytes);
	crc32(bytes);
	createHash("sha256").update(bytes).digest("hex");
}

function parse(bytes: Uint8Array): void {
	JSON.parse(new TextDecoder().decode(bytes));
}

const replay = await recording();
const npz = writeReplay(replay, { encoding: "npz" });
const msgpack = writeReplay(replay, { encoding: "msgpack" });
const json = writeReplay(replay, { encoding: "json" });
const results = [
	await run({ name: "NPZ, against decode + CRC + SHA-256", bytes: npz, base: decodeAndHash, floor: 4 }),
	await run({
		name: "msgpack, against decode + CRC + SHA-256",
		bytes: msgpack,
		base: unpackAndHash,
		floor: 4,
	}),
	await run({ name: "JSON, against JSON.parse", bytes: json, base: parse, floor: null }),
];
if (results.includes(false)) process.exitCode = 1;
