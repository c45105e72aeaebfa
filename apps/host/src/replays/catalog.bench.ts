/**
 * Lists and filters a store of 10,000 small replays over HTTP, against an empty store, in one run: p50, p95 and their
 * ratio for each query, how long such a store takes to open, and how much its catalog and many requests leave on the
 * heap. Fails where a p95 is beyond three times the empty list's, or the heap grows with the requests.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHost, type Host } from "../host.ts";
import { headerOf, importRequest, profile, replayBytes } from "../testing/replays.ts";
import { encodeCursor } from "./catalog-order.ts";

const replayCount = 10_000;
const robotIds = ["kite-2", "kite-3"];
/** Rounds are told in blocks: the ratio is the median of the blocks', so that a slow moment of the machine is one block's. */
const blocks = 16;
const blockRounds = 50;
const rounds = blocks * blockRounds;
const mostRatio = 3;
/** Bytes that the heap may keep of all requests together. */
const mostGrowth = 8 * 1024 * 1024;

const gc = globalThis.gc ?? (() => undefined);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Answers' bytes of one GET, read whole. */
function read(url: string): Promise<number> {
	return new Promise((resolve, reject) => {
		get(url, { agent }, (answer) => {
			let byteLength = 0;
			answer.on("data", (chunk: Buffer) => {
				byteLength += chunk.length;
			});
			answer.on("end", () => (answer.statusCode === 200 ? resolve(byteLength) : reject(new Error(url))));
		}).on("error", reject);
	});
}

/** Documents of one imported replay, to be copied under other ids. */
interface Original {
	readonly manifest: Record<string, unknown>;
	readonly report: string;
	readonly receipt: Record<string, unknown>;
	readonly payload: Uint8Array;
}

async function importOne(folder: string): Promise<Original> {
	for (const id of robotIds) {
		await mkdir(join(folder, id, "model"), { recursive: true });
		await writeFile(join(folder, id, "robot.json"), JSON.stringify({ ...profile, id }));
	}
	const payload = await replayBytes("npz", { metadata: { robot_id: robotIds[0] } });
	const host = await createHost({ booksDir: folder, newId: () => "original" });
	const { url } = await host.listen(0);
	const answer = await fetch(`${url}/api/moonrobo/replays/import`, {
		method: "POST",
		headers: {
			"content-type": "application/octet-stream",
			"x-replay-request": headerOf(importRequest({ replay_id: "original" })),
		},
		body: payload,
	});
	if (answer.status !== 200) throw new Error(await answer.text());
	await host.close();
	const at = join(folder, robotIds[0], "runs/replays/original");
	const read = (name: string) => readFile(join(at, name), "utf8");
	return {
		manifest: JSON.parse(await read("manifest.json")),
		report: await read("report.json"),
		receipt: JSON.parse(await read("receipts/import-original.json")),
		payload,
	};
}

/** Puts copies of one import into the books, under other ids, times, robots and classes. */
async function fillStore(folder: string, count: number): Promise<void> {
	const { manifest, report, receipt, payload } = await importOne(folder);
	for (let at = 1; at < count; at++) {
		const robot_id = robotIds[at % robotIds.length];
		const replay_id = `replay-${at}`;
		const place = join(folder, robot_id, "runs/replays", replay_id);
		const metadata = {
			...Object(manifest["metadata"]),
			robot_id,
			artifact_class: at % 3 === 0 ? "retargeted" : "recorded",
		};
		const created_at_ms = String(1_782_000_000_000 + ((at * 7919) % count));
		await mkdir(join(place, "receipts"), { recursive: true });
		const files: [string, string | Uint8Array][] = [
			["manifest.json", JSON.stringify({ ...manifest, replay_id, metadata, created_at_ms })],
			["report.json", report],
			["payload.npz", payload],
			["receipts/import-copy.json", JSON.stringify({ ...receipt, replay_id, robot_id })],
		];
		for (const [name, bytes] of files) await writeFile(join(place, name), bytes);
	}
}

