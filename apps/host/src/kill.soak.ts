/**
 * A host that is killed at any moment, while it takes imports, exports and notes: what it answered with 200 is there
 * after the next start, what is listed is whole, and what was in flight is set aside, not deleted.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ReplayEncoding } from "@hindcast/replay-protocol";
import { replayDetailSchema, replayListSchema } from "@hindcast/replay-protocol/http";
import { defineSoak } from "@hindcast/tooling/soak";
import { type HostProcess, startHostProcess } from "./testing/host-process.ts";
import { headerOf, importRequest, profile, replayBytes, robotId, urdf } from "./testing/replays.ts";

const route = "/api/moonrobo/replays";
const encodings: readonly ReplayEncoding[] = ["npz", "json", "msgpack"];
/** Most answers that the host gives before it is killed, and most milliseconds that it has after the last of them. */
const mostAnswers = 16;
const longestMs = 60;
const requester = { kind: "operator", id: "soak" };

/** What the host answered with 200 before it was killed. */
interface Accepted {
	/** Replay id to SHA-256 of the payload. */
	readonly payloads: Map<string, string>;
	/** Export receipts by replay id. */
	readonly exports: Map<string, string>;
	readonly notes: { readonly replayId: string; readonly id: string; readonly text: string }[];
}

/** Kills a host 200 times under load, each time over a store of its own. */
export const hostKill = defineSoak({
	name: "host-sigkill",
	rounds: 200,
	sampleRounds: 3,
	async round({ seed, scratch, signal }) {
		const random = seededRandom(seed);
		const books = join(scratch, "books");
		await makeBook(join(books, robotId));
		const accepted: Accepted = { payloads: new Map(), exports: new Map(), notes: [] };
		const [answers, delay] = [Math.floor(random() * mostAnswers), random() * longestMs];
		const first = await startHostProcess(books);
		try {
			await importOne(first, { random, accepted, id: "base" });
			const load = loadHost(first, { random, accepted });
			// A request that is refused ends the load, and fails the round.
			await Promise.race([load, answered(accepted, answers, signal)]);
			await wait(delay);
			await first.kill();
			await load;
		} finally {
			await first.kill();
		}
		const inFlight = await contentsOf(join(books, ".incoming"));
		const second = await startHostProcess(books);
		try {
			await checkListed(second, books);
			await checkAccepted(second, accepted, books);
			await checkSetAside(books, inFlight);
		} finally {
			await second.kill();
		}
	},
});

/** Resolves when the host has answered so often, or when the soak is stopped. */
async function answered({ payloads, notes }: Accepted, count: number, signal: AbortSignal): Promise<void> {
	while (payloads.size + notes.length <= count && !signal.aborted) await wait(2);
}

interface Load {
	readonly random: () => number;
	readonly accepted: Accepted;
}

/** Sends requests of every kind at once until the host is gone. */
async function loadHost(host: HostProcess, load: Load): Promise<void> {
	let count = 0;
	const untilKilled = async (act: () => Promise<void>) => {
		try {
			for (;;) await act();
		} catch (error) {
			if (!isCut(error)) throw error;
		}
	};
	await Promise.all([
		untilKilled(() => importOne(host, { ...load, id: `import-${count++}` })),
		untilKilled(() => importOne(host, { ...load, id: `import-${count++}` })),
		untilKilled(() => annotateOne(host, load, `note ${count++}`)),
		untilKilled(() => annotateOne(host, load, `note ${count++}`)),
		untilKilled(() => exportOne(host, load)),
	]);
}

/** Whether a request ended because its host is gone: `fetch` could not connect, or its answer broke off. */
function isCut(error: unknown): boolean {
	return error instanceof TypeError && /^(?:fetch failed|terminated)$/.test(error.message);
}

async function importOne(host: HostProcess, { random, accepted, id }: Load & { readonly id: string }) {
	const variant = { q0: random(), frames: 40 + Math.floor(random() * 1500) };
	const bytes = await replayBytes(pick(random, encodings), variant);
	const answer = await post(`${host.url}${route}/import`, bytes, {
		"content-type": "application/octet-stream",
		"x-replay-request": headerOf(importRequest({ replay_id: id })),
	});
	expectThat(answer["replay_id"] === id, "an import is answered under its id");
	accepted.payloads.set(id, digestOf(bytes));
}

async function annotateOne(host: HostProcess, { random, accepted }: Load, text: string): Promise<void> {
	const replayId = pick(random, [...accepted.payloads.keys()]);
	const note = {
		replay_id: replayId,
		// An export of an export may have lost its first frames.
		frame_id: accepted.exports.has(replayId) || random() < 0.5 ? "" : "f-1",
		label: "soak",
		note: text,
		severity: "info",
		requester,
		created_at_ms: "1782000000000",
	};
	const answer = await postJson(`${host.url}${route}/annotate`, note);
	const { annotation_id: id } = Object(answer["annotation"]);
	accepted.notes.push({ replayId, id, text });
}

async function exportOne(host: HostProcess, { random, accepted }: Load): Promise<void> {
	const answer = await postJson(`${host.url}${route}/export`, {
		source: { kind: "replay", id: pick(random, [...accepted.payloads.keys()]) },
		encoding: pick(random, encodings),
		visibility: random() < 0.5 ? "private" : "public",
		from_t: random() / 100,
		requester,
		now_ms: "1782000000000",
	});
	const id = String(answer["replay_id"]);
	const receipt = Object(answer["receipt"]);
	const payload = receipt.files.find((file: { kind: string }) => file.kind === "replay-payload");
	accepted.payloads.set(id, payload.checksum);
	accepted.exports.set(id, receipt.export_id);
}

