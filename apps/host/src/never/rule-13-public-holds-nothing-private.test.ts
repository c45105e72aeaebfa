/** Never-rule 13: a public replay holds nothing private, in whatever place the source had it. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ReplayArtifact, readReplay, writeReplay } from "@hindcast/replay-protocol";
import { type ExportResponse, exportResponseSchema } from "@hindcast/replay-protocol/http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportRequest, makeReplay, replayBytes } from "../testing/replays.ts";
import { putSession } from "../testing/sessions.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

/** Every private value here holds this word. */
const word = "zanzibar";
const values = [
	`/home/${word}/robots/run.npz`,
	`C:\\Users\\${word}\\run.npz`,
	`\\\\nas\\${word}\\run.npz`,
	`file:///srv/${word}`,
	`https://user:${word}@example.org/x`,
	`https://example.org/x?token=${word}`,
	`${word}@example.org`,
	`${word}.internal`,
	`~/${word}/x`,
	`%2Fhome%2F${word}%2Fx`,
];
const encodings = ["npz", "json", "msgpack"] as const;

let host: TestHost;

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(() => host.close());

/** A replay with the value in every kind of place that a private one may have. */
async function stuffed(value: string, q0: number): Promise<ReplayArtifact> {
	const source = await makeReplay({
		q0,
		metadata: {
			notes: `seen at ${value}`,
			robobook_root: value,
			source_file: value,
			host: word,
			evidence_paths: [value],
			receipt_ids: [`receipt-${word}`],
			session_id: `session-${word}`,
			snapshot_ids: [`snapshot-${word}`],
			runtime_log_path: value,
			bridge_config: value,
			repairs: [{ what: { deeper: [value] } }],
			[`key ${value}`]: value,
			generator: { name: "recorder", version: "1", made_on: value },
		},
	});
	const texts = (data: string[]) => ({ dtype: "string" as const, shape: [data.length], data });
	return {
		metadata: source.metadata,
		arrays: {
			...source.arrays,
			frame_id: texts([`${value}#0`, `${value}#1`, "f-2", "f-3"]),
			annotation_id: texts(["", value, "", ""]),
			command_intent_id: texts([value, "", "", ""]),
			x_remark: texts([value]),
		},
	};
}

/** Every byte of a folder's files, as text: UTF-8, and the UTF-32 of NumPy's strings. */
async function textOf(folder: string): Promise<string> {
	const names = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = names.filter((entry) => entry.isFile());
	const texts = files.map(async (entry) => {
		const bytes = await readFile(join(entry.parentPath, entry.name));
		return `${entry.name}\n${bytes.toString("latin1")}\n${bytes.toString("latin1").replaceAll("\0", "")}`;
	});
	return (await Promise.all(texts)).join("\n");
}

async function publish(source: object, encoding: string): Promise<ExportResponse> {
	const answer = await fetch(`${host.url}/api/moonrobo/replays/export`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ ...exportRequest(), source, encoding, visibility: "public" }),
	});
	const text = await answer.text();
	expect(`${text}${JSON.stringify([...answer.headers])}${JSON.stringify(host.logs)}`).not.toContain(word);
	expect(answer.status, text).toBe(200);
	const parsed = exportResponseSchema.parse(JSON.parse(text));
	expect(parsed.persisted).toBe(true);
	expect(await textOf(join(host.book, `runs/replays/${parsed.replay_id}`))).not.toContain(word);
	const detail = await (await fetch(`${host.url}/api/moonrobo/replays/${parsed.replay_id}`)).text();
	const list = await (await fetch(`${host.url}/api/moonrobo/replays`)).text();
	expect(detail + list).not.toContain(word);
	const payload = await (await fetch(`${host.url}${parsed.payload_route}`)).arrayBuffer();
	const { artifact, report } = await readReplay(payload, { profile: "public" });
	expect([artifact !== undefined, report.ok]).toEqual([true, true]);
	return parsed;
}

describe("the export of a private replay", { timeout: 60_000 }, () => {
	it.each(values.map((value, at) => [value, at] as const))("stuffed with %s", async (value, at) => {
		const bytes = writeReplay(await stuffed(value, at / 100), { encoding: "json" });
		const imported = await host.import(bytes, { replay_id: "a", label: value });
		expect(imported.status).toBe(200);
		for (const encoding of encodings) {
			const { redactions } = await publish({ kind: "replay", id: "a" }, encoding);
			const paths = redactions.map(({ path }) => path);
			expect(paths).toContain("/metadata/robobook_root");
			expect(paths).toContain("/arrays/frame_id");
			expect(paths.length).toBeGreaterThan(10);
		}
		expect(await textOf(join(host.book, "runs/replays/a"))).toContain(word);
	});

	it("carries no comment and no member of the archive that it came in", async () => {
		const bytes = Buffer.from(await replayBytes("npz"));
		const comment = Buffer.from(`made in /home/${word}/x`);
		bytes.writeUInt16LE(comment.length, bytes.length - 2);
		const imported = await host.import(new Uint8Array(Buffer.concat([bytes, comment])), { replay_id: "a" });
		expect(imported.status).toBe(200);
		for (const encoding of encodings) await publish({ kind: "replay", id: "a" }, encoding);
	});
});

it("the export of a session whose documents are private everywhere", async () => {
	const value = values[0];
	await putSession(host.book, {
		frames: 3,
		session: {
			session_id: `session-1`,
			receipt_id: `receipt-${word}`,
			requested_by: { kind: "operator", id: value },
		},
		frame: {
			operator_input: { source: value, command_receipt_id: `receipt-${word}`, command_capability: value },
			errors: [value],
			note: value,
		},
	});
	await mkdir(join(host.book, "runs/reviews"));
	const review = {
		review_id: `review-${word}`,
		session_id: "session-1",
		disposition: "accepted",
		note: value,
	};
	await writeFile(join(host.book, `runs/reviews/review-${word}.json`), JSON.stringify(review));
	for (const encoding of encodings) await publish({ kind: "observation-session", id: "session-1" }, encoding);
	const list = await fetch(`${host.url}/api/moonrobo/sessions`);
	expect(await list.text()).not.toContain(word);
});
