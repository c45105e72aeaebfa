import { isDeepStrictEqual } from "node:util";
import { type Annotation, annotationSchema } from "@hindcast/replay-protocol";
import { HostError } from "../errors/host-error.ts";
import { namesToWriteBeside } from "../replays/replay-detail.ts";
import type { ReplayLocation } from "../replays/replay-files.ts";
import type { ReplayStore } from "../replays/replay-store.ts";
import { sha256Of } from "../storage/digest-cache.ts";
import { ifReadable } from "../storage/json-file.ts";

/** Longest part of a replay's id in the ids of its notes, so that these stay names of files. */
const longestStem = 96;

/** `annotations/<annotation_id>.json`. */
export const annotationFile = { schema: annotationSchema, maxBytes: 256 * 1024 };

/** What a note says, before it has an id. */
export type NoteContent = Omit<Annotation, "annotation_id">;

/** The notes of a replay: names of files, which are read when they matter. */
export interface StandingNotes {
	/** The note of this id; null where there is none. @throws HostError `annotation-conflict` when it cannot be read */
	find(annotationId: string): Promise<Annotation | null>;
	/** A note without a receipt that says exactly this: what an interrupted write left. */
	findInterrupted(content: NoteContent): Promise<Annotation | null>;
	/** Whether the receipt of a note stands. */
	hasReceipt(annotationId: string): boolean;
	/** An id that no note had: counted on from the highest that stands, readable or not. */
	nextId(): string;
}

/** Lists the notes of a replay. */
export async function listNotes(store: ReplayStore, location: ReplayLocation): Promise<StandingNotes> {
	const names = await namesToWriteBeside(store, location, "annotations");
	const ids = names.flatMap((name) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
	const receipts = new Set(await namesToWriteBeside(store, location, "receipts"));
	const hasReceipt = (id: string) => receipts.has(`${annotateIdOf(id)}.json`);
	const read = (id: string) =>
		ifReadable(() => store.blobs.read(location, ["annotations", `${id}.json`], annotationFile));
	return {
		hasReceipt,
		async find(id) {
			if (!ids.includes(id)) return null;
			const note = await read(id);
			if (note === undefined) throw new HostError("annotation-conflict");
			return note;
		},
		async findInterrupted(content) {
			for (const id of ids.filter((one) => !hasReceipt(one))) {
				const note = await read(id);
				if (note?.annotation_id === id && isSameNote(note, content)) return note;
			}
			return null;
		},
		nextId() {
			const prefix = `annotation-${location.replayId.slice(0, longestStem)}-`;
			const numbers = ids
				.filter((id) => id.startsWith(prefix) && /^\d{1,9}$/.test(id.slice(prefix.length)))
				.map((id) => Number(id.slice(prefix.length)));
			return `${prefix}${numbers.reduce((highest, number) => Math.max(highest, number), -1) + 1}`;
		},
	};
}

/** Whether a note says exactly this, whatever its id. */
export function isSameNote({ annotation_id: _id, ...said }: Annotation, content: NoteContent): boolean {
	return isDeepStrictEqual(said, content);
}

/** Id of the receipt of a note, and with `.json` the name of its file: from the note's id, so that a note has one. */
export function annotateIdOf(annotationId: string): string {
	const short = annotationId.length <= 112 ? annotationId : sha256Of(Buffer.from(annotationId)).slice(-64);
	return `annotate-${short}`;
}
