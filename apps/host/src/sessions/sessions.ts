import type { Annotation, ObservationSession, TelemetryFrame } from "@hindcast/replay-protocol";
import type { z } from "zod";
import { HostError } from "../errors/host-error.ts";
import type { Logger } from "../log.ts";
import type { RobotBook, RobotBooks } from "../robots/robot-books.ts";
import { groupById } from "../sole-candidate.ts";
import { type Directory, isStorageError } from "../storage/directory.ts";
import { type DocumentKind, ifReadable, isDocumentError, readJsonFile } from "../storage/json-file.ts";
import { entriesAt, openFileAt } from "../storage/walk.ts";
import {
	documentIds,
	type Episode,
	type FoundSession,
	reviewFile,
	sessionAnnotationFile,
	sessionFile,
} from "./session-files.ts";
import { type FrameBounds, withFrames } from "./session-frames.ts";

/** Sessions, and reviews, that one listing reads of a book; the rest is counted in the log. */
const maxListed = 10_000;
/** Notes on one session that are read. */
const maxAnnotations = 10_000;

/** A session in the list. */
export interface ListedSession {
	readonly session: Pick<
		ObservationSession,
		"session_id" | "robot_id" | "bridge_id" | "status" | "started_at_ms" | "telemetry_frame_count"
	>;
	readonly episode: Episode | undefined;
}

/** The observation sessions of the robots' books; read when asked for, and never written. */
export interface Sessions {
	/** Newest first. What cannot be read, or is claimed by several books, is left out and counted in the log. */
	list(): Promise<readonly ListedSession[]>;
	/** @throws HostError `session-not-found`, `session-damaged` */
	find(sessionId: string): Promise<FoundSession>;
	/** The episode that reviews a session, if there is one: its last review counts. */
	episodeOf(found: FoundSession): Promise<Episode | undefined>;
	/** Gives a session's frames to `use` one by one. @throws HostError `session-too-large`, `session-damaged` */
	withFrames<T>(
		found: FoundSession,
		bounds: FrameBounds,
		use: (frames: AsyncIterable<TelemetryFrame>) => Promise<T>,
	): Promise<T>;
	/** Notes on a session, by time. @throws HostError `session-not-found`, `session-damaged` */
	annotations(sessionId: string): Promise<readonly Annotation[]>;
}

/** The sessions in the books. */
export function createSessions(books: RobotBooks, log: Logger): Sessions {
	const summaries = createProjection(sessionFile, summarize);
	const reviews = createProjection(reviewFile, ({ review_id, session_id, disposition }) => ({
		review_id,
		session_id,
		disposition,
	}));
	let told = 0;
	async function find(sessionId: string): Promise<FoundSession> {
		const claims: (FoundSession | "damaged")[] = [];
		for (const book of await books.list()) {
			const claim = await books.within(book, (folder) => claimOf(folder, book, sessionId));
			if (claim !== undefined) claims.push(claim);
		}
		const [claim, ...others] = claims;
		if (claim === undefined) throw new HostError("session-not-found");
		if (claim !== "damaged" && others.length === 0) return claim;
		const unreadable = claims.filter((one) => one === "damaged").length;
		const counts = { unreadable, contradicting: others.length, missing: 0 };
		log({ event: "session-damaged", session_id: sessionId, ...counts });
		throw new HostError("session-damaged");
	}
	return {
		find,
		async list() {
			const found = await Promise.all(
				(await books.list()).map((book) =>
					books.within(book, (folder) => listBook(folder, book.profile.id, { summaries, reviews })),
				),
			);
			const claims = [
				...groupById(
					found.flatMap(({ listed }) => listed),
					idOf,
				).values(),
			];
			const sole = claims.flatMap((claimants) => (claimants.length === 1 ? claimants : []));
			const left = found.reduce((sum, { left }) => sum + left, 0) + claims.length - sole.length;
			if (left !== told && left > 0) log({ event: "sessions-not-listed", count: left });
			told = left;
			return sole.sort(newestFirst);
		},
		episodeOf: ({ book, session }) =>
			books.within(book, async (folder) => {
				const { documents } = await readFolder(folder, ["runs", "reviews"], reviews);
				return episodesOf(documents).get(session.session_id);
			}),
		withFrames: (found, bounds, use) => withFrames({ books, log }, found, bounds, use),
		async annotations(sessionId) {
			const { book } = await find(sessionId);
			return books.within(book, (folder) => readAnnotations(folder, sessionId, log));
		},
	};
}

/** A book's session of this id; undefined where it has none. */
async function claimOf(
	folder: Directory,
	book: RobotBook,
	sessionId: string,
): Promise<FoundSession | "damaged" | undefined> {
	try {
		const session = await readJsonFile(folder, ["runs", "observations", `${sessionId}.json`], sessionFile);
		const isOwn = session.session_id === sessionId && session.robot_id === book.profile.id;
		return isOwn ? { book, session } : "damaged";
	} catch (error) {
		if (isStorageError(error, "missing")) return undefined;
		if (isDocumentError(error) || isStorageError(error, "refused")) return "damaged";
		throw error;
	}
}

