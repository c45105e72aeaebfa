import { expect, it } from "vitest";
import { readNotes } from "./notes.ts";

const note = (id: string, at: string) => ({
	annotation_id: id,
	replay_id: "replay-1",
	frame_id: "",
	label: "Slip",
	note: "",
	severity: "attention",
	created_by: { kind: "operator", id: "ada" },
	created_at_ms: at,
});

it("reads notes in the order they were made, and counts what is none", () => {
	const { notes, unreadable } = readNotes({
		annotations: [note("b", "1782000100001"), { label: "no more" }, note("a", "1782000100000")],
	});
	expect(notes.map(({ annotation_id: id }) => id)).toEqual(["a", "b"]);
	expect(unreadable).toBe(1);
});
