import type { Annotation } from "@hindcast/replay-protocol";
import { readNotes } from "../model/notes.ts";
import type { ReplayStage } from "../model/stage.ts";
import { useLanguage, useTexts } from "../shell/cockpit-context.ts";

/** The notes on a stored replay: what each says, how much it matters, where it stands, by whom and when. */
export function NoteList({ detail }: { readonly detail: NonNullable<ReplayStage["detail"]> }) {
	const { proof: texts } = useTexts().inspector;
	const { notes, unreadable } = readNotes(detail);
	return (
		<section className="section" aria-label={texts.notes}>
			<h3 className="section-title">
				{texts.notes}
				{notes.length > 0 ? <span className="count">{notes.length}</span> : null}
			</h3>
			{notes.length === 0 && unreadable === 0 ? <p className="dim">{texts.noNotes}</p> : null}
			<ol>
				{notes.map((note) => (
					<li key={note.annotation_id}>
						<Note note={note} />
					</li>
				))}
			</ol>
			{unreadable > 0 ? <p className="dim">{texts.notesUnreadable(unreadable)}</p> : null}
		</section>
	);
}

function Note({ note }: { readonly note: Annotation }) {
	const { proof: texts } = useTexts().inspector;
	const { label, note: text, severity, created_by: by, created_at_ms: at } = note;
	const time = new Intl.DateTimeFormat(useLanguage(), { dateStyle: "medium", timeStyle: "short" });
	return (
		<article className="note">
			<div className="note-head">
				<strong>{label}</strong>
				<span className={`tag ${severity}`}>{texts.severities[severity]}</span>
			</div>
			{text === "" ? null : <p>{text}</p>}
			<p className="note-meta">
				<span className="mono">{place(note, texts)}</span>
				<span>
					{by.kind} {by.id}
				</span>
				<span>{time.format(Number(at))}</span>
			</p>
		</article>
	);
}

type Texts = ReturnType<typeof useTexts>["inspector"]["proof"];

function place({ frame_id: frame, t_start: from, t_end: to }: Annotation, texts: Texts): string {
	if (frame !== "") return texts.onFrame(frame);
	if (from !== undefined && to !== undefined) return texts.onSpan(String(from), String(to));
	return texts.onWhole;
}
