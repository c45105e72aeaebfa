import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createExclusive } from "../exclusive.ts";
import { createRobotBooks } from "../robots/robot-books.ts";
import type { Directory } from "../storage/directory.ts";
import { encodeDocument } from "../storage/json-file.ts";
import { openRootDirectory } from "../storage/node-directory.ts";
import { importRequest, replayBytes } from "../testing/replays.ts";
import { fingerprint, startTestHost, type TestHost } from "../testing/test-host.ts";
import { type ImportContext, importReplay } from "./import-replay.ts";
import { manifestFile, type StoredManifest } from "./replay-files.ts";
import { createReplayStore } from "./replay-store.ts";

let host: TestHost;
let roots: Directory[] = [];

beforeEach(async () => {
	host = await startTestHost();
});

afterEach(async () => {
	for (const root of roots) await root.close();
	roots = [];
	await host.close();
});

async function context(more: Partial<ImportContext> = {}): Promise<ImportContext> {
	const root = await openRootDirectory(host.booksDir);
	roots.push(root);
	const books = createRobotBooks(root, () => undefined);
	return {
		store: createReplayStore(root, books),
		books,
		now: () => 1,
		newId: () => "forced",
		maxBytes: 1 << 20,
		exclusive: createExclusive(),
		...more,
	};
}

async function* whole(bytes: Uint8Array) {
	yield bytes;
}

describe("documents that could not be read at the next start", () => {
	it("are refused with 422 and the report when the replay is the cause, and nothing is stored", async () => {
		const before = await fingerprint(host.booksDir);
		const request = importRequest({ replay_id: "a", label: "x".repeat(manifestFile.maxBytes) });
		const forced = importReplay(await context(), { request, body: whole(await replayBytes("npz")) });
		await expect(forced).rejects.toMatchObject({
			code: "replay-not-storable",
			status: 422,
			validation: { valid: true },
		});
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("are a failure of the host when its own values are the cause, and nothing is stored", async () => {
		const before = await fingerprint(host.booksDir);
		const request = importRequest({ replay_id: "a" });
		const body = whole(await replayBytes("npz"));
		const forced = importReplay(await context({ now: () => Number.NaN }), { request, body });
		await expect(forced).rejects.toMatchObject({ name: "DocumentError" });
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("never come from times whose difference is no number", async () => {
		const bytes = await replayBytes("json", { frames: 2, metadata: { duration_s: 1 } });
		const text = new TextDecoder().decode(bytes);
		const far = text.replace(/"t":\{[^}]*\}/, '"t":[-1.7e308,1.7e308]');
		expect(far).not.toBe(text);
		const answer = await host.import(new TextEncoder().encode(far), { replay_id: "far" });
		expect(answer.status).toBe(422);
		expect(await answer.json()).toMatchObject({ persisted: false });
	});

	it("are told by encodeDocument, which gives the others as they will be read", async () => {
		await host.import(await replayBytes("npz"), { replay_id: "a" });
		const { manifest } = (await (await fetch(`${host.url}/api/moonrobo/replays/a`)).json()) as {
			manifest: StoredManifest;
		};
		const sound = { ...manifest, metadata: { ...manifest.metadata, offset: -0, left_out: undefined } };
		const { value, bytes } = encodeDocument(sound, manifestFile);
		expect(value.metadata).toHaveProperty("offset", 0);
		expect(value.metadata).not.toHaveProperty("left_out");
		expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(value);
		for (const bad of [
			{ duration_s: Number.POSITIVE_INFINITY },
			{ created_at_ms: "9223372036854775808" },
			{ metadata: { ...manifest.metadata, nominal_rate_hz: Number.NaN } },
			{ metadata: { ...manifest.metadata, deep: JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`) } },
			{ label: "x".repeat(manifestFile.maxBytes) },
		]) {
			expect(() => encodeDocument({ ...manifest, ...bad }, manifestFile)).toThrow(
				expect.objectContaining({ name: "DocumentError" }),
			);
		}
	});
});
