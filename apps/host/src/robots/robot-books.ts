import { safeIdSchema } from "@hindcast/replay-protocol/http";
import type { Logger } from "../log.ts";
import { groupById, soleCandidate } from "../sole-candidate.ts";
import { type Directory, isStorageError, type StoredFile } from "../storage/directory.ts";
import { isDocumentError, readJsonFile } from "../storage/json-file.ts";
import { openFileAt, withDirectory } from "../storage/walk.ts";
import { profileSchema, type RobotProfile } from "./profile.ts";
import { type BookModel, readBookModel } from "./robot-model.ts";

const maxProfileBytes = 1024 * 1024;
const maxBooks = 1024;

/** A robot's book as far as it is needed to answer about it. */
export interface RobotBook {
	/** Name of the book's folder in the store; not always the robot's id. */
	readonly folder: string;
	readonly profile: RobotProfile;
	readonly model: BookModel;
}

/** The robots of the store. Books are read when asked for, and again when their files change. */
export interface RobotBooks {
	/**
	 * All robots, by folder name. A folder without a valid `robot.json` is no book; of several books of one robot only
	 * the one in the folder named after it counts, and none where no folder is.
	 */
	list(): Promise<readonly RobotBook[]>;
	find(robotId: string): Promise<RobotBook | undefined>;
	/** The book in this folder, whether or not it counts; undefined where the folder is no book. */
	at(folder: string): Promise<RobotBook | undefined>;
	/** Opens a file of a book by path components; the caller closes it. */
	open(book: RobotBook, path: readonly string[]): Promise<StoredFile>;
	/** Opens a book's folder, and closes it when `use` is done. */
	within<T>(book: Pick<RobotBook, "folder">, use: (folder: Directory) => Promise<T>): Promise<T>;
}

interface CachedBook {
	readonly identity: string;
	readonly book: RobotBook;
}

/** The RoboBooks that stand as folders in `root`. @param log is told when the number of books left out changes */
export function createRobotBooks(root: Directory, log: Logger): RobotBooks {
	const tellDuplicates = tellChanges(log, "duplicate-robot-id");
	const tellTooMany = tellChanges(log, "too-many");
	const cache = new Map<string, CachedBook>();
	async function read(folder: string): Promise<RobotBook | undefined> {
		try {
			const fresh = await withDirectory(root, [folder], (book) => readBook(book, folder, cache.get(folder)));
			cache.set(folder, fresh);
			return fresh.book;
		} catch (error) {
			cache.delete(folder);
			if (isDocumentError(error) || isStorageError(error, "missing") || isStorageError(error, "refused")) {
				return undefined;
			}
			throw error;
		}
	}
	async function list(): Promise<readonly RobotBook[]> {
		const folders = (await root.entries()).filter(
			({ name, kind }) => kind === "directory" && safeIdSchema.safeParse(name).success,
		);
		tellTooMany(Math.max(0, folders.length - maxBooks));
		const found: RobotBook[] = [];
		for (const { name } of folders.slice(0, maxBooks)) {
			const book = await read(name);
			if (book !== undefined) found.push(book);
		}
		const claims = groupById(found, ({ profile }) => profile.id);
		const books = [...claims.values()].flatMap(
			(claimants) => soleCandidate(claimants, ({ folder, profile }) => folder === profile.id) ?? [],
		);
		tellDuplicates(found.length - books.length);
		return books;
	}
	return {
		list,
		async find(robotId) {
			return (await list()).find(({ profile }) => profile.id === robotId);
		},
		at: read,
		open: (book, path) => openFileAt(root, [book.folder, ...path]),
		within: (book, use) => withDirectory(root, [book.folder], use),
	};
}

/** Logs a count of books that are left out, whenever it is another one than before. */
function tellChanges(log: Logger, reason: "duplicate-robot-id" | "too-many"): (count: number) => void {
	let told = 0;
	return (count) => {
		if (count !== told && count > 0) log({ event: "books-not-listed", reason, count });
		told = count;
	};
}

async function readBook(book: Directory, folder: string, known?: CachedBook): Promise<CachedBook> {
	const profileIdentity = await identityOf(book, ["robot.json"]);
	const primary = known?.book.profile.model?.primary ?? "model/robot.urdf";
	const identity = `${profileIdentity} ${await identityOf(book, primary.split("/"))}`;
	if (known?.identity === identity) return known;
	const expected = { schema: profileSchema, maxBytes: maxProfileBytes };
	const profile = await readJsonFile(book, ["robot.json"], expected);
	const path = profile.model?.primary ?? "model/robot.urdf";
	const model = await readBookModel(book, path);
	const modelIdentity = path === primary ? identity.slice(profileIdentity.length + 1) : "unknown";
	return { identity: `${profileIdentity} ${modelIdentity}`, book: { folder, profile, model } };
}

/** Identity of a file, or of its absence. */
async function identityOf(book: Directory, path: readonly string[]): Promise<string> {
	try {
		const file = await openFileAt(book, path);
		await file.close();
		return file.identity;
	} catch (error) {
		if (isStorageError(error)) return error.reason;
		throw error;
	}
}
