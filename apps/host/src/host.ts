import { randomUUID } from "node:crypto";
import { createExclusive } from "./exclusive.ts";
import type { HostState } from "./host-state.ts";
import { createByteBudget } from "./http/byte-budget.ts";
import { loadCockpit } from "./http/cockpit.ts";
import { createApp, createHttpServer } from "./http/server.ts";
import type { UploadLimits } from "./http/upload.ts";
import { listenOnLoopback } from "./listen.ts";
import type { Logger } from "./log.ts";
import { createReplayStore, openReplayStore } from "./replays/replay-store.ts";
import { createRobotBooks } from "./robots/robot-books.ts";
import { createSessions } from "./sessions/sessions.ts";
import type { Directory } from "./storage/directory.ts";
import { makeRootDirectory, openRootDirectory } from "./storage/node-directory.ts";

/** Bodies of at most 512 MiB as bytes, and 128 MiB as JSON with an inline artifact; 128 MiB for all in memory at once. */
const defaultUploadLimits: UploadLimits = {
	octetBytes: 512 * 1024 * 1024,
	jsonBytes: 128 * 1024 * 1024,
	collectedBytes: 128 * 1024 * 1024,
};

/** Options of {@link createHost}. */
export interface HostOptions {
	/** Folder of the RoboBooks; made where it is missing. */
	readonly booksDir: string;
	/** Folder of the built cockpit; without one the host serves its API and says so. */
	readonly cockpitDir?: string;
	/** Milliseconds since the Unix epoch; the system's clock where absent. */
	readonly now?: () => number;
	/** Ids that never repeat, of letters, digits and dashes; random UUIDs where absent. */
	readonly newId?: () => string;
	/** Takes log entries; dropped where absent. */
	readonly log?: Logger;
	/** Limits of request bodies that differ from the defaults. */
	readonly limits?: Partial<UploadLimits>;
}

/** A host whose store is open. */
export interface Host {
	/**
	 * Begins to answer, on loopback addresses only.
	 *
	 * @param port the port to take; 0 for any free one; where absent, 4655 or the next free one
	 * @throws PortBusyError
	 */
	listen(port?: number): Promise<{ readonly url: string; readonly port: number }>;
	/** Stops taking requests, lets running ones end (for at most five seconds), and closes the store. */
	close(): Promise<void>;
}

const closingMilliseconds = 5000;

/**
 * Opens the store and builds the server.
 *
 * Leftovers of interrupted imports are moved to quarantine, and the catalog is filled from the folders, before this
 * resolves. One host at a time should use a store: a second one would set aside imports that the first has in flight
 * (they fail then; what was answered stays).
 *
 * @throws StorageError when the store cannot be opened
 */
export async function createHost(options: HostOptions): Promise<Host> {
	const { log = () => undefined, newId = randomUUID } = options;
	const cockpit = options.cockpitDir === undefined ? undefined : await loadCockpit(options.cockpitDir);
	if (cockpit === undefined) log({ event: "cockpit-not-built" });
	await makeRootDirectory(options.booksDir);
	const root = await openRootDirectory(options.booksDir);
	const state = await openState(root, { ...options, log, newId });
	const app = await createApp({ state, cockpit, log, newId });
	const servers = { ipv4: app.server, ipv6: createHttpServer((...pair) => app.routing(...pair), newId) };
	return {
		async listen(port) {
			const taken = await listenOnLoopback(servers, port);
			return { port: taken, url: `http://127.0.0.1:${taken}` };
		},
		async close() {
			await Promise.all([servers.ipv4, servers.ipv6].map(closeServer));
			await app.close();
			await root.close();
		},
	};
}

async function openState(
	root: Directory,
	options: HostOptions & { readonly log: Logger; readonly newId: () => string },
): Promise<HostState> {
	const books = createRobotBooks(root, options.log);
	const store = createReplayStore(root, books);
	await openReplayStore(store, books, options.log);
	const limits = { ...defaultUploadLimits, ...options.limits };
	const budget = createByteBudget(limits.collectedBytes);
	const { now = Date.now, newId } = options;
	const imports = { store, books, now, newId, maxBytes: limits.octetBytes, exclusive: createExclusive() };
	const sessions = createSessions(books, options.log);
	return { store, books, sessions, uploads: { limits, budget }, imports };
}

async function closeServer(server: ReturnType<typeof createHttpServer>): Promise<void> {
	if (!server.listening) return;
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeIdleConnections();
	const patience = setTimeout(() => server.closeAllConnections(), closingMilliseconds);
	await closed;
	clearTimeout(patience);
}
