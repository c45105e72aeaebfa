import type { TelemetryFrame } from "@hindcast/replay-protocol";
import { HostError } from "../errors/host-error.ts";
import type { Logger } from "../log.ts";
import type { RobotBooks } from "../robots/robot-books.ts";
import type { Directory } from "../storage/directory.ts";
import { ifReadable, readJsonFile } from "../storage/json-file.ts";
import { entriesAt, withDirectory } from "../storage/walk.ts";
import { documentIds, type FoundSession, frameFile, framesFolder } from "./session-files.ts";

/** Frames that are read at the same time. */
const batch = 16;

/** What reading a session's frames works with. */
export interface FrameReading {
	readonly books: RobotBooks;
	readonly log: Logger;
}

/** How to read a session's frames. */
export interface FrameBounds {
	/** Frames that the caller can take. */
	readonly maxFrames: number;
	/** Whether frames that the session counts or names must all be there; they may be missing otherwise. */
	readonly isWhole: boolean;
}

/**
 * Gives a session's frames to `use` one by one, in the order of their files' names; no more than a few are in memory.
 *
 * Every file is read to the end: when any is unreadable, names itself, its robot or its bridge otherwise than its place
 * and session do, or is missing where all are wanted, the log has the counts, and the frames end with an error.
 *
 * @throws HostError `session-too-large`, `session-damaged`; the frames themselves may end with the latter
 */
export async function withFrames<T>(
	{ books, log }: FrameReading,
	found: FoundSession,
	bounds: FrameBounds,
	use: (frames: AsyncIterable<TelemetryFrame>) => Promise<T>,
): Promise<T> {
	const { session, book } = found;
	const path = framesFolder(session.session_id);
	return books.within(book, async (folder) => {
		const { ids, odd } = documentIds(
			(await ifReadable(() => entriesAt(folder, path))) ?? refused(found, log),
		);
		if (ids.length > bounds.maxFrames) throw new HostError("session-too-large");
		const missing = bounds.isWhole ? countMissing(found, ids) : 0;
		const damage: Damage = { unreadable: odd, contradicting: 0, missing };
		const read = (frames: Directory) => use(readAll({ frames, ids, found, damage, log }));
		return ids.length === 0 ? read(folder) : withDirectory(folder, path, read);
	});
}

/** What is wrong with a session's documents, in numbers. */
interface Damage {
	unreadable: number;
	contradicting: number;
	readonly missing: number;
}

function refused(found: FoundSession, log: Logger): never {
	throw damaged(found, { unreadable: 1, contradicting: 0, missing: 0 }, log);
}

function damaged({ session }: FoundSession, damage: Damage, log: Logger): HostError {
	log({ event: "session-damaged", session_id: session.session_id, ...damage });
	return new HostError("session-damaged");
}

interface Reading {
	readonly frames: Directory;
	readonly ids: readonly string[];
	readonly found: FoundSession;
	readonly damage: Damage;
	readonly log: Logger;
}

async function* readAll({ frames, ids, found, damage, log }: Reading): AsyncGenerator<TelemetryFrame> {
	for (let start = 0; start < ids.length; start += batch) {
		const names = ids.slice(start, start + batch);
		const read = names.map((id) => ifReadable(() => readJsonFile(frames, [`${id}.json`], frameFile)));
		for (const [at, frame] of (await Promise.all(read)).entries()) {
			if (frame === undefined) damage.unreadable++;
			else if (!isOf(found, frame, names[at])) damage.contradicting++;
			else yield frame;
		}
	}
	if (damage.unreadable + damage.contradicting + damage.missing > 0) throw damaged(found, damage, log);
}

function isOf({ session }: FoundSession, frame: TelemetryFrame, id: string): boolean {
	return (
		frame.frame_id === id && frame.robot_id === session.robot_id && frame.bridge_id === session.bridge_id
	);
}

/** How many frames a session names or counts that are not there, or the other way round. */
function countMissing({ session }: FoundSession, ids: readonly string[]): number {
	const known = new Set(ids);
	const folder = `${framesFolder(session.session_id).join("/")}/`;
	const named = session.artifact_paths.filter((path) => path.startsWith(folder) && path.endsWith(".json"));
	const absent = named.filter((path) => !known.has(path.slice(folder.length, -".json".length))).length;
	const isOpen = session.status === "Active";
	const difference = isOpen ? 0 : Math.abs(session.telemetry_frame_count - ids.length);
	return Math.max(absent, difference);
}
