import { type Annotation, annotationSchema } from "@hindcast/replay-protocol";
import type { ReplayDetail } from "@hindcast/replay-protocol/http";

/** The notes of a stored replay, in the order they were made; what is no note is left out and counted. */
export interface Notes {
	readonly notes: readonly Annotation[];
	readonly unreadable: number;
}

/** Reads the notes that the host sent with a replay. */
export function readNotes({ annotations }: Pick<ReplayDetail, "annotations">): Notes {
	const notes = annotations
		// A note on a replay that no session recorded may come without one.
		.map((annotation) => annotationSchema.safeParse({ session_id: "", ...annotation }))
		.flatMap(({ data }) => (data === undefined ? [] : [data]))
		.sort((a, b) => Number(BigInt(a.created_at_ms) - BigInt(b.created_at_ms)));
	return { notes, unreadable: annotations.length - notes.length };
}
