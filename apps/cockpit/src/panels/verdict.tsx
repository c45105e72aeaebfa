import { BadgeCheck, OctagonX, TriangleAlert } from "lucide-react";

const icons = { ok: BadgeCheck, advisory: TriangleAlert, refused: OctagonX };

interface Props {
	readonly kind: keyof typeof icons;
	readonly title: string;
	readonly text: string;
}

/** What a check came to: a glyph, a word and a sentence. */
export function Verdict({ kind, title, text }: Props) {
	const Icon = icons[kind];
	return (
		<div className={`verdict ${kind}`} role="status">
			<Icon size={22} aria-hidden="true" />
			<strong>{title}</strong>
			<span className="dim">{text}</span>
		</div>
	);
}
