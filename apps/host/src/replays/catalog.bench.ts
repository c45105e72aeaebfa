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

const replayCount = 10_000;
const robotIds = ["kite-2", "kite-3"];
const rounds = 400;
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
	for (let round = -rounds / 8; round < rounds; round++) {
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
		const start = performance.now();
		const full = await open(stores.full);
		const opening = performance.now() - start;
		const catalogBytes = heapUsed() - before;
		const deep = Buffer.from(`${1_782_000_005_000}:replay-1`).toString("base64url");
		const queries = [
			"",
			"?limit=200",
			`?cursor=${deep}`,
			`?robot_id=${robotIds[1]}`,
			"?classification=retargeted",
			`?robot_id=${robotIds[0]}&classification=imported&cursor=${deep}`,
		];
		const settled = heapUsed();
		const times = await measure([empty.url, ...queries.map((query) => full.url + query)]);
		const growth = heapUsed() - settled;
		const floor = quantile(times[0], 0.95);
		process.stdout.write(
			`${replayCount} replays: opened in ${(opening / 1000).toFixed(1)} s, catalog of ${(catalogBytes / 1e6).toFixed(1)} MB\n`,
		);
		let holds = true;
		for (const [index, name] of [
			"an empty store",
			...queries.map((query) => query || "(no query)"),
		].entries()) {
			const [p50, p95] = [0.5, 0.95].map((share) => quantile(times[index], share));
			const ratio = p95 / floor;
			if (ratio > mostRatio) holds = false;
			process.stdout.write(
				`${name.padEnd(72)} p50 ${p50.toFixed(2)} ms  p95 ${p95.toFixed(2)} ms  ×${ratio.toFixed(2)}\n`,
			);
		}
		const requests = rounds * times.length;
		process.stdout.write(`heap after ${requests} requests: ${(growth / 1e6).toFixed(2)} MB more\n`);
		await Promise.all([empty.host.close(), full.host.close()]);
		return holds && growth < mostGrowth;
	} finally {
		agent.destroy();
		await rm(folder, { recursive: true });
	}
}

process.exitCode = (await main()) ? 0 : 1;