/** Milliseconds of each of the requests, in turns over the targets so that all see the same machine. */
async function measure(targets: readonly string[]): Promise<number[][]> {
	const times = targets.map((): number[] => []);
	for (let round = -blockRounds; round < rounds; round++) {
		for (const [index, target] of targets.entries()) {
			const start = performance.now();
			await read(target);
			if (round >= 0) times[index].push(performance.now() - start);
		}
	}
	return times;
}

function quantile(times: readonly number[], share: number): number {
	return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)];
}

/** The largest page has four times the bytes of a plain one: told, not bound. */
const largest = "?limit=200";

/** Prints a query's times beside the empty list's. @returns whether its p95 is within the bound */
function tell(query: string, times: readonly number[], empty: readonly number[]): boolean {
	const inBlocks = (all: readonly number[], share: number) =>
		Array.from({ length: blocks }, (_, at) =>
			quantile(all.slice(at * blockRounds, (at + 1) * blockRounds), share),
		);
	const figures = [0.5, 0.95].map((share) => {
		const [ours, theirs] = [inBlocks(times, share), inBlocks(empty, share)];
		const ratio = quantile(
			ours.map((value, at) => value / theirs[at]),
			0.5,
		);
		return {
			ratio,
			text: `p${100 * share} ${quantile(ours, 0.5).toFixed(2)} ms / ${quantile(theirs, 0.5).toFixed(2)} ms`,
		};
	});
	const { ratio } = figures[1];
	const isBound = query !== largest;
	const held = !isBound || ratio <= mostRatio;
	process.stdout.write(
		`${held ? "ok  " : "MISS"} ${query || "the first page"}: ${figures.map(({ text }) => text).join(", ")} = ${ratio.toFixed(2)} (${isBound ? `at most ${mostRatio}` : "for information"})\n`,
	);
	return held;
}

function heapUsed(): number {
	gc();
	return process.memoryUsage().heapUsed;
}

async function open(booksDir: string): Promise<{ readonly host: Host; readonly url: string }> {
	const host = await createHost({ booksDir });
	const { url } = await host.listen(0);
	return { host, url: `${url}/api/moonrobo/replays` };
}

async function main(): Promise<boolean> {
	const folder = await mkdtemp(join(tmpdir(), "hindcast-catalog-bench-"));
	const stores = { empty: join(folder, "empty"), full: join(folder, "full") };
	try {
		await mkdir(stores.empty);
		await fillStore(stores.full, replayCount);
		const empty = await open(stores.empty);
		const before = heapUsed();
		const [start, startCpu] = [performance.now(), process.cpuUsage()];
		const full = await open(stores.full);
		const opening = performance.now() - start;
		const used = process.cpuUsage(startCpu);
		const cpu = (used.user + used.system) / 1000;
		const catalogBytes = heapUsed() - before;
		const deep = encodeCursor({ createdAtMs: 1_782_000_005_000n, replayId: "replay-1" });
		const queries = [
			"",
			largest,
			`?cursor=${deep}`,
			`?robot_id=${robotIds[1]}`,
			"?classification=retargeted",
			`?robot_id=${robotIds[0]}&classification=imported&cursor=${deep}`,
		];
		const settled = heapUsed();
		const times = await measure([empty.url, ...queries.map((query) => full.url + query)]);
		const growth = heapUsed() - settled;
		process.stdout.write(
			`     opening ${replayCount} replays: ${(opening / 1000).toFixed(1)} s, ${(cpu / 1000).toFixed(1)} s of CPU; a catalog of ${(catalogBytes / 1e6).toFixed(1)} MB\n`,
		);
		const held = queries.map((query, index) => tell(query, times[index + 1], times[0]));
		held.push(growth <= mostGrowth);
		process.stdout.write(
			`${growth <= mostGrowth ? "ok  " : "MISS"} heap after ${rounds * times.length} requests: ${(growth / 1e6).toFixed(2)} MB more (at most ${mostGrowth / 2 ** 20} MiB)\n`,
		);
		await Promise.all([empty.host.close(), full.host.close()]);
		return !held.includes(false);
	} finally {
		agent.destroy();
		await rm(folder, { recursive: true });
	}
}

process.exitCode = (await main()) ? 0 : 1;
