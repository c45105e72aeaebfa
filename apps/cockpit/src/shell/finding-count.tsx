import { useTexts } from "./cockpit-context.ts";

interface Props {
	readonly severity: "blocking" | "advisory";
	readonly count: number;
}

/** How many findings of a severity there are, as glyph and number; the words are read out and in the title. */
export function FindingCount({ severity, count }: Props) {
	const { catalog } = useTexts();
	if (count === 0) return null;
	const words = severity === "blocking" ? catalog.blocking(count) : catalog.advisories(count);
	return (
		<span className={severity === "blocking" ? "block" : "advice"} title={words}>
			<span aria-hidden="true">
				{severity === "blocking" ? "✕" : "▲"} {count}
			</span>
			<span className="visually-hidden">{words}</span>
		</span>
	);
}
