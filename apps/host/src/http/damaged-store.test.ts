import { cp, mkdir, readFile, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { importResponseSchema, replayDetailSchema, replayListSchema } from "@hindcast/replay-protocol/http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { profile, replayBytes } from "../testing/replays.ts";
import { fingerprint, startTestHost, type TestHost } from "../testing/test-host.ts";

/** Every private value of these tests holds this word. */
const word = "zanzibar";
const nested = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

let host: TestHost;
let replays: string;

beforeEach(async () => {
	host = await startTestHost();
	replays = join(host.book, "runs/replays");
});

afterEach(() => host.close());

const get = (on: TestHost, path: string) => fetch(`${on.url}/api/moonrobo${path}`);
const put = async (id: string, variant = {}) => {
	const bytes = await replayBytes("npz", variant);
	const answer = await host.import(bytes, { replay_id: id });
	expect(answer.status).toBe(200);
	return bytes;
};
const listed = async (on: TestHost) => {
	const list = replayListSchema.parse(await (await get(on, "/replays")).json());
	return list.replays.map(({ replay_id }) => replay_id).sort();
};
const detail = async (on: TestHost, id: string) => {
	const answer = await get(on, `/replays/${id}`);
	expect(answer.status, await answer.clone().text()).toBe(200);
	return replayDetailSchema.strict().parse(await answer.json());
};
const rewrite = async (path: string, change: (document: Record<string, unknown>) => void) => {
	const document = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
	change(document);
	await writeFile(path, JSON.stringify(document));
};

/** A second host over the same store, as after a restart. */
async function restarted<T>(use: (second: TestHost) => Promise<T>): Promise<T> {
	const second = await startTestHost({ booksDir: host.booksDir });
	try {
		return await use(second);
	} finally {
		await second.close();
	}
}

describe("importing again", { timeout: 30_000 }, () => {
	it("is refused, and changes nothing, when what stands is damaged or missing", async () => {
		const bytes = await put("a");
		const payload = join(replays, "a/payload.npz");
		const damages: [string, () => Promise<unknown>][] = [
			["one bit", () => writeFile(payload, bytes.with(100, (bytes[100] ?? 0) ^ 1))],
			["shorter", () => writeFile(payload, bytes.subarray(0, 100))],
			["gone", () => rm(payload)],
			["a link", () => symlink("/etc/passwd", payload)],
			[
				"no report",
				async () => {
					await unlink(payload);
					await writeFile(payload, bytes);
					await rm(join(replays, "a/report.json"));
				},
			],
			["no manifest", () => rm(join(replays, "a/manifest.json"))],
		];
		for (const [name, damage] of damages) {
			await damage();
			const before = await fingerprint(host.booksDir);
			for (const on of [host, "restarted"] as const) {
				const again = async (live: TestHost) => {
					const answer = await live.import(bytes, { replay_id: "a" });
					return [name, answer.status, await answer.json()];
				};
				expect(on === "restarted" ? await restarted(again) : await again(on)).toEqual([
					name,
					500,
					expect.objectContaining({
						code: "evidence-damaged",
						persisted: false,
						hint: expect.stringContaining("another replay_id"),
						validation: expect.objectContaining({ valid: true }),
					}),
				]);
			}
			expect(await fingerprint(host.booksDir)).toEqual(before);
		}
		expect((await host.import(bytes, { replay_id: "a-again" })).status).toBe(200);
	});

	it("of the same bytes always finds them, and says what stands under which label and for whom", async () => {
		const bytes = await replayBytes("npz");
		await host.import(bytes, { replay_id: "a", label: "Bench", visibility: "private" });
		await rewrite(join(replays, "a/manifest.json"), (manifest) => {
			manifest["metadata"] = { ...Object(manifest["metadata"]), written_by_another_version: true };
		});
		const answer = await host.import(bytes, { replay_id: "a", label: "Other", visibility: "public" });
		expect(importResponseSchema.parse(await answer.json()).receipt).toMatchObject({
			existed: true,
			label: "Bench",
			visibility: "private",
		});
	});
});

describe("private values of a copied book", () => {
	it("come back neither from the catalog, nor from manifests, receipts and annotations", async () => {
		await put("a", { metadata: { bridge_id: `/home/${word}/bridge` } });
		const path = `/home/${word}/x`;
		await rewrite(join(replays, "a/manifest.json"), (manifest) => {
			manifest["source"] = { kind: "observation-session", id: path };
			manifest["payload_path"] = `${path}/../payload`;
		});
		await mkdir(join(replays, "a/annotations"));
		const ids = { robot_id: path, import_id: path, payload_path: path, replay_id: `C:\\Users\\${word}` };
		for (const folder of ["annotations", "receipts"]) {
			await writeFile(join(replays, "a", folder, "x.json"), JSON.stringify({ ...ids, note: "fine" }));
			await writeFile(join(replays, "a", folder, `${word}@example.org.json`), "{}");
		}
		await restarted(async (second) => {
			expect(await (await get(second, "/replays")).text()).not.toContain(word);
			const answer = await detail(second, "a");
			expect(JSON.stringify(answer)).not.toContain(word);
			expect(answer.manifest.payload_path).toBe("runs/replays/a/payload.npz");
			expect(answer.annotations).toEqual([
				{
					robot_id: "[masked]",
					import_id: "[masked]",
					payload_path: "[masked]",
					replay_id: "[masked]",
					note: "fine",
				},
			]);
			expect(answer.unreadable).toEqual({ count: 2, paths: [] });
			const again = await second.import(
				await replayBytes("npz", { metadata: { bridge_id: `/home/${word}/bridge` } }),
				{
					replay_id: "a",
				},
			);
			expect(again.status).toBe(200);
			expect(await again.text()).not.toContain(word);
			expect(JSON.stringify(second.logs)).not.toContain(word);
		});
	});
});

describe("a bad document", { timeout: 30_000 }, () => {
	it.each([
		["no JSON", "{no"],
		["nested", `{"x":${nested}}`],
		["too large", `{"x":"${"x".repeat(300_000)}"}`],
		["no object", "[]"],
		["a repeated key", '{"note":1,"note":2}'],
		["not UTF-8", Buffer.from([0x22, 0xff, 0x22])],
	])("beside the others is counted and named, and they are answered: %s", async (_name, text) => {
		await put("a");
		await mkdir(join(replays, "a/annotations"));
		await writeFile(join(replays, "a/annotations/good.json"), '{"note":"fine"}');
		await writeFile(join(replays, "a/annotations/bad.json"), text);
		await writeFile(join(replays, "a/receipts/zz.json"), text);
		const answer = await detail(host, "a");
		expect(answer.annotations).toEqual([{ note: "fine" }]);
		expect(answer.receipts).toHaveLength(1);
		expect(answer.unreadable).toEqual({
			count: 2,
			paths: ["runs/replays/a/receipts/zz.json", "runs/replays/a/annotations/bad.json"],
		});
	});

	it("in the place of a folder of documents is counted and named too", async () => {
		await put("a");
		await writeFile(join(replays, "a/annotations"), "a file");
		const { unreadable, receipts } = await detail(host, "a");
		expect([unreadable, receipts.length]).toEqual([{ count: 1, paths: ["runs/replays/a/annotations"] }, 1]);
	});

	it.each(["manifest.json", "report.json"])(
		"in the place of the %s is damage, and not listed",
		async (name) => {
			await put("a");
			await put("b", { q0: 1 });
			const text = await readFile(join(replays, "a", name), "utf8");
			for (const bad of [
				text.replace("{", `{"deep":${nested},`),
				"{",
				`${text.slice(0, -2)},${text.slice(1)}`,
			]) {
				await writeFile(join(replays, "a", name), bad);
				const answer = await get(host, "/replays/a");
				expect([answer.status, await answer.json()]).toMatchObject([500, { code: "evidence-damaged" }]);
				expect(await restarted(listed)).toEqual(["b"]);
			}
		},
	);

	it("in the place of robot.json makes the folder no book", async () => {
		await writeFile(join(host.book, "robot.json"), JSON.stringify(profile).replace('"Arm"', nested));
		expect(await (await get(host, "/robots")).json()).toEqual({ robot_count: 0, robots: [] });
		expect((await host.import(await replayBytes("npz"))).status).toBe(422);
	});
});

describe("a copied book", { timeout: 30_000 }, () => {
	const copy = async (name: string, change: (profile: Record<string, unknown>) => void = () => undefined) => {
		await cp(host.book, join(host.booksDir, name), { recursive: true });
		await rewrite(join(host.booksDir, name, "robot.json"), change);
	};

	it("never takes the place of the one in the folder named after the robot", async () => {
		const bytes = await put("a");
		await copy("aaa", (copied) => {
			copied["label"] = "Copy";
		});
		await writeFile(
			join(host.booksDir, "aaa/runs/replays/a/payload.npz"),
			await replayBytes("npz", { q0: 1 }),
		);
		await restarted(async (second) => {
			const { robots } = (await (await get(second, "/robots")).json()) as { robots: { label: string }[] };
			expect(robots.map(({ label }) => label)).toEqual([profile.label]);
			expect(new Uint8Array(await (await get(second, "/replays/a/payload")).arrayBuffer())).toEqual(bytes);
			expect((await second.import(await replayBytes("npz", { q0: 2 }), { replay_id: "b" })).status).toBe(200);
			expect(second.logs.filter(({ event }) => /not-listed/.test(event))).toEqual([
				{ event: "books-not-listed", reason: "duplicate-robot-id", count: 1 },
				{ event: "replay-not-listed", reason: "no-book", replay_id: "a" },
			]);
		});
		expect(await restarted(listed)).toEqual(["a", "b"]);
	});

	it("and its original are both left out when neither folder is named after the robot", async () => {
		const bytes = await put("a");
		await copy("aaa");
		await rename(host.book, join(host.booksDir, "zzz"));
		await restarted(async (second) => {
			expect(await listed(second)).toEqual([]);
			expect(await (await get(second, "/robots")).json()).toEqual({ robot_count: 0, robots: [] });
			expect((await second.import(bytes, { replay_id: "a" })).status).toBe(422);
			expect(second.logs).toContainEqual({
				event: "books-not-listed",
				reason: "duplicate-robot-id",
				count: 2,
			});
		});
		await rm(join(host.booksDir, "aaa"), { recursive: true });
		expect(await restarted(listed)).toEqual(["a"]);
	});

	it("of another robot lists none of the replays that are not its own", async () => {
		await put("a");
		await copy("heron-1", (copied) => {
			copied["id"] = "heron-1";
		});
		await restarted(async (second) => {
			expect(await listed(second)).toEqual(["a"]);
			expect(second.logs).toContainEqual({
				event: "replay-not-listed",
				reason: "other-robot",
				replay_id: "a",
			});
		});
	});

	it("with replays of its own under an id of another book: neither is listed, nor imported over", async () => {
		const bytes = await put("a");
		await copy("heron-1", (copied) => {
			copied["id"] = "heron-1";
		});
		await rewrite(join(host.booksDir, "heron-1/runs/replays/a/manifest.json"), (manifest) => {
			manifest["metadata"] = { ...Object(manifest["metadata"]), robot_id: "heron-1" };
		});
		const before = await fingerprint(host.booksDir);
		await restarted(async (second) => {
			expect(await listed(second)).toEqual([]);
			expect((await get(second, "/replays/a")).status).toBe(404);
			expect((await second.import(bytes, { replay_id: "a" })).status).toBe(409);
			const told = second.logs.filter((entry) => entry.event === "replay-not-listed");
			expect(told.map(({ reason }) => reason)).toEqual(["duplicate-id", "duplicate-id"]);
		});
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("in a folder of another name is a book when it is the only one", async () => {
		await put("a");
		await rename(host.book, join(host.booksDir, "workshop"));
		expect(await restarted(listed)).toEqual(["a"]);
	});
});

describe("folders that cannot be books or replays", () => {
	it("are counted in the log, without their names", async () => {
		for (const [at, id] of ["a", "b", "c"].entries()) await put(id, { q0: at });
		await rename(join(replays, "b"), join(replays, `b ${word}`));
		await rename(join(replays, "c"), join(host.booksDir, "elsewhere"));
		await symlink(join(host.booksDir, "elsewhere"), join(replays, "c"));
		await mkdir(join(host.booksDir, `book ${word}`));
		await writeFile(join(replays, "note.txt"), "no folder");
		await restarted(async (second) => {
			expect(await listed(second)).toEqual(["a"]);
			expect(second.logs).toContainEqual({ event: "folders-not-listed", count: 3 });
			expect(JSON.stringify(second.logs)).not.toContain(word);
		});
	});

	it("are counted when runs is a link, and an import there is refused and leaves nothing", async () => {
		await put("a");
		await rename(join(host.book, "runs"), join(host.booksDir, "moved-runs"));
		await symlink(join(host.booksDir, "moved-runs"), join(host.book, "runs"));
		const before = await fingerprint(host.booksDir);
		await restarted(async (second) => {
			expect(await listed(second)).toEqual([]);
			expect(second.logs).toContainEqual({ event: "folders-not-listed", count: 1 });
			const answer = await second.import(await replayBytes("npz"), { replay_id: "b" });
			expect([answer.status, await answer.json()]).toMatchObject([409, { code: "book-refused" }]);
			expect(second.logs.some(({ event }) => event === "failure")).toBe(false);
		});
		expect(await fingerprint(host.booksDir)).toEqual(before);
	});

	it("are none in a sound store", async () => {
		await put("a");
		await restarted(async ({ logs }) => {
			expect(logs.filter(({ event }) => /not-listed/.test(event))).toEqual([]);
		});
	});
});
