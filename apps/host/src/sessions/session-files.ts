import {
	annotationSchema,
	type ObservationSession,
	observationSessionSchema,
	telemetryFrameSchema,
} from "@hindcast/replay-protocol";
import { safeIdSchema } from "@hindcast/replay-protocol/http";
import * as z from "zod";
import type { RobotBook } from "../robots/robot-books.ts";
import type { DirectoryEntry } from "../storage/directory.ts";

/** `runs/observations/<session>.json`: it names every frame of the session. */
export const sessionFile = { schema: observationSessionSchema, maxBytes: 16 * 1024 * 1024 };

/** `runs/telemetry/<session>/<frame>.json` */
export const frameFile = { schema: telemetryFrameSchema, maxBytes: 1024 * 1024 };

/** `runs/annotations/<session>/<annotation>.json` */
export const sessionAnnotationFile = { schema: annotationSchema, maxBytes: 64 * 1024 };

/** `runs/reviews/<review>.json`: of MoonRobo's process reviews what binds one to a session. */
export const reviewFile = {
	schema: z.looseObject({
		review_id: safeIdSchema,
		session_id: z.string(),
		/** In MoonRobo's words, such as `accepted`; of any case. */
		disposition: z.string().max(64).optional(),
	}),
	maxBytes: 256 * 1024,
};

/** A session and the book that holds it. */
export interface FoundSession {
	readonly book: RobotBook;
	readonly session: ObservationSession;
}

/** A session that was reviewed. */
export interface Episode {
	/** `episode-` and the session's id. */
	readonly episodeId: string;
	readonly reviewId: string;
	readonly disposition: string | undefined;
}

/** Folder of a session's frames, below its book. */
export function framesFolder(sessionId: string): string[] {
	return ["runs", "telemetry", sessionId];
}

/** The ids of the JSON documents among entries, and how many of them are no plain files or have unsafe names. */
export function documentIds(entries: readonly DirectoryEntry[]): {
	readonly ids: readonly string[];
	readonly odd: number;
} {
	const named = entries.filter(({ name }) => name.endsWith(".json"));
	const ids = named
		.filter(({ kind }) => kind === "file")
		.map(({ name }) => name.slice(0, -".json".length))
		.filter((id) => safeIdSchema.safeParse(id).success);
	return { ids, odd: named.length - ids.length };
}