interface Projections {
	readonly summaries: Projection<ListedSession["session"]>;
	readonly reviews: Projection<Review>;
}

/** What an episode needs of a review. */
type Review = Pick<z.infer<typeof reviewFile.schema>, "review_id" | "session_id" | "disposition">;

async function listBook(folder: Directory, robotId: string, { summaries, reviews }: Projections) {
	const found = await readFolder(folder, ["runs", "observations"], summaries);
	const episodes = episodesOf((await readFolder(folder, ["runs", "reviews"], reviews)).documents);
	const own = found.documents.filter(
		({ id, value }) => value.session_id === id && value.robot_id === robotId,
	);
	const listed = own.map(({ id, value }) => ({ session: value, episode: episodes.get(id) }));
	return { listed, left: found.left + found.documents.length - own.length };
}

function summarize(session: ObservationSession): ListedSession["session"] {
	const { session_id, robot_id, bridge_id, status, started_at_ms, telemetry_frame_count } = session;
	return { session_id, robot_id, bridge_id, status, started_at_ms, telemetry_frame_count };
}

function idOf({ session }: ListedSession): string {
	return session.session_id;
}

function newestFirst({ session: a }: ListedSession, { session: b }: ListedSession): number {
	const [left, right] = [BigInt(a.started_at_ms), BigInt(b.started_at_ms)];
	if (left !== right) return left > right ? -1 : 1;
	return a.session_id < b.session_id ? -1 : 1;
}

async function entriesOf(folder: Directory, path: readonly string[]) {
	return (await ifReadable(() => entriesAt(folder, path))) ?? [];
}

/** Reads a document and keeps what is needed of it, once for each state of its file. */
type Projection<T> = (folder: Directory, path: readonly string[]) => Promise<T | undefined>;

function createProjection<D, T>(kind: DocumentKind<D>, project: (document: D) => T): Projection<T> {
	const known = new Map<string, T | undefined>();
	return async (folder, path) => {
		const file = await ifReadable(() => openFileAt(folder, path));
		if (file === undefined) return undefined;
		await file.close();
		if (known.has(file.identity)) return known.get(file.identity);
		const document = await ifReadable(() => readJsonFile(folder, path, kind));
		const projected = document === undefined ? undefined : project(document);
		if (known.size >= 2 * maxListed) known.clear();
		known.set(file.identity, projected);
		return projected;
	};
}

interface FolderDocuments<T> {
	readonly documents: readonly { readonly id: string; readonly value: T }[];
	/** How many could not be read, or were not read because there are too many. */
	readonly left: number;
}

async function readFolder<T>(
	folder: Directory,
	path: readonly string[],
	read: Projection<T>,
): Promise<FolderDocuments<T>> {
	const { ids, odd } = documentIds(await entriesOf(folder, path));
	const documents: { id: string; value: T }[] = [];
	for (const id of ids.slice(0, maxListed)) {
		const value = await read(folder, [...path, `${id}.json`]);
		if (value !== undefined) documents.push({ id, value });
	}
	return { documents, left: odd + ids.length - documents.length };
}

/** The episode of each reviewed session; of several reviews the last by name, as MoonRobo has it. */
function episodesOf(reviews: FolderDocuments<Review>["documents"]): Map<string, Episode> {
	return new Map(
		reviews.map(({ value }) => [
			value.session_id,
			{
				episodeId: `episode-${value.session_id}`,
				reviewId: value.review_id,
				disposition: value.disposition,
			},
		]),
	);
}

async function readAnnotations(folder: Directory, sessionId: string, log: Logger): Promise<Annotation[]> {
	const path = ["runs", "annotations", sessionId];
	const entries = await ifReadable(() => entriesAt(folder, path));
	const { ids, odd } = documentIds(entries ?? []);
	if (ids.length > maxAnnotations) throw new HostError("session-too-large");
	const annotations: Annotation[] = [];
	let unreadable = odd + (entries === undefined ? 1 : 0);
	let contradicting = 0;
	for (const id of ids) {
		const kind = sessionAnnotationFile;
		const annotation = await ifReadable(() => readJsonFile(folder, [...path, `${id}.json`], kind));
		if (annotation === undefined) unreadable++;
		else if (annotation.annotation_id !== id || annotation.session_id !== sessionId) contradicting++;
		else annotations.push(annotation);
	}
	if (unreadable + contradicting > 0) {
		log({ event: "session-damaged", session_id: sessionId, unreadable, contradicting, missing: 0 });
		throw new HostError("session-damaged");
	}
	return annotations.sort(byTime);
}

function byTime(a: Annotation, b: Annotation): number {
	const [left, right] = [BigInt(a.created_at_ms), BigInt(b.created_at_ms)];
	if (left !== right) return left < right ? -1 : 1;
	return a.annotation_id < b.annotation_id ? -1 : 1;
}
