import { safeIdSchema } from "@hindcast/replay-protocol/http";
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
	/** All robots, by folder name; a folder without a valid `robot.json` is no book. */
	list(): Promise<readonly RobotBook[]>;
	find(robotId: string): Promise<RobotBook | undefined>;
	/** Opens a file of a book by path components; the caller closes it. */
	open(book: RobotBook, path: readonly string[]): Promise<StoredFile>;
}

interface CachedBook {
	readonly identity: string;
	readonly book: RobotBook;
}

/** The RoboBooks that stand as folders in `root`. */
export function createRobotBooks(root: Directory): RobotBooks {
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
		const books = new Map<string, RobotBook>();
		for (const { name } of folders.slice(0, maxBooks)) {
			const book = await read(name);
			if (book !== undefined && !books.has(book.profile.id)) books.set(book.profile.id, book);
		}
		return [...books.values()];
	}
	return {
		list,
		async find(robotId) {
			return (await list()).find(({ profile }) => profile.id === robotId);
		},
		open: (book, path) => openFileAt(root, [book.folder, ...path]),
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