/** Everything that is listed is whole: manifest, report, receipts, notes, and the payload's bytes. */
async function checkListed({ url }: HostProcess, books: string): Promise<void> {
	const folders = await readdir(join(books, robotId, "runs/replays"));
	const { replays, replay_count } = replayListSchema.parse(await getJson(`${url}${route}?limit=200`));
	expectThat(replay_count === folders.length, "every replay's folder is a listed replay");
	for (const { replay_id: id, annotation_count } of replays) {
		const detail = replayDetailSchema.parse(await getJson(`${url}${route}/${id}`));
		expectThat(detail.unreadable === undefined, `${id}: every document can be read`);
		expectThat(detail.annotations.length === annotation_count, `${id}: its notes are counted`);
		const answer = await fetch(`${url}${detail.payload_route}`);
		const payload = digestOf(Buffer.from(await answer.arrayBuffer()));
		expectThat(payload === detail.manifest.file_digest, `${id}: its payload is the manifest's`);
		const noted = new Set(detail.annotations.map((note) => note["annotation_id"]));
		for (const { annotation_id: note } of detail.receipts) {
			expectThat(note === undefined || noted.has(note), `${id}: a receipt's note is there`);
		}
		const kinds = detail.receipts.map((receipt) => receipt["import_id"] ?? receipt["export_id"]);
		expectThat(
			kinds.filter((kind) => kind !== undefined).length === 1,
			`${id}: it has one receipt of origin`,
		);
	}
}

/** Everything that was answered is there: payloads, the receipts of exports, and notes with theirs. */
async function checkAccepted({ url }: HostProcess, accepted: Accepted, books: string): Promise<void> {
	for (const [id, digest] of accepted.payloads) {
		const answer = await fetch(`${url}${route}/${id}/payload`);
		const found = digestOf(Buffer.from(await answer.arrayBuffer()));
		expectThat(answer.status === 200 && found === digest, `${id}: the accepted bytes are there`);
	}
	const receiptAt = async (replayId: string, name: string) => {
		const path = join(books, robotId, "runs/replays", replayId, "receipts", `${name}.json`);
		return JSON.parse(await readFile(path, "utf8"));
	};
	for (const [id, exportId] of accepted.exports) {
		const receipt = await receiptAt(id, exportId);
		expectThat(receipt.replay_id === id, `${id}: the export's receipt is there`);
	}
	for (const { replayId, id, text } of accepted.notes) {
		const { annotations } = replayDetailSchema.parse(await getJson(`${url}${route}/${replayId}`));
		const note = annotations.find((one) => one["annotation_id"] === id);
		expectThat(note?.["note"] === text, `${replayId}: note ${id} is there`);
		const { annotation } = await receiptAt(replayId, `annotate-${id}`);
		const bytes = await readFile(join(books, robotId, annotation.path));
		expectThat(digestOf(bytes) === annotation.checksum, `${replayId}: note ${id} is its receipt's`);
	}
	const ids = new Set(accepted.notes.map(({ replayId, id }) => `${replayId} ${id}`));
	expectThat(ids.size === accepted.notes.length, "every note has an id of its own");
}

/** What was in flight stands in quarantine, byte for byte, and nothing is in flight any more. */
async function checkSetAside(books: string, inFlight: ReadonlyMap<string, string>): Promise<void> {
	expectThat((await contentsOf(join(books, ".incoming"))).size === 0, "nothing is in flight");
	const aside = await contentsOf(join(books, ".quarantine"));
	for (const [path, digest] of inFlight) expectThat(aside.get(path) === digest, `${path} is set aside`);
}

async function makeBook(book: string): Promise<void> {
	await mkdir(join(book, "model"), { recursive: true });
	await writeFile(join(book, "robot.json"), JSON.stringify(profile));
	await writeFile(join(book, "model/robot.urdf"), urdf);
}

/** Files below a folder by their paths in it, each with the digest of its bytes; none where there is no folder. */
async function contentsOf(folder: string): Promise<Map<string, string>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
	const files = entries.filter((entry) => entry.isFile());
	const found = files.map(async ({ parentPath, name }) => {
		const path = join(parentPath, name);
		return [path.slice(folder.length + 1), digestOf(await readFile(path))] as const;
	});
	return new Map(await Promise.all(found));
}

async function post(url: string, body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string>) {
	const answer = await fetch(url, { method: "POST", headers, body });
	const text = await answer.text();
	expectThat(answer.status === 200, `${url} is answered with 200, not ${answer.status}: ${text}`);
	return JSON.parse(text) as Record<string, unknown>;
}

function postJson(url: string, body: unknown): Promise<Record<string, unknown>> {
	return post(url, JSON.stringify(body), { "content-type": "application/json" });
}

async function getJson(url: string): Promise<unknown> {
	const answer = await fetch(url);
	expectThat(answer.status === 200, `${url} is answered with 200, not ${answer.status}`);
	return answer.json();
}

/** @throws Error when it does not hold */
function expectThat(holds: boolean, what: string): void {
	if (!holds) throw new Error(`does not hold: ${what}`);
}

function digestOf(bytes: Uint8Array): string {
	return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

function pick<T>(random: () => number, among: readonly T[]): T {
	return among[Math.floor(random() * among.length)];
}

/** Numbers from 0 to below 1 (mulberry32, Tommy Ettinger, public domain). */
function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
