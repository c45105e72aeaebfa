import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { replayListSchema } from "@hindcast/replay-protocol/http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { seedBooks, seedInto } from "./seed.ts";
import type { Directory } from "./storage/directory.ts";
import { writeNewFile } from "./storage/json-file.ts";
import { withMadeDirectory } from "./storage/walk.ts";
import { CrashStore } from "./testing/crash-directory.ts";
import { fingerprint, makeStore, startTestHost } from "./testing/test-host.ts";

const demo = fileURLToPath(new URL("../../../fixtures/books", import.meta.url));
let store: string;

beforeEach(async () => {
	store = join(await mkdtemp(join(tmpdir(), "hindcast-seed-")), "books");
});

afterEach(() => rm(join(store, ".."), { recursive: true }));

const relative = async (folder: string) =>
	(await fingerprint(folder)).map((line) => line.slice(folder.length));

describe("seedBooks", () => {
	it("copies the demo as it is, once; the host lists its replays as what they are", async () => {
		const before = await fingerprint(demo);
		expect(await seedBooks(demo, store)).toEqual({ robots: ["tern-6"], replays: [] });
		expect(await relative(store)).toEqual(await relative(demo));
		expect(await seedBooks(demo, store)).toEqual({ robots: [], replays: [] });
		expect(await fingerprint(demo)).toEqual(before);
		const host = await startTestHost({ booksDir: store });
		const list = replayListSchema.parse(await (await fetch(`${host.url}/api/moonrobo/replays`)).json());
		await host.close();
		expect(list.replays.map(({ replay_id, classification }) => [replay_id, classification])).toEqual([
			["replay-tern-pick-place", "simulated"],
			["replay-tern-gaps", "simulated"],
		]);
	});

	it("adds missing replays, and writes to nothing that exists: changed, incomplete or the operator's own", async () => {
		await seedBooks(demo, store);
		const replays = join(store, "tern-6/runs/replays");
		await writeFile(join(store, "tern-6/robot.json"), "changed");
		await rm(join(store, "tern-6/bridge"), { recursive: true });
		await rm(join(replays, "replay-tern-gaps/report.json"));
		await rm(join(replays, "replay-tern-pick-place"), { recursive: true });
		await mkdir(join(replays, "mine"));
		const before = await relative(store);
		expect(await seedBooks(demo, store)).toEqual({ robots: [], replays: ["tern-6/replay-tern-pick-place"] });
		const after = await relative(store);
		expect(after.filter((line) => !line.includes("replay-tern-pick-place"))).toEqual(before);
		expect(after.length).toBe(before.length + 4);
	});

	it("leaves an empty folder that has a robot's or a replay's name", async () => {
		await mkdir(join(store, "tern-6/runs/replays/replay-tern-gaps"), { recursive: true });
		expect((await seedBooks(demo, store)).replays).toEqual(["tern-6/replay-tern-pick-place"]);
		await rm(join(store, "tern-6"), { recursive: true });
		await mkdir(join(store, "tern-6"));
		expect(await seedBooks(demo, store)).toMatchObject({ robots: [] });
		await expect(readFile(join(store, "tern-6/robot.json"))).rejects.toThrow("ENOENT");
	});

	it("copies no links, and does not write through them", async () => {
		const from = await makeStore();
		await symlink("/etc/hostname", join(from, "kite-2/model/link.stl"));
		await symlink("/etc", join(from, "linked"));
		await mkdir(join(store, "elsewhere"), { recursive: true });
		await symlink("elsewhere", join(store, "kite-2"));
		expect(await seedBooks(from, store)).toEqual({ robots: [], replays: [] });
		expect(await relative(join(store, "elsewhere"))).toEqual([]);
		await rm(join(store, "kite-2"));
		expect((await seedBooks(from, store)).robots).toEqual(["kite-2"]);
		await expect(readFile(join(store, "kite-2/model/link.stl"))).rejects.toThrow("ENOENT");
		await rm(from, { recursive: true });
	});

	it("does not make the folder it copies from", async () => {
		await expect(seedBooks(join(store, "absent"), store)).rejects.toMatchObject({ reason: "missing" });
	});
});

describe("a crash while seeding", { timeout: 30_000 }, () => {
	async function source(): Promise<Directory> {
		const root = new CrashStore().directory();
		await withMadeDirectory(root, ["a", "runs", "replays", "one"], async (replay) => {
			await writeNewFile(replay, "manifest.json", new TextEncoder().encode("manifest"));
			await writeNewFile(replay, "payload.json", new TextEncoder().encode("payload"));
		});
		return root;
	}

	it("never leaves half a book or half a replay in place, and the next seeding completes it", async () => {
		for (const withBook of [false, true]) {
			const prepared = async () => {
				const disk = new CrashStore();
				if (withBook)
					await withMadeDirectory(disk.directory(), ["a", "runs", "replays"], async () => undefined);
				disk.settle();
				return disk;
			};
			const whole = await prepared();
			await seedInto(await source(), whole.directory());
			const wanted = [...whole.contents()];
			for (let at = 1; at <= whole.operations.length + 1; at++) {
				const disk = await prepared();
				disk.fault = { at, kind: "kill" };
				await seedInto(await source(), disk.directory()).catch(() => undefined);
				disk.fault = undefined;
				for (const state of disk.crashStates()) {
					const standing = [...state.contents()].filter(([path]) => path.startsWith("/a/runs/replays/"));
					if (standing.length > 0) expect([...state.contents()]).toEqual(expect.arrayContaining(wanted));
					await seedInto(await source(), state.directory());
					expect(new Map(state.contents())).toEqual(new Map(wanted));
				}
			}
		}
	});
});
