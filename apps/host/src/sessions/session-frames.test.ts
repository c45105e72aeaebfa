import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TelemetryFrame } from "@hindcast/replay-protocol";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LogEntry } from "../log.ts";
import { createRobotBooks } from "../robots/robot-books.ts";
import type { Directory } from "../storage/directory.ts";
import { openRootDirectory } from "../storage/node-directory.ts";
import { robotId } from "../testing/replays.ts";
import { putSession } from "../testing/sessions.ts";
import { makeStore } from "../testing/test-host.ts";
import type { FrameBounds } from "./session-frames.ts";
import { createSessions } from "./sessions.ts";

let booksDir: string;
let root: Directory;
let opened: string[];
let logs: LogEntry[];

beforeEach(async () => {
	booksDir = await makeStore();
	root = await openRootDirectory(booksDir);
	opened = [];
	logs = [];
});

afterEach(async () => {
	await root.close();
	await rm(booksDir, { recursive: true });
});

/** A directory that notes which files are opened below it. */
function watched(directory: Directory): Directory {
	return new Proxy(directory, {
		get(target, key: keyof Directory) {
			if (key === "openDirectory") return async (name: string) => watched(await target.openDirectory(name));
			if (key === "openFile") {
				return (name: string) => {
					opened.push(name);
					return target.openFile(name);
				};
			}
			return target[key]?.bind(target);
		},
	});
}

async function read<T>(bounds: FrameBounds, use: (frames: AsyncIterable<TelemetryFrame>) => Promise<T>) {
	const log = (entry: LogEntry) => void logs.push(entry);
	const sessions = createSessions(createRobotBooks(watched(root), log), log);
	return sessions.withFrames(await sessions.find("session-1"), bounds, use);
}

async function idsOf(frames: AsyncIterable<TelemetryFrame>): Promise<string[]> {
	const ids: string[] = [];
	for await (const { frame_id } of frames) ids.push(frame_id);
	return ids;
}

it("reads a few frames ahead of whoever takes them, and no more", async () => {
	await putSession(join(booksDir, robotId), { frames: 100 });
	const first = await read({ maxFrames: 100, isWhole: true }, async (frames) => {
		for await (const frame of frames) return frame.frame_id;
		return "none";
	});
	expect(first).toBe("f-0");
	expect(opened.filter((name) => name.startsWith("f-"))).toHaveLength(16);
	expect(await read({ maxFrames: 100, isWhole: true }, idsOf)).toHaveLength(100);
});

it("takes no session with more frames than asked for, and opens none of them then", async () => {
	await putSession(join(booksDir, robotId), { frames: 4 });
	await expect(read({ maxFrames: 3, isWhole: true }, idsOf)).rejects.toMatchObject({
		code: "session-too-large",
	});
	expect(opened.filter((name) => name.startsWith("f-"))).toEqual([]);
});

it.each([
	["a frame that is gone", async (book: string) => rm(join(book, "runs/telemetry/session-1/f-1.json"))],
	[
		"all frames gone",
		async (book: string) => rm(join(book, "runs/telemetry/session-1"), { recursive: true }),
	],
	[
		"a frame too many",
		(book: string) => putSession(book, { frames: 4, session: { telemetry_frame_count: 3 } }),
	],
	[
		"a frame that only the session names",
		(book: string) =>
			putSession(book, { frames: 3, session: { artifact_paths: ["runs/telemetry/session-1/f-9.json"] } }),
	],
])("is damaged with %s where the whole is wanted, and gives what is there otherwise", async (_, change) => {
	const book = join(booksDir, robotId);
	await putSession(book, { frames: 3 });
	await change(book);
	expect((await read({ maxFrames: 9, isWhole: false }, idsOf)).length).not.toBe(1);
	expect(logs).toEqual([]);
	await expect(read({ maxFrames: 9, isWhole: true }, idsOf)).rejects.toMatchObject({
		code: "session-damaged",
	});
	expect(logs).toMatchObject([{ event: "session-damaged", unreadable: 0, contradicting: 0 }]);
});

it("takes what an active session has so far", async () => {
	await putSession(join(booksDir, robotId), {
		frames: 3,
		session: { status: "Active", telemetry_frame_count: 2 },
	});
	expect(await read({ maxFrames: 9, isWhole: true }, idsOf)).toEqual(["f-0", "f-1", "f-2"]);
});

it("reads to the end before it says what is damaged", async () => {
	await putSession(join(booksDir, robotId), { frames: 3 });
	await mkdir(join(booksDir, robotId, "runs/telemetry/session-1/f-0b.json"));
	const taken: string[] = [];
	const reading = read({ maxFrames: 9, isWhole: false }, async (frames) => {
		for await (const { frame_id } of frames) taken.push(frame_id);
	});
	await expect(reading).rejects.toMatchObject({ code: "session-damaged" });
	expect(taken).toEqual(["f-0", "f-1", "f-2"]);
	expect(logs).toMatchObject([{ unreadable: 1 }]);
});
