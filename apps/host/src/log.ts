import { isStorageError } from "./storage/directory.ts";

/** One log entry: closed shapes, so that no path, header or request value can slip in. */
export type LogEntry =
	| {
			readonly event: "request";
			readonly request_id: string;
			readonly method: string;
			/** The route's pattern, such as `/api/moonrobo/replays/{id}`. */
			readonly route: string;
			readonly status: number;
			readonly duration_ms: number;
	  }
	| {
			readonly event: "failure";
			readonly request_id: string;
			readonly cause: string;
			readonly frames: string[];
	  }
	| { readonly event: "interrupted-import-quarantined"; readonly count: number }
	| {
			readonly event: "replay-not-listed";
			readonly reason: "unreadable" | "other-robot" | "no-book" | "duplicate-id" | "catalog-full";
			readonly replay_id: string;
	  }
	| {
			/** Folders that cannot be books or replays: their names are no safe ids, or they are links. */
			readonly event: "folders-not-listed";
			readonly count: number;
	  }
	| {
			/** Books of a robot that has several, none or several of them in the folder named after it. */
			readonly event: "books-not-listed";
			readonly reason: "duplicate-robot-id" | "too-many";
			readonly count: number;
	  }
	| {
			/** Documents of a session that cannot be read, are not of it, or are not there. */
			readonly event: "session-damaged";
			readonly session_id: string;
			readonly unreadable: number;
			readonly contradicting: number;
			readonly missing: number;
	  }
	| {
			/** Sessions that cannot be read, are of another robot than their book, or stand in several books. */
			readonly event: "sessions-not-listed";
			readonly count: number;
	  }
	| { readonly event: "cockpit-not-built" };

/** Takes log entries; the default of a host is to drop them. */
export type Logger = (entry: LogEntry) => void;

/**
 * What may be said about an unexpected error: its class, the system's short code, and the functions it passed
 * through. Messages and stack lines hold paths and values, so they are left out.
 */
export function failureOf(error: unknown): { cause: string; frames: string[] } {
	if (!(error instanceof Error)) return { cause: typeof error, frames: [] };
	const errno = isStorageError(error) ? error.errno : "code" in error ? error.code : null;
	const code = typeof errno === "string" && /^[A-Z][A-Z0-9_]{0,39}$/.test(errno) ? ` ${errno}` : "";
	const frames = [...(error.stack ?? "").matchAll(/^\s+at (?:async )?([A-Za-z_$#][\w$#.]*) \(/gm)];
	return {
		cause: `${error.constructor.name}${code}`,
		frames: frames.slice(0, 12).map((match) => match[1] ?? ""),
	};
}
