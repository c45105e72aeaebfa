import type { Classification } from "@hindcast/replay-protocol/http";
import { useTexts } from "./cockpit-context.ts";

const glyphs: Readonly<Record<Classification, string>> = {
	recorded: "●",
	imported: "○",
	simulated: "◇",
	sandboxed: "▨",
	retargeted: "◩",
	"physical-feedback-verified": "✔",
};

/** An evidence class: hue, glyph and word, always the three together. */
export function ClassBadge({ classification }: { readonly classification: Classification }) {
	const { classes } = useTexts();
	return (
		<span className={`class-badge ${classification}`}>
			<span aria-hidden="true">{glyphs[classification]}</span>
			{classes[classification]}
		</span>
	);
}
